import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computePlan, type PlanInput } from '../../src/deploy/compute-plan.ts'
import { digestOf, isApprovedBy, isUnchanged, type Plan, planDifferences, signed } from '../../src/deploy/plan.ts'
import { configuredTarget } from '../../src/deploy/target.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { warningsOf } from '../../src/deploy/plan-content.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { openProject } from '../../src/project/project.ts'
import { createWorkspace } from '../../src/project/workspace.ts'
import { pngBytes } from '../project/image-bytes.ts'
import type { Text } from '../../src/words/language.ts'
import { tempFolder, type Tree } from '../project/temp-folder.ts'

const config = `export default {
  messages: ['messages/*.md'],
  senders: { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '02-1234-5678' } },
  targets: {
    live: { uploadUrl: 'https://upload.example.com', baseUrl: 'https://send.example.com', userId: { env: 'U' }, secretKey: { env: 'S' } },
  },
}
`

const project: Tree = {
  'friendtalk.config.ts': config,
  'messages/a.md':
    '---\nkind: ft-text\nrecipients: people.csv\nvars:\n  name: { max: 10, example: 손님 }\n---\n\n안녕하세요, #{name}님.\n',
  'messages/b.md': '---\nkind: ft-image\nrecipients: people.csv\n---\n\n![](spring.png)\n\n봄 신상품\n',
  'messages/spring.png': pngBytes({ width: 720, height: 720 }),
  'messages/people.csv': 'receiver_number,name\n01012345678,홍길동\n010-9876-5432,성춘향\n01055556666,이몽룡\n',
}

const target = configuredTarget(
  'live',
  {
    uploadUrl: 'https://upload.example.com',
    baseUrl: 'https://send.example.com',
    userId: { env: 'U' },
    secretKey: { env: 'S' },
    recipients: ['01012345678', '010-9876-5432', '01055556666'],
  },
  'shop',
)

const nameOf = ({ en }: Text): string => en.slice(0, en.indexOf(': planned'))

interface Computed {
  readonly plan: Plan
  readonly messages: Extract<Awaited<ReturnType<typeof computePlan>>, { type: 'plan' }>['messages']
}

async function computed(tree: Tree, changes: Partial<PlanInput> = {}): Promise<Computed> {
  const opened = await openProject({ cwd: tempFolder(tree), library: () => import('../../src/index.ts') })
  const workspace = createWorkspace(opened, { lang: 'en' })
  const paths = ['messages/a.md', 'messages/b.md']
  for (const path of paths) workspace.update(path)
  const files = paths.flatMap((path) => workspace.fileAt(path) ?? [])
  const store = ledgerStore({ path: join(opened.root, '.friendtalk/ledger.live.db'), target: 'live' })
  const planned = await computePlan({
    session: { project: opened, target, store },
    asked: { paths: [] },
    exclusions: { named: [], lists: [] },
    host: { lang: 'en' },
    workspace,
    files,
    others: 0,
    inputs: { paths: [] },
    target,
    release: 'july',
    ledger: undefined,
    nowMs: Date.parse('2026-07-01T12:00:00+09:00'),
    onProgress: () => undefined,
    ...changes,
  })
  if (planned.type === 'diagnostics') throw new Error(JSON.stringify(planned.found))
  return planned
}

