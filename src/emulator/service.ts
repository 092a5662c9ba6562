import type { InboxGroup, InboxMessage, InboxSource, RefusedRequest } from '../web/inbox/page-data.ts'
import type { Text } from '../words/language.ts'
import { createClock } from './clock.ts'
import { createConnections } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { createFaults } from './faults.ts'
import { createImages } from './images.ts'
import { type OpenRequest, type ReceivedMessage, ReceivedMessages, Newest } from './received.ts'
import type { CommonSettings } from './settings.ts'
import { createWebhook, type DeliveryReport } from './webhook.ts'

/** One message of a request; its key may be missing. */
type TakenMessage = Pick<ReceivedMessage, 'kind' | 'index' | 'receiverNumber' | 'findings' | 'ignored' | 'record'> & {
  readonly key: string
}

/** The request that brings messages, and how its service reports deliveries. */
interface Receiving {
  readonly open: OpenRequest
  readonly delivery: DeliveryReport
}

/** Options that the emulator's page does not show. */
export interface EmulatorSecrets {
  /** The token of the webhooks. */
  readonly webhookToken?: string | undefined
  /** Returns the name and the picture of the channel that sends from a number, for the inbox. */
  readonly channelOf?: InboxSource['channelOf'] | undefined
  /** Returns the release and the message of a send, if they are known. */
  readonly groupOf?: ((send: Pick<InboxMessage, 'msgKey' | 'receiverNumber'>) => InboxGroup | undefined) | undefined
  /** The number of the newest that stay: 10,000 messages and 2,000 requests when absent. */
  readonly kept?: { readonly messages?: number; readonly requests?: number } | undefined
}

/** The state behind the operations of every service. */
export type EmulatedService<S extends CommonSettings = CommonSettings> = ReturnType<typeof createService<S>>

export function createService<S extends CommonSettings>(
  credentials: Credentials,
  settings: S,
  { webhookToken: token, groupOf, channelOf = () => ({}), kept }: EmulatorSecrets,
) {
  const clock = createClock()
  const faults = createFaults()
  const inbox = new ReceivedMessages(kept?.messages ?? 10_000)
  const requests = new Newest<OpenRequest>(kept?.requests ?? 2_000)
  const state = {
    /** Its address, once it listens. */
    url: '',
    settings,
    /** The newest request that was refused as a whole, and so has brought no message to the inbox. */
    lastRefusal: undefined as RefusedRequest | undefined,
  }
  const images = createImages((file) => `${state.url}/images/${file}`, clock.now)
  const webhook = createWebhook(clock.now, () => ({ ...credentials, url: state.url, token }))
  let accepted = 0
  let second = 0
  let requestsInSecond = 0

  const clearMessages = (): void => {
    state.lastRefusal = undefined
    requests.clear()
    inbox.clear()
  }
  return Object.assign(state, {
    credentials,
    channelOf,
    clock,
    faults,
    connections: createConnections(faults),
    inbox,
    requests,
    images,
    webhook,
    clearMessages,
    hasImage(url: string): boolean {
      const image = images.find(url)
      return image !== undefined && !images.isExpired(image)
    },
    /** Notes that a request is refused as a whole: it left no message, and the inbox would seem to have missed it. */
    refuse(open: OpenRequest, code: string, reason: Text): void {
      Object.assign(open, { code, description: reason.en })
      state.lastRefusal = { request: open.number, path: open.path, receivedAt: open.receivedAt, code, reason }
      inbox.announce()
    },
    /** Back to how it was started: no messages, requests, images or faults, the first settings, the real clock. */
    reset(): void {
      state.settings = settings
      accepted = 0
      requestsInSecond = 0
      clock.change({ real: true })
      faults.clear()
      webhook.clear()
      images.clear()
      clearMessages()
    },
    /** Returns whether another request fits into this second of the emulator's clock; counts it. */
    takeRequest(): boolean {
      const now = Math.floor(clock.now() / 1000)
      if (now !== second) requestsInSecond = 0
      second = now
      return ++requestsInSecond <= (state.settings.maxRequestsPerSecond ?? Number.POSITIVE_INFINITY)
    },
    /** Returns what does not suffice for one more message, if anything. */
    exhausted(): 'credit' | 'session' | undefined {
      const { credit, maxMessagesPerSession: max } = state.settings
      if (credit !== null && credit < 1) return 'credit'
      return max !== null && accepted >= max ? 'session' : undefined
    },
    /** Takes a message of a request into the inbox; an accepted one costs credit, and has a result. */
    receive(
      { open: { number: request, receivedAt }, delivery }: Receiving,
      { key, findings, ...message }: TakenMessage,
      success: Pick<ReceivedMessage, 'code' | 'description'>,
    ): ReceivedMessage {
      const msgKey = key.trim() === '' ? `emulator-${request}-${message.index + 1}` : key
      const group = groupOf?.({ msgKey, receiverNumber: message.receiverNumber })
      const [first] = findings
      const at = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `
      const answered = first ? { code: first.code, description: at + first.reason } : success
      const received = inbox.receive({
        request,
        receivedAt,
        msgKey,
        ...answered,
        findings,
        ...message,
        ...(group && { group }),
      })
      if (first) return received
      const { credit } = state.settings
      accepted++
      if (credit !== null) state.settings = { ...state.settings, credit: credit - 1 }
      webhook.enqueue(received, delivery, state.settings)
      return received
    },
  })
}
