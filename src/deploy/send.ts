import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { EmulatorSecrets } from '../emulator/service.ts'
import { startEmulator } from '../emulator/start-emulator.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import { channelOfNumber } from '../project/channel.ts'
import { imageContent } from '../project/images/images.ts'
import { startReceiver } from '../results/receiver.ts'
import { openService, type Service } from '../service/service.ts'
import type { CompiledTemplate } from '../template.ts'
import { koreanTime } from '../text/korean-time.ts'
import { batchOf } from './batch.ts'
import type { DeployCredentials } from './credentials.ts'
import type { DeployOptions, Recorded } from './deploy-host.ts'
import { holdWaiting } from './exclusions.ts'
import { forgetImages, imageAccountOf, imagesOf, type UploadedImages, uploadImages } from './images.ts'
import { recordedPlan } from './plan.ts'
import { listsNow } from './planning.ts'
import { prepareRecords } from './record.ts'
import { ledgerEnd, type ReleaseImage, type Run, type RunClock, type RunEnd } from './run.ts'
import { type PreparedMessages, sendPending } from './send-loop.ts'
import type { DeployTarget } from './target.ts'
import { opensAtByBoth } from './window.ts'

/** The rest of a run that ended early; `startAtMs` where it had not begun. */
export type RunRest = Pick<DeployOptions, 'limit' | 'startAtMs'>

/** The end of sending. */
export interface Sent {
  readonly end: RunEnd
  /** The inbox of an emulator that was started; it stays open until `close`. */
  readonly inbox?: string | undefined
  /** The rest of a run that ended early. */
  readonly rest?: RunRest | undefined
  readonly close: () => Promise<void>
}

/** Sends what is pending of a release, to an emulator started for the run where the target is the built-in one. */
export async function sendRelease(deploying: Recorded, credentials: DeployCredentials): Promise<Sent> {
  const { asked, session, ledger, release, host } = deploying
  const { target, project } = session
  const { startAtMs, outsideWindow } = asked
  const { onEvent, stop } = host
  const clock = machineClock
  await hold(deploying)
  if (startAtMs !== undefined) {
    if (!(await waitFor(() => startAtMs, { clock, stop, onEvent }))) {
      return { end: { type: 'interrupted' }, rest: { startAtMs, limit: asked.limit }, close: async () => {} }
    }
    // The lists may have grown meanwhile.
    await hold(deploying)
  }
  const endpoint = await reach(deploying)
  const { inbox, imageAccount, close = async () => {} } = endpoint
  const service = serviceAt(endpoint, target, credentials)
  try {
    if (inbox !== undefined) onEvent({ type: 'inbox', url: inbox })
    const { pending, deferred } = await ledger.counts(release)
    const limit = { left: asked.limit ?? Number.POSITIVE_INFINITY }
    onEvent({ type: 'sending', total: Math.min(pending + deferred, limit.left) })
    const watching = ledger.shared && setInterval(() => void tellLeft(deploying), leftEveryMs).unref()
    const ended = await sendPrepared({
      ...credentials,
      ledger,
      release,
      service,
      target,
      imageAccount,
      limit,
      outsideWindow,
      clock,
      stop,
      onEvent,
      readImage: (image) => imageAt(project.root, image),
      retryDelaysMs: [500, 1_000, 2_000, 4_000, 8_000],
    }).finally(() => clearInterval(watching))
    const isUsedUp = limit.left <= 0
    // Stopped, but only after everything allowed had left.
    const end: RunEnd = ended.type === 'interrupted' && isUsedUp ? { type: 'limit' } : ended
    await endpoint.settleResults?.()
    const outcomes = ledger.tooLate()
    if (outcomes > 0) onEvent({ type: 'too-late', outcomes })
    const hasRest = asked.limit !== undefined && end.type !== 'done' && !isUsedUp
    return { end, close, inbox, rest: hasRest ? { limit: limit.left } : undefined }
  } catch (error) {
    await close()
    throw error
  } finally {
    onEvent({ type: 'sent' })
    await service.close()
  }
}

/** Clocks are set and machines sleep: waits look at the clock at least this often. */
const maxSleepMs = 30_000

/**
 * Sends what is pending of a prepared release: images first, then messages.
 *
 * @returns why it ended, also where the ledger cannot be used; the outcome of each message is in the ledger
 */
export async function sendPrepared(run: Run): Promise<RunEnd> {
  try {
    return await sendRounds(run)
  } catch (error) {
    // Requests may have been made: the caller has to say how far it came.
    if (error instanceof LedgerError) return ledgerEnd(error)
    if (run.stop.aborted && error === run.stop.reason) return { type: 'interrupted' }
    throw error
  }
}

