import { randomBytes, randomUUID } from 'node:crypto'
import {
  checkIdentity,
  identitySeal,
  type ExpectedIdentity,
  type LedgerIdentity,
  sealOf,
  type StoredValue,
} from '../identity.ts'
import { corrupt, LedgerError } from '../ledger-error.ts'
import type { MovedIdentity } from '../records.ts'
import { backupRun } from './claim-log.ts'
import type { Connection } from './connection.ts'

/** The version of the tables below; an older ledger is upgraded, a newer one is refused. */
export const schemaVersion = 5

/** The oldest version that is upgraded. */
export const oldestVersion = 2

/** The version since which what a ledger says about itself has a seal. */
export const sealedSince = 3

/** "FTLG": tells a ledger from another SQLite file. */
export const applicationId = 0x46_54_4c_47

/** What a ledger says about itself. */
export const metaTable = 'CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;'

/**
 * The tables that are small, and whose rows have a seal. `normal_name` is the name of a release in the
 * normal form of names; `name` is the one that its keys are made of, and differs in ledgers of version 2 alone.
 *
 * `state` says how far the main file is. The table `send` never says `inflight`: that is a claim in the
 * claim log without an outcome.
 */
export const smallTables: string = `
CREATE TABLE state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  changes INTEGER NOT NULL,
  run TEXT,
  next INTEGER NOT NULL,
  replay_from INTEGER NOT NULL,
  replay_offset INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE release (
  release INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  normal_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE preparation (
  preparation INTEGER PRIMARY KEY,
  release INTEGER NOT NULL REFERENCES release,
  first_row INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE message (
  message INTEGER PRIMARY KEY,
  release INTEGER NOT NULL REFERENCES release,
  preparation INTEGER NOT NULL,
  id TEXT NOT NULL,
  digest TEXT NOT NULL,
  template TEXT NOT NULL,
  seal TEXT NOT NULL,
  UNIQUE (release, id)
) STRICT;

CREATE TABLE decision (
  decision INTEGER PRIMARY KEY,
  row INTEGER NOT NULL REFERENCES send,
  verdict TEXT NOT NULL CHECK (verdict IN ('sent', 'not-sent')),
  who TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE image (
  image INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL,
  operation TEXT NOT NULL,
  account TEXT NOT NULL,
  url TEXT NOT NULL,
  uploaded_at INTEGER NOT NULL,
  seal TEXT NOT NULL,
  UNIQUE (sha256, operation, account)
) STRICT;

CREATE TABLE plan (
  plan INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  release TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  text TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE lost_release (name TEXT PRIMARY KEY) STRICT;

CREATE TABLE recovery (
  recovery INTEGER PRIMARY KEY,
  who TEXT NOT NULL,
  reason TEXT NOT NULL,
  problem TEXT NOT NULL,
  sends INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`

/**
 * Numbers and values stand in a table of their own that only grows, and are erased by zeros of the same size in their
 * place. A row that changes its size, or is deleted, makes the engine move its neighbours, and of those a copy can stay
 * behind in the unused part of a page, where `secure_delete` does not reach.
 */
const personalTable = 'CREATE TABLE personal (personal INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;'

/**
 * Sends. Claims and outcomes are written to the claim log; this table follows later, in larger parts. Whoever is not sent
 * to has a send with the reason in `held`, and neither number nor values; a send that left is never held.
 */
export const sendTable: string = `
CREATE TABLE send (
  row INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES message,
  preparation INTEGER NOT NULL,
  recipient TEXT NOT NULL,
  own_key TEXT,
  masked TEXT NOT NULL,
  ref TEXT,
  person TEXT,
  personal INTEGER REFERENCES personal,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  code TEXT,
  description TEXT,
  prepared_at INTEGER NOT NULL,
  claimed_at INTEGER,
  settled_at INTEGER,
  checksum INTEGER NOT NULL,
  held TEXT,
  CHECK (CASE state
    WHEN 'accepted' THEN personal IS NULL
    WHEN 'rejected' THEN TRUE
    ELSE (personal IS NOT NULL OR held IS NOT NULL) AND state IN ('pending', 'deferred', 'unknown')
  END),
  CHECK (held IS NULL OR state IN ('pending', 'deferred'))
) STRICT;

`

const sampleTable = 'CREATE TABLE IF NOT EXISTS sample (release INTEGER PRIMARY KEY, seed TEXT NOT NULL) STRICT;'

/**
 * The indexes by which sends are looked for. Their keys come in no order, so that the engine writes nearly every page of
 * them in every commit: built over sends that are there already, they take a fraction of the time.
 */
export const lookupIndexes: string = `
CREATE UNIQUE INDEX IF NOT EXISTS send_recipient ON send (message, recipient);
CREATE INDEX IF NOT EXISTS send_person ON send (person) WHERE person IS NOT NULL;
`

