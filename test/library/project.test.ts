import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { imageReader } from '../../src/library/image-reader.ts'
import { openProject } from '../../src/library/open-project.ts'
import type { DeployNotice } from '../../src/deploy/deploy-notice.ts'
import type { DeployEnd, DeployOutput, OpenProjectOptions, ProjectSession } from '../../src/library/project-session.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { deployProject, environment, friendtalk, hello, type ProjectOptions } from '../cli/deploy-project.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'
import { stateHomeOf } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'

const release = 'r1'
const target = 'local'
const recipients = 25

const emulator = await emulate()
const gate = await gateBefore(emulator)
const opened: ProjectSession[] = []

beforeAll(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  // Whoever runs the tests with npm is told of npx.
  for (const name of ['npm_execpath', 'npm_command', 'npm_lifecycle_event']) vi.stubEnv(name, undefined)
})

beforeEach(() => emulator.reset())

afterAll(async () => {
  await Promise.all(opened.map((project) => project.close()))
  vi.unstubAllEnvs()
})

async function projectAt(path: string, options?: OpenProjectOptions): Promise<ProjectSession> {
  // What this machine knows of other ledgers is none of this project's business.
  vi.stubEnv('XDG_STATE_HOME', stateHomeOf(path))
  const project = await openProject(path, options)
  opened.push(project)
  return project
}

function projectFor(options?: ProjectOptions): Promise<ProjectSession> {
  return projectAt(deployProject(emulator, options))
}

/** Plans and sends what was planned. */
async function sendAll(
  project: ProjectSession,
  control: Parameters<ProjectSession['deploy']>[1] = {},
): Promise<DeployOutput> {
  const { digest } = await project.plan({ target, release })
  return project.deploy({ target, release, confirm: digest, newLedger: true }, control)
}

function receivers(): readonly string[] {
  const messages = emulator.messages({ verdict: 'accepted', limit: 1_000 })
  return messages.map(({ receiverNumber }) => receiverNumber).toSorted()
}

const everybody = Array.from({ length: recipients }, (_, index) => `010${73_310_000 + index}`)

function ended(output: DeployOutput): DeployEnd {
  if (output.state === 'refused') throw new Error(output.description)
  return output
}

/** The problem and the sentence of a call that is wrong. */
async function refusalOf(call: Promise<unknown>): Promise<{ readonly type: string; readonly message: string }> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof UsageError)) throw new Error(`It was not refused: ${String(error)}`)
  return { type: error.code, message: error.message }
}

