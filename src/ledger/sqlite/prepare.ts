import { canonicalJson } from '../../json-text.ts'
import { SeenNumbers } from '../../recipients/seen.ts'
import { checkMayPrepare, normalName, type StoredValue } from '../identity.ts'
import { mayBeLetGo } from '../hold.ts'
import { keyTaken, LedgerError } from '../ledger-error.ts'
import type { Preparation, Prepared } from '../ledger.ts'
import {
  fixedChecksum,
  fixedNames,
  joined,
  type NewSend,
  newSends,
  personalText,
  progressChecksum,
  type SendRow,
} from '../send.ts'
import { mayBeRetried, mayHaveLeftSql, type ReleaseRef, unclaimed } from '../states.ts'
import type { Connection } from './connection.ts'
import { dropLookupIndexes, lookupIndexes, type MainFile } from './main-file.ts'
import { findRelease } from './releases.ts'
import {
  applyChanges,
  insertSealed,
  lastAcceptance,
  letGo,
  moveOpen,
  sealedRows,
  sendsWhere,
  updateSealed,
} from './rows.ts'

interface Copy {
  readonly connection: Connection
  readonly release: ReleaseRef
  readonly preparation: number
  /** By id. */
  readonly messages: ReadonlyMap<string, number>
  readonly rejected: Preparation['rejected']
  readonly acceptedAt: number
  readonly now: number
  readonly done: { added: number; existing: number; retried: number }
  /**
   * Who was copied in for each message, as long as all of them are new and nobody came twice: then nobody has to be looked
   * for. Undefined once somebody has.
   */
  fresh: Map<string, SeenNumbers> | undefined
  /** Whether sends can be looked for. */
  isIndexed: boolean
}

/**
 * Copies templates and recipients into the ledger, in parts of bounded size. A preparation that has no end counts for
 * nothing: no send of its release can be claimed, and the next start takes it back.
 */
export async function prepare(main: MainFile, preparation: Preparation, now: number): Promise<Prepared> {
  const { connection } = main
  const { rejected } = preparation
  const started = main.change(() => start(connection, preparation, now))
  const done = { added: 0, existing: 0, retried: 0 }
  const copy: Copy = { connection, rejected, acceptedAt: lastAcceptance(connection), now, ...started, done }
  for await (const part of newSends(preparation, started.release.name, connection.secret)) {
    main.change(() => {
      if (copy.fresh && hasRepeated(copy.fresh, part)) copy.fresh = undefined
      if (!copy.fresh || done.added + part.length > maxUnindexed) addIndexes(copy)
      for (const group of groupsIn(part)) copyIn(copy, group)
    })
  }
  const total = main.change(() => {
    addIndexes(copy)
    return finish(copy)
  })
  return { ...done, notGiven: total - done.added - done.existing }
}

function start(
  connection: Connection,
  { release: name, templates }: Preparation,
  now: number,
): Pick<Copy, 'preparation' | 'messages' | 'release' | 'fresh' | 'isIndexed'> {
  const normal = normalName(name)
  checkMayPrepare(name, {
    isLost: connection.get('SELECT name FROM lost_release WHERE name = ?', normal) !== undefined,
    releases: sealedRows(connection, 'release', 'WHERE normal_name = ?', normal).length,
  })
  const known = findRelease(connection, name)
  const ref = known ?? {
    release: insertSealed(connection, 'release', { name: normal, normal_name: normal, created_at: now }),
    name: normal,
  }
  const { release } = ref
  const first = Number(connection.get('SELECT coalesce(max(row), 0) + 1 AS first FROM send')?.['first'])
  const preparation = insertSealed(connection, 'preparation', { release, first_row: first, started_at: now })
  const messages = new Map<string, number>()
  let isFresh = true
  for (const template of templates) {
    const { id, digest } = template
    const [same] = sealedRows(connection, 'message', 'WHERE release = ? AND id = ?', release, id)
    // Half of a release would receive one text and half another.
    if (same && same['digest'] !== digest) throw new LedgerError({ type: 'other-template', release: name, id })
    if (same) isFresh = false
    const message = same
      ? Number(same['message'])
      : insertSealed(connection, 'message', { release, preparation, id, digest, template: canonicalJson(template) })
    messages.set(id, message)
  }
  const isIndexed = !(isFresh && first === 1)
  // The first sends of a ledger; an earlier preparation of them may have been broken off.
  connection.exec(isIndexed ? lookupIndexes : dropLookupIndexes)
  connection.cacheFor(isIndexed ? 'any-order' : 'appending')
  return { preparation, messages, release: ref, fresh: isFresh ? new Map() : undefined, isIndexed }
}