export const dropLookupIndexes = 'DROP INDEX IF EXISTS send_recipient; DROP INDEX IF EXISTS send_person;'

/** What belongs to the table of sends, and may follow once it has its rows. */
export const besideSends: string = `
CREATE UNIQUE INDEX send_own_key ON send (own_key, message) WHERE own_key IS NOT NULL;
CREATE INDEX send_open ON send (message, state, row) WHERE personal IS NOT NULL;
${lookupIndexes}${sampleTable}
`

/**
 * The last wall: whatever the code does, a send never leaves the ledger and never takes a way that is none. Who accepts
 * a ledger that is behind makes what is `deferred` or `pending` in it `unknown`: it may have been sent.
 */
export const triggers: string = `
CREATE TRIGGER send_transition BEFORE UPDATE OF state ON send
WHEN OLD.state <> NEW.state AND NOT CASE OLD.state
  WHEN 'pending' THEN NEW.attempt > OLD.attempt
  WHEN 'deferred' THEN NEW.state = 'pending' OR NEW.attempt > OLD.attempt
  WHEN 'unknown' THEN NEW.state = 'accepted' OR NEW.state = 'deferred'
  WHEN 'rejected' THEN NEW.state = 'deferred'
  ELSE FALSE
END
BEGIN SELECT RAISE(ABORT, 'a send took a way that is none'); END;

CREATE TRIGGER send_born BEFORE INSERT ON send WHEN NEW.state <> 'pending' OR NEW.attempt <> 0
BEGIN SELECT RAISE(ABORT, 'a send starts pending'); END;

CREATE TRIGGER send_kept BEFORE DELETE ON send
WHEN OLD.attempt > 0 OR (SELECT finished_at FROM preparation WHERE preparation = OLD.preparation) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a send stays'); END;
`

export const schema: string = metaTable + smallTables + personalTable + sendTable + besideSends + triggers

/** How far the main file of a ledger is. */
export interface LedgerState {
  /** How often it was changed, apart from taking claims and outcomes over from the claim log. */
  readonly changes: number
  /** The run that is sending, or that was when its process ended; null when the file was closed in order. */
  readonly run: string | null
  /** Number of the entry of the claim log that comes next, as far as the main file knows while a run is sending. */
  readonly next: number
  /** The entry from which on the table `send` may not have everything, and where it begins in bytes. */
  readonly replayFrom: number
  readonly replayOffset: number
}

const columns = ['changes', 'run', 'next', 'replay_from', 'replay_offset'] as const

/** @throws LedgerError `corrupt` for a state that is not what was written */
export function readState(connection: Connection): LedgerState {
  const row = connection.get(`SELECT ${columns.join(', ')}, seal FROM state`)
  const values = columns.map((name) => row?.[name] ?? null)
  if (row?.['seal'] !== sealOf(connection.secret, 'state', values)) {
    throw corrupt(connection.path, 'state')
  }
  const [changes, run, next, replayFrom, replayOffset] = values
  return {
    changes: Number(changes),
    run: run === null ? null : String(run),
    next: Number(next),
    replayFrom: Number(replayFrom),
    replayOffset: Number(replayOffset),
  }
}

/** Within a transaction. */
export function writeState(connection: Connection, state: LedgerState): void {
  const { changes, run, next, replayFrom, replayOffset } = state
  const values: readonly StoredValue[] = [changes, run, next, replayFrom, replayOffset]
  const sql = `INSERT OR REPLACE INTO state (one, ${columns.join(', ')}, seal) VALUES (1, ?, ?, ?, ?, ?, ?)`
  connection.run(sql, ...values, sealOf(connection.secret, 'state', values))
}

/** The main file of a ledger that this process changes: every change says how far the file is then. */
export class MainFile {
  readonly connection: Connection
  /** Is told of every change once it is on the disk. */
  onChange: () => void = () => {}
  #state: LedgerState

  constructor(connection: Connection, state: LedgerState) {
    this.connection = connection
    this.#state = state
  }

  get state(): LedgerState {
    return this.#state
  }

  /** Changes something, as a whole or not at all. */
  change<T>(work: () => T): T {
    const { changes, run } = this.#state
    // A backup that is changed is no backup any more.
    const result = this.#write({ ...this.#state, changes: changes + 1, run: run === backupRun ? null : run }, work)
    this.onChange()
    return result
  }

  /** Takes over what stands in the claim log, or says that a run begins or is over. */
  follow(to: Partial<Omit<LedgerState, 'changes'>>, work: () => void = () => {}): void {
    this.#write({ ...this.#state, ...to }, work)
  }

