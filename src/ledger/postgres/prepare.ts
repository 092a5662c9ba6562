import { canonicalJson } from '../../json-text.ts'
import { checkMayPrepare, normalName } from '../identity.ts'
import { mayBeLetGo } from '../hold.ts'
import { keyTaken, LedgerError } from '../ledger-error.ts'
import type { Preparation, Prepared } from '../ledger.ts'
import { fixedChecksum, inTurns, type NewSend, newSends, personalText, type SendRow } from '../send.ts'
import { mayBeRetried, mayHaveLeftSql, type ReleaseRef, unclaimed } from '../states.ts'
import { copyText, type PgRow, type Run, type Session } from './connection.ts'
import { takesInTransaction, whileAlone } from './locks.ts'
import {
  findRelease,
  insertSealed,
  lastAcceptance,
  type LedgerRef,
  sealedRows,
  sendColumns,
  sendIn,
  updateSealed,
} from './rows.ts'
import { personalTable } from './schema.ts'

interface Copy {
  readonly session: Session
  readonly ledger: LedgerRef
  readonly release: ReleaseRef
  readonly preparation: number
  /** By id. */
  readonly messages: ReadonlyMap<string, number>
  readonly rejected: Preparation['rejected']
  readonly acceptedAt: number
  readonly now: number
  /** Whether the messages had no sends when it began: then none has to be looked for. */
  isFresh: boolean
  /** Row numbers that are reserved. */
  rows: { next: number; end: number }
  readonly done: { added: number; existing: number; retried: number }
}

/**
 * Copies templates and recipients into the ledger, in parts of bounded size. Of several workers one prepares a release;
 * the others wait for it, and then find that everything is there.
 */
export async function prepare(
  session: Session,
  ledger: LedgerRef,
  { release: name, templates, recipients, rejected }: Preparation,
  now: number,
): Promise<Prepared> {
  return whileAlone(session, preparingKey(ledger, name), async () => {
    await session.transaction((run) => takeBackUnfinished(run, ledger, name))
    const started = await session.transaction((run) => start(run, ledger, { name, templates, now }))
    const copy: Copy = {
      session,
      ledger,
      rejected,
      acceptedAt: await lastAcceptance((sql, ...values) => session.query(sql, ...values), ledger),
      now,
      ...started,
      rows: { next: 0, end: 0 },
      done: { added: 0, existing: 0, retried: 0 },
    }
    // The lines of a part are made while the server writes the one before.
    let writing: Promise<void> = Promise.resolve()
    for await (const part of newSends({ templates, recipients }, started.release.name, ledger.secret)) {
      if (part.length === 0) continue
      if (copy.rows.end - copy.rows.next < part.length) {
        await writing
        await reserveRows(copy, part.length)
      }
      const lines = copy.isFresh ? await linesOf(copy, part) : undefined
      await writing
      writing = copy.isFresh && lines ? copyFresh(copy, part, lines) : copyPart(copy, part)
      // It is awaited before the next part; until then nobody else is to be told.
      writing.catch(() => {})
    }
    await writing
    const sends = await session.transaction((run) => finish(run, copy))
    const { added, existing, retried } = copy.done
    // The server's own statistics come only after a while.
    if (added > 0) await session.query(`ANALYZE send, ${personalTable(started.release.release)}`)
    return { added, existing, retried, notGiven: sends - added - existing }
  })
}

/** Returns the name of the lock of whoever prepares a release. */
export function preparingKey({ ledger }: LedgerRef, release: string): string {
  return `prepare ${ledger} ${normalName(release)}`
}

interface Start {
  readonly name: string
  readonly templates: Preparation['templates']
  readonly now: number
}

