import type { Hold } from '../ledger/hold.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isSentAgain, type SingleSend } from '../ledger/single.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'
import type { MessageRecord, Service } from '../service/service.ts'
import { readExclusions } from '../session/exclusions.ts'
import type { Host } from '../session/host.ts'
import type { CompiledTemplate } from '../template.ts'
import { credentialsFor, type DeployCredentials } from './credentials.ts'
import { holdsOf, listedOn } from './holds.ts'
import { forgetImages, imagesOf, notFoundCode, type UploadedImages, uploadImages } from './images.ts'
import { ledgerEnd } from './pausing.ts'
import { type Addressee, prepareRecords } from './record.ts'
import { defaultRetryDelaysMs, type RunClock, type RunEnd } from './run.ts'
import { sendPending } from './send-loop.ts'
import { type Endpoint, imageAt, machineClock, reach, serviceAt } from './send-release.ts'
import { outcomeOf, type SingleEnd, SingleQueue, type SingleResult } from './single-queue.ts'
import { begunBy, type NewLedger, refuseNoLedgerYet, type TargetSession } from './target.ts'
import { windowByBoth } from './window.ts'

export interface SingleOptions {
  /** Whether a ledger that is not there is made; `reason` is why, although there was one. */
  readonly newLedger: NewLedger
  /** The machine's when absent. */
  readonly clock?: RunClock
}

/** How long a list of numbers is believed before it is read again. */
const listsForMs = 1_000
/** How long the URLs of a message's images are used before the ledger is asked again. */
const imagesForMs = 3_600_000

interface Prepared {
  readonly record: (addressee: Addressee) => MessageRecord | undefined
  readonly atMs: number
  /** Whether its images are known to be there: the service has taken a message with them, or a run before has. */
  wasTaken: boolean
}

/** Why nothing leaves at the moment. */
interface Kept {
  readonly type: 'kept'
  readonly end: RunEnd
}

/** Why nothing is sent to a person. */
interface Held {
  readonly type: 'held'
  readonly hold: Hold
}

/**
 * Sends single messages to a target, with the guarantees of its ledger. One for all who send to the target in a process: they
 * keep one rate, and whoever asks for the same message is told the same.
 */
export class SingleSender {
  readonly #session: TargetSession
  readonly #host: Host
  readonly #ledger: Ledger
  readonly #endpoint: Endpoint
  readonly #service: Service
  readonly #queue: SingleQueue
  readonly #clock: RunClock
  readonly #closing = new AbortController()
  /** What is asked for at the moment, by what makes it one send. */
  readonly #current = new Map<string, Promise<SingleResult>>()
  readonly #prepared = new Map<string, Promise<Prepared | Kept>>()
  /** Advertising messages to the same person wait for each other: each counts for the next one. */
  readonly #persons = new Map<string, Promise<unknown>>()
  #lists: { readonly lists: Promise<readonly ExclusionList[]>; readonly atMs: number } | undefined
  #paused: RunEnd | undefined
  #running: Promise<void> | undefined

  private constructor(
    session: TargetSession,
    host: Host,
    {
      ledger,
      endpoint,
      credentials,
      clock,
    }: {
      readonly ledger: Ledger
      readonly endpoint: Endpoint
      readonly credentials: DeployCredentials
      readonly clock: RunClock
    },
  ) {
    this.#session = session
    this.#host = host
    this.#ledger = ledger
    this.#endpoint = endpoint
    this.#service = serviceAt(endpoint, session.target, credentials)
    this.#clock = clock
    this.#queue = new SingleQueue(ledger, clock, (sends) => this.#listedSince(sends))
  }

  /**
   * Opens the ledger of a target to send from it.
   *
   * @throws UsageError where there is none and none is to be made, and for what the configuration lacks
   * @throws LedgerError for one that cannot be used, or that another process has
   */
  static async open(
    session: TargetSession,
    { newLedger, clock = machineClock }: SingleOptions,
    host: Host,
  ): Promise<SingleSender> {
    const { store, isBuiltIn } = session
    const credentials = credentialsFor([], session, host.env)
    // A list that cannot be read is to be known before anything is sent.
    await listsOf(session, host)
    const isMade = (await store.state()) === 'made'
    if (!isMade && !isBuiltIn && newLedger === false) await refuseNoLedgerYet(session)
    const ledger = await store.open({ ifMissing: isMade ? 'refuse' : begunBy(newLedger) })
    try {
      const endpoint = await reach(session, { inboxLang: host.lang })
      return new SingleSender(session, host, { ledger, endpoint, credentials, clock })
    } catch (error) {
      await ledger.close()
      throw error
    }
  }

  /** Why nothing is sent until somebody ends the pause; undefined while there is none. */
  get paused(): RunEnd | undefined {
    return this.#paused
  }