describe('a project in a program', () => {
  it('is linted, compiled, planned, sent and looked at', async () => {
    const project = await projectFor()
    const { summary, diagnostics } = await project.lint()
    expect({ summary, diagnostics }).toEqual({
      summary: { files: 1, errors: 0, warnings: 0, fixable: 0 },
      diagnostics: [],
    })
    const { templates } = await project.compile()
    expect(templates.map(({ id, service_id }) => [id, service_id])).toEqual([['hello', 'ft-text']])
    const plan = await project.plan({ target, release })
    if (plan.state === 'refused') throw new Error(plan.description)
    expect(plan.messages[0]?.recipients).toMatchObject({ count: recipients, new: recipients })
    expect(await project.status()).toEqual({ version: 1, releases: [] })
    const events: DeployNotice['type'][] = []
    const end = await project.deploy(
      { target, release, confirm: plan.digest, newLedger: true },
      { onEvent: ({ type }) => events.push(type) },
    )
    expect(end).toMatchObject({ state: 'done', reason: 'done', release, target, counts: { accepted: recipients } })
    expect(end).not.toHaveProperty('description')
    expect([...new Set(events)]).toEqual(['found', 'plan', 'opened', 'sending', 'request', 'sent'])
    expect(receivers()).toEqual(everybody)
    const { releases } = await project.status({ target, release })
    const { reason: _, ...values } = ended(end)
    expect(releases).toEqual([values])
    // The same again sends nothing.
    expect(await project.deploy({ target, release, confirm: plan.digest })).toEqual(end)
    expect(emulator.counts().messages).toBe(recipients)
  })

  it('gives what the command line prints', async () => {
    const root = deployProject(emulator, { files: { 'wrong.md': hello('**#{nobody}**\u202e') } })
    const project = await projectAt(root)
    const printed = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await friendtalk(root, ...args)).stdout)
    expect(await project.lint()).toEqual(await printed('lint', '--format', 'json'))
    const choice = { target, release, paths: ['hello.md'] }
    const plan = await project.plan(choice)
    expect(plan).toEqual(await printed('plan', 'hello.md', '--target', target, '--release', release, '--json'))
    await project.deploy({ ...choice, confirm: plan.digest, newLedger: true, limit: 3 })
    expect(await project.status()).toEqual(await printed('status', '--json'))
    expect((await project.status()).releases?.[0]?.next).toBe(
      `friendtalk deploy --release ${release} --target ${target}`,
    )
  })

  it('works beside another project, each in its language', async () => {
    const english = await projectFor({ recipients: 3 })
    const korean = await projectAt(deployProject(emulator, { recipients: 4 }), { lang: 'ko' })
    const ends = await Promise.all([sendAll(english), sendAll(korean)])
    expect(ends.map((end) => ended(end).counts.accepted)).toEqual([3, 4])
    expect((await refusalOf(korean.plan({ target: 'lokal' }))).message).toContain('발송 대상은 없습니다')
    expect((await refusalOf(english.plan({ target: 'lokal' }))).message).toContain('There is no target')
  })

  it('sends to the emulator that is started for it, without a configuration of targets', async () => {
    const root = tempFolder({ 'hello.md': hello(), 'list.csv': 'receiver_number,name\n01000000001,하늘\n' })
    const project = await projectAt(root)
    const { digest } = await project.plan({ paths: ['hello.md'], release })
    const end = ended(await project.deploy({ paths: ['hello.md'], release, confirm: digest }))
    expect(end).toMatchObject({ target: 'emulator', state: 'done', counts: { accepted: 1 } })
    expect(emulator.requests()).toEqual([])
  })
})