/** Adds the recipients of a part to those who are copied in. Returns whether somebody was among them already. */
function hasRepeated(fresh: Map<string, SeenNumbers>, part: readonly NewSend[]): boolean {
  let isRepeated = false
  for (const { id, personal } of part) {
    const seen = fresh.get(id) ?? new SeenNumbers()
    fresh.set(id, seen)
    if (seen.add(personal.number)) isRepeated = true
  }
  return isRepeated
}

/** The engine sorts the keys of an index in memory, which takes about 60 bytes for each. */
const maxUnindexed = 1_000_000

function addIndexes(copy: Copy): void {
  if (copy.isIndexed) return
  copy.connection.exec(lookupIndexes)
  copy.connection.cacheFor('any-order')
  copy.isIndexed = true
}

/** What calling the engine takes is shared by the rows of a statement; more of them gain nothing. */
const sendsAtOnce = 25

/** Parts a part into sends of one message, of which no two have the same recipient or the same key. */
function* groupsIn(part: readonly NewSend[]): Generator<readonly NewSend[]> {
  let group: NewSend[] = []
  const seen = new Set<string>()
  for (const send of part) {
    const { id, recipient, own_key } = send
    const isRepeated = seen.has(recipient) || (own_key !== null && seen.has(own_key))
    if (isRepeated || group.length === sendsAtOnce || (group[0] ?? send).id !== id) {
      yield group
      group = []
      seen.clear()
    }
    group.push(send)
    seen.add(recipient)
    if (own_key !== null) seen.add(own_key)
  }
  if (group.length > 0) yield group
}

const ofRecipients = `WHERE message = ? AND recipient IN (?${', ?'.repeat(sendsAtOnce - 1)})`

/** Copies a group in: whom the ledger holds already is looked for first. */
function copyIn(copy: Copy, group: readonly NewSend[]): void {
  const { connection, messages } = copy
  const message = messages.get(group[0]?.id ?? '') ?? 0
  if (copy.fresh) return addSends(copy, message, group)
  const recipients = Array.from({ length: sendsAtOnce }, (_, index) => group[index]?.recipient ?? null)
  const rows = sendsWhere(connection, ofRecipients, message, ...recipients)
  if (rows.length === 0) return addSends(copy, message, group)
  const known = new Map(rows.map((row) => [row.recipient, row]))
  for (const send of group) {
    const row = known.get(send.recipient)
    if (row) giveAgain(copy, row, send)
  }
  addSends(
    copy,
    message,
    group.filter(({ recipient }) => !known.has(recipient)),
  )
}

/** Gives a send that the ledger holds its recipient back where it is to be tried again, or holds it where it would be. */
function giveAgain(
  { connection, rejected, acceptedAt, done }: Copy,
  known: SendRow,
  { held, personal, recipient }: NewSend,
): void {
  done.existing++
  if (known.personal !== null) return
  const isAgain = rejected === 'retry' && mayBeRetried(known.progress, acceptedAt)
  if (held !== null) {
    // What is held waits, for ever or until its recipient is let go.
    if (isAgain) applyChanges(connection, [{ row: known, progress: { ...known.progress, state: 'deferred', held } }])
    return
  }
  if (!isAgain && !mayBeLetGo(known.progress.held)) return
  // It stays rejected, or held, until the whole preparation has its end.
  const [data] = insertRows(connection, 'personal', [[Buffer.from(personalText(personal, recipient))]])
  connection.run('UPDATE send SET personal = ? WHERE row = ?', data ?? null, known.row)
  done.retried++
}

