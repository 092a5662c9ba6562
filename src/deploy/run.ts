import { codeOf, contractNamed } from '../contract/contracts.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Ledger, Settlement } from '../ledger/ledger.ts'
import type { Service } from '../service/service.ts'
import type { CompiledTemplate } from '../template.ts'
import { forgetImages, imagesOf, type UploadedImages, uploadImages } from './images.ts'
import { ledgerEnd } from './pausing.ts'
import type { SenderIdentity } from './credentials.ts'
import { batchOf } from './batch.ts'
import { prepareRecords } from './record.ts'
import type { ReleaseImage, RunClock, RunEnd, RunEvent } from './run-end.ts'
import { type PreparedMessage, sendPending } from './send-loop.ts'
import type { DeployTarget } from './target.ts'
import { windowByBoth } from './window.ts'

export interface RunOptions {
  readonly service: Service
  readonly ledger: Ledger
  readonly release: string
  readonly target: DeployTarget
  /** Whose images are uploaded: the user ID, or the one emulator that knows them. */
  readonly imageAccount: string
  /** By the name that messages use. */
  readonly senders: ReadonlyMap<string, SenderIdentity>
  /** Secret key of the fallback service; messages that fall back need it. */
  readonly failbackSecretKey?: string | undefined
  /** Messages that this run sends at most; all when absent. */
  readonly maxMessages?: number | undefined
  /** What to do while sending is restricted. */
  readonly outsideWindow: 'stop' | 'wait'
  /** The content of an image; `other` when it is not what was planned. */
  readonly readImage: (image: ReleaseImage) => Uint8Array | 'missing' | 'other'
  readonly clock: RunClock
  readonly stop: AbortSignal
  readonly onEvent: (event: RunEvent) => void
  /** Waits between tries when no connection comes about. */
  readonly retryDelaysMs?: readonly number[]
}

const defaultRetryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000]
/** Clocks are set and machines sleep: no longer than this is waited without a look at the clock. */
export const maxSleepMs = 30_000

/**
 * Sends what is pending of a prepared release: images first, then messages.
 *
 * @returns why it ended, also where the ledger cannot be used; the outcome of each message is in the ledger
 */
export async function runDeploy(options: RunOptions): Promise<RunEnd> {
  try {
    return await run(options)
  } catch (error) {
    // Requests may have been made: the caller has to say how far it came.
    if (error instanceof LedgerError) return ledgerEnd(error)
    if (options.stop.aborted && error === options.stop.reason) return { type: 'interrupted' }
    throw error
  }
}

async function run(options: RunOptions): Promise<RunEnd> {
  const retryDelaysMs = options.retryDelaysMs ?? defaultRetryDelaysMs
  const contract = contractNamed(options.target.service)
  await options.ledger.resume(options.release)
  let sent = 0
  for (;;) {
    const opened = await waitForWindow(options)
    if (opened.type !== 'open') return opened
    const templates = await pendingTemplates(options)
    if (templates.length === 0) return { type: 'done' }
    const world = { ...options, account: options.imageAccount, retryDelaysMs }
    const upload = (): Promise<UploadedImages> => uploadImages(imagesOf(templates), world)
    // The next worker finds what this one has uploaded.
    const images = await (options.ledger.shared?.alone('images', upload, options.stop) ?? upload())
    if (images.type === 'problems') return { type: 'images', problems: images.problems }
    if (images.type === 'stopped') return { type: 'interrupted' }
    if (images.type === 'clock') {
      await options.ledger.shared?.pause(JSON.stringify(images))
      return images
    }
    const maxMessages = (options.maxMessages ?? Number.POSITIVE_INFINITY) - sent
    const notFound = new Set<string>()
    const end = await sendPending({
      ...options,
      messages: messagesOf(templates, images, options),
      maxMessages,
      onEvent: (event) => {
        if (event.type === 'request') {
          sent += event.outcomes.filter(({ outcome }) => hasLeft(outcome)).length
          if (event.outcomes.some(({ code }) => codeOf(contract, code)?.mayMissImages)) notFound.add(event.id)
        }
        options.onEvent(event)
      },
      retryDelaysMs,
    })
    if (end.type !== 'ledger') {
      await forgetImages(imagesOf(templates.filter(({ id }) => notFound.has(id))), world)
    }
    if (end.type !== 'window' || options.outsideWindow === 'stop') return end
  }
}

/** Whether a message has left for good, or may have: none that the next run sends. */
export function hasLeft(outcome: Settlement['outcome']): boolean {
  return outcome !== 'not-written' && outcome !== 'not-taken' && outcome !== 'deferred'
}

async function pendingTemplates({ ledger, release }: RunOptions): Promise<readonly CompiledTemplate[]> {
  const templates = await ledger.templates(release)
  const isPending = await Promise.all(templates.map(({ id }) => ledger.hasPending({ release, id })))
  // What other workers claimed may become pending again.
  if (ledger.shared && (isPending.includes(true) || (await ledger.counts(release)).inflight > 0)) return templates
  return templates.filter((_, index) => isPending[index])
}

type Opened = { readonly type: 'open' } | Extract<RunEnd, { type: 'window' | 'interrupted' }>

async function waitForWindow({ target, outsideWindow, clock, service, stop, onEvent }: RunOptions): Promise<Opened> {
  let isTold = false
  for (;;) {
    if (stop.aborted) return { type: 'interrupted' }
    const nowMs = clock.now()
    const window = windowByBoth(nowMs, target, service.clock())
    if (window.type === 'open') return { type: 'open' }
    const { opensAtMs } = window
    if (outsideWindow === 'stop') return { type: 'window', opensAtMs }
    if (!isTold) onEvent({ type: 'waiting', untilMs: opensAtMs })
    isTold = true
    await clock.sleep(Math.min(maxSleepMs, opensAtMs - nowMs), stop)
  }
}

function messagesOf(
  templates: readonly CompiledTemplate[],
  { urlOf }: Extract<UploadedImages, { type: 'urls' }>,
  { release, target, senders, failbackSecretKey }: RunOptions,
): ReadonlyMap<string, PreparedMessage> {
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
