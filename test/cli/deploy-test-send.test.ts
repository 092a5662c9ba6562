import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { emulate } from '../emulator/client.ts'
import type { CliResult } from './run-cli.ts'
import { deployProject, friendtalk } from './deploy-project.ts'

const emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

const sale = `---
kind: ft-text
recipients: list.csv
vars:
  name: { max: 10, example: 김하늘 }
  town: { max: 10, fallback: 서울 }
---
#{name}님, #{town} 매장에서 만나요.
`

const projectWith = (safeList?: readonly string[]): string =>
  deployProject(emulator, { files: { 'hello.md': sale }, ...(safeList && { safeList }) })

const test = (root: string, ...args: readonly string[]): Promise<CliResult> =>
  friendtalk(root, 'deploy', '--target', 'local', '--new-ledger', '--yes', ...args)

interface Status {
  readonly releases: readonly { readonly release: string; readonly test?: true; readonly counts: object }[]
}

const statusOf = async (root: string): Promise<Status['releases']> =>
  (JSON.parse((await friendtalk(root, 'status', '--json')).stdout) as Status).releases

it('sends each message to the numbers alone, with examples, in a release of its own each time', async () => {
  const root = projectWith()
  const { code, stderr } = await test(root, '--test', '010-7331-0000', '--test', '01099990000', '--test', '01099990000')
  expect([code, stderr]).toEqual([0, expect.stringContaining('A test: variables have their examples as values.')])
  expect((await test(root, '--test', '01099990000')).code).toBe(0)
  const texts = emulator.messages().map(({ receiverNumber, record }) => `${receiverNumber}: ${String(record['msg'])}`)
  const text = '김하늘님, 서울 매장에서 만나요.'
  expect(texts.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    `01073310000: ${text}`,
    `01099990000: ${text}`,
    `01099990000: ${text}`,
  ])
  const releases = await statusOf(root)
  expect(releases).toMatchObject([
    { release: expect.stringMatching(/^test-\d{8}-\d{4}$/) as string, test: true, counts: { accepted: 2 } },
    { release: expect.stringMatching(/^test-\d{8}-\d{4}(-2)?$/) as string, test: true, counts: { accepted: 1 } },
  ])
  const { stdout } = await friendtalk(root, 'status')
  expect(stdout).toMatch(/^test-\d{8}-\d{4} +local .+  done  test  accepted 2\n/)
  const [first = ''] = releases.map(({ release }) => release)
  expect((await friendtalk(root, 'status', first)).stdout).toContain(`${first}  local  done  test\n`)
  await friendtalk(root, 'status', '--html', 'report.html', '--lang', 'ko')
  expect(readFileSync(join(root, 'report.html'), 'utf8')).toContain('</bdi> · 완료 · 시험 발송</p>')
})

it('is not gone on with by a list of recipients', async () => {
  const root = projectWith()
  await test(root, '--test', '01099990000')
  const [{ release } = { release: '' }] = await statusOf(root)
  for (const command of ['deploy', 'plan'] as const) {
    const { code, stderr } = await friendtalk(root, command, '--target', 'local', '--release', release)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Release ${release} is a test;`)])
  }
  expect(emulator.counts()).toMatchObject({ messages: 1 })
})

it('asks before it sends, and without a terminal names --yes alone', async () => {
  const args = ['deploy', '--target', 'local', '--new-ledger', '--test', '01099990000']
  const { code, stderr } = await friendtalk(projectWith(), ...args)
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no question can be asked\.\nAdd --yes\.\n$/)])
})

it.each<[args: readonly string[], said: string]>([
  [['--test', '0212345678'], 'is no Korean mobile number'],
  [['--test', '01073310001'], '--test 010-****-0001: is not among "recipients" of the target local'],
  ...[
    ['--recipients', 'list.csv'],
    ['--release', 'r1'],
    ['--not-in', 'r1'],
    ['--retry-rejected'],
    ['--confirm', 'x'],
  ].map((flag): [readonly string[], string] => [
    ['--test', '01073310000', ...flag],
    `--test and ${flag[0]} do not go together`,
  ]),
])('refuses %j', async (args, said) => {
  const { code, stderr } = await test(projectWith(['010-7331-0000']), ...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  expect(emulator.counts()).toMatchObject({ messages: 0 })
})

it('refuses variables without an example, each at its place', async () => {
  const files = { 'hello.md': sale.replace(', example: 김하늘', ''), 'sale.md': sale }
  const { code, stderr } = await test(deployProject(emulator, { files }), '--test', '01073310000')
  expect([code, stderr]).toEqual([2, expect.stringContaining('hello.md:5:3: name has no example')])
  expect(emulator.counts()).toMatchObject({ messages: 0 })
})
