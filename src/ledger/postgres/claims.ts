import { LedgerError } from '../ledger-error.ts'
import { personalIn, type SendRow } from '../send.ts'
import type { MessageRef, Personal } from '../states.ts'
import type { PgRow, Run } from './connection.ts'
import { takesInTransaction } from './locks.ts'
import type { LateOutcome } from './outcome-file.ts'
import { preparingKey } from './prepare.ts'
import { knownRelease, type LedgerRef, sealedRows, sendColumns, sendIn } from './rows.ts'
import { hasPersonalTable, personalTable } from './schema.ts'

/** A message, and the first and the last row of its sends. */
export interface CursorMessage extends MessageRef {
  readonly first: number
  readonly last: number
}

/** What a worker knows of a release that it sends. Its claims share it, several at the same time. */
export interface ClaimCursor {
  readonly release: number
  readonly messages: readonly CursorMessage[]
  /** Preparations that came to their end: of others nothing is claimed. */
  readonly preparations: readonly number[]
  /** Whether numbers and values are there: once a release is over they are dropped. */
  readonly hasPersonal: boolean
  /** How often sends of it had become pending again. */
  readonly reopened: number
  /** The message that is claimed from, and the row behind which its next ones are. */
  at: number
  after: number
}

/**
 * Reads what a worker has to know of a release before it claims, and says that it sends this one.
 *
 * @returns `wait` while another worker prepares it
 * @throws LedgerError `not-prepared` when a preparation was broken off
 */
export async function cursorOf(
  run: Run,
  ledger: LedgerRef,
  { name, worker }: { readonly name: string; readonly worker: number },
): Promise<ClaimCursor | 'wait'> {
  const { release } = await knownRelease(run, ledger, name)
  const [row] = await run('SELECT reopened FROM release WHERE release = $1', release)
  const all = await sealedRows(run, ledger, 'preparation', 'WHERE release = $1', release)
  const finished = all.filter((each) => each['finished_at'] !== null)
  if (finished.length < all.length || all.length === 0) {
    // Whoever prepares it has this lock.
    if (!(await takesInTransaction(run, preparingKey(ledger, name)))) return 'wait'
    throw new LedgerError({ type: 'not-prepared', release: name })
  }
  await run('UPDATE worker SET release = $2 WHERE worker = $1', worker, release)
  return {
    release,
    hasPersonal: await hasPersonalTable(run, release),
    messages: await rangesOf(run, release),
    preparations: finished.map(({ preparation }) => Number(preparation)),
    reopened: Number(row?.['reopened']),
    at: 0,
    after: 0,
  }
}

/** Returns the messages of a release with the rows between which their sends are. */
async function rangesOf(run: Run, release: number): Promise<readonly CursorMessage[]> {
  const rows = await run(
    'SELECT message, id, coalesce(min(row), 0) AS first, coalesce(max(row), 0) AS last FROM message ' +
      'LEFT JOIN send USING (message) WHERE release = $1 GROUP BY message, id ORDER BY message',
    release,
  )
  return rows.map(({ message, id, first, last }) => {
    return { message: Number(message), id: String(id), first: Number(first), last: Number(last) }
  })
}

/** Rows that are claimed alone, in their order. */
export class ChosenRows {
  #of: ReadonlySet<number> | undefined
  #rows: readonly number[] = []

  sorted(only: ReadonlySet<number>): readonly number[] {
    if (this.#of !== only) this.#rows = [...only].toSorted((a, b) => a - b)
    this.#of = only
    return this.#rows
  }

  /** Returns the first ones behind a row, up to the last one of a message. */
  next(
    only: ReadonlySet<number>,
    { after, last, max }: { after: number; last: number; max: number },
  ): readonly number[] {
    const rows = this.sorted(only)
    // They may be many, and this is asked for each request.
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((rows[middle] ?? 0) > after) high = middle
      else low = middle + 1
    }
    return rows.slice(low, low + max).filter((row) => row <= last)
  }
}

/** A send that was claimed. */
export interface ClaimedRow {
  readonly row: SendRow
  readonly personal: Personal
}

export interface RowClaim {
  readonly message: CursorMessage
  readonly worker: number
  /** The row behind which they are. */
  readonly after: number
  /** A row below which the worker has nothing in flight. */
  readonly lowest: number
  readonly maxSends: number
  /** Row numbers; nothing else is claimed. */
  readonly only: readonly number[] | undefined
  /** How often the rate had been lowered when the slot was reserved: after another time it holds no longer. */
  readonly slowed: number | undefined
  readonly now: number
}

