import { createHash } from 'node:crypto'
import type { Recipient } from './recipient.ts'

/** The hash of recipients in their order: of what is sent to whom, and nothing about the file it came from. */
export class RecipientDigest {
  readonly #hash = createHash('sha256')
  readonly #names: readonly string[]

  /** @param names the variables that the recipients may have values of, in any order */
  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)].toSorted()
    this.#hash.update(`${JSON.stringify(this.#names)}\n`)
  }

  add(recipients: readonly Recipient[]): void {
    if (recipients.length === 0) return
    const lines = recipients.map(({ receiver_number, msg_key, values }) =>
      JSON.stringify([receiver_number, msg_key ?? null, ...this.#names.map((name) => values.get(name) ?? null)]),
    )
    this.#hash.update(`${lines.join('\n')}\n`)
  }

  /** `sha256:` and the hash. Nothing can be added after it. */
  end(): string {
    return `sha256:${this.#hash.digest('hex')}`
  }
}
