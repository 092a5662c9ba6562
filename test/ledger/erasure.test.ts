import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import type { LedgerRecipient } from '../../src/ledger/ledger.ts'
import { scrubbed } from '../../src/ledger/scrub.ts'
import { lockFile } from '../../src/ledger/sqlite/deploy-lock.ts'
import { openLedgerReader } from '../../src/ledger/sqlite/open-ledger.ts'
import { holdTimers, letPass } from '../held-timers.ts'
import { claimed, closeLedger, ledgerPath, openTestLedger, outcomes, preparation } from './temp-ledger.ts'

/** People whose numbers and names can be searched for. Values of many sizes, some larger than a page. */
function planted(count: number, from = 0): LedgerRecipient[] {
  return Array.from({ length: count }, (_, n) => ({
    number: `0107${String(from + n).padStart(7, '0')}`,
    values: new Map([
      ['name', `Planted${from + n}Name`],
      ['more', 'Planted.'.repeat((n * 37) % (n % 50 === 0 ? 3_000 : 40))],
    ]),
  }))
}

/** How often something of those people is in any file of the ledger. */
function traces(path: string): number {
  const folder = dirname(path)
  const files = readdirSync(folder).filter((name) => join(folder, name) !== lockFile(path))
  const bytes = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n')
  return (bytes.match(/Planted|0107\d{7}/g) ?? []).length
}

describe('erasing', () => {
  it('leaves nothing of settled recipients in any file', async () => {
    const path = ledgerPath()
    const ledger = openTestLedger(path)
    await ledger.prepare(preparation({ a: planted(700), b: planted(300) }))
    expect(traces(path)).toBeGreaterThan(1_000)
    for (let n = 0; n < 200; n++) {
      const batch = await ledger.claim({ release: 'r1', maxSends: 10 })
      if (batch === undefined) break
      const description = `Recipient ${batch.sends[0].number} (${batch.sends[0].values['name']}) in 010-7000-0000`
      const outcome = n % 3 === 0 ? 'rejected' : 'accepted'
      await ledger.settle(outcomes(batch, outcome, { code: 'G141', description }).slice(0, 1))
      await ledger.settle(outcomes(batch, 'accepted').slice(1, 5))
      await ledger.settle(outcomes(batch, 'unknown').slice(5))
    }
    ledger.reconcile({ verdict: 'sent', release: 'r1', who: 'ops', reason: 'seen' })
    expect(traces(path)).toBe(0)
    ledger.verify()
    closeLedger(ledger)
    expect(traces(path)).toBe(0)
    expect([...openTestLedger(path).sends({ release: 'r1', state: 'rejected' })][0]).toMatchObject({
      masked: '010-****-0000',
      description: 'Recipient *** (***) in ***',
    })
  })

  it('leaves the others as they are', async () => {
    const path = ledgerPath()
    const ledger = openTestLedger(path)
    await ledger.prepare(preparation({ a: planted(40) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    await ledger.settle(outcomes(await claimed(ledger), 'deferred'))
    closeLedger(ledger)
    const next = openTestLedger(path)
    next.verify()
    expect(traces(path)).toBeGreaterThan(30)
    expect(next.resume('r1')).toBe(10)
    expect((await claimed(next)).sends[0]).toMatchObject({ number: '01070000010', values: { name: 'Planted10Name' } })
  })

  it('holds for retries, and for what a broken preparation had copied', async () => {
    const path = ledgerPath()
    const ledger = openTestLedger(path)
    await ledger.prepare(preparation({ a: planted(200) }))
    for (let n = 0; n < 20; n++) await ledger.settle(outcomes(await claimed(ledger), 'rejected'))
    await ledger.prepare(preparation({ a: planted(100) }, { rejected: 'retry' }))
    expect(ledger.resume('r1')).toBe(100)
    for (let n = 0; n < 10; n++) await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    const strange = preparation(
      { a: [], b: [] },
      {
        rejected: 'retry',
        recipients: [
          { id: 'a', recipients: planted(6_000) },
          { id: 'c', recipients: planted(1) },
        ],
      },
    )
    await expect(ledger.prepare(strange)).rejects.toThrow(/without its template/)
    closeLedger(ledger)
    closeLedger(openTestLedger(path))
    expect(traces(path)).toBe(0)
  })

  it('comes by itself when nothing else happens', async () => {
    holdTimers()
    const path = ledgerPath()
    const ledger = openTestLedger(path)
    await ledger.prepare(preparation({ a: planted(10) }))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    expect(traces(path)).toBeGreaterThan(0)
    letPass(1_000)
    expect(traces(path)).toBe(0)
  })

  it('comes by itself once somebody who read the log has left', async () => {
    holdTimers()
    const path = ledgerPath()
    const ledger = openTestLedger(path)
    await ledger.prepare(preparation({ a: planted(10) }))
    const batch = await claimed(ledger)
    const reading = new DatabaseSync(path, { readOnly: true })
    reading.exec('BEGIN; SELECT count(*) FROM send')
    await ledger.settle(outcomes(batch, 'accepted'))
    letPass(1_000)
    expect(traces(path)).toBeGreaterThan(0)
    reading.close()
    letPass(1_000)
    expect(traces(path)).toBe(0)
  })

  it('comes later while somebody reads, but it comes', async () => {
    const path = ledgerPath()
    const ledger = openTestLedger(path)
    await ledger.prepare(preparation({ a: planted(20) }))
    const reader = openLedgerReader({ path, target: 'production' })
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
    reader.close()
    closeLedger(ledger)
    expect(traces(path)).toBe(0)
  })
})

describe('a description that quotes the recipient', () => {
  const personal = { number: '01012345678', values: { name: '김하나', code: 'A"1', initial: '김', all: '김하나님' } }

  it.each([
    ['bad 01012345678', 'bad ***'],
    ['bad 010-1234-5678 or +82 10-1234-5678', 'bad *** or ***'],
    ['bad 01099998888', 'bad ***'],
    ['안녕 김하나님, 김하나', '안녕 ***, ***'],
    ['{"code":"A\\"1"}', '{"code":"***"}'],
    ['김밥 150 of 2026-01-31', '김밥 150 of 2026-01-31'],
  ])('%s becomes %s', (description, expected) => {
    expect(scrubbed(description, personal)).toBe(expected)
  })

  it('is of bounded size', () => {
    expect(scrubbed('가'.repeat(2_000), personal)).toHaveLength(500)
  })
})