describe('a computed plan', () => {
  it('is the same each time, and holds nothing personal or secret', async () => {
    const { plan } = await computed(project)
    // The first request of a deploy carries one message.
    expect(plan.messages.map(({ requests, recipients: { count } }) => [requests, count])).toEqual([
      [2, 3],
      [1, 3],
    ])
    // In another folder, at another time, in another language.
    const again = await computed(project, { nowMs: Date.parse('2027-01-01T00:00:00Z'), host: { lang: 'ko' } })
    expect(JSON.stringify(again.plan)).toBe(JSON.stringify(plan))
    const text = JSON.stringify(plan)
    for (const word of ['01012345678', '98765432', '9876-5432', '55556666', '홍길동', '성춘향', '이몽룡']) {
      expect(text).not.toContain(word)
    }
    expect(digestOf(plan)).toBe(plan.digest)
  })

  const edits: [name: string, tree: Tree, changed: readonly string[]][] = [
    ['a word', { 'messages/a.md': String(project['messages/a.md']).replace('안녕', '반갑') }, ['text of messages.a']],
    ['a picture', { 'messages/spring.png': pngBytes({ width: 720, height: 721 }) }, ['text of messages.b']],
    [
      'a value of a recipient',
      { 'messages/people.csv': String(project['messages/people.csv']).replace('홍길동', '홍길순') },
      ['recipients of messages.a'],
    ],
    [
      'the sender number',
      { 'friendtalk.config.ts': config.replace('5678', '5679') },
      ['sender of messages.a', 'sender of messages.b'],
    ],
  ]

  it.each(edits)('differs by %s', async (_name, tree, changed) => {
    const [before, after] = [(await computed(project)).plan, (await computed({ ...project, ...tree })).plan]
    expect(after.digest).not.toBe(before.digest)
    const said = planDifferences(before, after).map(nameOf)
    for (const difference of changed) expect(said).toContain(difference)
    expect(said.every((difference) => changed.includes(difference) || difference.startsWith('recipients'))).toBe(true)
  })

  it('covers the lists of numbers that are not sent to by their names, and its file as a whole', async () => {
    const list = { path: 'out.csv', numbers: 1, digest: `sha256:${'0'.repeat(64)}`, has: () => false }
    const [none, one, grown, two] = await Promise.all([
      computed(project),
      computed(project, { inputs: { paths: [], exclude: ['out.csv'] }, exclusions: { named: [], lists: [list] } }),
      computed(project, {
        inputs: { paths: [], exclude: ['out.csv'] },
        exclusions: { named: [], lists: [{ ...list, numbers: 9, digest: `sha256:${'1'.repeat(64)}` }] },
      }),
      computed(project, {
        inputs: { paths: [], exclude: ['out.csv', 'more.csv'] },
        target: { ...target, exclude: ['target.csv'] },
      }),
    ])
    expect(grown.plan.digest).toBe(one.plan.digest)
    expect(none.plan.digest).not.toBe(one.plan.digest)
    expect([isApprovedBy(none.plan, one.plan), isApprovedBy(two.plan, one.plan)]).toEqual([false, true])
    expect([isApprovedBy(one.plan, two.plan), isApprovedBy(two.plan, none.plan)]).toEqual([false, true])
    expect(planDifferences(two.plan, none.plan).map(nameOf)).toEqual(['target, exclude', '--exclude'])
    expect([isUnchanged(one.plan), isUnchanged({ ...one.plan, exclusions: [] })]).toEqual([true, false])
  })

  it('stays the same when messages are sent and images uploaded: only its counts move', async () => {
    const path = join(tempFolder(), 'ledger.db')
    const ledger = await ledgerStore({ path, target: 'live' }).open({ ifMissing: 'create' })
    const before = await computed(project, { ledger })
    const recipients = ['01012345678', '01098765432', '01055556666'].map((number) => ({
      number,
      values: new Map([['name', '홍']]),
    }))
    const templates = before.messages.map(({ template }) => template)
    const lists = templates.map(({ id }) => ({ id, recipients }))
    await ledger.prepare({ release: 'july', templates, recipients: lists, rejected: 'keep' })
    const batch = await ledger.claim({ release: 'july', maxSends: 3 })
    const outcomes = ['accepted', 'rejected', 'deferred'] as const
    await ledger.settle(
      (batch?.sends ?? []).map(({ row, attempt }, index) => ({ row, attempt, outcome: outcomes[index] ?? 'unknown' })),
    )
    const [sha256 = ''] = before.plan.messages[1]?.images.map((image) => image.sha256) ?? []
    const nowMs = Date.parse('2026-07-01T12:00:00+09:00')
    await ledger.rememberImage({ sha256, operation: 'FT', account: 'shop' }, { url: 'https://x/', uploadedAt: nowMs })
    const after = await computed(project, { ledger })
    await ledger.close()
    expect(
      after.plan.messages.map(({ recipients: { new: fresh, waiting, sent, notRetried } }) => [
        fresh,
        waiting,
        sent,
        notRetried,
      ]),
    ).toEqual([
      [0, 1, 1, 1],
      [0, 3, 0, 0],
    ])
    expect(after.plan.messages[1]?.images.map(({ isUploaded }) => isUploaded)).toEqual([true])
    expect(after.plan.digest).toBe(before.plan.digest)
    expect(planDifferences(before.plan, after.plan)).toEqual([])
  })
})