/** Sends until there is no more or something ends it; it begins again after each night that it waits for. */
async function sendRounds(run: Run): Promise<RunEnd> {
  const { ledger, release, stop } = run
  await ledger.resume(release)
  for (;;) {
    if (stop.aborted) return { type: 'interrupted' }
    const opensAt = (): number => opensAtByBoth(run.clock.now(), run.target, run.service.clock())
    const opensAtMs = opensAt()
    if (opensAtMs > 0 && run.outsideWindow === 'stop') return { type: 'window', opensAtMs }
    if (!(await waitFor(opensAt, run))) return { type: 'interrupted' }
    const templates = await pendingTemplates(run)
    if (templates.length === 0) return { type: 'done' }
    const upload = (): Promise<UploadedImages> => uploadImages(imagesOf(templates), run)
    // The next worker finds what this one has uploaded.
    const images = await (ledger.shared?.alone('images', upload, stop) ?? upload())
    if (images.type === 'clock') await ledger.shared?.pause(JSON.stringify(images))
    if (images.type !== 'urls') return images
    const { end, missingImages } = await sendPending(run, messagesOf(templates, images, run))
    if (end.type !== 'ledger') {
      await forgetImages(imagesOf(templates.filter(({ id }) => missingImages.has(id))), run)
    }
    if (end.type !== 'window' || run.outsideWindow === 'stop') return end
  }
}

async function pendingTemplates({ ledger, release }: Run): Promise<readonly CompiledTemplate[]> {
  const templates = await ledger.templates(release)
  const isPending = await Promise.all(templates.map(({ id }) => ledger.hasPending({ release, id })))
  // Claims of other workers may become pending again.
  if (ledger.shared && (isPending.includes(true) || (await ledger.counts(release)).inflight > 0)) return templates
  return templates.filter((_, index) => isPending[index])
}

/** Waits for a moment, which may move. Returns whether it came before the run was stopped. */
async function waitFor(momentMs: () => number, { clock, stop, onEvent }: Waiting): Promise<boolean> {
  for (let isTold = false; !stop.aborted; isTold = true) {
    const [nowMs, untilMs] = [clock.now(), momentMs()]
    if (untilMs <= nowMs) return true
    if (!isTold) onEvent({ type: 'waiting', until: koreanTime(untilMs) })
    await clock.sleep(Math.min(maxSleepMs, untilMs - nowMs), stop)
  }
  return false
}

type Waiting = Pick<Run, 'clock' | 'stop' | 'onEvent'>

function messagesOf(
  templates: readonly CompiledTemplate[],
  { urlOf }: Extract<UploadedImages, { type: 'urls' }>,
  { release, target, senders, failbackSecretKey }: Run,
): PreparedMessages {
  return new Map(
    templates.map((template) => {
      const sender = senders.get(template.sender)
      if (sender === undefined) throw new Error(`No sender ${template.sender} was given.`)
      const imageUrls = new Map(template.images.map((image) => [image.pointer, urlOf(image)]))
      const record = prepareRecords(template, { ...sender, release, imageUrls, failbackSecretKey })
      return [template.id, { kind: template.service_id, batch: batchOf(template, target), record }]
    }),
  )
}

const leftEveryMs = 2_000

/** Tells how much is left for all workers, which the ledger alone knows. */
async function tellLeft({ ledger, release, host }: Recorded): Promise<void> {
  try {
    const { pending, deferred, inflight } = await ledger.counts(release)
    host.onEvent({ type: 'left', messages: pending + deferred + inflight })
  } catch {
    // The send loop reports errors of the ledger.
  }
}

/** Excludes what waits for numbers of the lists. */
async function hold(deploying: Recorded): Promise<void> {
  const { ledger, release, host } = deploying
  const held = await holdWaiting(ledger, release, await listsNow(deploying))
  if (held.excluded > 0) host.onEvent({ type: 'held', ...held })
}

/** A service to send to, and whose images it knows. */
export interface Endpoint {
  readonly uploadUrl?: string | undefined
  readonly baseUrl: string
  readonly imageAccount: string
  /** The address of its inbox. */
  readonly inbox?: string
  /** Waits for delivery results that come at once. */
  readonly settleResults?: () => Promise<void>
  readonly close?: () => Promise<void>
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

const resultsTimeoutMs = 10_000
/** One of so many messages to an emulator does not arrive, so that failures can be looked at too. */
const emulatorFailsEvery = 33

async function reach(deploying: Recorded): Promise<Endpoint> {
  const { project, target, store } = deploying.session
  const { inboxLang: lang } = deploying.host
  const { service, uploadUrl, baseUrl, account } = target
  if (baseUrl !== undefined) return { uploadUrl, baseUrl, imageAccount: imageAccountOf(target, deploying.release) }
  // The same way that the results of a provider take.
  const token = randomUUID()
  const local = { host: '127.0.0.1', port: 0, path: '/' }
  const receiver = await startReceiver({ ...local, service, inbox: store.results(), token })
  try {
    // The token is the last part of the address, as each service has a header of its own for it.
    const webhooks = { [service]: { url: `${receiver.url}${token}`, failEvery: emulatorFailsEvery } }
    const emulator = await startEmulator(
      { webhooks, ...(lang && { lang }) },
      {
        webhookToken: token,
        channelOf: (senderNumber) => channelOfNumber(project, senderNumber),
        groupOf: await groupsOf(deploying),
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

/** Finds the message of a send by its key, because no request names it. */
async function groupsOf({ ledger, release }: Recorded): Promise<EmulatorSecrets['groupOf']> {
  const ids = (await ledger.templates(release)).map(({ id }) => id)
  const { messages = [] } = (await recordedPlan(ledger, release)) ?? {}
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
