import { canonicalJson } from '../../json-text.ts'
import { maskNumber, normalizeMobileNumber } from '../../recipients/number.ts'
import { hashOf } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { LedgerRecipient, Preparation, Prepared } from '../ledger.ts'
import type { Connection, SqlRow } from './connection.ts'
import type { MainFile } from './main-file.ts'
import { checkMayPrepare, findRelease, messagesOf, moveOpen, normalName, type ReleaseRef } from './sends.ts'
import {
  checksumOf,
  insertPersonal,
  insertSealed,
  sealedRows,
  sendColumns,
  sendRow,
  unclaimed,
  updateSealed,
} from './rows.ts'

/** Few flushes of the disk, and yet a bounded log. */
const rowsPerCommit = 5_000

interface Copy {
  readonly connection: Connection
  readonly release: ReleaseRef
  readonly preparation: number
  /** By id. */
  readonly messages: ReadonlyMap<string, number>
  readonly rejected: Preparation['rejected']
  readonly now: number
  readonly done: { added: number; existing: number; retried: number }
}

/**
 * Copies templates and recipients into the ledger, in parts of bounded size. A preparation that has no end counts for
 * nothing: no send of its release can be claimed, and the next start takes it back.
 */
export async function prepare(
  main: MainFile,
  { release, templates, recipients, rejected }: Preparation,
  now: number,
): Promise<Prepared> {
  const { connection } = main
  const started = main.change(() => start(connection, { release, templates, now }))
  const copy: Copy = {
    connection,
    rejected,
    now,
    ...started,
    done: { added: 0, existing: 0, retried: 0 },
  }
  let waiting: { readonly id: string; readonly recipient: LedgerRecipient }[] = []
  const write = (): void => {
    main.change(() => {
      for (const { id, recipient } of waiting) copyIn(copy, id, recipient)
    })
    waiting = []
  }
  for await (const batch of recipients) {
    for (const recipient of batch.recipients) {
      waiting.push({ id: batch.id, recipient })
      if (waiting.length >= rowsPerCommit) write()
    }
  }
  write()
  const total = main.change(() => finish(copy))
  return { ...copy.done, notGiven: total - copy.done.added - copy.done.existing }
}

function start(
  connection: Connection,
  { release: name, templates, now }: Pick<Preparation, 'release' | 'templates'> & { readonly now: number },
): Pick<Copy, 'preparation' | 'messages' | 'release'> {
  checkMayPrepare(connection, name)
  const ref = findRelease(connection, name) ?? insertRelease(connection, name, now)
  const { release } = ref
  const first = Number(connection.get('SELECT coalesce(max(row), 0) + 1 AS first FROM send')?.['first'])
  const preparation = insertSealed(connection, 'preparation', { release, first_row: first, started_at: now })
  const messages = new Map<string, number>()
  for (const template of templates) {
    const { id, digest } = template
    const [known] = sealedRows(connection, 'message', 'WHERE release = ? AND id = ?', release, id)
    // Half of a release would receive one text and half another.
    if (known && known['digest'] !== digest) throw new LedgerError({ type: 'other-template', release: name, id })
    const message = known
      ? Number(known['message'])
      : insertSealed(connection, 'message', { release, preparation, id, digest, template: canonicalJson(template) })
    messages.set(id, message)
  }
  return { preparation, messages, release: ref }
}

function insertRelease(connection: Connection, given: string, now: number): ReleaseRef {
  const name = normalName(given)
  return { release: insertSealed(connection, 'release', { name, normal_name: name, created_at: now }), name }
}

function copyIn(copy: Copy, id: string, recipient: LedgerRecipient): void {
  const { connection, release, messages, preparation, done } = copy
  const { number, key, values } = recipient
  const message = messages.get(id)
  if (message === undefined) throw new Error(`The recipients of ${id} came without its template.`)
  // Another spelling of a number would be another recipient, and receive the message a second time.
  if (normalizeMobileNumber(number) !== number) throw new Error('A number is not in the normal form.')
  if (key?.trim() === '') throw new Error('A msg_key is blank.')
  const hash = hashOf(connection.secret, { id, release: release.name, number })
  const known = connection.get(`SELECT ${sendColumns} FROM send WHERE message = ? AND recipient = ?`, message, hash)
  const personal = { number, values: Object.fromEntries(values) }
  if (known) {
    done.existing++
    const row = sendRow(known, connection.path)
    if (copy.rejected === 'keep' || row.progress.state !== 'rejected' || row.personal !== null) return
    // It stays rejected until the whole preparation has its end.
    const data = insertPersonal(connection, hash, personal)
    connection.run('UPDATE send SET personal = ? WHERE row = ?', data, row.row)
    done.retried++
    return
  }
  const masked = maskNumber(number)
  if (key !== undefined) {
    // The service is to tell the messages of a release apart by it.
    const sql = 'SELECT row FROM send JOIN message USING (message) WHERE own_key = ? AND message.release = ?'
    const taken = connection.get(sql, key, release.release)
    if (taken) throw new LedgerError({ type: 'key-taken', release: release.name, id, masked })
  }
  const fixed = { message, preparation, recipient: hash, own_key: key ?? null, masked, prepared_at: copy.now }
  connection.run(
    'INSERT INTO send (message, preparation, recipient, own_key, masked, prepared_at, personal, state, attempt, checksum) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    message,
    preparation,
    hash,
    fixed.own_key,
    masked,
    fixed.prepared_at,
    insertPersonal(connection, hash, personal),
    unclaimed.state,
    unclaimed.attempt,
    checksumOf({ ...fixed, progress: unclaimed }),
  )
  done.added++
}

/** @returns how many sends the messages have */
function finish({ connection, preparation, messages, now }: Copy): number {
  for (const message of messages.values()) moveOpen(connection, message, { from: 'rejected', to: 'deferred' })
  const [row] = sealedRows(connection, 'preparation', 'WHERE preparation = ?', preparation)
  if (row) updateSealed(connection, 'preparation', { row, changes: { finished_at: now } })
  const count = 'SELECT count(*) AS sends FROM send WHERE message = ?'
  return [...messages.values()].reduce((sum, message) => sum + Number(connection.get(count, message)?.['sends']), 0)
}

/** Preparations that were broken off. */
export function unfinishedPreparations(connection: Connection): readonly SqlRow[] {
  return sealedRows(connection, 'preparation', 'WHERE finished_at IS NULL')
}

/** Takes back what preparations without an end had copied. None of it was ever sent. */
export function takeBackUnfinished(connection: Connection): void {
  for (const { preparation = 0, release = 0, first_row: first = 0 } of unfinishedPreparations(connection)) {
    // Rejected sends lose the recipients that they had back.
    for (const { message } of messagesOf(connection, Number(release))) {
      moveOpen(connection, message, { from: 'rejected', to: 'rejected' })
    }
    connection.run(
      'UPDATE personal SET data = zeroblob(length(data)) WHERE personal IN ' +
        '(SELECT personal FROM send WHERE row >= ? AND preparation = ?)',
      first,
      preparation,
    )
    connection.run('DELETE FROM send WHERE row >= ? AND preparation = ?', first, preparation)
    connection.run('DELETE FROM message WHERE preparation = ?', preparation)
    connection.run('DELETE FROM preparation WHERE preparation = ?', preparation)
    const rest = connection.get('SELECT 1 AS one FROM preparation WHERE release = ?', release)
    if (!rest) connection.run('DELETE FROM release WHERE release = ?', release)
  }
}
