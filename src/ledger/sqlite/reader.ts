import { rmSync } from 'node:fs'
import { LedgerError } from '../ledger-error.ts'
import type { LedgerReader } from '../ledger.ts'
import { progressIn } from './claim-log.ts'
import { Connection } from './connection.ts'
import {
  type Ahead,
  CurrentSends,
  countsOfRelease,
  decisionsOf,
  failuresOf,
  hasPending,
  knownSends,
  releaseStatuses,
  sendsOf,
  templatesOf,
} from './read.ts'
import { createPrivateFile, flushFile, moveDurably, problemOf, stateOf } from './file.ts'
import { companions } from './ledger-file.ts'
import { MainFile, type Meta, readState } from './main-file.ts'
import { normalName, replay } from './sends.ts'
import { sealedRows } from './rows.ts'
import { copyRun, standingOf, verify } from './standing.ts'

/** What reading takes, on any connection. */
export function readerOf(connection: Connection, meta: Meta, ahead: Ahead): Omit<LedgerReader, 'close'> {
  const { version, lineage, target } = meta
  const sends = new CurrentSends(connection, ahead)
  return {
    version,
    lineage,
    target,
    releases: async () => sends.read(() => releaseStatuses(connection)),
    counts: async (release) => sends.read(() => countsOfRelease(connection, release)),
    failures: async (release) => sends.read(() => failuresOf(connection, release)),
    sends: (filter) => sendsOf(connection, sends, filter),
    hasPending: async (message) => hasPending(connection, sends, message),
    knownSends: async (message, numbers) => knownSends(connection, { sends, message, numbers }),
    decisions: async (release) => decisionsOf(connection, release),
    templates: async (release) => templatesOf(connection, release),
    image: async ({ sha256, operation, account }) => {
      const where = 'WHERE sha256 = ? AND operation = ? AND account = ?'
      const [row] = sealedRows(connection, 'image', where, sha256, operation, account)
      return row && { url: String(row['url']), uploadedAt: Number(row['uploaded_at']) }
    },
    planOf: async (release) => {
      const name = normalName(release)
      const row = sealedRows(connection, 'plan', 'ORDER BY plan DESC').find(
        (each) => normalName(String(each['release'])) === name,
      )
      return row && { digest: String(row['digest']), text: String(row['text']) }
    },
    plan: async (digest) => {
      const [row] = sealedRows(connection, 'plan', 'WHERE digest = ?', digest)
      return row && { release: String(row['release']), usedAt: Number(row['used_at']) }
    },
    verify: async () => verify(connection),
    copyTo: async (path) => copyTo(connection, meta, path),
  }
}

/** The log of a run that came to its end while the main file was copied says nothing of the copy. */
const maxTries = 3

/**
 * Writes a copy of what the main file and the claim log say together. What is in flight is unknown in it, and while
 * messages are being sent it is marked as a copy that nobody may send from.
 */
function copyTo(connection: Connection, { lineage, secret }: Meta, path: string): void {
  if (stateOf(path) !== undefined) throw new LedgerError({ type: 'exists', path })
  // Under another name until it is whole: half a ledger must not be taken for one.
  const draft = `${path}-new`
  const remove = (): void => {
    for (const left of [draft, ...companions(draft)]) rmSync(left, { force: true })
  }
  try {
    for (let tries = 1; ; tries++) {
      remove()
      createPrivateFile(draft)
      connection.run('VACUUM INTO ?', draft)
      const ifUnknown = tries < maxTries ? 'try-again' : 'mark'
      if (completed(draft, { original: connection.path, lineage, secret, ifUnknown })) break
    }
    flushFile(draft)
    moveDurably(draft, path)
  } catch (error) {
    remove()
    throw problemOf(error, path)
  }
}

interface Original extends Pick<Meta, 'lineage' | 'secret'> {
  readonly original: string
  /** What happens to a copy of whose run no log is there. */
  readonly ifUnknown: 'try-again' | 'mark'
}

/** @returns whether the copy says all that is known */
function completed(path: string, { original, lineage, secret, ifUnknown }: Original): boolean {
  return Connection.using(path, 'write', (copy) => {
    copy.secret = secret
    copy.makeDurable()
    const state = readState(copy)
    if (state.run === null) return true
    const standing = standingOf({ path: original, meta: { lineage }, state })
    if (standing.type === 'refused' && ifUnknown === 'try-again') return false
    const entries = standing.type === 'refused' ? [] : standing.entries
    const main = new MainFile(copy, state)
    main.follow({ run: copyRun }, () => replay(copy, progressIn(entries), Date.now()))
    copy.exec('PRAGMA journal_mode = DELETE')
    return true
  })
}
