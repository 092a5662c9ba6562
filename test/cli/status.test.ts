import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { failurePlace } from '../../src/deploy/report.ts'
import { statusSchema } from '../../src/deploy/status-values.ts'
import { csvCell } from '../../src/cli/commands/status/sends-export.ts'
import type { SendCounts } from '../../src/ledger/ledger.ts'
import { closeLedger, people, preparation } from '../ledger/temp-ledger.ts'
import { faultsBy } from './reporters/sample-report.ts'
import { type CliResult } from './run-cli.ts'
import { runInside } from './run-inside.ts'
import { openLedgerOf, project, send, sentRelease } from './sent-release.ts'

const noDeliveries = {
  none: 0,
  delivered: 0,
  failed: 0,
  'fallback-delivered': 0,
  'fallback-failed': 0,
  uncertain: 0,
}

let root = ''
const status = (...args: readonly string[]): Promise<CliResult> => runInside(['status', ...args], root)

beforeAll(async () => {
  root = project()
  await sentRelease(root)
  const ledger = await openLedgerOf(root, 'emulator')
  await ledger.prepare(preparation({ a: people(2) }, { release: 'try 1' }))
  await send(ledger, 'try 1', [[2, 'accepted', { code: 'C100' }]])
  await closeLedger(ledger)
})

