import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'csv-parse/sync'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusSchema } from '../../src/deploy/status-values.ts'
import type { DeliveryResult } from '../../src/contract/contract.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { accessibilityProblems, launchBrowser, openPage } from '../browser.ts'
import { closeLedger, people, preparation, sendsIn, template } from '../ledger/temp-ledger.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { faultsBy } from './reporters/sample-report.ts'
import { type CliResult } from './run-cli.ts'
import { runInside } from './run-inside.ts'
import { openLedgerOf, project, send } from './sent-release.ts'

const attack = '</script><script>globalThis.hit = 1</script><img src=x onerror="globalThis.hit = 2">\u202Eevil'
const image = pngBytes({ width: 720, height: 720 })
const sha256 = createHash('sha256').update(image).digest('hex')
const facts = { bytes: image.length, width: 720, height: 720, format: 'png', upload: 'FT' } as const

/** A message with an image, as it was when it was sent. */
function imageTemplate(id: string, path: string): CompiledTemplate {
  const payload = {
    msg: `안녕하세요, #{name}님. ${attack}`,
    ad_flag: 'Y',
    attachment: { image: { img_url: `local:${path}` } },
  }
  const images = [{ ...facts, pointer: '/attachment/image/img_url', path, sha256 }]
  return { ...template(id), service_id: 'ft-image', payload, images } as CompiledTemplate
}

let browser: Browser
let root = ''
let run: CliResult

/** Records what became of the accepted sends, by their place. */
async function report(results: readonly (Omit<DeliveryResult, 'key'> | undefined)[]): Promise<void> {
  const store = ledgerStore({ path: join(root, '.friendtalk/ledger.production.db'), target: 'production' })
  const reader = await store.read()
  const accepted = await sendsIn(reader, { release: 'r1', state: 'accepted' })
  await reader.close()
  const inbox = store.results()
  await inbox.record(
    results.flatMap((result, index) => {
      const { key } = accepted[index] ?? {}
      return key === undefined || result === undefined ? [] : [{ key, ...result }]
    }),
  )
  await inbox.close()
}

