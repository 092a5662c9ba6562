import { canonicalJson } from '../../json-text.ts'
import { maskNumber } from '../../recipients/number.ts'
import { checkMayPrepare, hashOf, keyOf, normalName, personHash } from '../identity.ts'
import { corrupt, LedgerError } from '../ledger-error.ts'
import { checksumOf, type SendRow } from '../send.ts'
import { noPersonalText, noPreparation, type SingleOf, type SingleSend } from '../single.ts'
import { isOver, unclaimed } from '../states.ts'
import type { AddedRecord } from './claim-log.ts'
import type { Connection } from './connection.ts'
import { isSingle } from './releases.ts'
import { sealedRows, type SendChange, sendsWhere, writeSealed } from './rows.ts'

/** A release by the name that its keys are made of. */
interface KnownRelease {
  readonly release: number
  readonly name: string
}

interface KnownMessage {
  readonly message: number
  readonly digest: string
}

/** A single send as it is known: the row is absent for one that was never asked for. */
export interface FoundSingle {
  readonly key: string
  readonly row?: SendRow
  readonly message?: KnownMessage
}

/**
 * Single sends that stand in the claim log, and not yet in the tables, with their releases and messages. The log is on the
 * disk with one flush; a change of the main file takes several, for which nobody who asks for a message is to wait.
 */
export class AddedSends {
  readonly #connection: Connection
  /** By normal name. */
  readonly #releases = new Map<string, KnownRelease>()
  /** By release and id. */
  readonly #messages = new Map<string, KnownMessage>()
  /** By keyed hash. */
  readonly #sends = new Map<string, SendRow>()
  #records: AddedRecord[] = []
  /** Digests of the templates that stand in the log. */
  readonly #inLog = new Set<string>()
  #next: { release: number; message: number; row: number } | undefined
  /** Releases of the time before names were normalised, by normal name. */
  #irregular: ReadonlyMap<string, KnownRelease> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** How many records the tables do not have. */
  get size(): number {
    return this.#records.length
  }

