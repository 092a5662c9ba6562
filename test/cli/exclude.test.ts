import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Plan } from '../../src/deploy/plan.ts'
import { machineClock } from '../../src/deploy/send.ts'
import { koreanTime } from '../../src/text/korean-time.ts'
import { emulate } from '../emulator/client.ts'
import { deploy, deployProject, friendtalk, listOf } from './deploy-project.ts'
import type { CliResult } from './run-cli.ts'

const emulator = await emulate()
afterEach(() => emulator.reset())

/** The number of the recipient with that place in `list.csv`. */
const numberOf = (index: number): string => `010${String(73_310_000 + index)}`
const lines = (...indexes: readonly number[]): string => indexes.map((index) => `${numberOf(index)}\n`).join('')
const received = (): string[] => emulator.messages({ limit: 10_000 }).map(({ receiverNumber }) => receiverNumber)
/** Rejects all messages of requests, by their number. */
function rejectRequests(...requests: readonly number[]): void {
  for (const at of requests)
    emulator.faults.add({ on: 'send', at, fault: { type: 'reject', code: 'G141', messages: 'all' } })
}

interface Status {
  readonly counts: Readonly<Record<string, number>>
  readonly excluded: number
  readonly exclusions: Readonly<Record<string, number>>
  readonly state: string
}

async function status(root: string, release = 'r1'): Promise<Status> {
  const { stdout } = await friendtalk(root, 'status', release, '--json')
  const [found] = (JSON.parse(stdout) as { releases: Status[] }).releases
  if (found === undefined) throw new Error(stdout)
  return found
}

async function planOf(root: string, ...args: readonly string[]): Promise<Plan> {
  const { stdout } = await friendtalk(root, 'plan', '--target', 'local', '--release', 'r1', '--json', ...args)
  return JSON.parse(stdout) as Plan
}

const added = ({ counts, excluded }: Status): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0) + excluded

