import { createHmac } from 'node:crypto'

/** What makes a send the same send on every attempt. */
export interface SendIdentity {
  readonly id: string
  readonly release: string
  /** Digits alone. */
  readonly number: string
}

/** 18 bytes. */
const hashCharacters = 24
const keyForm = new RegExp(`^ft-([\\w-]{${hashCharacters}})$`)

/**
 * The keyed hash of a send, in base64url. Without the ledger's secret nobody can try numbers until one fits; whoever has the ledger
 * can, so the file is to be kept like the recipients are.
 */
export function hashOf(secret: Uint8Array, { id, release, number }: SendIdentity): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, release, number]))
    .digest('base64url')
    .slice(0, hashCharacters)
}

/** The `msg_key` of a send: 27 characters, no personal data, the same on every attempt. */
export function keyOf(hash: string): string {
  return `ft-${hash}`
}

/** The hash that a `msg_key` was made from; undefined for a key that was made otherwise. */
export function hashInKey(key: string): string | undefined {
  return keyForm.exec(key)?.[1]
}