beforeAll(async () => {
  root = project({ channel: { name: '여름 상점' } })
  mkdirSync(join(root, 'images'))
  writeFileSync(join(root, 'images/same.png'), image)
  writeFileSync(join(root, 'images/other.png'), pngBytes({ width: 600, height: 600 }))
  const ids = { same: 'same.png', changed: 'other.png', [attack]: 'gone.png' }
  const templates = Object.entries(ids).map(([id, name]) => imageTemplate(id, `images/${name}`))
  const ledger = await openLedgerOf(root)
  const recipients = { same: people(8), changed: people(2), [attack]: people(1) }
  await ledger.prepare(preparation(recipients, { templates }))
  await send(ledger, 'r1', [
    [6, 'accepted', { code: 'C100' }],
    [1, 'rejected', { code: 'C400_2', description: `/msg: ${attack}` }],
    [1, 'unknown'],
    [2, 'deferred', { code: 'G150' }],
    [1, 'accepted', { code: 'C100' }],
  ])
  await closeLedger(ledger)
  const doneAt = Date.parse('2026-06-12T14:03:00+09:00')
  await report([
    { code: '0', doneAt },
    { code: 'B', doneAt: doneAt + 60_000, description: attack },
    { code: 'B', doneAt: doneAt + 120_000 },
    { code: 'A', doneAt, fallback: { code: '0', doneAt: doneAt + 180_000 } },
    { code: attack, doneAt },
  ])
  await report([{ code: 'E', doneAt: doneAt - 1_000 }])
  run = await runInside(['status', '--html', 'report.html'], root)
  await runInside(['status', '--html', 'ko.html', '--lang', 'ko'], root)
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

const addressOf = (name: string): string => pathToFileURL(join(root, name)).href

describe('status --html', () => {
  it.each<readonly [string, string, BrowserContextOptions, 'screen' | 'print']>([
    ['in the light', 'report.html', { colorScheme: 'light' }, 'screen'],
    ['on a phone', 'report.html', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }, 'screen'],
    ['on a small phone', 'ko.html', { viewport: { width: 360, height: 740 } }, 'screen'],
  ])('writes a page that everybody can read %s, and that asks nobody for anything', async (_, name, options, media) => {
    const { page, requests, close } = await openPage(browser, addressOf(name), options)
    await page.emulateMedia({ media })
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // On a computer a code that is as long as a sentence may be scrolled to.
    const cut =
      '[...document.querySelectorAll(innerWidth < 500 ? ".scroll" : ".by-message .scroll")].filter((box) => box.scrollWidth > box.clientWidth).length'
    expect(await page.evaluate(cut)).toBe(0)
    if (media === 'print') {
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    }
    expect(await page.evaluate('globalThis.hit')).toBeUndefined()
    expect(requests.filter((url) => url !== addressOf(name) && !url.startsWith('data:'))).toEqual([])
    await close()
  })

  it('shows the figures, the sends of each message, and what failed with what to do', async () => {
    expect(run).toMatchObject({ code: 0, stderr: 'Report written to report.html; open it in a browser.\n' })
    const { page, close } = await openPage(browser, addressOf('report.html'))
    const texts = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts()
    const figures = (await texts('.figures div')).map((text) =>
      text
        .split(/\s*\n+\s*/)
        .toSorted()
        .join(' '),
    )
    expect(figures).toHaveLength(7)
    expect((await texts('.figures dd')).map((text) => text.replace(/\s+/, ' '))).toEqual([
      '11',
      '7',
      '2 40%',
      '2 40%',
      '1',
      '2',
      '4',
    ])
    const rows = (await page.locator('.release table').first().locator('tbody tr').allInnerTexts()).map((row) =>
      row.split(/\s*[\n\t]+\s*/),
    )
    expect(rows.map(([id, ...numbers]) => [id, numbers.map(Number)])).toEqual([
      ['same', [1, 1, 1, 2, 2, 1, 0, 8]],
      ['changed', [0, 0, 0, 0, 0, 0, 2, 2]],
      [expect.stringContaining('evil'), [0, 0, 1, 0, 0, 0, 0, 1]],
    ])
    const failed = await page.locator('.failures tbody tr').allInnerTexts()
    expect(
      failed.some((row) => /failed\s+same 2\s+B\s+the recipient has blocked the channel\s+Reach them/.test(row)),
    ).toBe(true)
    expect(failed.some((row) => /rejected\s+same[^]*C400_2\s+a value is not valid/.test(row))).toBe(true)
    expect(failed.join('\n')).toContain('\\u{202E}evil')
    await close()
  })

  it('has the numbers of a message beside its bar', async () => {
    const { page, close } = await openPage(browser, addressOf('report.html'), {
      viewport: { width: 1440, height: 900 },
    })
    const [gapPx, belowPx] = (await page.evaluate(`(() => {
      const bar = document.querySelector('.bar').getBoundingClientRect()
      const cell = document.querySelector('.by-message td').getBoundingClientRect()
      return [cell.left - bar.right, bar.bottom - cell.bottom]
    })()`)) as [number, number]
    expect(gapPx).toBeLessThan(40)
    expect(Math.abs(belowPx)).toBeLessThan(12)
    await close()
  })

  it('has no personal data in it', () => {
    const text = readFileSync(join(root, 'report.html'), 'utf8').replaceAll(/data:[^"]*/g, '')
    expect(text).not.toMatch(/010[-\d*]{5,}|손님 \d/)
  })

  it('replaces what stands there, but no message; whole or not at all', async () => {
    writeFileSync(join(root, 'mine.md'), 'mine')
    const refused = await runInside(['status', '--html', 'mine.md'], root)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('mine.md: is left as it is')
    expect(readFileSync(join(root, 'mine.md'), 'utf8')).toBe('mine')
    expect((await runInside(['status', '--html', 'report.html', '--quiet'], root)).code).toBe(0)
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([])
    const { stdout } = await runInside(['status', '--html', '-'], root)
    expect(stdout).toMatch(/^<!doctype html>[^]*<\/html>\n$/)
  })
})

describe('status', () => {
  it('has deliveries in JSON that add up to what was accepted, with the meaning of each code', async () => {
    const { stdout } = await runInside(['status', '--json'], root)
    const value = JSON.parse(stdout) as {
      releases: { deliveries: object; counts: { accepted: number }; messages: { id: string; results: object[] }[] }[]
    }
    expect(faultsBy(statusSchema, '2020-12')(value)).toEqual([])
    const [release] = value.releases
    const counts = { none: 2, delivered: 1, failed: 2, 'fallback-delivered': 1, 'fallback-failed': 0, uncertain: 1 }
    expect(release?.deliveries).toEqual(counts)
    expect(Object.values(counts).reduce((sum, sends) => sum + sends, 0)).toBe(release?.counts.accepted)
    expect(release?.messages[0]?.results).toContainEqual({
      delivery: 'failed',
      code: 'B',
      meaning: 'the recipient has blocked the channel',
      sends: 2,
      conflicts: 0,
    })
    expect(release?.messages[0]?.results).toContainEqual(expect.objectContaining({ code: '0', sends: 1, conflicts: 1 }))
  })

  it('exports deliveries with their meaning, and only those that are asked for', async () => {
    const rowsOf = async (...filter: string[]): Promise<Record<string, string>[]> => {
      const { stdout } = await runInside(['status', '--csv', '-', ...filter], root)
      return parse(stdout, { columns: true, bom: true })
    }
    expect(await rowsOf()).toHaveLength(11)
    const failed = await rowsOf('--delivery', 'failed')
    expect(failed).toHaveLength(2)
    expect(failed[0]).toMatchObject({
      state: 'accepted',
      delivery: 'failed',
      delivery_code: 'B',
      delivery_meaning: 'the recipient has blocked the channel',
      done_at: '2026-06-12T14:04:00+09:00',
      results_conflict: '',
    })
    expect(failed[0]?.['delivery_description']).not.toContain('\u202E')
    expect(await rowsOf('--delivery', 'none')).toHaveLength(2)
    expect(await rowsOf('--delivery', 'none', '--state', 'deferred')).toHaveLength(0)
    expect(await rowsOf('--delivery', 'fallback-delivered')).toMatchObject([
      { delivery_code: 'A', fallback_code: '0', fallback_done_at: '2026-06-12T14:06:00+09:00' },
    ])
    expect(await rowsOf('--delivery', 'delivered')).toMatchObject([{ results_conflict: 'yes' }])
  })
})
