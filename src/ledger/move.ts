import { corrupt, LedgerError } from './ledger-error.ts'
import type { LedgerStore } from './ledger.ts'
import { type ArrivingLedger, differingTable, type LeavingLedger, Summing } from './records.ts'
import type { MovedResult } from './results.ts'

/** Told how many sends of the ledger are copied, or compared. */
export type OnMoving = (step: 'copying' | 'comparing', sends: number, total: number) => void

/** A ledger that is at its new place. */
export interface Moved {
  readonly sends: number
  /** Where it is now. */
  readonly place: string
}

/**
 * Moves a ledger from one store to another. The order keeps a crash from leaving two ledgers that can be used, or none:
 *
 * 1. a copy is written from which nobody can send, and every row of it is read back and compared;
 * 2. the old ledger says where it is now, and nobody sends from it any more;
 * 3. delivery results follow, which came until then: a receiver says of none that it was recorded from now on;
 * 4. the copy becomes the ledger;
 * 5. numbers and values are erased in the old one.
 *
 * Before 2 a repeat begins anew; after 2 it finishes.
 *
 * @throws LedgerError while somebody sends from either, where another ledger of the target is, and for one that is
 *   refused; nothing is changed then
 */
export async function moveLedger(from: LedgerStore, to: LedgerStore, onMoving: OnMoving = () => {}): Promise<Moved> {
  if (from.place === to.place) throw new LedgerError({ type: 'exists', path: to.place })
  const leaving = await from.leave()
  try {
    const arriving = await to.receive()
    try {
      await moveBetween(leaving, arriving, onMoving)
      return { sends: leaving.sends, place: arriving.place }
    } finally {
      await arriving.close()
    }
  } finally {
    await leaving.close()
  }
}

async function moveBetween(leaving: LeavingLedger, arriving: ArrivingLedger, onMoving: OnMoving): Promise<void> {
  const { identity, movedTo, path } = leaving
  const { found, place } = arriving
  const isOwn = found.type !== 'nothing' && found.lineage === identity.lineage
  if (movedTo === undefined) {
    // What was moved away from here and comes back holds all that it held.
    const isFree = found.type === 'nothing' || found.type === 'unfinished' || (found.type === 'moved-away' && isOwn)
    if (!isFree) throw arriving.occupied
    const original = new Summing(onSends('copying', leaving, onMoving))
    await arriving.take(leaving, original.of(leaving.records()))
    await compare(original, { leaving, arriving, onMoving })
    // What cannot be read is to be found while the ledger can still be used where it is.
    await drain(leaving.results())
    await leaving.markMoved(place)
  } else {
    // The repeat of a command that did not come to its end.
    const isHere = movedTo === place && isOwn && (found.type === 'unfinished' || found.type === 'ledger')
    if (!isHere) throw new LedgerError({ type: 'moved-away', path, to: movedTo })
    if (found.type === 'ledger') return leaving.erase()
    const original = new Summing()
    await drain(original.of(leaving.records()))
    await compare(original, { leaving, arriving, onMoving })
  }
  await moveResults(leaving, arriving)
  await arriving.activate()
  await leaving.erase()
}

interface Move {
  readonly leaving: LeavingLedger
  readonly arriving: ArrivingLedger
  readonly onMoving: OnMoving
}

/** @throws LedgerError `corrupt` for a copy that does not hold what the original holds */
async function compare(original: Summing, { leaving, arriving, onMoving }: Move): Promise<void> {
  const copy = new Summing(onSends('comparing', leaving, onMoving))
  await drain(copy.of(arriving.records()))
  const table = differingTable(original.summary, copy.summary)
  if (table !== undefined) throw corrupt(arriving.path, table)
}

function onSends(step: Parameters<OnMoving>[0], { sends }: LeavingLedger, onMoving: OnMoving): (done: number) => void {
  return (done) => onMoving(step, done, sends)
}

/**
 * Adds all results to those that are there, and reads them back. Of what was there before, from an earlier time of the
 * ledger at this place, nothing changes: the first one of those that say the same counts.
 *
 * @throws LedgerError `corrupt` for what is not there as it was added
 */
async function moveResults(leaving: LeavingLedger, arriving: ArrivingLedger): Promise<void> {
  for await (const results of leaving.results()) {
    const isNew = await arriving.addResults(results)
    const there = await arriving.resultsOf([...new Set(results.map(({ send }) => send))])
    const byName = new Map(there.map((result) => [nameOf(result), result]))
    results.forEach((result, index) => {
      const copy = byName.get(nameOf(result))
      if (copy && (isNew[index] !== true || isSame(copy, result))) return
      throw corrupt(arriving.path, `results: ${result.send}`)
    })
  }
}

/** What tells a result from others. */
function nameOf({ send, code, done_at, fallback_code, fallback_done_at }: MovedResult): string {
  return JSON.stringify([send, code, done_at, fallback_code, fallback_done_at])
}

/** Whether two results of the same name say the same. */
function isSame(one: MovedResult, other: MovedResult): boolean {
  return (
    one.description === other.description &&
    one.fallback_description === other.fallback_description &&
    one.received_at === other.received_at
  )
}

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}
