import type { Socket } from 'node:net'
import { EmulatorClock } from './clock.ts'
import type { Credentials } from './credentials.ts'
import { Faults } from './faults.ts'
import { EmulatedImages } from './images.ts'
import { Inbox, type ReceivedRequest, RequestLog } from './received.ts'
import { changeSettings, type EmulatorSecrets, type EmulatorSettings, type SettingsChange } from './options.ts'
import type { RefusedRequest } from '../web/inbox/page-data.ts'
import { WebhookSender } from './webhook.ts'

/** Above so many bytes the oldest images leave. */
const keptImageBytes = 256 * 1024 * 1024

/** The state behind the five operations. */
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
  #acceptedByConnection = new WeakMap<Socket, number>()
  #lastRefusal: RefusedRequest | undefined
  #second = 0
  #requestsInSecond = 0

  constructor(
    credentials: Credentials,
    settings: EmulatorSettings,
    options: { readonly urlOf: EmulatedImages['urlOf'] } & Pick<EmulatorSecrets, 'webhookToken' | 'groupOf' | 'kept'>,
  ) {
    const { urlOf, webhookToken, groupOf, kept } = options
    this.groupOf = groupOf ?? (() => undefined)
    this.credentials = credentials
    this.#initial = settings
    this.#settings = settings
    this.inbox = new Inbox(kept?.messages ?? 10_000)
    this.requests = new RequestLog(kept?.requests ?? 2_000)
    this.images = new EmulatedImages(keptImageBytes, urlOf)
    this.faults = new Faults()
    this.webhook = new WebhookSender(this.clock.now, webhookToken)
  }

  get settings(): EmulatorSettings {
    return this.#settings
  }

  /** The newest request that was refused as a whole, and so has brought no message to the inbox. */
  get lastRefusal(): RefusedRequest | undefined {
    return this.#lastRefusal
  }

  noteRefusal({ number, path, receivedAt, code = '', description = '' }: ReceivedRequest): void {
    this.#lastRefusal = { request: number, path, receivedAt, code, description }
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
    this.#acceptedByConnection = new WeakMap()
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

  /** Returns whether one more message may be accepted; `acceptedHere` counts those of the same request. */
  refusalOf(socket: Socket, acceptedHere: number): 'G150' | 'G160' | undefined {
    const { credit, maxMessagesPerSession: max, assumptions } = this.#settings
    if (credit !== null && credit < 1) return 'G150'
    if (max === null) return undefined
    const connection = this.#acceptedByConnection.get(socket) ?? 0
    const inSession = { reset: this.#accepted, connection, request: acceptedHere }
    return inSession[assumptions.session] >= max ? 'G160' : undefined
  }

  /** Counts an accepted message. */
  spend(socket: Socket): void {
    const { credit, maxMessagesPerSession } = this.#settings
    this.#accepted++
    if (credit !== null) this.#settings = { ...this.#settings, credit: credit - 1 }
    if (maxMessagesPerSession === null) return
    this.#acceptedByConnection.set(socket, (this.#acceptedByConnection.get(socket) ?? 0) + 1)
  }
}
