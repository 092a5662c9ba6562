import { codeFacts, type Kind } from '../contract/contracts.ts'
import type { AppliedFault, Operation } from './faults.ts'
import type { InboxMessage } from '../web/inbox/page-data.ts'

/** A message as the service took it, accepted or not. Its `receivedAt` is of the emulator's clock. */
export interface ReceivedMessage extends InboxMessage {
  deliveryCode?: string
}

/** Counts since the last reset; they stay true when old messages leave the inbox. */
export interface Counts {
  readonly messages: number
  readonly accepted: number
  readonly rejected: number
  readonly kept: number
  readonly codes: { readonly [code: string]: number }
  readonly kinds: { readonly [K in Kind]?: number }
}

/** Which messages are looked for; everything that is stated must hold. */
export interface MessageFilter {
  /** Part of the recipient's number, of the `msg_key`, of the code, or of the release or message, whichever fits. */
  readonly search?: string
  readonly receiverNumber?: string
  readonly msgKey?: string
  readonly code?: string
  readonly kind?: Kind
  readonly verdict?: 'accepted' | 'rejected'
  /** Newer than this sequence number. */
  readonly after?: number
  readonly offset?: number
  readonly limit?: number
}

interface MessagePage {
  /** How many messages match. */
  readonly matching: number
  /** The newest first. */
  readonly messages: readonly ReceivedMessage[]
}

/** The newest of many entries, numbered from 1 in their order; an entry that leaves keeps its number. */
class Ring<T> {
  readonly #capacity: number
  #slots: T[] = []
  #last = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The number of the newest entry; 0 before the first. */
  get last(): number {
    return this.#last
  }

  get size(): number {
    return this.#slots.length
  }

  add(entry: T): void {
    this.#slots[this.#last % this.#capacity] = entry
    this.#last++
  }

  /** Returns the entry with a number, while it is kept. */
  get(number: number): T | undefined {
    const isKept = number > this.#last - this.#slots.length && number <= this.#last
    return isKept ? this.#slots[(number - 1) % this.#capacity] : undefined
  }

  /** Yields the entries, the newest first, without so many of the newest. */
  *newest(skipped = 0): Generator<T> {
    for (let number = this.#last - skipped; number > this.#last - this.#slots.length; number--) {
      const entry = this.get(number)
      if (entry !== undefined) yield entry
    }
  }

  clear(): void {
    this.#slots = []
    this.#last = 0
  }
}

/** The newest messages, and counts of all of them. */
export class Inbox {
  readonly #ring: Ring<ReceivedMessage>
  #codes: { [code: string]: number } = {}
  #kinds: { [K in Kind]?: number } = {}
  readonly #listeners = new Set<() => void>()

  constructor(capacity: number) {
    this.#ring = new Ring(capacity)
  }

  add(message: Omit<ReceivedMessage, 'sequence'>): ReceivedMessage {
    const stored = message as ReceivedMessage & { sequence: number }
    // The object is the caller's last use of it: a copy for each message would double the work.
    stored.sequence = this.#ring.last + 1
    this.#ring.add(stored)
    this.#codes[stored.code] = (this.#codes[stored.code] ?? 0) + 1
    this.#kinds[stored.kind] = (this.#kinds[stored.kind] ?? 0) + 1
    return stored
  }

  get(sequence: number): ReceivedMessage | undefined {
    return this.#ring.get(sequence)
  }

