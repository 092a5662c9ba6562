import { afterEach, describe, expect, test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  deploy,
  deployProject,
  environment,
  everythingIn,
  friendtalk,
  hello,
  inLedger,
  listOf,
  toLocal,
} from '../cli/deploy-project.ts'
import { startCli } from '../cli/run-cli.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'

const emulator = await emulate()
const gate = await gateBefore(emulator)
afterEach(() => emulator.reset())

const because = ['--target', 'local', '--reason', 'a wrong price'] as const

describe('cancel', () => {
  test('calls a release off: nothing more is sent, and nobody is left in the ledger', async () => {
    const root = deployProject(emulator)
    expect((await deploy(root, '--limit', '10')).code).toBe(0)
    const cancelled = await friendtalk(root, 'cancel', 'r1', ...because)
    expect([cancelled.code, cancelled.stderr]).toEqual([0, ''])
    expect(cancelled.stdout).toContain('The release "r1" is called off: 15 messages are not sent')
    expect((await inLedger(root)).counts).toMatchObject({ accepted: 10, pending: 0, cancelled: 15 })
    const texts = everythingIn(join(root, '.friendtalk')).map(({ text }) => text)
    expect(texts.filter((text) => /0107331\d{4}|고객\d+호/.test(text))).toEqual([])
    const again = await deploy(root)
    expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/was called off at \d{4}-\S+\+09:00/)])
    expect(emulator.messages()).toHaveLength(10)
    const status = await friendtalk(root, 'status')
    expect(status.stdout).toContain('cancelled 15')
    expect(status.stdout).not.toContain('friendtalk deploy')
    const json = JSON.parse((await friendtalk(root, 'status', '--json')).stdout) as object
    expect(json).toMatchObject({ releases: [{ release: 'r1', state: 'cancelled', counts: { cancelled: 15 } }] })
    const twice = await friendtalk(root, 'cancel', 'r1', ...because, '--lang', 'ko')
    expect([twice.code, twice.stdout]).toEqual([2, ''])
    expect(twice.stderr).toContain('r1')
  })

  test('stops a deploy that is running, and what is under way ends as usual', async () => {
    const root = deployProject(gate, { recipients: 60, concurrency: 2 })
    gate.holdFrom(3)
    const sending = startCli(toLocal, { cwd: root, env: environment })
    await gate.held(2)
    const cancelled = await friendtalk(root, 'cancel', 'r1', ...because, '--json')
    expect(cancelled.code).toBe(0)
    const { cancelled: sends } = JSON.parse(cancelled.stdout) as { cancelled: number }
    gate.open()
    const { code, stderr } = await sending.ended()
    expect([code, stderr]).toEqual([4, expect.stringContaining('called off')])
    const { counts } = await inLedger(root)
    expect(counts).toMatchObject({ pending: 0, inflight: 0, unknown: 0, cancelled: sends })
    expect(counts.accepted).toBe(60 - sends)
    expect(emulator.messages()).toHaveLength(counts.accepted)
  })

  test.each<readonly [string, readonly string[], string]>([
    ['another release', ['cancel', 'r9', ...because], 'r9'],
    ['no reason', ['cancel', 'r1', '--target', 'local'], '--reason'],
    ['an empty reason', ['cancel', 'r1', '--target', 'local', '--reason', ' '], '--reason'],
    ['no release', ['cancel', ...because], 'release'],
  ])('is refused for %s', async (_what, args, sentence) => {
    const root = deployProject(emulator)
    await deploy(root, '--limit', '5')
    const { code, stdout, stderr } = await friendtalk(root, ...args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)])
    expect((await inLedger(root)).counts).toMatchObject({ pending: 20, cancelled: 0 })
  })
})

