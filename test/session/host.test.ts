import { beforeEach, describe, expect, it } from 'vitest'
import { deploy, type DeployOptions } from '../../src/deploy/deploy.ts'
import type { DeployEvent, DeployHost } from '../../src/deploy/deploy-host.ts'
import { openTarget, type TargetSession } from '../../src/deploy/target.ts'
import type { Host, Step } from '../../src/session/host.ts'
import { openProject } from '../../src/session/session.ts'
import { deployProject, environment, inLedger } from '../cli/deploy-project.ts'
import { emulate } from '../emulator/client.ts'
import { gateBefore } from '../emulator/gate.ts'
import { tempFolder } from '../project/temp-folder.ts'

const release = 'r1'
const recipients = 25

const emulator = await emulate()
const gate = await gateBefore(emulator)
beforeEach(() => emulator.reset())

/** A step that was shown, how far it came, and whether it came to its end. */
interface ShownStep {
  readonly step: Step
  readonly total: number | undefined
  done: number
  isOver: boolean
}

/** A host without a terminal that writes down what it is told. */
interface RecordingHost extends DeployHost {
  readonly steps: readonly ShownStep[]
  readonly events: readonly DeployEvent[]
  readonly questions: readonly string[]
}

function recordingHost(
  cwd: string,
  changes: Partial<Pick<DeployHost, 'ask' | 'stop' | 'onEvent'>> = {},
): RecordingHost {
  const steps: ShownStep[] = []
  const events: DeployEvent[] = []
  const questions: string[] = []
  const { ask = async () => 'yes', stop = new AbortController().signal, onEvent = () => {} } = changes
  return {
    lang: 'en',
    cwd,
    env: environment,
    folders: { state: tempFolder() },
    library: () => import('../../src/index.ts'),
    command: (name, flags) => [name, ...flags.flat()].join(' '),
    progress: (step, total) => {
      const shown: ShownStep = { step, total, done: 0, isOver: false }
      steps.push(shown)
      return { update: (done) => (shown.done = done), pause: () => {}, end: () => (shown.isOver = true) }
    },
    ask: (question) => {
      questions.push(question.type)
      return ask(question)
    },
    onEvent: (event) => {
      events.push(event)
      onEvent(event)
    },
    stop,
    steps,
    events,
    questions,
  }
}

const options: DeployOptions = {
  paths: [],
  isApproved: false,
  outsideWindow: 'stop',
  rejected: 'keep',
  newLedger: true,
  release,
}

async function sessionAt(host: Host, target?: string): Promise<TargetSession> {
  return openTarget(await openProject({}, host), target, host)
}

/** Each message that the emulator accepted, by its recipient. */
function accepted(): readonly string[] {
  const messages = emulator.messages({ verdict: 'accepted', limit: 1_000 })
  return messages.map(({ receiverNumber }) => receiverNumber)
}

const everybody = Array.from({ length: recipients }, (_, index) => `010${73_310_000 + index}`)

describe('a program without a terminal', () => {
  it('deploys to the emulator that is started for it, and looks at its inbox', async () => {
    const cwd = deployProject(emulator)
    const host = recordingHost(cwd)
    const { release: _, ...rest } = options
    const result = await deploy(await sessionAt(host), { ...rest, newLedger: false }, host)
    if (result.type !== 'ended') throw new Error(result.type)
    expect(result).toMatchObject({ release: 'try-1', end: { type: 'done' } })
    const answer = await fetch(`${result.inbox ?? ''}/_emulator/messages?limit=1000`)
    const { messages: received } = (await answer.json()) as {
      readonly messages: { receiverNumber: string; code: string }[]
    }
    expect(received.map(({ receiverNumber }) => receiverNumber).toSorted()).toEqual(everybody)
    expect(received.every(({ code }) => code === 'C100')).toBe(true)
    expect(host.events).toContainEqual({ type: 'inbox', url: result.inbox })
    await result.close()
    await expect(fetch(result.inbox ?? '')).rejects.toThrow(/fetch failed/)
    // Nothing of it left the machine's own emulator.
    expect(emulator.requests()).toEqual([])
  })

  it('is stopped by its signal, and goes on from the ledger alone', async () => {
    const cwd = deployProject(gate, { concurrency: 1 })
    const stop = new AbortController()
    const host = recordingHost(cwd, { stop: stop.signal })
    gate.holdFrom(2)
    const running = deploy(await sessionAt(host, 'local'), options, host)
    await gate.held(1)
    stop.abort()
    gate.open()
    expect(await running).toMatchObject({ type: 'ended', end: { type: 'interrupted' } })
    const { counts } = await inLedger(cwd)
    expect(counts).toMatchObject({ accepted: 11, pending: 14, inflight: 0, unknown: 0 })
    const again = recordingHost(cwd)
    expect(await deploy(await sessionAt(again, 'local'), options, again)).toMatchObject({ end: { type: 'done' } })
    expect(again.events).toContainEqual({ type: 'resume', release, waiting: 14, accepted: 11 })
    // The messages are not read again.
    expect(again.steps).toEqual([])
    expect(accepted().toSorted()).toEqual(everybody)
  })

  it('sends nothing when the answer is no, or it is stopped before', async () => {
    const cwd = deployProject(emulator)
    const no = recordingHost(cwd, { ask: async () => 'no' })
    expect(await deploy(await sessionAt(no, 'local'), options, no)).toEqual({ type: 'declined' })
    const stopped = recordingHost(cwd, { stop: AbortSignal.abort() })
    expect(await deploy(await sessionAt(stopped, 'local'), options, stopped)).toEqual({ type: 'declined' })
    expect(emulator.requests()).toEqual([])
  })

  it('is refused by what it can tell apart, and by no exit of the process', async () => {
    const cwd = deployProject(emulator)
    const host = recordingHost(cwd, { ask: async () => 'no-terminal' })
    const codeOf = async (changes: Partial<DeployOptions>): Promise<unknown> => {
      try {
        return await deploy(await sessionAt(host, 'local'), { ...options, ...changes }, host)
      } catch (error) {
        return (error as { readonly code?: unknown }).code
      }
    }
    expect(await codeOf({})).toBe('not-confirmed')
    expect(await codeOf({ newLedger: false })).toBe('new-ledger-needed')
    expect(await codeOf({ release: undefined })).toBe('release-missing')
    expect(await codeOf({ isApproved: true })).toMatchObject({ type: 'ended' })
    expect(accepted().toSorted()).toEqual(everybody)
    expect(emulator.counts().messages).toBe(recipients)
  })
})
