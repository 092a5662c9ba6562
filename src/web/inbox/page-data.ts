import type { Kind } from '../../contract/kinds.ts'
import type { Text } from '../../words/language.ts'

// The data of the inbox: of the service behind it, and between the server and the page's script. The script is compiled
// for browsers, so nothing here may import modules of Node.js.

export interface InboxGroup {
  readonly release: string
  readonly id: string
  readonly title?: string
}

/** A message as the service took it, accepted or not. */
export interface InboxMessage {
  /** Its place in the order of arrival since the last reset, from 1. */
  readonly sequence: number
  /** The number of the request that brought it, and its index there. */
  readonly request: number
  readonly index: number
  readonly kind: Kind
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** The message's own `msg_key`, or the one that it was assigned. */
  readonly msgKey: string
  readonly receiverNumber: string
  /** Absent where it is not known. */
  readonly group?: InboxGroup
  readonly code: string
  /** The code of its delivery result; absent where the emulator reports none. */
  readonly deliveryCode?: string
  readonly description: string
  readonly findings: readonly { readonly code: string; readonly pointer: string; readonly reason: string }[]
  /** Pointers of fields that were dropped. */
  readonly ignored: readonly string[]
  readonly record: { readonly [field: string]: unknown }
}

export interface InboxRequest {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: unknown
  /** The HTTP status of the answer; absent where there was none. */
  readonly status?: number
  readonly faults: readonly { readonly type: string }[]
}

/** A request that was refused as a whole, and so has brought no message. */
export interface RefusedRequest {
  readonly request: number
  readonly path: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  readonly code: string
  readonly reason: Text
}

/** Sent to the page whenever messages come or go. */
export interface InboxNews {
  readonly messages: number
  readonly accepted: number
  readonly rejected: number
  readonly refusal: RefusedRequest | undefined
}

/** The service behind the inbox. */
export interface InboxSource {
  readonly credentials: { readonly userId: string; readonly appKey: string; readonly secretKey: string }
  /** The newest request that was refused as a whole. */
  readonly lastRefusal: RefusedRequest | undefined
  readonly inbox: {
    readonly counts: () => Omit<InboxNews, 'refusal'>
    /** @returns how to stop listening */
    readonly listen: (listener: () => void) => () => void
    /** Finds messages, the newest first. */
    readonly find: (filter: {
      readonly search: string
      readonly verdict?: (typeof verdicts)[number]
      readonly limit: number
    }) => { readonly matching: number; readonly messages: readonly InboxMessage[] }
    readonly get: (sequence: number) => InboxMessage | undefined
  }
  readonly requests: { readonly get: (number: number) => InboxRequest | undefined }
  /** Returns the channel that sends from a number, as far as it is known; `picture` is a `data:` address. */
  readonly channelOf: (senderNumber: string) => { readonly name?: string; readonly picture?: string }
  /** Returns whether an image of a message can still be shown. */
  readonly hasImage: (url: string) => boolean
}

/** The choices of the list. */
export const verdicts = ['accepted', 'rejected'] as const

/** A line of the list; the page shows its texts as texts. */
export interface InboxRow extends Pick<InboxMessage, 'sequence' | 'kind'> {
  readonly number: string
  readonly key: string
  /** The code of the answer, or the delivery of an accepted message. */
  readonly outcome: string
  readonly isBad: boolean
  /** The release and the message; empty where they are not known. */
  readonly group: string
  readonly text: string
  /** `HH:mm:ss` in Korea. */
  readonly time: string
}

export interface InboxRows {
  readonly matching: number
  readonly rows: readonly InboxRow[]
}