it('counts warnings in one order', () => {
  const found = ['b', 'a', 'b'].map((rule) => ({ rule }) as Diagnostic)
  expect(Object.entries(warningsOf(found))).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

type Writable<T> = { -readonly [K in keyof T]: T[K] extends object | undefined ? Writable<T[K]> : T[K] }

/** What a reviewer approves: each change of it, and how it is named. */
const changes: readonly [named: string, change: (plan: Writable<Plan>) => unknown][] = [
  ['release', (plan) => (plan.release = 'august')],
  ['target, name', (plan) => (plan.target.name = 'stage')],
  ['target, uploadUrl', (plan) => (plan.target.uploadUrl = 'https://other.example.com')],
  ['target, baseUrl', (plan) => delete plan.target.baseUrl],
  ['target, account', (plan) => (plan.target.account = 'other')],
  ['target, rate', (plan) => (plan.target.rate = 51)],
  ['target, concurrency', (plan) => (plan.target.concurrency = 5)],
  ['target, requestTimeoutMs', (plan) => (plan.target.requestTimeoutMs = 1)],
  ['target, window', (plan) => (plan.target.window = 'off')],
  ['target, recipients', (plan) => (plan.target.recipients = 'all')],
  ['target, uploadAuthorization', (plan) => (plan.target.uploadAuthorization = true)],
  ['message messages.b', (plan) => plan.messages.pop()],
  ['order of the messages', (plan) => (plan.messages = plan.messages.toReversed())],
  ['message messages.a', (plan) => (at(plan, 0).source = 'moved.md')],
  ['text of messages.a', (plan) => (at(plan, 0).digest = `sha256:${'0'.repeat(64)}`)],
  ['recipients of messages.a', (plan) => at(plan, 0).recipients.count++],
  ['recipients of messages.b', (plan) => (at(plan, 1).recipients.digest = `sha256:${'0'.repeat(64)}`)],
  ['sender of messages.b', (plan) => (at(plan, 1).sender.sender_number = '15880000')],
  ['sender of messages.a', (plan) => (at(plan, 0).sender.sender_key = { env: 'OTHER' })],
]

function at(plan: Writable<Plan>, index: number): Writable<Plan['messages'][number]> {
  const message = plan.messages[index]
  if (message === undefined) throw new Error(`The plan has no message ${index}.`)
  return message
}

const changedBy = (plan: Plan, apply: readonly ((plan: Writable<Plan>) => unknown)[]): Plan => {
  const copy = structuredClone(plan) as Writable<Plan>
  for (const change of apply) change(copy)
  const { digest: _digest, version: _version, ...rest } = copy as Plan
  return signed(rest)
}

describe('the differences of two plans', () => {
  it('are named one by one, each changes the digest, and together all of them are named', async () => {
    const { plan } = await computed(project)
    for (const [named, change] of changes) {
      const now = changedBy(plan, [change])
      expect([named, planDifferences(plan, now).map(nameOf)]).toEqual([named, [named]])
      expect(now.digest).not.toBe(plan.digest)
    }
    const compatible = changes.filter(([named]) => named !== 'message messages.b')
    const all = changedBy(
      plan,
      compatible.map(([, change]) => change),
    )
    // The order is another one, so messages are others.
    const kinds = (names: readonly string[]): ReadonlySet<string> =>
      new Set(names.map((name) => name.replace(/messages\..$/, '')))
    expect(kinds(planDifferences(plan, all).map(nameOf))).toEqual(kinds(compatible.map(([named]) => named)))
  })

  it('are none for what only time and the ledger change', async () => {
    const { plan } = await computed(project)
    const now = changedBy(plan, [
      (changed) => (at(changed, 0).recipients.new = 0),
      (changed) => (at(changed, 0).recipients.sent = 3),
      (changed) => (at(changed, 0).requests = 0),
      (changed) => (at(changed, 1).images = []),
      (changed) => (at(changed, 1).warnings = { 'some-rule': 2 }),
      (changed) => (changed.inputs.paths = ['messages']),
    ])
    expect(planDifferences(plan, now)).toEqual([])
    expect(now.digest).toBe(plan.digest)
  })
})
