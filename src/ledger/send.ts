import { setImmediate as ioTurn } from 'node:timers/promises'
import { holdText } from './hold.ts'
import { crc32 } from 'node:zlib'
import { maskNumber, normalizeMobileNumber } from '../recipients/number.ts'
import { checksumDigits, hashOf, keyOf, personHash, textChecksum } from './identity.ts'
import { corrupt } from './ledger-error.ts'
import type { DecisionRecord, Preparation, SendRecord } from './ledger.ts'
import type { SendDelivery } from './results.ts'
import { isSame, type Personal, progressNames, type SendProgress } from './states.ts'

/** A send as it is stored, checked against its checksum. */
export interface SendRow {
  readonly row: number
  readonly message: number
  readonly preparation: number
  /** Its keyed hash. */
  readonly recipient: string
  readonly own_key: string | null
  readonly masked: string
  /** The caller's own word for the recipient. */
  readonly ref: string | null
  /** The keyed hash by which advertising messages to the same person are known; null for others. */
  readonly person: string | null
  readonly prepared_at: number
  /** The number of its personal data, until they are erased. */
  readonly personal: number | null
  readonly progress: SendProgress
}

/** A send as it is stored, and its personal data with their checksum; null once they are erased. */
export interface StoredSend {
  readonly send: SendRow
  readonly data: string | null
}

/** The columns of a send that stay as they were prepared. */
export const fixedNames = [
  'message',
  'preparation',
  'recipient',
  'own_key',
  'masked',
  'ref',
  'person',
  'prepared_at',
] as const

/** The columns of a send. */
export const sendNames = ['row', ...fixedNames, 'personal', ...progressNames, 'checksum'] as const

/** Returns the checksum of a send: of what stays, and of its progress. Personal data are guarded by their own. */
export function checksumOf(row: Omit<SendRow, 'row' | 'personal'>): number {
  return joined(fixedChecksum(row), progressChecksum(row.progress))
}

/**
 * Returns the part of a send's checksum that changes with it. It joins the part that stays by exclusive or: so one
 * statement can take many rows from one progress to another, without reading them.
 */
export function progressChecksum(progress: SendProgress): number {
  const { state, attempt, code, description, claimed_at, settled_at, held } = progress
  // Those of ledgers of version 3 stay what they are.
  const ifHeld = held === null ? [] : [held]
  return crc32(JSON.stringify([state, attempt, code, description, claimed_at, settled_at, ...ifHeld]))
}

/** Joins two checksums, or takes one of two out again. */
export function joined(one: number, other: number): number {
  return (one ^ other) >>> 0
}

/** Returns the part of a send's checksum that stays. */
export function fixedChecksum(row: Omit<SendRow, 'row' | 'personal' | 'progress'>): number {
  // Texts that may hold anything come last, and none of them holds NUL.
  const { recipient, message, preparation, prepared_at, masked, own_key, ref, person } = row
  const first = `${recipient} ${message} ${preparation} ${prepared_at} ${masked} ${own_key ?? ''}`
  // Those of ledgers of version 3 stay what they are.
  return crc32(ref === null && person === null ? first : `${first}\0${person ?? ''}\0${ref ?? ''}`)
}

/** A progress with its part of the checksum: rows that follow each other are mostly as far as each other. */
export interface KnownProgress {
  readonly progress: SendProgress
  readonly checksum: number
}

export function knownProgress(progress: SendProgress): KnownProgress {
  return { progress, checksum: progressChecksum(progress) }
}

/**
 * @param ofProgress the part of the checksum that is the progress's
 * @throws LedgerError `corrupt` for a send that is not what was written
 */
export function checkSend(
  send: SendRow,
  { checksum, ofProgress, path }: { readonly checksum: number; readonly ofProgress: number; readonly path: string },
): void {
  if (joined(fixedChecksum(send), ofProgress) !== checksum) throw corrupt(path, `send ${send.row}`)
}

/**
 * Makes sends of the columns that were read, one after the other.
 *
 * @returns a function that throws LedgerError `corrupt` for a send that is not what was written
 */
export function sendReader(path: string): (columns: object) => SendRow {
  let known: KnownProgress | undefined
  return (data) => {
    const columns = data as Omit<SendRow, 'progress'> & SendProgress & { readonly checksum: number }
    if (known === undefined || !isSame(known.progress, columns)) {
      const { state, attempt, code, description, claimed_at, settled_at, held } = columns
      known = knownProgress({ state, attempt, code, description, claimed_at, settled_at, held })
    }
    const { row, message, preparation, recipient, own_key, masked, ref, person, prepared_at, personal, checksum } =
      columns
    const { progress, checksum: ofProgress } = known
    const fixed = { message, preparation, recipient, own_key, masked, ref, person, prepared_at }
    const send = { row, ...fixed, personal, progress }
    checkSend(send, { checksum, ofProgress, path })
    return send
  }
}