describe('a deploy of a program', () => {
  it('sends to people who are given as values, once each', async () => {
    const project = await projectFor()
    const rows = [{ receiver_number: '010-7331-0009', ref: 'order-17', name: '김하늘' }]
    const choice = { target, release: 'order-17', recipients: rows }
    const { digest } = await project.plan(choice)
    const end = ended(await project.deploy({ ...choice, confirm: digest, newLedger: true }))
    expect(end).toMatchObject({ state: 'done', counts: { accepted: 1 } })
    expect(ended(await project.deploy({ ...choice, confirm: digest }))).toMatchObject({ counts: { accepted: 1 } })
    expect(receivers()).toEqual(['01073310009'])
    const wrong = await project.plan({
      ...choice,
      release: 'other',
      recipients: [{ receiver_number: '173310009', name: '가' }],
    })
    expect(wrong).toMatchObject({ state: 'refused', reason: 'diagnostics' })
    const { diagnostics = [] } = wrong as { diagnostics?: readonly { path: string; rule: string }[] }
    expect(diagnostics.map(({ path, rule }) => [path, rule])).toContainEqual([
      'recipients.ndjson',
      'recipient-number-lost-zero',
    ])
  })

  it('refuses messages with errors as a value, with what was found', async () => {
    const project = await projectFor({ files: { 'wrong.md': hello('#{nobody}') } })
    const plan = await project.plan({ target, release })
    expect(plan).toMatchObject({ state: 'refused', reason: 'diagnostics', diagnostics: [{ path: 'wrong.md' }] })
    const end = await project.deploy({ target, release, confirm: plan.digest, newLedger: true })
    expect(end).toEqual(plan)
    expect(emulator.requests()).toEqual([])
  })

  it('ends by its signal as by Ctrl-C, and goes on with the same call', async () => {
    const project = await projectAt(deployProject(gate, { concurrency: 1 }))
    const stop = new AbortController()
    gate.holdFrom(2)
    const running = sendAll(project, { signal: stop.signal })
    await gate.held(1)
    stop.abort()
    gate.open()
    const end = ended(await running)
    expect(end).toMatchObject({ state: 'paused', reason: 'interrupted', counts: { accepted: 11, pending: 14 } })
    expect(end.description).toContain('Stopped')
    expect(end.next).toContain('friendtalk deploy')
    expect(ended(await sendAll(project))).toMatchObject({ state: 'done', counts: { accepted: recipients } })
    expect(receivers()).toEqual(everybody)
  })

  it('sends nothing when it was ended before', async () => {
    const project = await projectFor()
    const output = await sendAll(project, { signal: AbortSignal.abort() })
    expect(output).toMatchObject({ state: 'refused', reason: 'aborted' })
    expect(emulator.requests()).toEqual([])
  })

  it('sends what was approved although an earlier call made the ledger and was ended', async () => {
    const project = await projectFor()
    const { digest: confirm } = await project.plan({ target, release })
    const call = { target, release, confirm, newLedger: true } as const
    const stopped = await project.deploy(call, { signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ state: 'refused', reason: 'aborted' })
    expect((await project.plan({ target, release })).digest).toBe(confirm)
    expect(ended(await project.deploy(call))).toMatchObject({ state: 'done', counts: { accepted: recipients } })
    await expect(project.deploy({ ...call, release: 'r2' })).rejects.toThrow('digest')
  })

  it('ends in order when the project is closed', async () => {
    const project = await projectAt(deployProject(gate, { concurrency: 1 }))
    gate.holdFrom(2)
    const running = sendAll(project)
    await gate.held(1)
    const closed = project.close()
    gate.open()
    await closed
    expect(ended(await running)).toMatchObject({ reason: 'interrupted', counts: { accepted: 11, inflight: 0 } })
  })

  it('throws what its listener throws once everything is recorded', async () => {
    const project = await projectAt(deployProject(emulator, { concurrency: 1 }))
    const onEvent = ({ type }: DeployNotice): void => {
      if (type === 'request') throw new Error('The listener broke.')
    }
    await expect(sendAll(project, { onEvent })).rejects.toThrow('The listener broke.')
    const [one] = (await project.status()).releases ?? []
    expect(one).toMatchObject({ state: 'paused', counts: { inflight: 0, unknown: 0 } })
    expect(one?.counts.accepted).toBe(receivers().length)
  })

  it('says when nobody listens at the other end', async () => {
    const elsewhere = await emulate()
    const project = await projectAt(deployProject(elsewhere))
    await elsewhere.close()
    const stop = new AbortController()
    const reasons: string[] = []
    const onEvent = (event: DeployNotice): void => {
      if (event.type !== 'retrying') return
      reasons.push(event.reason)
      stop.abort()
    }
    const end = ended(await sendAll(project, { onEvent, signal: stop.signal }))
    expect(reasons).toEqual(['refused'])
    expect(end).toMatchObject({ counts: { pending: recipients, unknown: 0 } })
  })

  it('is refused as a value while another one has the ledger', async () => {
    const root = deployProject(gate, { concurrency: 1 })
    const [first, second] = await Promise.all([projectAt(root), projectAt(root)])
    gate.holdFrom(1)
    const running = sendAll(first)
    await gate.held(1)
    const output = await second.deploy({ target, release: 'r2', confirm: undefined })
    expect(output).toMatchObject({ state: 'refused', reason: 'locked', holder: { pid: process.pid } })
    expect((await second.status()).releases?.[0]).toMatchObject({ release, state: 'running' })
    gate.open()
    expect(ended(await running)).toMatchObject({ state: 'done' })
  })
})

