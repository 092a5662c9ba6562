import { EmulatorClock } from './clock.ts'
import type { Credentials } from './credentials.ts'
import { Faults } from './faults.ts'
import { EmulatedImages } from './images.ts'
import { Inbox, type OpenRequest, RequestLog } from './received.ts'
import { changeSettings, type EmulatorSecrets, type EmulatorSettings, type SettingsChange } from './options.ts'
import type { RefusedRequest } from '../web/inbox/page-data.ts'
import type { Text } from '../words/language.ts'
import { type DeliveryReport, WebhookSender } from './webhook.ts'

/** Above so many bytes the oldest images leave. */
const keptImageBytes = 256 * 1024 * 1024

interface Refusal extends Omit<RefusedRequest, 'description'> {
  readonly reason: Text
}

/** The state behind the operations. */
export class EmulatedService {
  readonly credentials: Credentials
  readonly clock = new EmulatorClock()
  readonly inbox: Inbox
  readonly requests: RequestLog
  readonly images: EmulatedImages
  readonly faults: Faults
  readonly webhook: WebhookSender
  readonly groupOf: NonNullable<EmulatorSecrets['groupOf']>
  readonly #initial: EmulatorSettings
  #settings: EmulatorSettings
  #accepted = 0
  #lastRefusal: Refusal | undefined
  #second = 0
  #requestsInSecond = 0

  constructor(
    credentials: Credentials,
    settings: EmulatorSettings,
    options: { readonly urlOf: EmulatedImages['urlOf']; readonly delivery: DeliveryReport } & Pick<
      EmulatorSecrets,
      'webhookToken' | 'groupOf' | 'kept'
    >,
  ) {
    const { urlOf, delivery, webhookToken, groupOf, kept } = options
    this.groupOf = groupOf ?? (() => undefined)
    this.credentials = credentials
    this.#initial = settings
    this.#settings = settings
    this.inbox = new Inbox(kept?.messages ?? 10_000)
    this.requests = new RequestLog(kept?.requests ?? 2_000)
    this.images = new EmulatedImages(keptImageBytes, urlOf)
    this.faults = new Faults()
    this.webhook = new WebhookSender(delivery, this.clock.now, webhookToken)
  }

  get settings(): EmulatorSettings {
    return this.#settings
  }

  /** The newest request that was refused as a whole, and so has brought no message to the inbox. */
  get lastRefusal(): Refusal | undefined {
    return this.#lastRefusal
  }

  /** Notes that a request is refused as a whole: it left no message, and the inbox would seem to have missed it. */
  refuse(open: OpenRequest, code: string, reason: Text): void {
    Object.assign(open, { code, description: reason.en })
    this.#lastRefusal = { request: open.number, path: open.path, receivedAt: open.receivedAt, code, reason }
    this.inbox.announce()
  }

  change(change: SettingsChange): EmulatorSettings {
    this.#settings = changeSettings(this.#settings, change)
    return this.#settings
  }

  clearMessages(): void {
    this.#lastRefusal = undefined
    this.requests.clear()
    this.inbox.clear()
  }

  /** Back to how it was started: no messages, requests, images or faults, the first settings, the real clock. */
  reset(): void {
    this.#settings = this.#initial
    this.#accepted = 0
    this.#lastRefusal = undefined
    this.#requestsInSecond = 0
    this.clock.change({ real: true })
    this.faults.reset()
    this.webhook.clear()
    this.requests.clear()
    this.images.clear()
    this.inbox.clear()
  }

  /** Returns whether another request fits into this second of the emulator's clock; counts it. */
  takeRequest(): boolean {
    const { maxRequestsPerSecond } = this.#settings
    if (maxRequestsPerSecond === null) return true
    const second = Math.floor(this.clock.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#requestsInSecond = 0
    }
    return ++this.#requestsInSecond <= maxRequestsPerSecond
  }

  /** Returns what does not suffice for one more message, if anything. */
  exhausted(): 'credit' | 'session' | undefined {
    const { credit, maxMessagesPerSession: max } = this.#settings
    if (credit !== null && credit < 1) return 'credit'
    return max !== null && this.#accepted >= max ? 'session' : undefined
  }

  /** Counts an accepted message. */
  spend(): void {
    const { credit } = this.#settings
    this.#accepted++
    if (credit !== null) this.#settings = { ...this.#settings, credit: credit - 1 }
  }
}