  counts(): Counts {
    const messages = this.#ring.last
    const taken = Object.entries(this.#codes).filter(([code]) => isAccepted(code))
    const accepted = taken.reduce((sum, [, count]) => sum + count, 0)
    const [codes, kinds] = [{ ...this.#codes }, { ...this.#kinds }]
    return { messages, accepted, rejected: messages - accepted, kept: this.#ring.size, codes, kinds }
  }

  /** How many came since the last reset; of more than a code alone, how many of those that are kept. */
  countOf({ code, ...others }: MessageFilter): number {
    if (!isUnfiltered(others)) return this.find({ ...others, ...(code && { code }), offset: 0, limit: 0 }).matching
    return code === undefined ? this.#ring.last : (this.#codes[code] ?? 0)
  }

  find(filter: MessageFilter): MessagePage {
    const { offset = 0, limit = Number.POSITIVE_INFINITY } = filter
    const messages: ReceivedMessage[] = []
    // Without a filter a page is found by its number, however many messages there are.
    if (isUnfiltered(filter)) {
      for (const message of this.#ring.newest(offset)) {
        if (messages.length >= limit) break
        messages.push(message)
      }
      return { matching: this.#ring.size, messages }
    }
    const matches = matcher(filter)
    let matching = 0
    for (const message of this.#ring.newest()) {
      if (filter.after !== undefined && message.sequence <= filter.after) break
      if (!matches(message)) continue
      if (matching >= offset && messages.length < limit) messages.push(message)
      matching++
    }
    return { matching, messages }
  }

  clear(): void {
    this.#ring.clear()
    this.#codes = {}
    this.#kinds = {}
    this.announce()
  }

  /** Tells listeners that messages came or went; once for a request, however many it brought. */
  announce(): void {
    for (const listener of this.#listeners) listener()
  }

  /** @returns how to stop listening */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function isUnfiltered({ search, receiverNumber, msgKey, code, kind, verdict, after }: MessageFilter): boolean {
  return !search && [receiverNumber, msgKey, code, kind, verdict, after].every((value) => value === undefined)
}

function matcher(filter: MessageFilter): (message: ReceivedMessage) => boolean {
  const { receiverNumber, msgKey, code, kind, verdict } = filter
  const search = (filter.search ?? '').trim().toLowerCase()
  // People copy numbers with hyphens from anywhere.
  const digits = /^[\d\s-]+$/.test(search) ? search.replaceAll(/[\s-]/g, '') : search
  return (message) =>
    (code === undefined || message.code === code) &&
    (kind === undefined || message.kind === kind) &&
    (verdict === undefined || isAccepted(message.code) === (verdict === 'accepted')) &&
    (receiverNumber === undefined || message.receiverNumber === receiverNumber) &&
    (msgKey === undefined || message.msgKey === msgKey) &&
    (search === '' ||
      message.receiverNumber.includes(digits) ||
      message.msgKey.toLowerCase().includes(search) ||
      Object.values(message.group ?? {}).some((name) => name.toLowerCase().includes(search)) ||
      message.code.toLowerCase().includes(search))
}

/** A request to one of the five operations, as far as it was read. */
export interface ReceivedRequest {
  /** Its place in the order of arrival since the last reset, from 1. */
  readonly number: number
  readonly operation: Operation
  readonly method: string
  readonly path: string
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly receivedAt: number
  /** Header lines; credentials are masked. */
  readonly headers: { readonly [name: string]: string }
  /** A send's JSON, secrets masked; of an upload its files; absent when refused credentials came with it. */
  readonly body?: unknown
  /** The HTTP status that was answered; absent while it is not, and where the connection was cut instead. */
  readonly status?: number
  /** The request-level code, or that of an accepted message where there are results. */
  readonly code?: string
  /** Why the whole request was refused. */
  readonly description?: string
  readonly faults: readonly AppliedFault[]
}

/** The parts of a request that become known while it is worked on. */
export type OpenRequest = { -readonly [K in keyof ReceivedRequest]: ReceivedRequest[K] }

/** The newest requests. */
export class RequestLog extends Ring<OpenRequest> {
  open(request: Omit<OpenRequest, 'number'>): OpenRequest {
    const opened = request as OpenRequest
    opened.number = this.last + 1
    this.add(opened)
    return opened
  }

  /** Returns them, the oldest first. */
  all(): readonly ReceivedRequest[] {
    return [...this.newest()].toReversed()
  }
}

function isAccepted(code: string): boolean {
  return codeFacts(code)?.outcome === 'accepted'
}
