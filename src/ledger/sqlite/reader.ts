import { rmSync } from 'node:fs'
import type { LedgerReader } from '../ledger.ts'
import type { Connection } from './connection.ts'
import { CurrentSends } from './current-sends.ts'
import { createPrivateFile } from './file-system.ts'
import type { Meta } from './meta.ts'
import { problemOf } from './problem-of.ts'
import { countsOfRelease, decisionsOf, failuresOf, releaseStatuses, sendsOf, templatesOf } from './read.ts'
import { hasPending, knownSends } from './known-sends.ts'
import { verify } from './verify.ts'

/** What reading takes, on any connection. */
export function readerOf(connection: Connection, meta: Meta): Omit<LedgerReader, 'close'> {
  const { version, lineage, target, secret } = meta
  const sends = new CurrentSends(connection)
  return {
    version,
    lineage,
    target,
    releases: () => sends.read(() => releaseStatuses(connection)),
    counts: (release) => sends.read(() => countsOfRelease(connection, release)),
    failures: (release) => sends.read(() => failuresOf(connection, release)),
    sends: (filter) => sendsOf(connection, sends, filter),
    hasPending: (message) => hasPending(connection, sends, message),
    knownSends: (message) => knownSends(connection, sends, { ...message, secret }),
    decisions: (release) => decisionsOf(connection, release),
    templates: (release) => templatesOf(connection, release),
    image: ({ sha256, operation, account }) => {
      const sql = 'SELECT url, uploaded_at FROM image WHERE sha256 = ? AND operation = ? AND account = ?'
      const row = connection.get(sql, sha256, operation, account)
      return row && { url: String(row['url']), uploadedAt: Number(row['uploaded_at']) }
    },
    planOf: (release) => {
      const sql = 'SELECT digest, text FROM plan WHERE release = ? ORDER BY plan DESC LIMIT 1'
      const row = connection.get(sql, release)
      return row && { digest: String(row['digest']), text: String(row['text']) }
    },
    plan: (digest) => {
      const row = connection.get('SELECT release, used_at FROM plan WHERE digest = ?', digest)
      return row && { release: String(row['release']), usedAt: Number(row['used_at']) }
    },
    verify: () => verify(connection),
    copyTo: (path) => copyTo(connection, path),
  }
}

function copyTo(connection: Connection, path: string): void {
  try {
    createPrivateFile(path)
  } catch (error) {
    throw problemOf(error, path)
  }
  try {
    connection.run('VACUUM INTO ?', path)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}