/** Returns the `msg_key` of a send. */
export function keyOfSend({ own_key: ownKey, recipient }: SendRow): string {
  return ownKey ?? keyOf(recipient)
}

/** Returns a send as it may be shown; `id` is its message's. */
export function recordOf(row: SendRow, id: string, delivery?: SendDelivery): SendRecord {
  const { state, attempt, code, description, claimed_at, settled_at } = row.progress
  return {
    id,
    key: keyOfSend(row),
    masked: row.masked,
    ...(row.ref !== null && { ref: row.ref }),
    state,
    attempt,
    ...(code !== null && { code }),
    ...(description !== null && { description }),
    preparedAt: row.prepared_at,
    ...(claimed_at !== null && { claimedAt: claimed_at }),
    ...(settled_at !== null && { settledAt: settled_at }),
    ...(delivery && { delivery }),
  }
}

/** Returns a decision of its columns. One without a person is a delivery result's. */
export function decisionRecord(key: string, columns: Readonly<Record<string, unknown>>): DecisionRecord {
  const who = String(columns['who'])
  const verdict = who === '' ? 'result' : (columns['verdict'] as DecisionRecord['verdict'])
  return { key, verdict, who, reason: String(columns['reason']), at: Number(columns['at']) }
}

/** Returns personal data as they are stored, with a checksum that fits no other recipient. */
export function personalText({ number, values }: Personal, recipient: string): string {
  const text = JSON.stringify([number, values])
  return textChecksum(`${recipient} ${text}`) + text
}

/** @throws LedgerError `corrupt` for personal data that are not what was written, or of somebody else */
export function personalIn({ row, recipient }: SendRow, data: string, path: string): Personal {
  const text = data.slice(checksumDigits)
  if (data.slice(0, checksumDigits) !== textChecksum(`${recipient} ${text}`)) {
    throw corrupt(path, `personal data of send ${row}`)
  }
  const [number, values] = JSON.parse(text) as [string, Readonly<Record<string, string>>]
  return { number, values }
}

/** Returns the number in personal data as they are stored. They are checked when they are claimed. */
export function numberIn(data: string): string {
  const start = checksumDigits + '["'.length
  return data.slice(start, data.indexOf('"', start))
}

/** A recipient of a preparation who is to be recorded. */
export interface NewSend {
  readonly id: string
  /** Keyed hash of the recipient. */
  readonly recipient: string
  readonly own_key: string | null
  readonly masked: string
  readonly ref: string | null
  readonly person: string | null
  readonly personal: Personal
  /** Why it is not sent; null for what is. */
  readonly held: string | null
}

/** Few flushes of the disk, and yet bounded memory. */
const sendsPerPart = 5_000

/** What is done with so many sends takes about as long as a disk or a server can be kept waiting. */
const sendsPerTurn = 250

/** Goes through sends, and lets what has arrived and what is to be written have its turn again and again. */
export async function* inTurns<T>(sends: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < sends.length; from += sendsPerTurn) {
    yield sends.slice(from, from + sendsPerTurn)
    await ioTurn()
  }
}

/**
 * Reads the recipients of a preparation, in parts that are recorded at once.
 *
 * @param release the name that its keys are made of
 */
export async function* newSends(
  { templates, recipients }: Pick<Preparation, 'templates' | 'recipients'>,
  release: string,
  secret: Uint8Array,
): AsyncGenerator<readonly NewSend[]> {
  const ids = new Set(templates.map(({ id }) => id))
  const ads = new Set(templates.filter(({ payload }) => payload.ad_flag === 'Y').map(({ id }) => id))
  let part: NewSend[] = []
  for await (const batch of recipients) {
    const { id } = batch
    if (!ids.has(id)) throw new Error(`The recipients of ${id} came without its template.`)
    for await (const some of inTurns(batch.recipients))
      for (const { number, key, ref, values, hold } of some) {
        // Another spelling of a number would be another recipient, and receive the message a second time.
        if (normalizeMobileNumber(number) !== number) throw new Error('A number is not in the normal form.')
        if (key?.trim() === '') throw new Error('A msg_key is blank.')
        const recipient = hashOf(secret, { id, release, number })
        const personal = { number, values: Object.fromEntries(values) }
        part.push({
          id,
          recipient,
          own_key: key ?? null,
          masked: maskNumber(number),
          ref: ref ?? null,
          person: ads.has(id) ? personHash(secret, number) : null,
          personal,
          held: hold === undefined ? null : holdText(hold),
        })
        if (part.length < sendsPerPart) continue
        yield part
        part = []
      }
  }
  yield part
}