describe('wrong usage', () => {
  it('is one clear sentence', async () => {
    const project = await projectFor()
    const { digest } = await project.plan({ target, release })
    const { plan, deploy } = project
    const send = { target, release, confirm: digest, newLedger: true }
    const calls: readonly (readonly [type: string, sentence: string, call: Promise<unknown>])[] = [
      ['option-wrong', 'limit: takes a whole number', deploy({ ...send, limit: 0 })],
      ['option-wrong', 'at: takes a Date', deploy({ ...send, at: 'tomorrow' })],
      ['option-wrong', 'at: takes a Date', deploy({ ...send, at: new Date('x') })],
      ['target-unknown', 'Did you mean "local"?', plan({ target: 'locl', release })],
      ['release-missing', 'release', plan({ target })],
      ['release-wrong', 'release a b: takes 1 to 64', plan({ target, release: 'a b' })],
      [
        'nothing-matches',
        'No file matches "x/*.md". Check the path, or make a message with friendtalk new.',
        project.lint({ paths: ['x/*.md'] }),
      ],
      [
        'no-such-file',
        'recipients no.csv: there is no such file. Check the path.',
        project.lint({ recipients: 'no.csv' }),
      ],
      ['not-confirmed', 'confirm is missing.', deploy({ ...send, confirm: undefined })],
      ['other-digest', 'confirm sha256:000000000000', deploy({ ...send, confirm: 'sha256:000000000000' })],
      ['new-ledger-needed', 'add newLedger.', deploy({ ...send, newLedger: false })],
      ['start-over', 'has passed', deploy({ ...send, at: new Date(0) })],
      ['no-ledger', 'there is no ledger', project.status({ release })],
    ]
    const found = await Promise.all(
      calls.map(async ([, sentence, call]) => {
        const { type, message } = await refusalOf(call)
        return [type, message.includes(sentence) ? sentence : message]
      }),
    )
    expect(found).toEqual(calls.map(([type, sentence]) => [type, sentence]))
    expect(emulator.requests()).toEqual([])
  })

  it('is a project that there is not, or whose configuration is wrong', async () => {
    const root = tempFolder({
      'friendtalk.config.json': '{ "messages": ["*.md"], "sendres": {} }',
      'other.config.json': '{ "messages": ["*.md"] }',
      'hello.md': '---\nkind: ft-text\n---\nHello\n',
      'below/empty.md': '',
    })
    expect(await refusalOf(openProject(root))).toMatchObject({ type: 'configuration' })
    expect((await refusalOf(openProject(root))).message).toContain('friendtalk.config.json:1:')
    expect(await refusalOf(openProject(join(root, 'below', 'empty.md')))).toMatchObject({ type: 'configuration' })
    expect(await refusalOf(openProject(join(root, 'belw')))).toMatchObject({ type: 'path-missing' })
    expect((await refusalOf(openProject(root, { lang: 'ko' }))).message).toMatch(/[가-힣]/)
    const team = tempFolder({ 'friendtalk.config.json': '{ "messages": ["*.md"], "lang": "ko" }' })
    expect([(await projectAt(team)).lang, (await projectAt(team, { lang: 'en' })).lang]).toEqual(['ko', 'en'])
    const config = join(root, 'other.config.json')
    for (const project of [await projectAt(root, { config }), await projectAt(config)]) {
      expect(project).toMatchObject({ configFile: config, root: project.root })
      expect((await project.lint()).summary.files).toBe(1)
    }
  })

  it('is a call after the project was closed', async () => {
    const project = await openProject(deployProject(emulator))
    await project.close()
    await project.close()
    const calls = [project.lint(), project.compile(), project.plan(), project.deploy({ confirm: '' }), project.status()]
    expect((await Promise.all(calls.map(refusalOf))).map(({ type }) => type)).toEqual(calls.map(() => 'project-closed'))
  })
})

it('prints nothing and leaves no listener behind', async () => {
  const printed: unknown[] = []
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(text) > 0),
  )
  const listeners = (): readonly (readonly [string | symbol, number])[] =>
    process.eventNames().map((name) => [name, process.listenerCount(name)])
  const before = listeners()
  const project = await projectFor({ files: { 'wrong.md': hello('#{nobody}') } })
  await project.lint()
  await sendAll(project)
  const { digest } = await project.plan({ target, release, paths: ['hello.md'] })
  await project.deploy({ target, release, paths: ['hello.md'], confirm: digest, newLedger: true })
  await project.close()
  const after = listeners()
  for (const spy of spies) spy.mockRestore()
  expect(printed).toEqual([])
  expect(after).toEqual(before)
})

describe('images for compile', () => {
  const root = tempFolder({
    'a.png': readFileSync(new URL('../vectors/examples/images/spring.png', import.meta.url)),
    'b.png': 'no image',
  })

  it('are read from a folder, as they are now', () => {
    const image = imageReader(root)
    expect(image('a.png')).toMatchObject({ type: 'found', facts: { format: 'png', width: 720 } })
    expect(image('b.png').type).toBe('other-format')
    expect(image('c.png').type).toBe('not-found')
    writeFileSync(join(root, 'b.png'), readFileSync(join(root, 'a.png')))
    expect(image('b.png').type).toBe('found')
  })

  it('are below a folder that there is', () => {
    expect(() => imageReader(join(root, 'none'))).toThrow(UsageError)
  })
})
