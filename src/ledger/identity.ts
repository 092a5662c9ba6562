import { createHmac } from 'node:crypto'

/** What makes a send the same send on every attempt. */
export interface SendIdentity {
  readonly id: string
  readonly release: string
  /** Digits alone. */
  readonly number: string
}

const hashBytes = 18
const keyForm = /^ft-([\w-]{24})$/

/**
 * The keyed hash of a send. Without the ledger's secret nobody can try numbers until one fits; whoever has the ledger
 * can, so the file is to be kept like the recipients are.
 */
export function hashOf(secret: Uint8Array, { id, release, number }: SendIdentity): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, release, number]))
    .digest()
    .subarray(0, hashBytes)
}

/** The `msg_key` of a send: 27 characters, no personal data, the same on every attempt. */
export function keyOf(hash: Uint8Array): string {
  return `ft-${Buffer.from(hash).toString('base64url')}`
}

/** The hash that a `msg_key` was made from; undefined for a key that was made otherwise. */
export function hashInKey(key: string): Buffer | undefined {
  const [, text] = keyForm.exec(key) ?? []
  return text === undefined ? undefined : Buffer.from(text, 'base64url')
}