/**
 * Claims sends of a message, unless the workers are paused. In one statement: the claims are durable
 * when it is over.
 *
 * @returns the sends in their order, and how many claims the worker made
 */
export async function claimRows(
  run: Run,
  { ledger, path }: LedgerRef,
  { release, preparations, hasPersonal }: ClaimCursor,
  { message, worker, after, lowest, maxSends, only, slowed, now }: RowClaim,
): Promise<{ readonly claims: number; readonly sends: readonly ClaimedRow[] }> {
  if (!hasPersonal) return { claims: 0, sends: [] }
  const rows = await run(
    "WITH picked AS (SELECT row FROM send WHERE message = $1 AND row > $2 AND row <= $3 AND state = 'pending' " +
      'AND held IS NULL AND ($9::bigint[] IS NULL OR row = ANY ($9)) AND ' +
      '($10::int IS NULL OR NOT EXISTS (SELECT 1 FROM slowing WHERE slowing.ledger = $6 AND times <> $10)) AND ' +
      'preparation = ANY ($7) AND NOT EXISTS (SELECT 1 FROM pause WHERE pause.ledger = $6 AND ' +
      'at > (SELECT started_at FROM worker WHERE worker = $4)) ORDER BY row ' +
      // Known beforehand, it lets the server keep its plan.
      `LIMIT ${maxSends} FOR UPDATE SKIP LOCKED), ` +
      "taken AS (UPDATE send SET state = 'inflight', attempt = attempt + 1, worker = $4, claimed_at = $5, " +
      'code = NULL, description = NULL, settled_at = NULL FROM picked WHERE send.row = picked.row ' +
      `RETURNING ${sendColumns}), ` +
      'counted AS (UPDATE worker SET claims = claims + 1, inflight = inflight + (SELECT count(*) FROM taken), ' +
      'lowest = $8, highest = greatest(highest, (SELECT max(row) FROM taken)) ' +
      'WHERE worker = $4 AND EXISTS (SELECT 1 FROM taken) RETURNING claims) ' +
      `SELECT taken.*, data, claims FROM taken CROSS JOIN counted LEFT JOIN ${personalTable(release)} USING (personal) ` +
      'ORDER BY row',
    message.message,
    after,
    message.last,
    worker,
    now,
    ledger,
    preparations,
    lowest,
    only ?? null,
    slowed ?? null,
  )
  const sends = rows.map((data): ClaimedRow => {
    const row = sendIn(data, path)
    return { row, personal: personalIn(row, typeof data['data'] === 'string' ? data['data'] : '', path) }
  })
  return { claims: Number(rows[0]?.['claims'] ?? 0), sends }
}

/**
 * Returns whether anything of a release can be claimed, also in front of where a worker is: it passes sends that another one
 * is claiming, and they stay pending when that claim comes to nothing.
 */
export async function isAnyPending(
  run: Run,
  { release, preparations, hasPersonal }: ClaimCursor,
  only?: readonly number[],
): Promise<boolean> {
  if (!hasPersonal) return false
  const rows = await run(
    'SELECT 1 AS one FROM send WHERE message IN (SELECT message FROM message WHERE release = $1) ' +
      "AND state = 'pending' AND held IS NULL AND preparation = ANY ($2) AND ($3::bigint[] IS NULL OR row = ANY ($3)) LIMIT 1",
    release,
    preparations,
    only ?? null,
  )
  return rows.length > 0
}

/**
 * Records outcomes of claims, each by its attempt; what a person decided meanwhile stands. Not within a transaction.
 *
 * @returns how many were not applied because somebody had decided
 */
export async function recordOutcomes(run: Run, outcomes: readonly LateOutcome[], worker: number): Promise<number> {
  let tooLate = 0
  for (const release of new Set(outcomes.map((outcome) => outcome.release))) {
    const own = outcomes.filter((outcome) => outcome.release === release)
    const applied = await recordOf(run, release, own, worker).then(
      (rows) => new Set(rows.map(({ row }) => Number(row))),
      async (error: unknown) => {
        if (!isUndefinedTable(error)) throw error
        // Nothing of the release was left to decide, so its numbers and values were dropped.
        await run('UPDATE worker SET inflight = greatest(inflight - $2, 0) WHERE worker = $1', worker, own.length)
        return new Set<number>()
      },
    )
    const late = own.filter(({ row }) => !applied.has(row))
    if (late.length > 0) tooLate += await decidedOf(run, late)
  }
  return tooLate
}