  #write<T>(state: LedgerState, work: () => T): T {
    const result = this.connection.transaction(() => {
      const done = work()
      writeState(this.connection, state)
      return done
    })
    this.#state = state
    return result
  }
}

const secretBytes = 32

/** Makes the tables of a new ledger. */
export function writeMeta(
  connection: Connection,
  { target, reason }: { readonly target: string; readonly reason?: string | undefined },
): void {
  connection.transaction(() => {
    const [lineage, secret] = [randomUUID(), randomBytes(secretBytes)]
    beginTables(connection, { lineage, target, secret, sequence: -1, ...(reason !== undefined && { reason }) })
    finishTables(connection)
  })
}

/** Makes the tables of a ledger, into which sends of any state may be added yet. Within a transaction. */
export function beginTables(connection: Connection, identity: MovedIdentity): void {
  const { lineage, target, secret, reason, sequence } = identity
  connection.exec(metaTable + smallTables + personalTable + sendTable + besideSends)
  const values = new Map<string, string | Uint8Array>([
    ['lineage', lineage],
    ['target', target],
    ['secret', secret],
    ...(reason === undefined ? [] : [['reason', reason] as const]),
  ])
  insertMeta(connection, values)
  connection.secret = secret
  // Further than anything that a machine knows of it.
  writeState(connection, { changes: sequence + 1, run: null, next: 0, replayFrom: 0, replayOffset: 0 })
}

/** Within the same transaction. */
export function finishTables(connection: Connection): void {
  connection.exec(triggers)
  connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
}

/** Adds to what a ledger says about itself, and seals all of it. Within a transaction. */
export function insertMeta(connection: Connection, values: ReadonlyMap<string, StoredValue>): void {
  const insert = 'INSERT OR REPLACE INTO meta VALUES (?, ?)'
  for (const [name, value] of values) connection.run(insert, name, value)
  connection.run(insert, 'seal', identitySeal(metaIn(connection)))
}

function metaIn(connection: Connection): ReadonlyMap<string, StoredValue> {
  return new Map(connection.all('SELECT name, value FROM meta').map(({ name, value = null }) => [String(name), value]))
}

/** What the main file of a ledger says about itself, also when the ledger is elsewhere by now. */
export interface MainFileMeta extends LedgerIdentity {
  readonly movedTo?: string
  /** Why it was begun although there was another one. */
  readonly reason?: string
}

/** How far delivery results were taken over: of which file, and up to which result. */
export interface ResultsMark {
  readonly file: string
  readonly result: number
}

const markForm = /^(\S+) (\d+)$/

export function readResultsMark(connection: Connection): ResultsMark | undefined {
  const value = connection.get("SELECT value FROM meta WHERE name = 'results'")?.['value']
  const [, file, result] = markForm.exec(String(value)) ?? []
  return file === undefined ? undefined : { file, result: Number(result) }
}

/** Within a transaction. */
export function writeResultsMark(connection: Connection, { file, result }: ResultsMark): void {
  insertMeta(connection, new Map([['results', `${file} ${result}`]]))
}

/**
 * @throws LedgerError for a file that is no ledger, is of a newer version, or is another ledger than expected, and for one
 *   that was moved away
 */
export function readMeta(connection: Connection, expected: ExpectedIdentity): LedgerIdentity {
  const { movedTo, ...meta } = readMetaAnywhere(connection, expected)
  if (movedTo !== undefined) throw new LedgerError({ type: 'moved-away', path: connection.path, to: movedTo })
  return meta
}

/** Reads the same of a ledger that may have been moved away. */
export function readMetaAnywhere(connection: Connection, expected: ExpectedIdentity): MainFileMeta {
  const { path } = connection
  const pragma = (name: string): number => Number(connection.get(`PRAGMA ${name}`)?.[name] ?? 0)
  if (pragma('application_id') !== applicationId) throw new LedgerError({ type: 'not-a-ledger', path })
  const version = pragma('user_version')
  if (version > schemaVersion) throw new LedgerError({ type: 'newer-version', path, version, known: schemaVersion })
  if (version < oldestVersion) throw corrupt(path, `version ${version}`)
  const values = metaIn(connection)
  const lineage = values.get('lineage')
  const target = values.get('target')
  const secret = values.get('secret')
  const isWhole = version < sealedSince || values.get('seal') === identitySeal(values)
  if (typeof lineage !== 'string' || typeof target !== 'string' || !(secret instanceof Uint8Array) || !isWhole) {
    throw corrupt(path, 'meta')
  }
  checkIdentity({ target, lineage }, expected, path)
  connection.secret = secret
  const movedTo = values.get('moved-to')
  const reason = values.get('reason')
  return {
    version,
    lineage,
    target,
    secret,
    ...(typeof movedTo === 'string' && { movedTo }),
    ...(typeof reason === 'string' && { reason }),
  }
}
