import { createHmac, hash as digestOf } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { normalizeName } from '../contract/text.ts'
import { LedgerError } from './ledger-error.ts'

/** What a ledger says about itself. */
export interface LedgerIdentity {
  readonly version: number
  readonly lineage: string
  readonly target: string
  /** Key of the hashes and seals. */
  readonly secret: Uint8Array
}

/** What a ledger must be to be used. */
export interface ExpectedIdentity {
  readonly target: string
  /** The lineage that a plan was made with; any when absent. */
  readonly lineage?: string
}

/** @throws LedgerError for another ledger than expected */
export function checkIdentity(
  { target, lineage }: Pick<LedgerIdentity, 'target' | 'lineage'>,
  expected: ExpectedIdentity,
  path: string,
): void {
  if (target !== expected.target) {
    throw new LedgerError({ type: 'other-target', path, expected: expected.target, actual: target })
  }
  if (expected.lineage !== undefined && lineage !== expected.lineage) {
    throw new LedgerError({ type: 'other-lineage', path, expected: expected.lineage, actual: lineage })
  }
}

/** Returns the seal of all that a ledger says about itself, by its own secret. */
export function identitySeal(values: ReadonlyMap<string, StoredValue>): string {
  const secret = values.get('secret')
  if (!(secret instanceof Uint8Array)) return ''
  const texts = [...values]
    .filter(([name]) => name !== 'secret' && name !== 'seal')
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted((x, y) => (x < y ? -1 : 1))
  return sealOf(secret, 'meta', texts)
}

/** Returns the seal of a ledger that says nothing else about itself. */
export function sealOfIdentity({ lineage, target, secret }: LedgerIdentity): string {
  return identitySeal(
    new Map<string, StoredValue>([
      ['lineage', lineage],
      ['target', target],
      ['secret', secret],
    ]),
  )
}

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
 * Returns the keyed hash of a send, in base64url. Without the ledger's secret nobody can try numbers until one fits;
 * whoever has the ledger can, so it is to be kept like the recipients are.
 */
export function hashOf(secret: Uint8Array, { id, release, number }: SendIdentity): string {
  return keyed(secret, [id, release, number]).slice(0, hashCharacters)
}

/** 9 bytes: of ten million people no two are likely to have the same. */
const personCharacters = 12

/**
 * Returns the keyed hash of a person, which is the same in all releases of a ledger, in base64url.
 *
 * @param number digits alone
 */
export function personHash(secret: Uint8Array, number: string): string {
  return keyed(secret, ['person', number]).slice(0, personCharacters)
}

/** Returns the `msg_key` of a send: 27 characters, no personal data, the same on every attempt. */
export function keyOf(hash: string): string {
  return `ft-${hash}`
}

/** Returns the hash that a `msg_key` was made from; undefined for a key that was made otherwise. */
export function hashInKey(key: string): string | undefined {
  return keyForm.exec(key)?.[1]
}

/** What a column holds. */
export type StoredValue = string | number | null | Uint8Array

/** The tables whose rows have a seal, and the columns that it is of; the first one is the row's number. */
export const sealedColumns = {
  release: ['release', 'name', 'normal_name', 'created_at'],
  preparation: ['preparation', 'release', 'first_row', 'started_at', 'finished_at'],
  message: ['message', 'release', 'preparation', 'id', 'digest', 'template'],
  decision: ['decision', 'row', 'verdict', 'who', 'reason', 'at'],
  image: ['image', 'sha256', 'operation', 'account', 'url', 'uploaded_at'],
  plan: ['plan', 'digest', 'release', 'used_at', 'text'],
} as const

export type SealedTable = keyof typeof sealedColumns

/** 12 bytes. */
const sealCharacters = 16

/**
 * Returns a keyed checksum of a row: of what stands in it, and of the table that it stands in. A text, a URL or a name
 * that was changed where it is stored does not fit it.
 */
export function sealOf(secret: Uint8Array, table: string, values: readonly StoredValue[]): string {
  return keyed(secret, [table, ...values]).slice(0, sealCharacters)
}

/** HMAC-SHA-256 (RFC 2104) in base64url, as `createHmac` has it: of short texts without an object for each of millions. */
function keyed(secret: Uint8Array, values: readonly StoredValue[]): string {
  const text = JSON.stringify(values)
  const isLong = text.length > longestShort || secret.length > blockBytes
  if (isLong) return createHmac('sha256', secret).update(text).digest('base64url')
  const { inner, outer } = padded(secret)
  const end = blockBytes + inner.write(text, blockBytes)
  outer.write(digestOf('sha256', inner.subarray(0, end), 'binary'), blockBytes, 'binary')
  return digestOf('sha256', outer, 'base64url')
}

/** Of SHA-256. */
const [blockBytes, hashBytes] = [64, 32]
/** In UTF-16 units, of which none takes more than three bytes. */
const longestShort = 300

interface Padded {
  readonly inner: Buffer
  readonly outer: Buffer
}

const paddedSecrets = new WeakMap<Uint8Array, Padded>()

/** What is hashed first and last, with room behind the secret. */
function padded(secret: Uint8Array): Padded {
  const known = paddedSecrets.get(secret)
  if (known) return known
  const made = { inner: Buffer.alloc(blockBytes + 3 * longestShort), outer: Buffer.alloc(blockBytes + hashBytes) }
  for (let at = 0; at < blockBytes; at++) {
    made.inner[at] = 0x36 ^ (secret[at] ?? 0)
    made.outer[at] = 0x5c ^ (secret[at] ?? 0)
  }
  paddedSecrets.set(secret, made)
  return made
}

export const checksumDigits = 8

/** Returns a checksum of a text as hexadecimal digits. It notices damage, not changes that somebody meant. */
export function textChecksum(text: string, seed = 0): string {
  return crc32(text, seed).toString(16).padStart(checksumDigits, '0')
}

/** Returns the normal form of a name, or the name itself where an older friendtalk took one that has none. */
export function normalName(name: string): string {
  return normalizeName(name) ?? name
}

/**
 * @param found `releases` have the normal form of the name; `isLost` says whether one was begun in a copy that is lost
 * @throws LedgerError for a name that no release can be prepared under
 */
export function checkMayPrepare(
  name: string,
  { releases, isLost }: { readonly releases: number; readonly isLost: boolean },
): void {
  const release = normalName(name)
  if (isLost) throw new LedgerError({ type: 'lost-release', release })
  // Whom to add would be open.
  if (releases > 1) throw new LedgerError({ type: 'ambiguous-release', release })
}
