/** The version of the tables below; an older ledger is upgraded (see upgrade.ts), a newer one is refused. */
export const schemaVersion = 3

/** "FTLG": tells a ledger from another SQLite file. */
export const applicationId = 0x46_54_4c_47

/** What a ledger says about itself; see meta.ts. */
export const metaTable: string = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
`

/**
 * The tables that are small, and whose rows have a seal (see seal.ts). `normal_name` is the name of a release in the
 * normal form of names; `name` is the one that its keys are made of, and differs in ledgers of version 2 alone.
 *
 * `state` says how far the main file is; see state.ts. The table `send` never says `inflight`: that is a claim in the
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
 *
 * Claims and outcomes are written to the claim log; the table `send` follows later, in larger parts.
 */
const sendTables = `
CREATE TABLE personal (personal INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;

CREATE TABLE send (
  row INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES message,
  preparation INTEGER NOT NULL,
  recipient TEXT NOT NULL,
  own_key TEXT,
  masked TEXT NOT NULL,
  personal INTEGER REFERENCES personal,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  code TEXT,
  description TEXT,
  prepared_at INTEGER NOT NULL,
  claimed_at INTEGER,
  settled_at INTEGER,
  checksum INTEGER NOT NULL,
  UNIQUE (message, recipient),
  CHECK (CASE state
    WHEN 'accepted' THEN personal IS NULL
    WHEN 'rejected' THEN TRUE
    ELSE personal IS NOT NULL AND state IN ('pending', 'deferred', 'unknown')
  END)
) STRICT;

CREATE UNIQUE INDEX send_own_key ON send (own_key, message) WHERE own_key IS NOT NULL;
CREATE INDEX send_open ON send (message, state, row) WHERE personal IS NOT NULL;
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

export const schema: string = metaTable + smallTables + sendTables + triggers
