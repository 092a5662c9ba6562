import { setTimeout as delay } from 'node:timers/promises'
import type { LedgerIdentity } from '../identity.ts'
import { insertAdded } from './added-sends.ts'
import { type AddedRecord, addedIn, isAtRest } from './claim-log.ts'
import { Connection } from './connection.ts'
import { DeployLock } from './file.ts'
import { MainFile, readMeta, readState } from './main-file.ts'
import { standingOf } from './standing.ts'

type Meta = Pick<LedgerIdentity, 'lineage'>

const pollMs = 20
/** The tables follow within a second; who still waits then reads what is there. */
const maxWaitMs = 10_000

/**
 * Waits until the tables have the single sends that the claim log has now. Whoever changes the ledger adds them a moment
 * later; nobody does after a crash.
 *
 * @param add adds them where nobody has the lock
 */
export async function catchUp(connection: Connection, meta: Meta, add: () => void): Promise<void> {
  const last = lastAdded(addedInLog(connection, meta))
  if (last === undefined) return
  for (let waitedMs = 0; !hasSend(connection, last) && waitedMs < maxWaitMs; waitedMs += pollMs) {
    if (DeployLock.isHeld(connection.path) === undefined) {
      add()
      return
    }
    await delay(pollMs)
  }
}

/** Adds to the tables what a crash left in the claim log alone. With the lock. */
export function addSendsLeftInLog(path: string, expected: Parameters<typeof readMeta>[1]): void {
  Connection.using(path, 'write', (connection) => {
    const added = addedInLog(connection, readMeta(connection, expected))
    const last = lastAdded(added)
    if (last === undefined || hasSend(connection, last)) return
    connection.makeDurable()
    new MainFile(connection, readState(connection)).follow({}, () => insertAdded(connection, added))
  })
}

/** @returns nothing for a ledger that was closed in order, and for one that is refused: others say why */
function addedInLog(connection: Connection, meta: Meta): readonly AddedRecord[] {
  return connection.snapshot(() => {
    const state = readState(connection)
    if (isAtRest(state)) return []
    const standing = standingOf({ path: connection.path, meta, state })
    return standing.type === 'sound' ? addedIn(standing.entries) : []
  })
}

function lastAdded(records: readonly AddedRecord[]): number | undefined {
  return records.findLast((record) => record[0] === 'added')?.[2]
}

function hasSend(connection: Connection, row: number): boolean {
  return connection.get('SELECT 1 AS one FROM send WHERE row >= ? LIMIT 1', row) !== undefined
}
