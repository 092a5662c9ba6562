import type { Kind } from '../contract/contracts.ts'
import type { InboxGroup, InboxMessage, InboxSource, RefusedRequest } from '../web/inbox/page-data.ts'
import type { Text } from '../words/language.ts'
import { EmulatorClock } from './clock.ts'
import { Connections } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { Faults } from './faults.ts'
import { EmulatedImages } from './images.ts'
import { Inbox, type OpenRequest, type ReceivedMessage, RequestLog } from './received.ts'
import type { CommonSettings } from './settings.ts'
import { type DeliveryReport, WebhookSender } from './webhook.ts'

/** One message of a request; its key may be missing. */
type TakenMessage = Pick<ReceivedMessage, 'kind' | 'index' | 'receiverNumber' | 'findings' | 'ignored' | 'record'> & {
  readonly key: string
}

/** What an emulator is told apart from its options, which its page shows. */
export interface EmulatorSecrets {
  /** Goes to the webhooks. */
  readonly webhookToken?: string | undefined
  /** How the channel that sends from a number shows itself in the inbox. */
  readonly channelOf?: InboxSource['channelOf'] | undefined
  /** Of which release and message a send is, as far as that is known. */
  readonly groupOf?: ((send: Pick<InboxMessage, 'msgKey' | 'receiverNumber'>) => InboxGroup | undefined) | undefined
  /** How many of the newest stay: 10,000 messages and 2,000 requests when absent. */
  readonly kept?: { readonly messages?: number; readonly requests?: number } | undefined
}

/** What the state of an emulator is made of. */
export interface ServiceOptions<Settings extends CommonSettings> {
  readonly credentials: Credentials
  readonly settings: Settings
  /** Where it listens, once it does. */
  readonly url: () => string
  readonly hasCode: ConstructorParameters<typeof Faults>[0]
  readonly deliveryOf: (kind: Kind) => DeliveryReport
  readonly secrets: EmulatorSecrets
}

/** The state behind the operations of every service. */
export class EmulatedService<Settings extends CommonSettings = CommonSettings> {
  readonly credentials: Credentials
  readonly clock = new EmulatorClock()
  readonly faults: Faults
  readonly connections: Connections
  readonly inbox: Inbox
  readonly requests: RequestLog
  readonly images: EmulatedImages
  readonly webhook: WebhookSender
  readonly groupOf: NonNullable<EmulatorSecrets['groupOf']>
  readonly channelOf: InboxSource['channelOf']
  readonly #initial: Settings
  settings: Settings
  #accepted = 0
  #lastRefusal: RefusedRequest | undefined
  #second = 0
  #requestsInSecond = 0

  constructor({
    credentials,
    settings,
    url,
    hasCode,
    deliveryOf,
    secrets: { webhookToken: token, groupOf = () => undefined, channelOf = () => ({}), kept },
  }: ServiceOptions<Settings>) {
    this.groupOf = groupOf
    this.channelOf = channelOf
    this.credentials = credentials
    this.#initial = settings
    this.settings = settings
    this.faults = new Faults(hasCode)
    this.connections = new Connections(this.faults)
    this.inbox = new Inbox(kept?.messages ?? 10_000)
    this.requests = new RequestLog(kept?.requests ?? 2_000)
    this.images = new EmulatedImages((file) => `${url()}/images/${file}`, this.clock.now)
    this.webhook = new WebhookSender(deliveryOf, this.clock.now, () => ({ ...credentials, url: url(), token }))
  }

  /** The newest request that was refused as a whole, and so has brought no message to the inbox. */
  get lastRefusal(): RefusedRequest | undefined {
    return this.#lastRefusal
  }

  /** Notes that a request is refused as a whole: it left no message, and the inbox would seem to have missed it. */
  refuse(open: OpenRequest, code: string, reason: Text): void {
    Object.assign(open, { code, description: reason.en })
    this.#lastRefusal = { request: open.number, path: open.path, receivedAt: open.receivedAt, code, reason }
    this.inbox.announce()
  }

  readonly hasImage = (url: string): boolean => {
    const image = this.images.find(url)
    return image !== undefined && !this.images.isExpired(image)
  }

  clearMessages(): void {
    this.#lastRefusal = undefined
    this.requests.clear()
    this.inbox.clear()
  }

  /** Back to how it was started: no messages, requests, images or faults, the first settings, the real clock. */
  reset(): void {
    this.settings = this.#initial
    this.#accepted = 0
    this.#requestsInSecond = 0
    this.clock.change({ real: true })
    this.faults.reset()
    this.webhook.clear()
    this.images.clear()
    this.clearMessages()
  }

  /** Returns whether another request fits into this second of the emulator's clock; counts it. */
  takeRequest(): boolean {
    const { maxRequestsPerSecond } = this.settings
    const second = Math.floor(this.clock.now() / 1000)
    if (second !== this.#second) this.#requestsInSecond = 0
    this.#second = second
    return ++this.#requestsInSecond <= (maxRequestsPerSecond ?? Number.POSITIVE_INFINITY)
  }

  /** Returns what does not suffice for one more message, if anything. */
  exhausted(): 'credit' | 'session' | undefined {
    const { credit, maxMessagesPerSession: max } = this.settings
    if (credit !== null && credit < 1) return 'credit'
    return max !== null && this.#accepted >= max ? 'session' : undefined
  }

  /** Takes a message of a request into the inbox; an accepted one costs credit, and has a result. */
  receive(
    open: OpenRequest,
    message: TakenMessage,
    success: Pick<ReceivedMessage, 'code' | 'description'>,
  ): ReceivedMessage {
    const { key, findings, ...rest } = message
    const msgKey = key.trim() === '' ? `emulator-${open.number}-${message.index + 1}` : key
    const group = this.groupOf({ msgKey, receiverNumber: message.receiverNumber })
    const [first] = findings
    const at = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `
    const { code, description } = first ? { code: first.code, description: at + first.reason } : success
    const { number: request, receivedAt } = open
    const answered = { request, receivedAt, msgKey, code, description, findings, ...rest }
    const received = this.inbox.add({ ...answered, ...(group && { group }) })
    if (first) return received
    const { credit } = this.settings
    this.#accepted++
    if (credit !== null) this.settings = { ...this.settings, credit: credit - 1 }
    this.webhook.enqueue(received, this.settings)
    return received
  }
}
