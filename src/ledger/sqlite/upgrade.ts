import { hash } from 'node:crypto'
import { closeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type CompiledTemplate, digestOf } from '../../template.ts'
import { openIfThere, readAt } from '../durable-file.ts'
import { type LedgerIdentity, normalName } from '../identity.ts'
import { corrupt } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { claimedProgress, type SendProgress, settledProgress } from '../states.ts'
import type { Connection, SqlRow } from './connection.ts'
import {
  applicationId,
  besideSends,
  insertMeta,
  metaTable,
  oldestVersion,
  schemaVersion,
  sealedSince,
  sendTable,
  smallTables,
  triggers,
  writeState,
} from './main-file.ts'
import { insertSealed, replay } from './rows.ts'
import { verify, verifySends } from './standing.ts'

/**
 * Returns whether a file is a ledger of an older version, or was left half upgraded. The engine is not asked: a file
 * that it has open cannot be upgraded.
 */
export function needsUpgrade(path: string): boolean {
  const descriptor = openIfThere(path)
  if (descriptor === undefined) return false
  const header = Buffer.alloc(headerBytes)
  try {
    readAt(descriptor, 0, headerBytes).copy(header)
  } finally {
    closeSync(descriptor)
  }
  // https://www.sqlite.org/fileformat.html#the_database_header
  const [hasWriteAheadLog, version] = [header[18] === 2, header.readUInt32BE(60)]
  return (
    header.readUInt32BE(68) === applicationId &&
    ((version >= oldestVersion && version < schemaVersion) || hasWriteAheadLog)
  )
}

const headerBytes = 100

const renamed = ['release', 'preparation', 'message', 'decision', 'image', 'plan'] as const

/**
 * Brings a ledger of an older version up to this version, as a whole or not at all. Sends stay as they are, with their
 * keys. Version 2 had a write-ahead log, a journal in place of the claim log, and no seals; version 3 had no references and
 * nobody who is not sent to, and its claim log is that of today; in version 4 sends of a message could not be without the index
 * of their recipients.
 *
 * @throws LedgerError `corrupt` for a ledger that is damaged: sealing it would hide that
 */
export function upgrade(connection: Connection, meta: LedgerIdentity, now: number): void {
  // A crash may have come after the last of it was written and before the write-ahead log was given up.
  if (meta.version < schemaVersion) {
    connection.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON')
    connection.makeDurable()
    connection.transaction(() => {
      if (meta.version < sealedSince) sealTables(connection, meta, now)
      else rebuildSends(connection)
      connection.exec(`PRAGMA user_version = ${schemaVersion}`)
    })
  }
  connection.makeDurable()
  verify(connection)
  connection.exec('PRAGMA journal_mode = DELETE')
}

/** Puts the sends of an older ledger into the table of today. A damaged one is found there. */
function rebuildSends(connection: Connection): void {
  const columns = connection.all('PRAGMA table_info(send)').map(({ name }) => String(name))
  for (const name of ['send_transition', 'send_born', 'send_kept']) connection.exec(`DROP TRIGGER ${name}`)
  connection.exec(`ALTER TABLE send RENAME TO old_send; ${sendTable}`)
  connection.exec(`INSERT INTO send (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM old_send ORDER BY row`)
  // Its indexes, whose names are those of today, go with it.
  connection.exec(`DROP TABLE old_send; ${besideSends}; ${triggers}`)
  verifySends(connection)
}

/** Takes the tables of a ledger of version 2 over. Within a transaction. */
function sealTables(connection: Connection, { lineage, target, secret }: LedgerIdentity, now: number): void {
  verifyTemplates(connection)
  for (const name of renamed) connection.exec(`ALTER TABLE ${name} RENAME TO old_${name}`)
  connection.exec(smallTables)
  for (const name of renamed) {
    // The rows of images had no numbers.
    const order = name === 'image' ? 'uploaded_at' : name
    for (const row of connection.all(`SELECT * FROM old_${name} ORDER BY ${order}`)) {
      insertSealed(connection, name, name === 'release' ? withNormalName(row) : row)
    }
    connection.exec(`DROP TABLE old_${name}`)
  }
  rebuildSends(connection)
  replay(connection, readJournal(connection), now)
  connection.exec(`DROP TABLE journal; DROP TABLE meta; ${metaTable}`)
  insertMeta(
    connection,
    new Map<string, string | Uint8Array>([
      ['lineage', lineage],
      ['target', target],
      ['secret', secret],
    ]),
  )
  writeState(connection, { changes: 1, run: null, next: 0, replayFrom: 0, replayOffset: 0 })
}

function withNormalName(row: SqlRow): SqlRow {
  return { ...row, normal_name: normalName(String(row['name'])) }
}

function verifyTemplates(connection: Connection): void {
  for (const { message, digest, template } of connection.all('SELECT message, digest, template FROM message')) {
    if (templateDigest(String(template)) === digest) continue
    throw corrupt(connection.path, `message ${String(message)}`)
  }
}

function templateDigest(text: string): string | undefined {
  try {
    return digestOf(JSON.parse(text) as CompiledTemplate, (content) => hash('sha256', content))
  } catch {
    // Neither is it what was written when it cannot be read.
    return undefined
  }
}

type JournalRecord =
  | readonly ['claimed', at: number, row: number, sends: number, attempt: number]
  | readonly [
      'settled',
      at: number,
      row: number,
      sends: number,
      state: SendState,
      code: string | null,
      description: string | null,
    ]

/** Returns what the journal of version 2 says of sends that the table does not know yet. */
function readJournal(connection: Connection): ReadonlyMap<number, SendProgress> {
  const sends = new Map<number, SendProgress>()
  const entries = connection.all('SELECT entry, data, checksum FROM journal ORDER BY entry')
  for (const [index, { entry = null, data, checksum }] of entries.entries()) {
    const text = String(data)
    const detail = `journal ${String(entry)}`
    if (entry !== index + 1 || crc32(text) !== checksum) {
      throw corrupt(connection.path, detail)
    }
    for (const record of JSON.parse(text) as readonly JournalRecord[]) {
      const [, at, first, count] = record
      for (let row = first; row < first + count; row++) {
        const claimed = sends.get(row)
        if (record[0] === 'claimed') sends.set(row, claimedProgress(record[4], at))
        else if (claimed === undefined) throw corrupt(connection.path, detail)
        else sends.set(row, settledProgress(claimed, { state: record[4], code: record[5], description: record[6] }, at))
      }
    }
  }
  return sends
}
