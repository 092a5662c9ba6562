import { expect, it } from 'vitest'
import { deployEvents } from '../../src/cli/commands/deploy/deploy-events.ts'
import type { Terminal } from '../../src/cli/terminal/terminal.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { claimed, closeLedger, outcomes, people, preparation } from '../ledger/temp-ledger.ts'
import { tempFolder } from '../project/temp-folder.ts'

it('exits with 4 where another machine has put messages back since the end, and says so', async () => {
  const store = ledgerStore({ path: `${tempFolder({})}/ledger.db`, target: 'production' })
  const ledger = await store.open({ ifMissing: 'create' })
  await ledger.prepare(preparation({ a: people(3) }))
  await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
  await closeLedger(ledger)
  const said: string[] = []
  const printed: object[] = []
  const terminal = {
    lang: 'en',
    tell: (line: string) => said.push(line),
    json: (event: object) => printed.push(event),
    command: (name: string) => name,
  } as unknown as Terminal
  const events = deployEvents(terminal, {
    isJson: true,
    isLedgerAskedFor: false,
    showsContent: false,
    startAtMs: undefined,
  })
  expect(await events.end(store, { release: 'r1', end: { type: 'done' } })).toBe(4)
  expect(printed).toMatchObject([{ event: 'end', state: 'paused', next: 'deploy' }])
  expect(said).toEqual([
    'Another machine has put 2 messages back that it had claimed. Run the same command again where they stay pending.',
  ])
})
