import { LedgerError } from '../ledger-error.ts'
import type { Decision, ImageKey, LedgerImage, PlanUse, Reconciled } from '../ledger.ts'
import type { SendRow } from '../send.ts'
import { chosenByKeys, isOver } from '../states.ts'
import type { Run } from './connection.ts'
import { sendRows, sendsWithKey } from './reader.ts'
import {
  insertAllSealed,
  insertSealed,
  knownRelease,
  type LedgerRef,
  messagesOf,
  sealedRows,
  updateSealed,
} from './rows.ts'
import { hasPersonalTable, personalTable } from './schema.ts'

/** Settles unknown sends by a person's word, and keeps the word: of all of them or of none. */
export async function reconcile(
  run: Run,
  ledger: LedgerRef,
  { verdict, release, id, keys, who, reason, minAgeMs = 0 }: Decision,
  now: number,
): Promise<Reconciled> {
  if (who.trim() === '' || reason.trim() === '') throw new Error('A decision needs a person and a reason.')
  const { release: number } = await knownRelease(run, ledger, release)
  const messages = (await messagesOf(run, number)).filter((message) => id === undefined || message.id === id)
  const rows: SendRow[] = []
  if (keys === undefined) {
    for await (const part of sendRows(run, ledger, messages, 'unknown')) rows.push(...part)
  } else {
    const found = new Map<string, readonly SendRow[]>()
    for (const key of keys) found.set(key, await sendsWithKey(run, ledger, messages, key))
    const chosen = chosenByKeys(keys, (key) => found.get(key) ?? [])
    if (chosen.type === 'refused') return chosen
    rows.push(...chosen.rows)
  }
  const since = rows.reduce((latest, { progress }) => Math.max(latest, progress.settled_at ?? 0), 0)
  const waitMs = since + minAgeMs - now
  if (verdict === 'not-sent' && waitMs > 0 && minAgeMs > 0) return { type: 'too-recent', waitMs }
  const numbers = rows.map(({ row }) => row)
  const state = verdict === 'sent' ? 'accepted' : 'deferred'
  const changed = await run(
    'UPDATE send SET state = $3, settled_at = $4, personal = CASE WHEN $5 THEN NULL ELSE personal END ' +
      'FROM unnest($1::bigint[], $2::int[]) AS decided (row, attempt) WHERE send.row = decided.row ' +
      "AND send.attempt = decided.attempt AND send.state = 'unknown' RETURNING 1 AS one",
    numbers,
    rows.map(({ progress }) => progress.attempt),
    state,
    now,
    isOver({ state, held: null }),
  )
  // A late outcome was recorded meanwhile: nothing is decided of any.
  if (changed.length < rows.length) throw new LedgerError({ type: 'busy', path: ledger.path })
  await insertAllSealed(
    run,
    ledger,
    'decision',
    numbers.map((row) => ({ row, verdict, who, reason, at: now })),
  )
  if (isOver({ state, held: null }) && rows.length > 0 && (await hasPersonalTable(run, number))) {
    await run(`DELETE FROM ${personalTable(number)} WHERE personal = ANY ($1)`, numbers)
  }
  return { type: 'settled', sends: rows.length }
}

/** Keeps where an image was uploaded. Within a transaction. */
export async function rememberImage(
  run: Run,
  ledger: LedgerRef,
  { sha256, operation, account }: ImageKey,
  { url, uploadedAt }: LedgerImage,
): Promise<void> {
  const where = 'WHERE ledger = $1 AND sha256 = $2 AND operation = $3 AND account = $4 FOR UPDATE'
  const [row] = await sealedRows(run, ledger, 'image', where, ledger.ledger, sha256, operation, account)
  const changes = { url, uploaded_at: uploadedAt }
  if (row) await updateSealed(run, ledger, 'image', { row, changes })
  else await insertSealed(run, ledger, 'image', { sha256, operation, account, ...changes })
}

interface PlanToUse {
  readonly digest: string
  readonly text: string
  readonly release: string
  readonly now: number
}

/** Uses a plan, once and for all. Within a transaction. Returns who used it before. */
export async function usePlan(
  run: Run,
  ledger: LedgerRef,
  { digest, text, release, now }: PlanToUse,
): Promise<PlanUse | undefined> {
  await run('SELECT 1 FROM ledger WHERE ledger = $1 FOR UPDATE', ledger.ledger)
  const [row] = await sealedRows(run, ledger, 'plan', 'WHERE ledger = $1 AND digest = $2', ledger.ledger, digest)
  if (row) return { release: String(row['release']), usedAt: Number(row['used_at']) }
  await insertSealed(run, ledger, 'plan', { digest, release, used_at: now, text })
  return undefined
}

/** Changes what was written down of a plan. Within a transaction. */
export async function amendPlan(
  run: Run,
  ledger: LedgerRef,
  { digest, amend }: { readonly digest: string; readonly amend: (text: string) => string },
): Promise<void> {
  const where = 'WHERE ledger = $1 AND digest = $2 FOR UPDATE'
  const [row] = await sealedRows(run, ledger, 'plan', where, ledger.ledger, digest)
  if (row) await updateSealed(run, ledger, 'plan', { row, changes: { text: amend(String(row['text'])) } })
}
