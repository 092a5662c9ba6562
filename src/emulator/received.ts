import { contractOf, type Kind } from '../contract/contracts.ts'
import type { InboxMessage } from '../web/inbox/page-data.ts'
import type { Fault, Operation } from './faults.ts'
import type { MessageFilter } from './settings.ts'

/** A message as the service took it, accepted or not. Its `receivedAt` is of the emulator's clock. */
export interface ReceivedMessage extends InboxMessage {
  deliveryCode?: string
  /** The time of its result. */
  doneAt?: number
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

/** The newest of many entries, numbered from 1 in their order; an entry that leaves keeps its number. */
export class Newest<T> {
  readonly #capacity: number
  #entries: T[] = []
  #last = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The number of the newest entry; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** Returns them, the oldest first. */
  all(): readonly T[] {
    return this.#entries
  }

  /** @param make makes the entry from its number */
  add(make: (number: number) => T): T {
    const entry = make(++this.#last)
    if (this.#entries.push(entry) > this.#capacity) this.#entries.shift()
    return entry
  }

  /** Returns the entry with a number, while it is kept. */
  get(number: number): T | undefined {
    return this.#entries[number - 1 - (this.#last - this.#entries.length)]
  }

  clear(): void {
    this.#entries = []
    this.#last = 0
  }
}

/** The newest messages, and counts of all of them. */
export class ReceivedMessages extends Newest<ReceivedMessage> {
  #accepted = 0
  #codes: { [code: string]: number } = {}
  #kinds: { [K in Kind]?: number } = {}
  readonly #listeners = new Set<() => void>()

  /** Numbers the message itself: a copy for each would double the work. */
  receive(message: Omit<ReceivedMessage, 'sequence'>): ReceivedMessage {
    const stored = this.add((sequence) => Object.assign(message, { sequence }))
    if (isAccepted(stored)) this.#accepted++
    this.#codes[stored.code] = (this.#codes[stored.code] ?? 0) + 1
    this.#kinds[stored.kind] = (this.#kinds[stored.kind] ?? 0) + 1
    return stored
  }

  counts(): Counts {
    const [messages, accepted] = [this.last, this.#accepted]
    const [codes, kinds] = [{ ...this.#codes }, { ...this.#kinds }]
    return { messages, accepted, rejected: messages - accepted, kept: this.all().length, codes, kinds }
  }

  /** Counts messages since the last reset; with more than a code, only those that are kept. */
  countOf({ code, ...others }: MessageFilter): number {
    if (Object.keys(others).length > 0) return this.find({ ...others, ...(code && { code }), limit: 0 }).matching
    return code === undefined ? this.last : (this.#codes[code] ?? 0)
  }

  /** Finds messages, the newest first. */
  find({ offset = 0, limit = Number.POSITIVE_INFINITY, ...filter }: MessageFilter): {
    readonly matching: number
    readonly messages: readonly ReceivedMessage[]
  } {
    const matching = this.all().filter(matcher(filter))
    return { matching: matching.length, messages: matching.toReversed().slice(offset, offset + limit) }
  }

  override clear(): void {
    super.clear()
    this.#accepted = 0
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

function matcher({ verdict, after = 0, ...filter }: MessageFilter): (message: ReceivedMessage) => boolean {
  const { receiverNumber, msgKey, code, kind } = filter
  const search = (filter.search ?? '').trim().toLowerCase()
  // People copy numbers with hyphens from anywhere.
  const digits = /^[\d\s-]+$/.test(search) ? search.replaceAll(/[\s-]/g, '') : search
  return (message) =>
    message.sequence > after &&
    (code === undefined || message.code === code) &&
    (kind === undefined || message.kind === kind) &&
    (verdict === undefined || isAccepted(message) === (verdict === 'accepted')) &&
    (receiverNumber === undefined || message.receiverNumber === receiverNumber) &&
    (msgKey === undefined || message.msgKey === msgKey) &&
    (search === '' ||
      message.receiverNumber.includes(digits) ||
      [message.msgKey, message.code, ...Object.values(message.group ?? {})].some((value) =>
        value.toLowerCase().includes(search),
      ))
}

/** A request to an operation, as far as it was read. */
export interface ReceivedRequest {
  /** Its place in the order of arrival since the last reset, from 1. */
  readonly number: number
  readonly operation: Operation & { readonly service: string }
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
  readonly faults: readonly { readonly rule: number; readonly type: Fault['type'] }[]
}

/** The parts of a request that become known while it is worked on. */
export type OpenRequest = { -readonly [K in keyof ReceivedRequest]: ReceivedRequest[K] }

function isAccepted({ kind, code }: ReceivedMessage): boolean {
  return contractOf(kind).codes[code]?.outcome === 'accepted'
}
