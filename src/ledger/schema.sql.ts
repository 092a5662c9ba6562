/** The version of the tables that this friendtalk works with; another one is refused. */
export const schemaVersion = 1

/**
 * The tables, in the order in which a ledger is moved: each refers only to those before it. The sends of a release are
 * between its `first_send` and `last_send`, so no query looks through all others. `send.key` is made of the message,
 * the release and the number, so it tells a recipient of a message from all others.
 */
export const tables = [
  'meta',
  'release',
  'plan',
  'message',
  'worker',
  'send',
  'personal',
  'image',
  'decision',
  'result',
  'pause',
] as const

export type Table = (typeof tables)[number]

/**
 * States are texts with a check, so that a damaged one is noticed. No index has a column that changes when a send is claimed
 * or settled: PostgreSQL can keep both versions of the row in one page then. Of results the times and codes that are not
 * there are 0 or nothing, so that repeats are told by the index.
 */
export const schema: readonly string[] = [
  'CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)',
  `CREATE TABLE release (id {id}, name text NOT NULL UNIQUE, created_at {int} NOT NULL, first_send {int}, last_send {int},
     cancelled_at {int}, recovered_at {int})`,
  'CREATE TABLE plan (id {id}, digest text NOT NULL UNIQUE, release text NOT NULL, used_at {int} NOT NULL, text text NOT NULL)',
  'CREATE INDEX plan_release ON plan (release)',
  `CREATE TABLE message (id {id}, release {int} NOT NULL, name text NOT NULL, kind text NOT NULL, digest text NOT NULL,
     template text NOT NULL, hash text NOT NULL, UNIQUE (release, name))`,
  'CREATE INDEX message_name ON message (name)',
  `CREATE TABLE worker (id {id}, host text NOT NULL, pid {int} NOT NULL, started_at {int} NOT NULL,
     sequence {int} NOT NULL DEFAULT 0, ended_at {int})`,
  `CREATE TABLE send (id {id}, release {int} NOT NULL, message {int} NOT NULL, key text NOT NULL UNIQUE, masked text NOT NULL,
     ref text, state text NOT NULL CHECK (state IN
     ('pending', 'inflight', 'accepted', 'rejected', 'deferred', 'unknown', 'cancelled', 'excluded')),
     list text, attempt {int} NOT NULL DEFAULT 0, code text, description text, prepared_at {int} NOT NULL, claimed_at {int},
     settled_at {int}, worker {int})`,
  'CREATE TABLE personal (id {int} PRIMARY KEY, data text NOT NULL)',
  `CREATE TABLE image (id {id}, sha256 text NOT NULL, operation text NOT NULL, account text NOT NULL, url text NOT NULL,
     uploaded_at {int} NOT NULL, UNIQUE (sha256, operation, account))`,
  `CREATE TABLE decision (id {id}, release {int}, send {int}, sends {int} NOT NULL, verdict text NOT NULL, who text NOT NULL,
     reason text NOT NULL, at {int} NOT NULL)`,
  'CREATE INDEX decision_release ON decision (release)',
  `CREATE TABLE result (id {id}, send {int} NOT NULL, code text NOT NULL, done_at {int} NOT NULL, description text,
     fallback_code text NOT NULL, fallback_done_at {int} NOT NULL, fallback_description text, received_at {int} NOT NULL,
     UNIQUE (send, done_at, fallback_done_at, code, fallback_code))`,
  'CREATE TABLE pause (id {id}, worker {int} NOT NULL, note text NOT NULL)',
]