describe('--not-in', () => {
  test('sends the corrected text to those who did not get the first one', async () => {
    const root = deployProject(emulator)
    await deploy(root, '--limit', '10')
    await friendtalk(root, 'cancel', 'r1', ...because)
    writeFileSync(join(root, 'hello.md'), hello('고친 글입니다.'))
    const second = ['--target', 'local', '--release', 'r2', '--not-in', 'r1'] as const
    const planned = await friendtalk(root, 'plan', ...second, '--out', 'plan.json')
    expect(planned.code).toBe(0)
    expect(planned.stdout + planned.stderr).toContain('r1 (--not-in)')
    // A reviewed plan leaves out the same people.
    const { code, stdout } = await friendtalk(root, 'deploy', 'plan.json', '--yes')
    expect(code).toBe(0)
    expect(stdout).toContain('accepted 15')
    const numbers = emulator.messages({ limit: 100 }).map(({ receiverNumber }) => receiverNumber)
    expect([numbers.length, new Set(numbers).size]).toEqual([25, 25])
    const status = JSON.parse((await friendtalk(root, 'status', 'r2', '--json')).stdout) as object
    expect(status).toMatchObject({ releases: [{ release: 'r2', excluded: 10, exclusions: { 'r1 (--not-in)': 10 } }] })
  })

  test('holds for all of a release, and for no other one', async () => {
    const root = deployProject(emulator)
    await deploy(root, '--limit', '10')
    await friendtalk(root, 'cancel', 'r1', ...because)
    const second = ['deploy', '--target', 'local', '--release', 'r2', '--yes'] as const
    expect((await friendtalk(root, ...second, '--not-in', 'r1')).code).toBe(0)
    const again = await friendtalk(root, ...second)
    expect([again.code, emulator.messages({ limit: 100 })]).toMatchObject([0, { length: 25 }])
    const other = await friendtalk(root, ...second, '--not-in', 'r2')
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('was begun with --not-in r1')])
  })

  test.each(['plan', 'deploy'])('is refused by %s for a release that is not over', async (command) => {
    const root = deployProject(emulator)
    await deploy(root, '--limit', '10')
    const second = ['--target', 'local', '--release', 'r2', '--not-in', 'r1'] as const
    const { code, stderr } = await friendtalk(root, command, ...second)
    expect(code).toBe(2)
    expect(stderr).toContain('--not-in r1: 15 of its messages still wait')
    expect(stderr).toContain('friendtalk cancel r1 --reason')
    expect(emulator.messages()).toHaveLength(10)
  })

  test('leaves out whom the first one may have reached, and nobody whom it rejected', async () => {
    const root = deployProject(emulator, { recipients: 16, concurrency: 1 })
    emulator.faults.add({ on: 'send', at: 3, fault: { type: 'reject', code: 'C400_1' } })
    emulator.faults.add({ on: 'send', at: 2, fault: { type: 'reset-after-reading' } })
    await deploy(root)
    const { counts } = await inLedger(root)
    expect(counts.unknown).toBeGreaterThan(0)
    const reached = counts.accepted + counts.unknown
    const second = ['--target', 'local', '--release', 'r2', '--not-in', 'r1', '--yes'] as const
    expect((await friendtalk(root, 'deploy', ...second)).code).toBe(0)
    const status = JSON.parse((await friendtalk(root, 'status', 'r2', '--json')).stdout) as object
    expect(status).toMatchObject({ releases: [{ excluded: reached, counts: { accepted: 16 - reached } }] })
  })

  test('leaves out who got the first one since the second was begun', async () => {
    const root = deployProject(emulator, { recipients: 8, concurrency: 1 })
    emulator.faults.add({ on: 'send', at: 2, fault: { type: 'reject', code: 'C400_1' } })
    await deploy(root)
    const second = ['deploy', '--target', 'local', '--release', 'r2', '--not-in', 'r1', '--yes'] as const
    expect((await friendtalk(root, ...second, '--limit', '1')).code).toBe(0)
    expect((await deploy(root, '--retry-rejected')).code).toBe(0)
    expect((await friendtalk(root, ...second)).code).toBe(0)
    const status = JSON.parse((await friendtalk(root, 'status', 'r2', '--json')).stdout) as object
    expect(status).toMatchObject({ releases: [{ excluded: 7, counts: { accepted: 1 } }] })
  })

  test.each(['plan', 'deploy'])('is refused by %s for a release that there is not', async (command) => {
    const root = deployProject(emulator)
    await deploy(root, '--limit', '5')
    writeFileSync(join(root, 'list.csv'), listOf(6))
    const { code, stderr } = await friendtalk(root, command, '--target', 'local', '--release', 'r2', '--not-in', 'r7')
    expect([code, stderr]).toEqual([2, expect.stringContaining('r7')])
    expect(emulator.messages()).toHaveLength(5)
  })
})
