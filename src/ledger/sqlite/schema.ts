/** The version of the tables below; a ledger of a newer one is refused. */
export const schemaVersion = 2

/** "FTLG": tells a ledger from another SQLite file. */
export const applicationId = 0x46_54_4c_47

/**
 * Numbers and values stand in a table of their own that only grows, and are erased by zeros of the same size in their
 * place. A row that changes its size, or is deleted, makes the engine move its neighbours, and of those a copy can stay
 * behind in the unused part of a page, where `secure_delete` does not reach.
 *
 * Claims and outcomes are written to the journal, which grows by one row for all requests that are written at the same
 * time; the table `send` follows later, in larger parts (see journal.ts). It never says `inflight`: that is a claim in
 * the journal without an outcome.
 *
 * The triggers are the last wall: whatever the code does, a send never leaves the ledger and never takes a way that
 * is none.
 */
export const schema: string = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE release (
  release INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE preparation (
  preparation INTEGER PRIMARY KEY,
  release INTEGER NOT NULL REFERENCES release,
  first_row INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

CREATE TABLE message (
  message INTEGER PRIMARY KEY,
  release INTEGER NOT NULL REFERENCES release,
  preparation INTEGER NOT NULL,
  id TEXT NOT NULL,
  digest TEXT NOT NULL,
  template TEXT NOT NULL,
  UNIQUE (release, id)
) STRICT;

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

CREATE TABLE journal (entry INTEGER PRIMARY KEY, data TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT;

CREATE TRIGGER send_transition BEFORE UPDATE OF state ON send
WHEN OLD.state <> NEW.state AND NOT CASE OLD.state
  WHEN 'pending' THEN NEW.attempt > OLD.attempt
  WHEN 'deferred' THEN NEW.state = 'pending'
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

CREATE TABLE decision (
  decision INTEGER PRIMARY KEY,
  row INTEGER NOT NULL REFERENCES send,
  verdict TEXT NOT NULL CHECK (verdict IN ('sent', 'not-sent')),
  who TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE image (
  sha256 TEXT NOT NULL,
  operation TEXT NOT NULL,
  account TEXT NOT NULL,
  url TEXT NOT NULL,
  uploaded_at INTEGER NOT NULL,
  PRIMARY KEY (sha256, operation, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan (
  plan INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  release TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
`