  /** Sends a message, unless it was sent before. Whoever asks for the same one meanwhile is told the same. */
  send(send: SingleSend): Promise<SingleResult> {
    const { release, id, number } = send
    const name = JSON.stringify([release, id, number])
    const same = this.#current.get(name)
    if (same) return same
    const sending = this.#send(send).finally(() => this.#current.delete(name))
    this.#current.set(name, sending)
    return sending
  }

  /** Ends a pause. */
  async resume(): Promise<void> {
    await this.#ledger.shared?.goOn()
    this.#paused = undefined
  }

  /** Sends nothing more. What is under way is waited for; what waits is not sent. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
    await this.#queue.idle()
    this.#keepAll({ type: 'interrupted' })
    await Promise.allSettled(this.#current.values())
    await this.#service.close()
    try {
      await this.#ledger.close()
    } finally {
      await this.#endpoint.close()
    }
  }

  async #send(send: SingleSend): Promise<SingleResult> {
    const { frequencyCap } = this.#session.target
    if (frequencyCap === undefined || send.template.payload.ad_flag !== 'Y') return this.#sendNow(send)
    const { number } = send
    const turn = (this.#persons.get(number) ?? Promise.resolve()).then(() => this.#sendNow(send))
    const over = turn.catch(() => {})
    this.#persons.set(number, over)
    try {
      return await turn
    } finally {
      if (this.#persons.get(number) === over) this.#persons.delete(number)
    }
  }

  async #sendNow(send: SingleSend): Promise<SingleResult> {
    const kept = this.#keptNow() ?? (await this.#heldNow(send))
    if (kept) return this.#unlessKnown(send, kept)
    const prepared = await this.#preparedFor(send.template)
    if ('type' in prepared) return this.#unlessKnown(send, prepared)
    const sent = new Promise<SingleResult>((resolve, reject) => {
      const onFailed = (end: SingleEnd): Promise<void> => this.#forgetImages(send.template, prepared, end)
      this.#queue.add({ send, kind: send.template.service_id, record: prepared.record, onFailed, resolve, reject })
    })
    this.#running ??= this.#run()
    const result = await sent
    if (result.type === 'outcome' && result.state === 'accepted') prepared.wasTaken = true
    return result
  }

  #keptNow(): Kept | undefined {
    const { window, requestTimeoutMs } = this.#session.target
    if (this.#closing.signal.aborted) return { type: 'kept', end: { type: 'interrupted' } }
    if (this.#paused) return { type: 'kept', end: this.#paused }
    const now = windowByBoth(this.#clock.now(), requestTimeoutMs, this.#service.clock())
    if (window === 'off' || now.type === 'open') return undefined
    return { type: 'kept', end: { type: 'window', opensAtMs: now.opensAtMs } }
  }

  async #heldNow({ release, template, number }: SingleSend): Promise<Kept | Held | undefined> {
    const { exclude, frequencyCap } = this.#session.target
    if (exclude.length === 0 && frequencyCap === undefined) return undefined
    try {
      const rules = { lists: await this.#currentLists(), frequencyCap }
      const query = { ledger: this.#ledger, release, template, nowMs: this.#clock.now() }
      const [hold] = await holdsOf(rules, query, [number])
      return hold && { type: 'held', hold }
    } catch (error) {
      return keptBy(error)
    }
  }

  /** Who is on a list by now, after having waited for others or for the service, is not sent to. */
  async #listedSince(sends: readonly SingleSend[]): Promise<readonly (SingleResult | undefined)[]> {
    const lists = await this.#currentLists()
    return Promise.all(
      sends.map(async (send) => {
        const hold = listedOn(lists, send.number)
        return hold && this.#unlessKnown(send, { type: 'held', hold })
      }),
    )
  }

  /** Returns the lists as they are: somebody who was added since is not sent to. */
  #currentLists(): Promise<readonly ExclusionList[]> {
    const { exclude } = this.#session.target
    if (exclude.length === 0) return Promise.resolve([])
    const nowMs = this.#clock.monotonic()
    if (this.#lists === undefined || nowMs - this.#lists.atMs > listsForMs) {
      this.#lists = { lists: listsOf(this.#session, this.#host), atMs: nowMs }
    }
    return this.#lists.lists
  }

  /** Returns how the records of a message are made, once its images are there. */
  async #preparedFor(template: CompiledTemplate): Promise<Prepared | Kept> {
    const known = await this.#prepared.get(template.digest)
    const nowMs = this.#clock.now()
    if (known && 'record' in known && (template.images.length === 0 || nowMs - known.atMs < imagesForMs)) return known
    if (known) this.#prepared.delete(template.digest)
    const preparing = this.#prepared.get(template.digest) ?? this.#prepare(template)
    this.#prepared.set(template.digest, preparing)
    const prepared = await preparing.catch((error: unknown) => {
      this.#prepared.delete(template.digest)
      throw error
    })
    if (!('record' in prepared)) this.#prepared.delete(template.digest)
    return prepared
  }

  async #prepare(template: CompiledTemplate): Promise<Prepared | Kept> {
    const { senders, failbackSecretKey } = credentialsFor([template], this.#session, this.#host.env)
    const sender = senders.get(template.sender)
    if (sender === undefined) throw new Error(`No sender ${template.sender} was given.`)
    const atMs = this.#clock.now()
    const images = imagesOf([template])
    let wasTaken = true
    try {
      const upload = (): Promise<UploadedImages> =>
        uploadImages(images, {
          service: this.#service,
          ledger: this.#ledger,
          account: this.#endpoint.imageAccount,
          readImage: (image) => imageAt(this.#session.project.root, image),
          clock: this.#clock,
          stop: this.#closing.signal,
          onEvent: ({ type }) => {
            if (type === 'image') wasTaken = false
          },
          retryDelaysMs: defaultRetryDelaysMs,
        })
      // The next worker finds what this one has uploaded.
      const alone = this.#ledger.shared?.alone
      const uploaded = images.length === 0 ? undefined : await (alone ? alone('images', upload) : upload())
      if (uploaded?.type === 'problems') return { type: 'kept', end: { type: 'images', problems: uploaded.problems } }
      if (uploaded?.type === 'stopped') return { type: 'kept', end: { type: 'interrupted' } }
      if (uploaded?.type === 'clock') {
        this.#paused ??= uploaded
        return { type: 'kept', end: uploaded }
      }
      const imageUrls = new Map(template.images.map((image) => [image.pointer, uploaded?.urlOf(image) ?? '']))
      return { record: prepareRecords(template, { ...sender, imageUrls, failbackSecretKey }), atMs, wasTaken }
    } catch (error) {
      return keptBy(error)
    }
  }

  /** What the service could not find may be an image that it deleted: what is sent from now on has its own uploaded again. */
  async #forgetImages(template: CompiledTemplate, prepared: Prepared, end: SingleEnd): Promise<void> {
    const { digest, images } = template
    if (end.type !== 'outcome' || end.code !== notFoundCode || images.length === 0) return
    // An image that nobody has taken yet is not what is missing; of others a later message says so first.
    if (!prepared.wasTaken || (await this.#prepared.get(digest)) !== prepared) return
    this.#prepared.delete(digest)
    await forgetImages(imagesOf([template]), { ledger: this.#ledger, account: this.#endpoint.imageAccount })
    for (const { send, resolve, reject } of this.#queue.takeAll(digest)) this.#sendNow(send).then(resolve, reject)
  }

  /** Returns the outcome of a send that has one; else why it is kept. */
  async #unlessKnown<K extends Kept | Held>(
    send: SingleSend,
    kept: K,
  ): Promise<SingleEnd | (K & { readonly key: string })> {
    try {
      const [known] = await this.#ledger.knownSingles([send])
      if (known?.state !== undefined && !isSentAgain(known.state) && known.state !== 'inflight') {
        return outcomeOf(known, known.state)
      }
      return { ...kept, key: known?.key ?? '' }
    } catch (error) {
      return { ...keptBy(error), key: '' }
    }
  }

  /** Sends what waits, again and again. */
  async #run(): Promise<void> {
    const { signal: stop } = this.#closing
    for (;;) {
      await this.#queue.filled(stop)
      if (stop.aborted) return
      try {
        const end = await sendPending({
          ...this.#session.target,
          service: this.#service,
          source: this.#queue,
          shared: this.#ledger.shared,
          maxMessages: Number.POSITIVE_INFINITY,
          clock: this.#clock,
          stop,
          onEvent: () => {},
          retryDelaysMs: defaultRetryDelaysMs,
        })
        if (isPause(end)) this.#paused = end
        this.#keepAll(end)
      } catch (error) {
        this.#queue.fail(error)
      }
    }
  }

  #keepAll(end: RunEnd): void {
    for (const { send, resolve, reject } of this.#queue.takeAll()) {
      this.#unlessKnown(send, { type: 'kept', end }).then(resolve, reject)
    }
  }
}

/** Reads the lists of numbers that a target is not sent to. */
function listsOf({ target, project }: TargetSession, host: Host): Promise<readonly ExclusionList[]> {
  return readExclusions({ recorded: target.exclude, given: [] }, project.root, host)
}

/** Whether somebody has to look before anything more is sent. */
function isPause(end: RunEnd): boolean {
  const isPausedElsewhere = end.type === 'ledger' && end.problem.type === 'paused'
  return end.type === 'pause' || end.type === 'clock' || end.type === 'unknown-outcomes' || isPausedElsewhere
}

/** @throws anything but LedgerError */
function keptBy(error: unknown): Kept {
  if (!(error instanceof LedgerError)) throw error
  return { type: 'kept', end: ledgerEnd(error.problem) }
}