const inserted = {
  personal: ['data'],
  send: [...fixedNames, 'personal', 'state', 'attempt', 'checksum', 'held'],
} as const

type InsertedTable = keyof typeof inserted

const insertOne = { personal: insertOf('personal', 1), send: insertOf('send', 1) }
const insertMany = { personal: insertOf('personal', sendsAtOnce), send: insertOf('send', sendsAtOnce) }

function insertOf(table: InsertedTable, rows: number): string {
  const names = inserted[table]
  const row = `(?${', ?'.repeat(names.length - 1)})`
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES ${row}${`, ${row}`.repeat(rows - 1)}`
}

/** Adds rows at the end of a table. Returns their numbers. */
function insertRows(
  connection: Connection,
  table: InsertedTable,
  rows: readonly (readonly StoredValue[])[],
): readonly number[] {
  // Statements of other lengths would be as many as there are lengths.
  if (rows.length !== sendsAtOnce) return rows.map((row) => connection.run(insertOne[table], ...row).row)
  const { row: last } = connection.run(insertMany[table], ...rows.flat())
  return rows.map((_, index) => last - rows.length + 1 + index)
}

const takenSql =
  'SELECT release.name FROM send JOIN message USING (message) JOIN release USING (release) ' +
  `WHERE own_key = ? AND (release.release = ? OR (? AND state IN (${mayHaveLeftSql}))) LIMIT 1`

/** Adds sends of a message that the ledger does not hold. */
function addSends(copy: Copy, message: number, sends: readonly NewSend[]): void {
  const { connection, release, preparation, now: prepared_at, done } = copy
  for (const { id, own_key, masked, held } of sends) {
    if (own_key === null) continue
    const taken = connection.get(takenSql, own_key, release.release, held === null ? 1 : 0)
    if (taken) throw keyTaken(release, { id, masked }, String(taken['name']))
  }
  const open = sends.filter(({ held }) => held === null)
  const texts = open.map(({ personal, recipient }) => [Buffer.from(personalText(personal, recipient))])
  const personals = insertRows(connection, 'personal', texts)
  let next = 0
  const rows = sends.map(({ recipient, own_key, masked, ref, person, held }): readonly StoredValue[] => {
    const fixed = { message, preparation, recipient, own_key, masked, ref, person, prepared_at }
    const checksum = joined(fixedChecksum(fixed), held === null ? ofUnclaimed : ofHeld(held))
    const personal = held === null ? (personals[next++] ?? null) : null
    const { state, attempt } = unclaimed
    return [
      message,
      preparation,
      recipient,
      own_key,
      masked,
      ref,
      person,
      prepared_at,
      personal,
      state,
      attempt,
      checksum,
      held,
    ]
  })
  insertRows(connection, 'send', rows)
  done.added += sends.length
}

const ofUnclaimed = progressChecksum(unclaimed)

function ofHeld(held: string): number {
  return progressChecksum({ ...unclaimed, held })
}

/** @returns how many sends the messages have */
function finish({ connection, preparation, messages, now, done }: Copy): number {
  for (const message of messages.values()) {
    moveOpen(connection, message, { from: 'rejected', to: 'deferred' })
    if (done.retried > 0) letGo(connection, message)
  }
  const [row] = sealedRows(connection, 'preparation', 'WHERE preparation = ?', preparation)
  if (row) updateSealed(connection, 'preparation', { row, changes: { finished_at: now } })
  const count = 'SELECT count(*) AS sends FROM send WHERE message = ?'
  return [...messages.values()].reduce((sum, message) => sum + Number(connection.get(count, message)?.['sends']), 0)
}
