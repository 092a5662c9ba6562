import { channelOfNumber } from '../project/channel.ts'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { EmulatorSecrets } from '../emulator/options.ts'
import { startEmulator } from '../emulator/start-emulator.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { imageContent } from '../project/images/images.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'
import { startReceiver } from '../results/receiver.ts'
import { openService, type Service } from '../service/service.ts'
import type { DeployCredentials } from './credentials.ts'
import type { DeployHost } from './deploy-host.ts'
import { holdWaiting } from './holds.ts'
import { imageAccountOf } from './images.ts'
import type { Plan } from './plan.ts'
import type { RunRest } from './report.ts'
import { hasLeft, maxSleepMs, runDeploy } from './run.ts'
import type { ReleaseImage, RunClock, RunEnd } from './run-end.ts'
import type { DeployTarget, TargetSession } from './target.ts'

export interface SendOptions {
  readonly session: TargetSession
  readonly ledger: Ledger
  readonly release: string
  readonly credentials: DeployCredentials
  /** How many messages this run sends at most; all when absent. */
  readonly limit: number | undefined
  /** When sending begins, in milliseconds since 1970; at once when absent. */
  readonly startAtMs: number | undefined
  /** Numbers that it does not send to. */
  readonly lists: readonly ExclusionList[]
  /** Reads the lists of numbers again. */
  readonly rereadLists: () => Promise<readonly ExclusionList[]>
  /** What to do while sending is restricted. */
  readonly outsideWindow: 'stop' | 'wait'
}

/** How sending ended. */
export interface Sent {
  readonly end: RunEnd
  /** The inbox of an emulator that was started; it stays open until `close`. */
  readonly inbox?: string
  /** What the run was told, where it ended before that was done. */
  readonly rest?: RunRest
  readonly close: () => Promise<void>
}

/** Sends what is pending of a release, to an emulator started for the run where the target is the built-in one. */
export async function sendRelease(options: SendOptions, host: DeployHost): Promise<Sent> {
  const { session, ledger, release, credentials, limit, outsideWindow } = options
  const { target, project } = session
  const { onEvent, stop } = host
  const { startAtMs } = options
  if (startAtMs !== undefined) {
    // Other machines may send meanwhile.
    await hold(options, host)
    const hasCome = await waitForStart(startAtMs, host)
    if (!hasCome) {
      const rest = { startAtMs, ...(limit !== undefined && { limit }) }
      return { end: { type: 'interrupted' }, rest, close: async () => {} }
    }
  }
  await hold(options, host)
  const endpoint = await reach(options, host)
  const { settleResults, inbox, imageAccount, close } = endpoint
  const { account: _, secrets: __, ...signing } = credentials
  const service = serviceAt(endpoint, target, credentials)
  try {
    if (inbox !== undefined) onEvent({ type: 'inbox', url: inbox })
    const counts = await ledger.counts(release)
    const { pending, deferred } = counts
    const maxMessages = limit ?? Number.POSITIVE_INFINITY
    onEvent({ type: 'sending', total: Math.min(pending + deferred, maxMessages) })
    let sent = 0
    const watching = ledger.shared && setInterval(() => void tellLeft(options, host), leftEveryMs).unref()
    const ended = await runDeploy({
      service,
      ledger,
      release,
      target,
      imageAccount,
      ...signing,
      maxMessages,
      outsideWindow,
      readImage: (image) => imageAt(project.root, image),
      clock: machineClock,
      stop,
      onEvent: (event) => {
        if (event.type === 'request') sent += event.outcomes.filter(({ outcome }) => hasLeft(outcome)).length
        onEvent(event)
      },
    }).finally(() => clearInterval(watching))
    const left = maxMessages - sent
    const isUsedUp = left <= 0
    // All that may be sent has left: that it was stopped meanwhile changes nothing.
    const end: RunEnd = ended.type === 'interrupted' && isUsedUp ? { type: 'limit' } : ended
    const isReached = end.type === 'done' || end.type === 'limit' || isUsedUp
    await settleResults()
    const outcomes = ledger.tooLate()
    if (outcomes > 0) onEvent({ type: 'too-late', outcomes })
    return {
      end,
      close,
      ...(inbox !== undefined && { inbox }),
      ...(limit !== undefined && !isReached && { rest: { limit: left } }),
    }
  } catch (error) {
    await close()
    throw error
  } finally {
    onEvent({ type: 'sent' })
    await service.close()
  }
}

const leftEveryMs = 2_000

/** Others send of it too: how far it is the ledger alone knows. */
async function tellLeft({ ledger, release }: SendOptions, { onEvent }: DeployHost): Promise<void> {
  try {
    const { pending, deferred, inflight } = await ledger.counts(release)
    onEvent({ type: 'left', messages: pending + deferred + inflight })
  } catch {
    // What is wrong with the ledger is told by who sends.
  }
}