/** Finds the sends of outcomes, whose rows may have had other numbers: the ledger may have been moved since. */
export async function atTheirRows(
  run: Run,
  { ledger }: LedgerRef,
  outcomes: readonly LateOutcome[],
): Promise<readonly LateOutcome[]> {
  const rows = await run(
    'SELECT row, recipient, CASE WHEN send.preparation = 0 THEN 0 ELSE release END AS release FROM send ' +
      'JOIN message USING (message) JOIN release USING (release) ' +
      'WHERE ledger = $1 AND recipient = ANY ($2)',
    ledger,
    outcomes.map(({ recipient }) => recipient),
  )
  const places = new Map(
    rows.map(({ row, recipient, release }) => [recipient, { row: Number(row), release: Number(release) }]),
  )
  return outcomes.flatMap((outcome) => {
    const place = places.get(outcome.recipient)
    return place === undefined ? [] : [{ ...outcome, ...place }]
  })
}

/** Returns whether the table of a release's numbers and values is not there any more. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof LedgerError && error.problem.type === 'failed' && error.problem.code === '42P01'
}

/** In one statement, which is a transaction by itself. */
function recordOf(
  run: Run,
  release: number,
  outcomes: readonly LateOutcome[],
  worker: number,
): Promise<readonly PgRow[]> {
  const erased =
    `erased AS (DELETE FROM ${personalTable(release)} WHERE personal IN ` +
    '(SELECT row FROM changed WHERE personal IS NULL)), '
  return run(
    'WITH outcome AS (SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[]) ' +
      'AS outcome (row, attempt, state, code, description, settled_at)), ' +
      'changed AS (UPDATE send SET state = outcome.state, code = outcome.code, description = outcome.description, ' +
      "settled_at = outcome.settled_at, claimed_at = CASE WHEN outcome.state = 'pending' THEN NULL ELSE claimed_at END, " +
      "personal = CASE WHEN outcome.state IN ('accepted', 'rejected') OR (outcome.state <> 'unknown' AND held IS NOT NULL) " +
      "THEN NULL ELSE personal END, held = CASE WHEN outcome.state IN ('pending', 'deferred') THEN held END " +
      'FROM outcome WHERE send.row = outcome.row AND send.attempt = outcome.attempt ' +
      // A delivery result was quicker than the response, which still says the code.
      "AND (send.state IN ('inflight', 'unknown') OR " +
      "(send.state = 'accepted' AND send.code IS NULL AND outcome.state = 'accepted')) " +
      'RETURNING send.row, send.state, send.personal), ' +
      erased +
      'reopened AS (UPDATE release SET reopened = reopened + 1 WHERE release = $7 AND ' +
      "EXISTS (SELECT 1 FROM changed WHERE state = 'pending')), " +
      'counted AS (UPDATE worker SET inflight = greatest(inflight - $8, 0) WHERE worker = $9) SELECT row FROM changed',
    outcomes.map(({ row }) => row),
    outcomes.map(({ progress }) => progress.attempt),
    outcomes.map(({ progress }) => progress.state),
    outcomes.map(({ progress }) => progress.code),
    outcomes.map(({ progress }) => progress.description),
    outcomes.map(({ progress }) => progress.settled_at),
    release,
    outcomes.length,
    worker,
  )
}

/**
 * Counts what stands there otherwise: what was recorded before the connection was lost is no contradiction, and of what a
 * delivery result proved nobody has to decide.
 */
async function decidedOf(run: Run, late: readonly LateOutcome[]): Promise<number> {
  const rows = await run(
    'SELECT row, attempt, state, EXISTS (SELECT 1 FROM result WHERE result.row = send.row) AS proven FROM send ' +
      'WHERE row = ANY ($1)',
    late.map(({ row }) => row),
  )
  const standing = new Map(rows.map((row) => [Number(row['row']), row]))
  return late.filter(({ row, progress: { attempt, state } }) => {
    const now = standing.get(row)
    return now?.['proven'] !== true && (Number(now?.['attempt']) !== attempt || now?.['state'] !== state)
  }).length
}