describe('status', () => {
  it('has a line for each of several releases', async () => {
    const { code, stdout, stderr } = await status()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(
      'r1     production  TIME  paused  pending 6, accepted 6, rejected 3, deferred 2, unknown 3\n' +
        "try 1  emulator    TIME  done    accepted 2\n\nAll about one of them: friendtalk status 'try 1'\n",
    )
  })

  it('tells of one release what failed where, and what to type next', async () => {
    const { code, stdout: first, stderr } = await status('r1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(first).toContain(
      'r1  production  paused\n  20 sends: pending 6, accepted 6, rejected 3, deferred 2, unknown 3\n',
    )
    expect(first).toContain('\n    notice  pending 4\n')
    expect(first).toContain(`    rejected 2  sale: C400_2 a value is not valid
      messages/sale.md:12
      The service said: /attachment/button/0/name: \\u{1B}[31mis 15; 14 are allowed
`)
    expect(first).toContain('G142 echo_to_webhook has more than 256 bytes or is no text\n      messages/sale.md:4\n')
    expect(first).toContain('G150 the account has no credit left')
    expect(first.split('  Next\n')[1]).toBe(`    3 sends: look them up in the service's console, then say which it was.
      friendtalk reconcile --release r1 --target production --sent --reason '…'
      friendtalk reconcile --release r1 --target production --not-sent --reason '…'
    What is left to send:
      friendtalk deploy --release r1 --target production
    3 sends rejected, once the cause is fixed:
      friendtalk deploy --release r1 --target production --retry-rejected
`)
    const { stdout: second } = await status('try 1')
    expect(second).toContain('try 1  emulator  done\n  2 sends: accepted 2\n')
    expect(second).not.toContain('Next')
  })

  it('says the same in Korean', async () => {
    const { stdout } = await status('--lang', 'ko', 'r1')
    expect(stdout).toContain('20건: 대기 6, 접수 6, 거절 3, 보류 2, 확인 필요 3')
    expect(stdout).toContain('G150 잔액이 부족합니다')
    expect(stdout).toContain('3건의 발송 여부를 서비스 콘솔에서 확인한 뒤')
    expect(stdout).not.toMatch(/\b(?:accepted|unknown|service said)\b/)
  })

  it('--json has counts that add up, by message and together', async () => {
    const { stdout } = await status('--json')
    const { version, releases } = JSON.parse(stdout) as {
      version: number
      releases: { counts: SendCounts; messages: { id: string; counts: SendCounts; codes: object }[] }[]
    }
    expect(version).toBe(1)
    expect(faultsBy(statusSchema, '2020-12')(JSON.parse(stdout))).toEqual([])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+09:00$/) as string
    expect(releases.map((release) => ({ ...release, messages: release.messages.length }))).toEqual([
      {
        release: 'r1',
        target: 'production',
        state: 'paused',
        createdAt: time,
        startedAt: time,
        workers: 0,
        counts: { pending: 6, inflight: 0, accepted: 6, rejected: 3, deferred: 2, unknown: 3, cancelled: 0 },
        deliveries: { ...noDeliveries, none: 6 },
        excluded: 0,
        exclusions: {},
        skipped: 0,
        messages: 2,
        failures: [
          {
            id: 'sale',
            state: 'unknown',
            meaning: 'no answer that can be believed; it may have been sent or not',
            sends: 3,
          },
          { id: 'sale', state: 'deferred', code: 'G150', meaning: 'the account has no credit left', sends: 2 },
          { id: 'sale', state: 'rejected', code: 'C400_2', meaning: 'a value is not valid', sends: 2, line: 12 },
          {
            id: 'sale',
            state: 'rejected',
            code: 'G142',
            meaning: 'echo_to_webhook has more than 256 bytes or is no text',
            sends: 1,
            line: 4,
          },
        ],
        next: 'friendtalk reconcile --release r1 --target production',
      },
      expect.objectContaining({
        release: 'try 1',
        target: 'emulator',
        state: 'done',
        endedAt: time,
        failures: [],
      }) as object,
    ])
    expect(releases[0]?.messages[0]).toEqual({
      id: 'sale',
      counts: { pending: 2, inflight: 0, accepted: 6, rejected: 3, deferred: 2, unknown: 3, cancelled: 0 },
      codes: { C100: 6, C400_2: 2, G142: 1, G150: 2 },
      deliveries: { ...noDeliveries, none: 6 },
      results: [],
    })
    for (const { counts, messages } of releases) {
      for (const [state, sends] of Object.entries(counts)) {
        const sum = messages.reduce((all, message) => all + message.counts[state as keyof SendCounts], 0)
        expect(sum, state).toBe(sends)
      }
    }
  })

  it('names who runs a deploy, and what a deploy that was cut off leaves', async () => {
    const cwd = project()
    const ledger = await openLedgerOf(cwd)
    await ledger.prepare(preparation({ a: people(3) }))
    await ledger.claim({ release: 'r1', maxSends: 2 })
    const running = await runInside(['status'], cwd)
    expect(running.stdout).toContain('r1  production  running\n')
    expect(running.stdout).toContain(`A deploy is running (process ${process.pid} on `)
    expect(running.stdout).not.toContain('Next')
    await closeLedger(ledger)
    const { stdout } = await runInside(['status'], cwd)
    expect(stdout).toContain('r1  production  paused\n')
    expect(stdout).toContain('A deploy was cut off with 2 sends in flight')
    expect(stdout).toContain('friendtalk reconcile --release r1 --target production --sent')
  })

  it.each([
    [['r2'], 'There is no release "r2". Did you mean "r1"? There are: r1, try 1.'],
    [['--target', 'prodution'], 'There is no target "prodution". Did you mean "production"?'],
    [['--target', 'staging'], 'there is no ledger at .friendtalk/ledger.staging.db.'],
    [['--json', '--csv', '-'], '--csv - and --json do not go together'],
    [['--state', 'unknown'], '--state needs --csv'],
    [['--state', 'unkown', '--csv', 'x.csv'], 'Did you mean "unknown"?'],
    [['--csv', '.friendtalk/ledger.production.db'], 'ledger.production.db: cannot be written (it is the ledger).'],
    [['r1', '--lang', 'ko', '--target', 'emulator'], '"r1" 릴리스는 없습니다. 있는 릴리스: try 1'],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await status(...args)
    expect(stderr).toContain(message)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  it('is unsettled where nothing is left to send and some are unknown', async () => {
    const cwd = project()
    const ledger = await openLedgerOf(cwd)
    await ledger.prepare(preparation({ a: people(2) }))
    await send(ledger, 'r1', [
      [1, 'accepted', { code: 'C100' }],
      [1, 'unknown'],
    ])
    await closeLedger(ledger)
    const { stdout } = await runInside(['status'], cwd)
    expect(stdout).toContain('r1  production  unsettled\n')
    expect((await runInside(['status', '--lang', 'ko'], cwd)).stdout).toContain('r1  production  확인 필요\n')
    const json = await runInside(['status', '--json'], cwd)
    expect(JSON.parse(json.stdout)).toMatchObject({ releases: [{ state: 'unsettled', endedAt: expect.any(String) }] })
  })

  it('makes no ledger where there is none, and says that a file is none', async () => {
    const cwd = project()
    const { code, stderr } = await runInside(['status'], cwd)
    expect({ code, stderr: stderr.slice(0, 41) }).toEqual({
      code: 2,
      stderr: '✗ This machine has no record of what was ',
    })
    expect(existsSync(join(cwd, '.friendtalk'))).toBe(false)
    mkdirSync(join(cwd, '.friendtalk/ledger.staging.db'), { recursive: true })
    expect((await runInside(['status'], cwd)).code).toBe(2)
  })
})

describe('status --csv', () => {
  it('--state leaves the others out', async () => {
    const { stdout } = await status('--csv', '-', '--state', 'unknown')
    expect(rowsOf(stdout).map(({ release, state }) => [release, state])).toEqual(
      Array.from({ length: 3 }, () => ['r1', 'unknown']),
    )
  })

  const rowsOf = (text: string): Record<string, string>[] =>
    parse(text, { columns: true, bom: true, relax_column_count: false })

  it('writes every send, whole or not at all, as Excel reads it', async () => {
    const { code, stderr } = await status('--csv', 'sends.csv', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '22 sends written to sends.csv.\n' })
    const text = readFileSync(join(root, 'sends.csv'), 'utf8')
    expect(text).toMatch(/^\uFEFFtarget,release,id,msg_key,receiver_number,.*\r\n/)
    expect(text).not.toMatch(/[^\r]\n|01000000\d\d\d/)
    const rows = rowsOf(text)
    expect(rows).toHaveLength(22)
    expect(rows[8]).toMatchObject({
      target: 'production',
      release: 'r1',
      id: 'sale',
      msg_key: expect.stringMatching(/^m-/) as string,
      receiver_number: '010-****-0008',
      state: 'rejected',
      attempt: '1',
      prepared_at: expect.stringMatching(/T\S+\+09:00$/) as string,
      code: 'G142',
      description: "'=1+1",
      settled_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/) as string,
    })
    expect(rows[6]?.['description']).toBe('/attachment/button/0/name: \\u{1B}[31mis 15; 14 are allowed')
    expect(readdirSync(root).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('goes to the standard output as -, of one release', async () => {
    const { stdout, stderr } = await status('try 1', '--csv', '-')
    expect(stderr).toBe('')
    expect(rowsOf(stdout).map((row) => row['release'])).toEqual(['try 1', 'try 1'])
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+82', "'+82"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r=x', '"\'\r=x"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['a,b', '"a,b"'],
    ['a\nb', '"a\nb"'],
    ['010-****-0001', '010-****-0001'],
    ['', ''],
  ])('writes the cell %j as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

describe('a failure points to', () => {
  const at = (line: number): { start: { line: number; column: number }; end: { line: number; column: number } } => ({
    start: { line, column: 1 },
    end: { line, column: 2 },
  })
  const map = { '': at(1), '/msg': at(8), '/attachment/button': at(12), '/attachment/button/1/name': at(13) }
  const template = {
    service_id: 'ft-text' as const,
    source: 'm/a.md',
    map: { ...map, '/failback_data/api_unique_id': at(5) },
  }

  it.each([
    [{ code: 'C400_2', description: '/attachment/button/1/name: is 15' }, 'm/a.md:13'],
    [{ code: 'C400_2', description: 'attachment.button[1].name is too long' }, 'm/a.md:13'],
    [{ code: 'C400_2', description: 'attachment.button[0].name is too long' }, 'm/a.md:12'],
    [{ code: 'C400_3', description: 'msg is missing' }, 'm/a.md:8'],
    [{ code: 'G110' }, 'm/a.md:5'],
    [{ code: 'G141', description: '/receiver_number: is no number' }, 'm/a.md'],
    [{ code: 'C400_2', description: 'see https://a.kr/header' }, 'm/a.md'],
    [{}, 'm/a.md'],
  ])('%j → %s', (failure, place) => {
    expect(failurePlace(template, failure).place).toBe(place)
  })
})