async function start(
  run: Run,
  ledger: LedgerRef,
  { name, templates, now }: Start,
): Promise<Pick<Copy, 'release' | 'preparation' | 'messages' | 'isFresh'>> {
  const normal = normalName(name)
  const lost = await run('SELECT 1 AS one FROM lost_release WHERE ledger = $1 AND name = $2', ledger.ledger, normal)
  const same = await run('SELECT release FROM release WHERE ledger = $1 AND normal_name = $2', ledger.ledger, normal)
  checkMayPrepare(name, { releases: same.length, isLost: lost.length > 0 })
  const there = await findRelease(run, ledger, name)
  const release = there ?? (await makeRelease(run, ledger, normal, now))
  // It was dropped when the release was over.
  await makePersonalTable(run, release.release)
  const [counter] = await run('SELECT next FROM counter')
  const first = Number(counter?.['next'])
  const preparation = await insertSealed(run, ledger, 'preparation', {
    release: release.release,
    first_row: first,
    started_at: now,
    finished_at: null,
  })
  const messages = new Map<string, number>()
  let isFresh = true
  for (const template of templates) {
    const { id, digest } = template
    const [known] = await sealedRows(run, ledger, 'message', 'WHERE release = $1 AND id = $2', release.release, id)
    // Half of a release would receive one text and half another.
    if (known && known['digest'] !== digest) throw new LedgerError({ type: 'other-template', release: name, id })
    if (known) isFresh = false
    const row = { release: release.release, preparation, id, digest, template: canonicalJson(template) }
    messages.set(id, known ? Number(known['message']) : await insertSealed(run, ledger, 'message', row))
  }
  return { release, preparation, messages, isFresh }
}

async function makeRelease(run: Run, ledger: LedgerRef, normal: string, now: number): Promise<ReleaseRef> {
  const release = await insertSealed(run, ledger, 'release', { name: normal, normal_name: normal, created_at: now })
  return { release, name: normal }
}

/** Numbers and values of a release are in a table of their own, which is dropped as a whole when the release is over. */
export async function makePersonalTable(run: Run, release: number): Promise<void> {
  await run(`CREATE TABLE IF NOT EXISTS ${personalTable(release)} (personal bigint PRIMARY KEY, data text NOT NULL)`)
}

const sendTarget =
  'send (row, message, preparation, recipient, own_key, masked, ref, person, personal, state, attempt, prepared_at, ' +
  'checksum, held)'

/** Sends and their personal data as lines of COPY. */
interface Lines {
  readonly sends: string
  readonly personal: string
}

/** Row numbers are reserved in parts, too; what is left of one is not used. */
const rowsReserved = 50_000

async function reserveRows(copy: Copy, count: number): Promise<void> {
  if (copy.rows.end - copy.rows.next >= count) return
  const [counter] = await copy.session.query('UPDATE counter SET next = next + $1 RETURNING next', rowsReserved + count)
  const end = Number(counter?.['next'])
  copy.rows = { next: end - rowsReserved - count, end }
}

/** Makes the lines of sends; their row numbers must be reserved. */
async function linesOf(copy: Copy, part: readonly NewSend[]): Promise<Lines> {
  const { messages, preparation, now: prepared_at } = copy
  let row = copy.rows.next
  copy.rows.next += part.length
  let [sends, personal] = ['', '']
  for await (const some of inTurns(part)) {
    for (const { id, recipient, own_key, masked, ref, person, personal: data, held } of some) {
      const message = messages.get(id) ?? 0
      const checksum = fixedChecksum({ message, preparation, recipient, own_key, masked, ref, person, prepared_at })
      sends +=
        `${row}\t${message}\t${preparation}\t${recipient}\t${copyText(own_key)}\t${masked}\t${copyText(ref)}\t` +
        `${copyText(person)}\t${held === null ? row : copyText(null)}\t${unclaimed.state}\t${unclaimed.attempt}\t` +
        `${prepared_at}\t${checksum}\t${copyText(held)}\n`
      if (held === null) personal += `${row}\t${copyText(personalText(data, recipient))}\n`
      row++
    }
  }
  return { sends, personal }
}

/** Writes a part of which nothing can be in the ledger, unless the part or one before has a recipient twice. */
async function copyFresh(copy: Copy, part: readonly NewSend[], lines: Lines): Promise<void> {
  try {
    await copy.session.transaction(async (run) => {
      await refuseTakenKeys(run, copy, part)
      await write(run, copy, lines)
    })
    copy.done.added += part.length
  } catch (error) {
    const isRepeated = error instanceof LedgerError && error.problem.type === 'failed' && error.problem.code === '23505'
    if (!isRepeated) throw error
    // From here on each one is looked for.
    copy.isFresh = false
    await copyPart(copy, part)
  }
}

