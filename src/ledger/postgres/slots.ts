import { slowing, type RateSlot, type ExcessRequest } from '../shared-work.ts'
import type { Run } from './connection.ts'
import type { LedgerRef } from './rows.ts'

/** Seconds since it was lowered, of which those in which nothing leaves are none, as a part of the rate. */
const factorNow =
  'least(1, factor + greatest(0, extract(epoch FROM clock_timestamp() - greatest(at, until))) * 1000 ' +
  `/ ${slowing.recoveryMs})`

/** Slots that have just gone by are taken all the same: timers are no finer than that, and whoever waits is a little late. */
const catchUpMs = 40

/** Reserves the next slots of the rate that all workers keep together. */
export async function reserveSlot(
  run: Run,
  { ledger }: LedgerRef,
  { messages, rate }: { readonly messages: number; readonly rate: number },
): Promise<RateSlot> {
  const [row] = await run(
    `WITH pace AS (SELECT coalesce(max(times), 0) AS times, coalesce(max(until), '-infinity') AS until, ` +
      `$2 / coalesce(max(${factorNow}), 1) * interval '1 second' AS takes FROM slowing WHERE ledger = $1) ` +
      `UPDATE ledger SET free_at = greatest(free_at, until, clock_timestamp() - interval '${catchUpMs} ms') + takes ` +
      // A crash may lose a slot.
      "FROM pace, (SELECT set_config('synchronous_commit', 'off', true)) AS eased WHERE ledger = $1 " +
      'RETURNING extract(epoch FROM free_at - takes - clock_timestamp()) * 1000 AS wait, times',
    ledger,
    messages / rate,
  )
  return { waitMs: Math.max(0, Number(row?.['wait'])), rate, slowed: Number(row?.['times']) }
}

/** Returns whether the rate was lowered since a slot was reserved. */
export async function isStale(run: Run, { ledger }: LedgerRef, { slowed }: RateSlot): Promise<boolean> {
  const [row] = await run('SELECT times FROM slowing WHERE ledger = $1', ledger)
  return row !== undefined && Number(row['times']) !== slowed
}

/**
 * Halves the rate of all workers, unless the request was made before that was done the last time, and holds everything
 * back: every slot that was reserved before holds no longer. Its time is not given back, as somebody may be sending in it.
 *
 * @returns how much of the rate is left, from 0 to 1
 */
export async function slowDown(
  run: Run,
  { ledger }: LedgerRef,
  { requestMs, waitMs, takesMs }: ExcessRequest,
): Promise<number> {
  const isNew = "slowing.at < clock_timestamp() - $3 * interval '1 millisecond'"
  const lowered = `greatest(${slowing.minFactor}, ${factorNow.replace(/\b(factor|at|until)\b/g, 'slowing.$1')} / 2)`
  const left = `CASE WHEN ${isNew} THEN ${lowered} ELSE slowing.factor END`
  const heldUntil = (factor: string): string =>
    `clock_timestamp() + greatest($2, $4 / (${factor})) * interval '1 millisecond'`
  const [row] = await run(
    'WITH slowed AS (INSERT INTO slowing (ledger, times, factor, at, until) ' +
      `VALUES ($1, 1, 0.5, clock_timestamp(), ${heldUntil('0.5')}) ` +
      'ON CONFLICT (ledger) DO UPDATE SET times = slowing.times + 1, ' +
      `until = greatest(slowing.until, ${heldUntil(left)}), factor = ${left}, ` +
      `at = CASE WHEN ${isNew} THEN clock_timestamp() ELSE slowing.at END ` +
      'RETURNING factor, until) ' +
      'UPDATE ledger SET free_at = greatest(free_at, slowed.until) FROM slowed WHERE ledger = $1 RETURNING factor',
    ledger,
    waitMs,
    requestMs,
    takesMs,
  )
  return Number(row?.['factor'])
}
