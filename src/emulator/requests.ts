import type { Kind, Upload } from '../contract/kinds.ts'
import type { AppliedFault } from './faults.ts'
import { Ring } from './ring.ts'

/** What a request asked for: a send of a kind, or an upload. */
export type Operation =
  | { readonly type: 'send'; readonly kind: Kind }
  | { readonly type: 'upload'; readonly upload: Upload }
  | { readonly type: 'other' }

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
  /** The request-level code, or `C100` where there are results. */
  readonly code?: string
  /** Why the whole request was refused. */
  readonly description?: string
  readonly faults: readonly AppliedFault[]
}

/** The parts of a request that become known while it is worked on. */
export type OpenRequest = { -readonly [K in keyof ReceivedRequest]: ReceivedRequest[K] }

/** The newest requests. */
export class RequestLog {
  readonly #ring: Ring<OpenRequest>

  constructor(capacity: number) {
    this.#ring = new Ring(capacity)
  }

  get count(): number {
    return this.#ring.last
  }

  open(request: Omit<OpenRequest, 'number'>): OpenRequest {
    const opened = request as OpenRequest
    opened.number = this.#ring.last + 1
    this.#ring.add(opened)
    return opened
  }

  get(number: number): ReceivedRequest | undefined {
    return this.#ring.get(number)
  }

  /** The oldest first. */
  all(): readonly ReceivedRequest[] {
    return [...this.#ring.newest()].toReversed()
  }

  clear(): void {
    this.#ring.clear()
  }
}
