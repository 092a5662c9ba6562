/**
 * What version 2 adds to the tables of version 1: references, people who are not sent to, samples, and a rate that all
 * workers have lowered.
 *
 * Whoever is not sent to has a send with the reason in `held`, and neither number nor values. What was under way when it
 * was held keeps them until its outcome is known.
 */
export const schema2 = `
ALTER TABLE send ADD COLUMN ref text, ADD COLUMN person text, ADD COLUMN held text;
ALTER TABLE send DROP CONSTRAINT send_check;
ALTER TABLE send ADD CONSTRAINT send_check CHECK (CASE state
  WHEN 'accepted' THEN personal IS NULL
  WHEN 'rejected' THEN TRUE
  ELSE (personal IS NOT NULL OR held IS NOT NULL) AND state IN ('pending', 'inflight', 'deferred', 'unknown')
END);
ALTER TABLE send ADD CONSTRAINT send_held CHECK (held IS NULL OR state IN ('pending', 'inflight', 'deferred'));
CREATE INDEX send_person ON send (person) WHERE person IS NOT NULL;
CREATE TABLE sample (release integer PRIMARY KEY REFERENCES release ON DELETE CASCADE, seed text NOT NULL);
CREATE TABLE slowing (
  ledger integer PRIMARY KEY REFERENCES ledger,
  times integer NOT NULL,
  factor double precision NOT NULL,
  at timestamptz NOT NULL,
  until timestamptz NOT NULL
);
UPDATE version SET version = 2;
`