/** Waits until sending begins. Returns false when it was ended before. */
async function waitForStart(startAtMs: number, { onEvent, stop }: DeployHost): Promise<boolean> {
  for (let isTold = false; machineClock.now() < startAtMs && !stop.aborted; isTold = true) {
    if (!isTold) onEvent({ type: 'start-later', atMs: startAtMs })
    await machineClock.sleep(Math.min(maxSleepMs, startAtMs - machineClock.now()), stop)
  }
  return !stop.aborted
}

/** Holds whom the lists have: they may have grown while it waited. */
async function hold({ ledger, release, lists, startAtMs, rereadLists }: SendOptions, host: DeployHost): Promise<void> {
  const held = await holdWaiting(ledger, release, startAtMs === undefined ? lists : await rereadLists())
  if (held.excluded > 0) host.onEvent({ type: 'held', ...held })
}

/** A service to send to, and whose images it knows. */
export interface Endpoint {
  readonly uploadUrl?: string | undefined
  readonly baseUrl: string
  readonly imageAccount: string
  /** Where what arrived can be looked at. */
  readonly inbox?: string
  /** Waits for delivery results that come at once. */
  readonly settleResults: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the client of a service. */
export function serviceAt(
  { uploadUrl, baseUrl }: Pick<Endpoint, 'uploadUrl' | 'baseUrl'>,
  { service, requestTimeoutMs, uploadAuthorization, concurrency: connections }: DeployTarget,
  { account, headers, secrets }: DeployCredentials,
): Service {
  const address = { service, uploadUrl, baseUrl, account }
  return openService({ ...address, requestTimeoutMs, uploadAuthorization, headers, connections, secrets })
}

/** How long the results of an emulator are waited for. */
const resultsTimeoutMs = 10_000
/** So often a message of an emulator does not arrive: what failed can be looked at as well. */
const emulatorFailsEvery = 33

async function reach(options: SendOptions, { inboxLang: lang }: Pick<DeployHost, 'inboxLang'>): Promise<Endpoint> {
  const { project, target, isBuiltIn, store } = options.session
  const { service, uploadUrl, baseUrl, account } = target
  if (!isBuiltIn && baseUrl !== undefined) {
    return {
      uploadUrl,
      baseUrl,
      imageAccount: imageAccountOf(target, options.release),
      settleResults: async () => {},
      close: async () => {},
    }
  }
  // The same way that the results of a provider take.
  const token = randomUUID()
  const receiver = await startReceiver({
    service,
    inbox: store.results(),
    host: '127.0.0.1',
    port: 0,
    path: '/',
    token,
  })
  try {
    // The token is the last part of the address, as each service has a header of its own for it.
    const webhooks = { [service]: { url: `${receiver.url}${token}`, failEvery: emulatorFailsEvery } }
    const emulator = await startEmulator(
      { webhooks, ...(lang && { lang }) },
      {
        webhookToken: token,
        channelOf: (senderNumber) => channelOfNumber(project, senderNumber),
        groupOf: await groupsOf(options),
      },
    )
    return {
      ...emulator,
      inbox: emulator.url,
      // The images of an emulator are gone with it.
      imageAccount: `${account} ${randomUUID()}`,
      settleResults: () => emulator.webhookIdle(resultsTimeoutMs),
      close: async () => {
        await emulator.close()
        await receiver.close()
      },
    }
  } catch (error) {
    await receiver.close()
    throw error
  }
}

/** Tells of which message of the release a send is, by its key: no request says it. */
async function groupsOf({ ledger, release }: SendOptions): Promise<EmulatorSecrets['groupOf']> {
  const ids = (await ledger.templates(release)).map(({ id }) => id)
  const [used] = await ledger.plansOf(release)
  const messages = used === undefined ? [] : (JSON.parse(used.text) as Plan).messages
  const titles = new Map(messages.flatMap(({ id, title }) => (title === undefined ? [] : [[id, { title }]])))
  let last = ids[0]
  return ({ msgKey, receiverNumber }) => {
    const isOf = (id: string): boolean => ledger.keyOf({ release, id }, receiverNumber) === msgKey
    // One message follows the other to all of its recipients.
    if (last === undefined || !isOf(last)) last = ids.find(isOf)
    return last === undefined ? undefined : { release, id: last, ...titles.get(last) }
  }
}

export const machineClock: RunClock = {
  now: Date.now,
  monotonic: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: async (ms, signal) => {
    // Rejects only when it is aborted, and then the sleep is over.
    await delay(ms, undefined, { signal }).catch(() => {})
  },
}

/** Reads an image of a project that is what was planned. */
function imageAt(root: string, { path, sha256 }: ReleaseImage): Uint8Array | 'missing' | 'other' {
  const content = imageContent(root, path)
  if (content === undefined) return 'missing'
  return createHash('sha256').update(content).digest('hex') === sha256 ? content : 'other'
}
