import type { SendCode } from '../contract/responses.ts'
import type { Kind } from '../contract/kinds.ts'
import type { FieldProblem, JsonRecord } from './check-fields.ts'
import type { InboxMessage } from '../web/inbox/page-data.ts'
import { Ring } from './ring.ts'

/** A message as the service took it, accepted or not. Its `receivedAt` is of the emulator's clock. */
export interface ReceivedMessage extends InboxMessage {
  /** Everything that is wrong with it; the first decides the code, unless a fault did. */
  readonly findings: readonly FieldProblem[]
  /** The record as it was sent; secrets and unregistered sender keys are masked. */
  readonly record: JsonRecord
}

/** Counts since the last reset; they stay true when old messages leave the inbox. */
export interface Counts {
  readonly messages: number
  readonly accepted: number
  readonly rejected: number
  readonly kept: number
  readonly codes: { readonly [C in SendCode]?: number }
  readonly kinds: { readonly [K in Kind]?: number }
}

/** Which messages are looked for; everything that is stated must hold. */
export interface MessageFilter {
  /** Part of the recipient's number, of the `msg_key` or of the code, whichever fits. */
  readonly search?: string
  readonly receiverNumber?: string
  readonly msgKey?: string
  readonly code?: SendCode
  readonly kind?: Kind
  readonly verdict?: 'accepted' | 'rejected'
  /** Newer than this sequence number. */
  readonly after?: number
  readonly offset?: number
  readonly limit?: number
}

export interface MessagePage {
  /** How many messages match. */
  readonly matching: number
  /** The newest first. */
  readonly messages: readonly ReceivedMessage[]
}

/** The newest messages, and counts of all of them. */
export class Inbox {
  readonly #ring: Ring<ReceivedMessage>
  #codes: { [C in SendCode]?: number } = {}
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
    const accepted = this.#codes.C100 ?? 0
    const codes = { ...this.#codes }
    return {
      messages,
      accepted,
      rejected: messages - accepted,
      kept: this.#ring.size,
      codes,
      kinds: { ...this.#kinds },
    }
  }

  countOf(code: SendCode | undefined): number {
    return code === undefined ? this.#ring.last : (this.#codes[code] ?? 0)
  }

  find(filter: MessageFilter): MessagePage {
    const { offset = 0, limit = Number.POSITIVE_INFINITY } = filter
    if (isUnfiltered(filter)) return this.#newest(offset, limit)
    const messages: ReceivedMessage[] = []
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

  /** Without a filter a page is found by its number, however many messages there are. */
  #newest(offset: number, limit: number): MessagePage {
    const messages: ReceivedMessage[] = []
    const { first, last } = this.#ring
    for (let number = last - offset; number >= first && messages.length < limit; number--) {
      const message = this.#ring.get(number)
      if (message) messages.push(message)
    }
    return { matching: this.#ring.size, messages }
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
    (verdict === undefined || (message.code === 'C100') === (verdict === 'accepted')) &&
    (receiverNumber === undefined || message.receiverNumber === receiverNumber) &&
    (msgKey === undefined || message.msgKey === msgKey) &&
    (search === '' ||
      message.receiverNumber.includes(digits) ||
      message.msgKey.toLowerCase().includes(search) ||
      message.code.toLowerCase().includes(search))
}