describe('lists of numbers that are not sent to', () => {
  const files = { 'lists/opted-out.csv': `receiver_number\n${lines(0, 1, 2)}` }
  const project = (): string => deployProject(emulator, { recipients: 20, exclude: ['lists/opted-out.csv'], files })

  test('are counted by list in the plan, the deploy and the status, and nobody on them is sent to', async () => {
    const root = project()
    writeFileSync(join(root, 'more.txt'), lines(2, 3, 99))
    const plan = await planOf(root, '--exclude', 'more.txt')
    expect(plan.messages[0]?.recipients).toMatchObject({ count: 20, new: 16, excluded: 4, notRetried: 0 })
    const digest = expect.stringMatching(/^sha256:/) as string
    expect(plan.exclusions).toEqual([
      { path: 'lists/opted-out.csv', digest, numbers: 3, excluded: 3 },
      { path: 'more.txt', digest, numbers: 3, excluded: 1 },
    ])
    const { code, stdout, stderr } = await deploy(root, '--exclude', 'more.txt')
    expect(code).toBe(0)
    expect(stderr).toContain('Not sent to: 3 on lists/opted-out.csv, 1 on more.txt.')
    expect(stdout).toContain('  16 sends: accepted 16\n')
    expect(stdout).toContain('  Not sent to: 3 on lists/opted-out.csv, 1 on more.txt.\n')
    expect(received().toSorted()).toEqual(Array.from({ length: 16 }, (_, index) => numberOf(index + 4)))
    const now = await status(root)
    expect(now).toMatchObject({
      state: 'done',
      excluded: 4,
      exclusions: { 'lists/opted-out.csv': 3, 'more.txt': 1 },
    })
    expect(added(now)).toBe(20)
    for (const text of [stdout, stderr, JSON.stringify(plan)]) expect(text).not.toMatch(/0107331/)
  })

  test('are read again when a release goes on, and somebody who was added since is not sent to', async () => {
    const root = project()
    expect((await deploy(root, '--limit', '4')).code).toBe(0)
    expect(received()).toHaveLength(4)
    // One that was sent to, one that waits.
    writeFileSync(join(root, 'lists/opted-out.csv'), `receiver_number\n${lines(0, 1, 2, 3, 12)}`)
    const resumed = await deploy(root)
    expect(resumed.code).toBe(0)
    expect(resumed.stderr).toContain('Not sent to: 1 on lists/opted-out.csv.')
    expect(received()).not.toContain(numberOf(12))
    expect(received()).toHaveLength(16)
    expect(await status(root)).toMatchObject({ state: 'done', counts: { accepted: 16 }, excluded: 4 })
  })

  test('are applied to what was rejected: it counts as excluded, and no command asks for it any more', async () => {
    const root = project()
    rejectRequests(1, 2, 3)
    expect((await deploy(root)).code).toBe(3)
    expect(await status(root)).toMatchObject({ counts: { rejected: 17 }, excluded: 3 })
    emulator.faults.clear()
    const indexes = Array.from({ length: 20 }, (_, index) => index)
    const exclude = (...notTo: readonly number[]): void =>
      writeFileSync(join(root, 'lists/opted-out.csv'), `receiver_number\n${lines(...notTo)}`)
    // Beside some who are sent to: they are excluded in the same run.
    exclude(...indexes.filter((index) => index !== 7))
    expect((await deploy(root, '--retry-rejected', '--dry-run')).stdout.match(/msg_key/g)).toHaveLength(1)
    rejectRequests(1)
    const some = await deploy(root, '--retry-rejected')
    expect(some.code).toBe(3)
    expect(some.stderr).toContain('Not sent to: 19 on lists/opted-out.csv.')
    expect(await status(root)).toMatchObject({ counts: { rejected: 1, deferred: 0 }, excluded: 19 })
    emulator.faults.clear()
    const before = received().length
    // And where nobody is sent to.
    exclude(...indexes)
    const none = await deploy(root, '--retry-rejected')
    expect(none.code).toBe(0)
    expect(none.stdout).toContain('Not sent to: 20 on lists/opted-out.csv.')
    const now = await status(root)
    expect(now).toMatchObject({ state: 'done', counts: { rejected: 0, deferred: 0 }, excluded: 20 })
    expect(now).not.toHaveProperty('next')
    expect(added(now)).toBe(20)
    expect((await deploy(root, '--retry-rejected')).code).toBe(0)
    expect((await friendtalk(root, 'ledger', 'check', '--target', 'local')).code).toBe(0)
    expect(received()).toHaveLength(before)
    // Whoever is let go is sent to, as others who were excluded are.
    exclude(...indexes.slice(1))
    expect((await deploy(root)).code).toBe(0)
    expect(received()).toHaveLength(before + 1)
    expect(await status(root)).toMatchObject({ counts: { accepted: 1 }, excluded: 19 })
  })

  test('are applied to what was rejected in the same run as to what waits', async () => {
    const root = project()
    rejectRequests(1)
    await deploy(root, '--limit', '11')
    emulator.faults.clear()
    const before = received().length
    writeFileSync(join(root, 'all.txt'), lines(...Array.from({ length: 20 }, (_, index) => index)))
    expect((await deploy(root, '--retry-rejected', '--exclude', 'all.txt')).code).toBe(0)
    const now = await status(root)
    expect(now).toMatchObject({ state: 'done', counts: { rejected: 0, pending: 0, deferred: 0 } })
    expect(added(now)).toBe(20)
    expect(received()).toHaveLength(before)
  })

  test('stop the deploy when one cannot be read, also when a release goes on', async () => {
    const root = project()
    await deploy(root, '--limit', '4')
    const refused = async (said: string | RegExp): Promise<void> => {
      const { code, stderr } = await deploy(root)
      expect(code).toBe(2)
      expect(stderr).toMatch(said)
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(received()).toHaveLength(4)
    }
    writeFileSync(join(root, 'lists/opted-out.csv'), `receiver_number\n${lines(12)}010-1234-567\u001b\n`)
    await refused(/lists\/opted-out\.csv:3: .*phone number/)
    writeFileSync(join(root, 'lists/opted-out.csv'), '')
    await refused(/lists\/opted-out\.csv:1: The file has no recipients/)
    rmSync(join(root, 'lists/opted-out.csv'))
    await refused(/lists\/opted-out\.csv: .*cannot be read|lists\/opted-out\.csv/)
    const missing = await friendtalk(root, 'plan', '--target', 'local', '--release', 'r9', '--exclude', 'none.csv')
    expect(missing.code).toBe(2)
  })

  test('that a release was begun with are read again whoever goes on with it, and must be there', async () => {
    const root = project()
    writeFileSync(join(root, 'more.txt'), lines(3))
    expect((await deploy(root, '--exclude', 'more.txt', '--limit', '4')).code).toBe(0)
    rmSync(join(root, 'more.txt'))
    const gone = await deploy(root, '--limit', '1')
    expect(gone.code).toBe(2)
    expect(gone.stderr).toContain('more.txt: release r1 was begun with this list, and it is not there.')
    writeFileSync(join(root, 'more.txt'), lines(3, 12))
    expect((await deploy(root, '--limit', '1')).stderr).toContain('Not sent to: 1 on more.txt.')
    // With further recipients a plan is made anew: it has the list too.
    writeFileSync(join(root, 'list.csv'), listOf(22))
    writeFileSync(join(root, 'more.txt'), lines(3, 12, 20))
    expect((await deploy(root)).code).toBe(0)
    const plan = await planOf(root)
    expect(plan.inputs.exclude).toEqual(['more.txt'])
    expect(plan.messages[0]?.recipients).toMatchObject({ count: 22, new: 1, excluded: 6 })
    expect((await deploy(root)).code).toBe(0)
    expect(received()).toHaveLength(16)
    for (const index of [12, 20]) expect(received()).not.toContain(numberOf(index))
    expect(await status(root)).toMatchObject({ state: 'done', excluded: 6, exclusions: { 'more.txt': 3 } })
  })

  describe('that a release is given later hold from then on:', () => {
    /** Goes on without the flag, with another person on the list, and once without the list. */
    async function goesOn(
      root: string,
      notTo: readonly number[],
      ended: Pick<CliResult, 'code'>,
      ...args: readonly string[]
    ): Promise<void> {
      rmSync(join(root, 'more.txt'))
      const gone = await deploy(root, ...args)
      expect(gone).toMatchObject({ code: 2 })
      expect(gone.stderr).toContain('more.txt: release r1 was begun with this list, and it is not there.')
      writeFileSync(join(root, 'more.txt'), lines(...notTo))
      const sentTo = (): number[] => notTo.map((index) => received().filter((one) => one === numberOf(index)).length)
      const before = sentTo()
      expect(await deploy(root, ...args)).toMatchObject(ended)
      expect(sentTo()).toEqual(before)
    }

    test('where it goes on', async () => {
      const root = project()
      await deploy(root, '--limit', '4')
      writeFileSync(join(root, 'more.txt'), lines(12))
      expect((await deploy(root, '--exclude', 'more.txt', '--limit', '4')).code).toBe(0)
      await goesOn(root, [12, 18], { code: 0 })
      expect(await status(root)).toMatchObject({ state: 'done', excluded: 5, exclusions: { 'more.txt': 2 } })
      expect((await planOf(root)).inputs.exclude).toEqual(['more.txt'])
    })

    test('where what was rejected is sent again', async () => {
      const root = project()
      emulator.faults.add({ on: 'send', at: 1, fault: { type: 'reject', code: 'G141', messages: 'all' } })
      expect((await deploy(root)).code).toBe(3)
      emulator.faults.clear()
      const all = Array.from({ length: 20 }, (_, index) => index)
      writeFileSync(join(root, 'more.txt'), lines(...all))
      expect((await deploy(root, '--retry-rejected', '--exclude', 'more.txt')).code).toBe(0)
      await goesOn(root, all, { code: 0 }, '--retry-rejected')
    })

    test('but not where nobody approved it', async () => {
      const root = project()
      await deploy(root, '--limit', '4')
      writeFileSync(join(root, 'more.txt'), lines(12))
      const args = ['deploy', '--target', 'local', '--release', 'r1', '--exclude', 'more.txt'] as const
      expect((await friendtalk(root, ...args)).code).toBe(2)
      expect((await planOf(root)).inputs.exclude).toBeUndefined()
    })
  })

  test('may let somebody go: then the recipients file sends to them', async () => {
    const root = project()
    await deploy(root)
    writeFileSync(join(root, 'lists/opted-out.csv'), `receiver_number\n${lines(0, 1)}`)
    expect((await planOf(root)).messages[0]?.recipients).toMatchObject({ new: 1, sent: 17, excluded: 2 })
    expect((await deploy(root)).code).toBe(0)
    expect(received()).toContain(numberOf(2))
    expect(await status(root)).toMatchObject({ counts: { accepted: 18 }, excluded: 2 })
  })

  describe('that were reviewed', () => {
    async function reviewed(): Promise<{ root: string; plan: Plan }> {
      const root = project()
      writeFileSync(join(root, 'more.txt'), lines(3))
      const args = ['--target', 'local', '--release', 'r1', '--exclude', 'more.txt', '--out', 'plan.json']
      expect((await friendtalk(root, 'plan', ...args)).code).toBe(0)
      return { root, plan: JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as Plan }
    }

    test('may have grown, and others may be added', async () => {
      const { root, plan } = await reviewed()
      writeFileSync(join(root, 'more.txt'), lines(3, 4))
      writeFileSync(join(root, 'third.txt'), lines(5))
      expect((await planOf(root, '--exclude', 'more.txt')).digest).toBe(plan.digest)
      const { code } = await friendtalk(root, 'deploy', 'plan.json', '--exclude', 'third.txt', '--new-ledger')
      expect(code).toBe(0)
      expect(received()).toHaveLength(14)
      expect(await status(root)).toMatchObject({ excluded: 6, exclusions: { 'more.txt': 2, 'third.txt': 1 } })
      // It is used, also with a list that it did not have.
      expect((await friendtalk(root, 'deploy', 'plan.json')).stderr).toContain('plan.json: was used for release r1')
    })

    test('are not left out by --confirm', async () => {
      const { root, plan } = await reviewed()
      const { code, stderr } = await deploy(root, '--confirm', plan.digest)
      expect([code, stderr]).toEqual([2, expect.stringContaining('does not send to: lists/opted-out.csv.')])
      expect(received()).toEqual([])
    })

    test('are not left out by the configuration', async () => {
      const { root } = await reviewed()
      const file = join(root, 'friendtalk.config.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"lists/opted-out.csv"', ''))
      const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')
      expect([code, stderr]).toEqual([2, expect.stringContaining('target, exclude: planned ["lists/opted-out.csv"]')])
      expect(received()).toEqual([])
    })

    test('hold for a release that goes on, whatever the configuration says now', async () => {
      const root = project()
      await deploy(root, '--limit', '4')
      const file = join(root, 'friendtalk.config.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"lists/opted-out.csv"', ''))
      const { code, stderr } = await deploy(root)
      expect([code, stderr]).toEqual([2, expect.stringContaining('target, exclude: planned ["lists/opted-out.csv"]')])
      expect(received()).toHaveLength(4)
    })

    test.each<readonly [string, (plan: Plan) => object]>([
      ['a list', (plan) => ({ ...plan, inputs: { paths: plan.inputs.paths } })],
      ['what they read', (plan) => ({ ...plan, messages: plan.messages.map((one) => ({ ...one, example: '안녕' })) })],
      ['a count', (plan) => ({ ...plan, exclusions: [] })],
      ['the ledger', (plan) => ({ ...plan, ledger: { path: 'other.db' } })],
    ])('cannot be edited afterwards: %s', async (_what, edit) => {
      const { root, plan } = await reviewed()
      writeFileSync(join(root, 'plan.json'), JSON.stringify(edit(plan)))
      const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')
      expect([code, stderr]).toEqual([2, expect.stringContaining('was changed after it was made')])
      expect(received()).toEqual([])
    })
  })

  test('may have everybody: that is recorded, and nothing is sent', async () => {
    const root = project()
    writeFileSync(join(root, 'all.csv'), listOf(20))
    const { code, stderr } = await deploy(root, '--exclude', 'all.csv')
    expect(code).toBe(0)
    expect(stderr).toContain('Nothing is left to send.')
    expect(await status(root)).toMatchObject({ state: 'done', excluded: 20 })
    expect(received()).toEqual([])
    expect((await deploy(root, '--exclude', 'all.csv')).code).toBe(0)
  })

  test('hold for a dry run', async () => {
    const { stdout } = await deploy(project(), '--dry-run')
    const bodies = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { body: { msg_data: object[] } }).body)
    expect(bodies.flatMap(({ msg_data }) => msg_data)).toHaveLength(17)
  })
})