/** Writes what the ledger does not hold of a part. */
async function copyPart(copy: Copy, part: readonly NewSend[]): Promise<void> {
  await reserveRows(copy, part.length)
  await copy.session.transaction(async (run) => {
    const fresh = await withoutKnown(run, copy, part)
    await refuseTakenKeys(run, copy, fresh)
    if (fresh.length > 0) await write(run, copy, await linesOf(copy, fresh))
    copy.done.added += fresh.length
  })
}

async function write(run: Run, { session, release }: Copy, { sends, personal }: Lines): Promise<void> {
  // The end of the preparation is durable, and with it everything before it.
  await run("SET LOCAL synchronous_commit TO 'off'")
  await session.copyIn(sendTarget, sends)
  await session.copyIn(`${personalTable(release.release)} (personal, data)`, personal)
}

/** Returns the sends of a part that the ledger does not hold; rejected ones get their recipients back when it is asked. */
async function withoutKnown(run: Run, copy: Copy, part: readonly NewSend[]): Promise<readonly NewSend[]> {
  const { ledger, messages, done } = copy
  const seen = new Set<string>()
  const distinct = part.filter(({ id, recipient }) => {
    const key = `${messages.get(id)} ${recipient}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  done.existing += part.length - distinct.length
  const rows = await run(
    `SELECT ${sendColumns} FROM send WHERE message = ANY ($1) AND recipient = ANY ($2)`,
    [...new Set(distinct.map(({ id }) => messages.get(id) ?? 0))],
    distinct.map(({ recipient }) => recipient),
  )
  if (rows.length === 0) return distinct
  const known = new Map<string, SendRow>(
    rows.map((data) => sendIn(data, ledger.path)).map((row) => [`${row.message} ${row.recipient}`, row]),
  )
  const fresh: NewSend[] = []
  const again: { readonly row: number; readonly data: string }[] = []
  const leftOut: { readonly row: number; readonly held: string }[] = []
  for (const send of distinct) {
    const row = known.get(`${messages.get(send.id)} ${send.recipient}`)
    if (row === undefined) {
      fresh.push(send)
      continue
    }
    done.existing++
    if (row.personal !== null) continue
    const isAgain = copy.rejected === 'retry' && mayBeRetried(row.progress, copy.acceptedAt)
    if (send.held !== null) {
      if (isAgain) leftOut.push({ row: row.row, held: send.held })
      continue
    }
    if (!isAgain && !mayBeLetGo(row.progress.held)) continue
    again.push({ row: row.row, data: personalText(send.personal, send.recipient) })
  }
  done.retried += again.length
  await giveBack(run, copy.release, again)
  await leaveOut(run, leftOut)
  return fresh
}

/** Holds rejected sends that would be tried again: what is held waits, for ever or until its recipient is let go. */
async function leaveOut(run: Run, sends: readonly { readonly row: number; readonly held: string }[]): Promise<void> {
  if (sends.length === 0) return
  await run(
    "UPDATE send SET state = 'deferred', held = given.held FROM unnest($1::bigint[], $2::text[]) AS given (row, held) " +
      "WHERE send.row = given.row AND send.state = 'rejected'",
    sends.map(({ row }) => row),
    sends.map(({ held }) => held),
  )
}

/** Gives rejected and held sends their recipients back. They stay so until the whole preparation has its end. */
async function giveBack(
  run: Run,
  { release }: ReleaseRef,
  sends: readonly { readonly row: number; readonly data: string }[],
): Promise<void> {
  if (sends.length === 0) return
  const rows = sends.map(({ row }) => row)
  const data = sends.map((send) => send.data)
  await run(`INSERT INTO ${personalTable(release)} SELECT * FROM unnest($1::bigint[], $2::text[])`, rows, data)
  await run('UPDATE send SET personal = row WHERE row = ANY ($1)', rows)
}

/** @throws LedgerError `key-taken`: the service and its results name a message by its key alone */
async function refuseTakenKeys(run: Run, { ledger, release }: Copy, sends: readonly NewSend[]): Promise<void> {
  const keyed = sends.filter(({ own_key }) => own_key !== null)
  if (keyed.length === 0) return
  const rows = await run(
    'SELECT own_key, name FROM send JOIN message USING (message) JOIN release USING (release) ' +
      `WHERE ledger = $1 AND own_key = ANY ($2) AND (release.release = $3 OR state IN (${mayHaveLeftSql}))`,
    ledger.ledger,
    keyed.map(({ own_key }) => own_key),
    release.release,
  )
  const taken = new Map(rows.map(({ own_key, name }) => [own_key, String(name)]))
  for (const { own_key, name } of rows) if (name === release.name) taken.set(own_key, release.name)
  for (const { id, masked, own_key, held } of keyed) {
    const by = taken.get(own_key)
    if (by === release.name || (by !== undefined && held === null)) throw keyTaken(release, { id, masked }, by)
    taken.set(own_key, release.name)
  }
}

/** @returns how many sends the messages have */
async function finish(run: Run, { ledger, release, preparation, messages, now, done }: Copy): Promise<number> {
  const numbers = [...messages.values()]
  await run(
    "UPDATE send SET state = 'deferred' WHERE message = ANY ($1) AND state = 'rejected' AND personal IS NOT NULL",
    numbers,
  )
  if (done.retried > 0) {
    const again = "held IS NOT NULL AND personal IS NOT NULL AND state IN ('pending', 'deferred')"
    await run(`UPDATE send SET held = NULL WHERE message = ANY ($1) AND ${again}`, numbers)
    await run('UPDATE release SET reopened = reopened + 1 WHERE release = $1', release.release)
  }
  const [row] = await sealedRows(run, ledger, 'preparation', 'WHERE preparation = $1', preparation)
  if (row) await updateSealed(run, ledger, 'preparation', { row, changes: { finished_at: now } })
  const [count] = await run('SELECT count(*) AS sends FROM send WHERE message = ANY ($1)', numbers)
  return Number(count?.['sends'])
}

/** Takes back what preparations left whose worker is gone. */
export async function takeBackLeft(session: Session, ledger: LedgerRef): Promise<void> {
  const unfinished = await session.query(
    'SELECT DISTINCT normal_name FROM release JOIN preparation USING (release) WHERE ledger = $1 AND finished_at IS NULL',
    ledger.ledger,
  )
  for (const row of unfinished) {
    const name = String(row['normal_name'])
    await session.transaction(async (run) => {
      if (await takesInTransaction(run, preparingKey(ledger, name))) await takeBackUnfinished(run, ledger, name)
    })
  }
}

/** Takes back what preparations of a release without an end had copied. None of it was ever sent. */
async function takeBackUnfinished(run: Run, ledger: LedgerRef, name: string): Promise<void> {
  const found = await findRelease(run, ledger, name)
  if (found === undefined) return
  const { release } = found
  const where = 'WHERE release = $1 AND finished_at IS NULL'
  const unfinished: readonly PgRow[] = await sealedRows(run, ledger, 'preparation', where, release)
  if (unfinished.length === 0) return
  const numbers = unfinished.map(({ preparation }) => Number(preparation))
  const mine = 'SELECT message FROM message WHERE release = $1'
  const heldAgain = "(held IS NOT NULL AND state <> 'inflight')"
  // Rejected and held sends lose the recipients that they had back.
  await run(
    `DELETE FROM ${personalTable(release)} WHERE personal IN (SELECT row FROM send WHERE message IN (${mine}) ` +
      `AND (state = 'rejected' OR ${heldAgain} OR preparation = ANY ($2)))`,
    release,
    numbers,
  )
  await run(
    `UPDATE send SET personal = NULL WHERE message IN (${mine}) AND (state = 'rejected' OR ${heldAgain})`,
    release,
  )
  await run(`DELETE FROM send WHERE message IN (${mine}) AND preparation = ANY ($2)`, release, numbers)
  await run('DELETE FROM message WHERE preparation = ANY ($1)', numbers)
  await run('DELETE FROM preparation WHERE preparation = ANY ($1)', numbers)
  const [rest] = await run('SELECT 1 AS one FROM preparation WHERE release = $1', release)
  if (rest) return
  await run('DELETE FROM release WHERE release = $1', release)
  await run(`DROP TABLE IF EXISTS ${personalTable(release)}`)
}
