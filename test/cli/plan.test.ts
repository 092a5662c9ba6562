import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Plan, planSchema } from '../../src/deploy/plan.ts'
import { type Emulator, startEmulator } from '../../src/emulator/emulator.ts'
import { deployProject, everythingIn, friendtalk, hello, listOf, secrets } from './deploy-project.ts'
import type { CliResult } from './run-cli.ts'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.reset())
afterAll(() => emulator.close())

const plan = (root: string, ...args: readonly string[]): Promise<CliResult> =>
  friendtalk(root, 'plan', '--target', 'local', '--release', 'r1', ...args)
const planIn = (root: string): Plan => JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as Plan

describe('plan', () => {
  test('says what would be sent, sends nothing, and is the same each time', async () => {
    const root = deployProject(emulator)
    const { code, stdout, stderr } = await plan(root, '--out', 'plan.json')
    expect(code).toBe(0)
    expect(stdout).toContain('25 messages will be sent in 3 requests')
    expect(stderr).toContain('Next: friendtalk deploy plan.json --new-ledger')
    const first = readFileSync(join(root, 'plan.json'), 'utf8')
    expect((await plan(root, '--json')).stdout).toBe(first)
    expect(new Ajv2020().validate(planSchema, JSON.parse(first))).toBe(true)
    expect(planIn(root).messages[0]?.recipients).toMatchObject({ path: 'list.csv', count: 25, new: 25, sent: 0 })
    expect(emulator.requests()).toEqual([])
    for (const text of [...Object.values(secrets), '7331', '고객3호']) expect(first).not.toContain(text)
    expect(everythingIn(root).map(({ path }) => path)).not.toContainEqual(expect.stringContaining('ledger'))
  })

  test('a reviewed plan is deployed without a question, once', async () => {
    const root = deployProject(emulator)
    await plan(root, '--out', 'plan.json')
    expect((await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')).code).toBe(0)
    expect(emulator.counts().accepted).toBe(25)
    const again = await friendtalk(root, 'deploy', 'plan.json')
    expect(again.code).toBe(2)
    expect(again.stderr).toContain('A plan is used once.')
    expect(emulator.counts().messages).toBe(25)
    const { stdout } = await plan(root)
    expect(stdout).toContain('Nothing is left to send.')
  })

  test('goes on with the same plan after it was stopped', async () => {
    const root = deployProject(emulator, { concurrency: 1 })
    await plan(root, '--out', 'plan.json')
    emulator.faults.add({ on: 'send', fault: { type: 'reject', code: 'G150', messages: 'all' }, at: 2 })
    expect((await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')).code).toBe(4)
    expect((await friendtalk(root, 'deploy', 'plan.json')).code).toBe(0)
    expect(emulator.counts().accepted).toBe(25)
  })

  test.each<[string, (root: string) => void, readonly string[]]>([
    [
      'text',
      (root) => writeFileSync(join(root, 'hello.md'), hello('다른 글이에요.')),
      ['text of hello: planned sha256:'],
    ],
    [
      'recipients',
      (root) => writeFileSync(join(root, 'list.csv'), listOf(26)),
      ['recipients of hello: planned {"count":25'],
    ],
    [
      'target',
      (root) => edit(root, 'friendtalk.config.json', '"rate":100000', '"rate":7'),
      ['target, rate: planned 100000, now 7'],
    ],
    [
      'messages',
      (root) => writeFileSync(join(root, 'second.md'), hello()),
      ['message second: planned nothing, now second.md'],
    ],
    ['plan file', (root) => edit(root, 'plan.json', '"rate": 100000', '"rate": 9'), ['was changed after it was made']],
    [
      'plan file that says one thing first and another last',
      (root) => edit(root, 'plan.json', '"rate": 100000', '"rate": 9, "rate": 100000'),
      ['was changed after it was made'],
    ],
    [
      'plan file into another shape',
      (root) => edit(root, 'plan.json', '"version": 1', '"version": 2'),
      ['is no plan', '/version'],
    ],
  ])('a changed %s is refused, and what differs is named', async (_, change, words) => {
    const root = deployProject(emulator)
    await plan(root, '--out', 'plan.json')
    change(root)
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', '--new-ledger')
    expect(code).toBe(2)
    for (const word of words) expect(stderr).toContain(word)
    expect(emulator.requests()).toEqual([])
  })

  test('is not for another ledger than it was made with', async () => {
    const root = deployProject(emulator, { recipients: 3 })
    const first = ['deploy', '--target', 'local', '--release', 'r0', '--yes', '--new-ledger']
    await friendtalk(root, ...first)
    await plan(root, '--out', 'plan.json')
    const other = deployProject(emulator, { recipients: 3 })
    await friendtalk(other, ...first)
    const { code, stderr } = await friendtalk(
      root,
      'deploy',
      'plan.json',
      '--config',
      join(other, 'friendtalk.config.json'),
    )
    expect(code).toBe(2)
    expect(stderr).toContain('the plan was made with')
    expect(emulator.counts().messages).toBe(6)
  })

  test('is not about people whom an earlier plan left waiting', async () => {
    const root = deployProject(emulator, { recipients: 3 })
    const begun = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--limit', '1']
    await friendtalk(root, ...begun)
    writeFileSync(join(root, 'list.csv'), listOf(2))
    await plan(root, '--out', 'plan.json')
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json')
    expect(code).toBe(2)
    expect(stderr).toContain('Release r1 still has 2 messages waiting from an earlier plan')
    expect(emulator.counts().messages).toBe(1)
  })

  test('of a release that holds another text is refused', async () => {
    const root = deployProject(emulator, { recipients: 1 })
    await friendtalk(root, 'deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger')
    writeFileSync(join(root, 'hello.md'), hello('다른 글이에요.'))
    const { code, stderr } = await plan(root)
    expect(code).toBe(2)
    expect(stderr).toContain('another version of the message "hello"')
  })

  test('can be tried without sending, as it was reviewed', async () => {
    const root = deployProject(emulator, { files: { 'other.csv': listOf(2) } })
    await plan(root, '--recipients', 'other.csv', '--out', 'plan.json')
    const { code, stdout } = await friendtalk(root, 'deploy', 'plan.json', '--dry-run')
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    writeFileSync(join(root, 'hello.md'), hello('👨‍👩‍👧 다른 글이에요.'))
    expect((await friendtalk(root, 'deploy', 'plan.json', '--dry-run')).code).toBe(2)
    const changed = await friendtalk(root, 'deploy', '--dry-run')
    expect(JSON.parse(changed.stdout.split('\n')[0] ?? '')).toMatchObject({ method: 'POST' })
    expect(emulator.requests()).toEqual([])
  })

  test.each(['--target', '--release', '--recipients'])('a plan says %s itself', async (flag) => {
    const root = deployProject(emulator, { recipients: 1 })
    await plan(root, '--out', 'plan.json')
    const { code, stderr } = await friendtalk(root, 'deploy', 'plan.json', flag, 'list.csv')
    expect(code).toBe(2)
    expect(stderr).toContain(`${flag} and plan.json do not go together`)
  })
})

function edit(root: string, name: string, from: string, to: string): void {
  const file = join(root, name)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  writeFileSync(file, text.replace(from, to))
}