test('a reference stands in the CSV of sends, and can do no harm there', async () => {
  const refs = ['c-17', '=HYPERLINK("x")', '고객\u202e', '']
  const rows = refs.map((ref, index) => `${numberOf(index)},고객,"${ref.replaceAll('"', '""')}"`)
  const root = deployProject(emulator, { files: { 'list.csv': `receiver_number,name,ref\n${rows.join('\n')}\n` } })
  await deploy(root)
  const { stdout } = await friendtalk(root, 'status', 'r1', '--csv', '-')
  const [head = '', ...sends] = stdout.trim().split('\r\n')
  expect(head.split(',')[5]).toBe('ref')
  expect(sends.map((line) => line.split(',')[5])).toEqual(['c-17', `"'=HYPERLINK(""x"")"`, '고객\\u{202E}', ''])
})

describe('--at', () => {
  test.each([
    ['25:00', '--at 25:00: takes a time'],
    ['tomorrow', '--at tomorrow: takes a time'],
    ['2026-06-12T14:30:00', '--at 2026-06-12T14:30:00: takes a time'],
    ['2020-06-12 14:30', '--at: 2020-06-12T14:30:00+09:00 has passed'],
    ['2099-02-30 14:30', '--at 2099-02-30 14:30: takes a time in Korea, of today (14:30) or of another day'],
    ['2099-02-30T14:30:00+09:00', '--at 2099-02-30T14:30:00+09:00: takes a time'],
    ['2020-06-12T14:30:00+09:00', '--at: 2020-06-12T14:30:00+09:00 has passed; for the next day write --at'],
  ])('is refused: %s', async (at, said) => {
    const { code, stderr } = await deploy(deployProject(emulator), '--at', at)
    expect(code).toBe(2)
    expect(stderr).toContain(said)
    expect(received()).toEqual([])
  })

  test('is refused in the restricted hours, with the time when it may begin', async () => {
    const { code, stderr } = await deploy(deployProject(emulator, { window: true }), '--at', '2099-06-12T23:00+09:00')
    expect(code).toBe(2)
    expect(stderr).toContain('it may begin at 2099-06-13T08:00:00+09:00')
  })

  test('waits, reads the lists again, and sends nothing before', async () => {
    const root = deployProject(emulator, { recipients: 3, exclude: ['out.txt'], files: { 'out.txt': lines(9) } })
    let nowMs = Date.now()
    const at = koreanTime(nowMs + 3_600_000)
    const seen: number[] = []
    vi.spyOn(machineClock, 'now').mockImplementation(() => nowMs)
    const sleep = vi.spyOn(machineClock, 'sleep').mockImplementation(async (ms) => {
      nowMs += ms
      seen.push(received().length)
      writeFileSync(join(root, 'out.txt'), lines(1))
    })
    const { code, stderr } = await deploy(root, '--at', at)
    vi.restoreAllMocks()
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Waiting until ${at}`)])
    expect(stderr).toContain(`Sending begins at ${at.slice(0, 16).replace('T', ' ')} in Korea.`)
    expect(sleep.mock.calls.reduce((sum, [ms]) => sum + ms, 0)).toBeGreaterThanOrEqual(3_599_000)
    expect(seen.every((messages) => messages === 0)).toBe(true)
    expect(received().toSorted()).toEqual([numberOf(0), numberOf(2)])
  })
})