  /** Looks a send up. */
  find({ release, id, number }: SingleOf): FoundSingle {
    const known = this.#releaseOf(release)
    const name = known?.name ?? normalName(release)
    const recipient = hashOf(this.#connection.secret, { id, release: name, number })
    const key = keyOf(recipient)
    const message = known && this.#messageOf(known.release, id)
    if (message === undefined) return { key }
    const row =
      this.#sends.get(recipient) ??
      sendsWhere(this.#connection, 'WHERE message = ? AND recipient = ?', message.message, recipient)[0]
    return { key, message, ...(row && { row }) }
  }

  /**
   * Adds a send that is not there.
   *
   * @returns its row and what the log has to say of it
   * @throws LedgerError where the release cannot take it
   */
  add(send: SingleSend, now: number): { readonly row: SendRow; readonly records: readonly AddedRecord[] } {
    const { id, release: name, number, template, ref } = send
    const { secret } = this.#connection
    const records: AddedRecord[] = []
    const next = (this.#next ??= this.#numbers())
    const known = this.#releaseOf(name)
    this.#refuse(name, known)
    const release = known ?? { release: next.release++, name: normalName(name) }
    if (!known) records.push(['release', now, release.release, release.name])
    const same = this.#messageOf(release.release, id)
    if (same && same.digest !== template.digest) throw new LedgerError({ type: 'other-template', release: name, id })
    const message = same ?? { message: next.message++, digest: template.digest }
    if (!same) {
      const text = this.#inLog.has(template.digest) ? null : canonicalJson(template)
      records.push(['message', now, message.message, release.release, id, template.digest, text])
    }
    const recipient = hashOf(secret, { id, release: release.name, number })
    const person = template.payload.ad_flag === 'Y' ? personHash(secret, number) : null
    const row = next.row++
    const record: AddedRecord = ['added', now, row, message.message, recipient, maskNumber(number), ref ?? null, person]
    records.push(record)
    this.#releases.set(release.name, release)
    this.#messages.set(messageKey(release.release, id), message)
    this.#inLog.add(template.digest)
    const added = rowOf(record)
    this.#sends.set(recipient, added)
    this.#records.push(...records)
    return { row: added, records }
  }

  /**
   * Brings the tables up to date. Within a transaction.
   *
   * @returns the rows that were added, by their numbers
   */
  follow(): ReadonlyMap<number, SendRow> {
    return insertAdded(this.#connection, this.#records)
  }

  /** The tables have everything. */
  followed(): void {
    this.#records = []
    this.#releases.clear()
    this.#messages.clear()
    this.#sends.clear()
    this.#next = undefined
  }

  /** Another log has begun. */
  forgetLog(): void {
    this.#inLog.clear()
  }

  #numbers(): { release: number; message: number; row: number } {
    const after = (table: string, column: string): number =>
      Number(this.#connection.get(`SELECT coalesce(max(${column}), 0) + 1 AS next FROM ${table}`)?.['next'])
    return { release: after('release', 'release'), message: after('message', 'message'), row: after('send', 'row') }
  }

  #refuse(name: string, known: KnownRelease | undefined): void {
    const normal = normalName(name)
    if (known && this.#releases.has(normal)) return
    const lost = this.#connection.get('SELECT 1 AS one FROM lost_release WHERE name = ?', normal)
    checkMayPrepare(name, { isLost: lost !== undefined, releases: 0 })
    if (known && !isSingle(this.#connection, known.release)) {
      throw new LedgerError({ type: 'batch-release', release: normal })
    }
  }

  /** By an index: the table has a release for each send of a program that names them so. */
  #releaseOf(given: string): KnownRelease | undefined {
    const normal = normalName(given)
    const added = this.#releases.get(normal)
    if (added) return added
    const [row] = sealedRows(this.#connection, 'release', 'WHERE name = ?', normal)
    if (row?.['normal_name'] === normal) return { release: Number(row['release']), name: normal }
    this.#irregular ??= new Map(
      sealedRows(this.#connection, 'release', 'WHERE name <> normal_name ORDER BY release DESC').map((one) => [
        String(one['normal_name']),
        { release: Number(one['release']), name: String(one['name']) },
      ]),
    )
    return this.#irregular.get(normal)
  }

  #messageOf(release: number, id: string): KnownMessage | undefined {
    const added = this.#messages.get(messageKey(release, id))
    if (added) return added
    const [row] = sealedRows(this.#connection, 'message', 'WHERE release = ? AND id = ?', release, id)
    return row && { message: Number(row['message']), digest: String(row['digest']) }
  }
}

function messageKey(release: number, id: string): string {
  return `${release} ${id}`
}

function rowOf(record: Extract<AddedRecord, readonly ['added', ...unknown[]]>): SendRow {
  const [, prepared_at, row, message, recipient, masked, ref, person] = record
  const fixed = { message, preparation: noPreparation, recipient, own_key: null, masked, ref, person, prepared_at }
  return { row, ...fixed, personal: null, progress: unclaimed }
}

/**
 * Adds to the tables what single sends added to the log; what is there already stays as it is. Within a transaction.
 *
 * @returns the rows that were added, by their numbers
 * @throws LedgerError `corrupt` for a message whose template is nowhere
 */
export function insertAdded(connection: Connection, records: readonly AddedRecord[]): ReadonlyMap<number, SendRow> {
  const texts = new Map<string, string>()
  const added = new Map<number, SendRow>()
  for (const record of records) {
    switch (record[0]) {
      case 'release': {
        const [, created_at, release, name] = record
        writeSealed(connection, 'release', { release, name, normal_name: name, created_at })
        break
      }
      case 'message': {
        const [, , message, release, id, digest, text] = record
        const template = text ?? texts.get(digest) ?? storedTemplate(connection, digest)
        texts.set(digest, template)
        writeSealed(connection, 'message', { message, release, preparation: noPreparation, id, digest, template })
        break
      }
      case 'added': {
        const row = rowOf(record)
        if (connection.get('SELECT 1 AS one FROM send WHERE row = ?', row.row) === undefined) {
          added.set(row.row, insertSend(connection, row))
        }
      }
    }
  }
  return added
}

/** The newest one: it was written a moment ago. */
function storedTemplate(connection: Connection, digest: string): string {
  const [row] = sealedRows(connection, 'message', 'WHERE digest = ? ORDER BY message DESC LIMIT 1', digest)
  if (row === undefined) throw corrupt(connection.path, `template ${digest}`)
  return String(row['template'])
}

function insertSend(connection: Connection, send: SendRow): SendRow {
  const { progress, row, message, preparation, recipient, own_key, masked, ref, person, prepared_at } = send
  const personal = insertNoPersonal(connection, recipient)
  connection.run(
    'INSERT INTO send (row, message, preparation, recipient, own_key, masked, ref, person, prepared_at, personal, ' +
      'state, attempt, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    row,
    message,
    preparation,
    recipient,
    own_key,
    masked,
    ref,
    person,
    prepared_at,
    personal,
    progress.state,
    progress.attempt,
    checksumOf(send),
  )
  return { ...send, personal }
}

function insertNoPersonal(connection: Connection, recipient: string): number {
  return connection.run('INSERT INTO personal (data) VALUES (?)', Buffer.from(noPersonalText(recipient))).row
}

/** Returns a change of a send as it stands in the tables, where it was added to them. */
export function changeOf(change: SendChange, added: ReadonlyMap<number, SendRow>): SendChange {
  const row = added.get(change.row.row)
  return row === undefined ? change : { ...change, row }
}

/** What a moved ledger holds of a send without personal data, which the table wants as long as it is open. */
export function personalIfOpen(connection: Connection, send: Pick<SendRow, 'recipient' | 'progress'>): number | null {
  return isOver(send.progress) ? null : insertNoPersonal(connection, send.recipient)
}
