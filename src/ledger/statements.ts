const id = 'CAST(j.value ->> 0 AS {int})'
/** The sends of a release: `?1` is its number, `?2` and `?3` are the first and the last of them. */
const ofRelease = 'send.release = ?1 AND send.id BETWEEN ?2 AND ?3'
const groups = `SELECT message, state, list, code, count(*) AS sends, min(claimed_at) AS claimed_at,
  max(settled_at) AS settled_at FROM send`
/** The result of each send that counts: the latest one. A result that says otherwise is a conflict. */
const latest = `SELECT send.message, result.code, result.fallback_code, result.done_at, result.fallback_done_at,
  row_number() OVER (PARTITION BY result.send ORDER BY result.done_at DESC, result.fallback_done_at DESC,
    result.code DESC, result.fallback_code DESC) AS place,
  CASE WHEN min(result.code) OVER own <> max(result.code) OVER own OR
    min(nullif(result.fallback_code, '')) OVER own <> max(nullif(result.fallback_code, '')) OVER own
    THEN 1 ELSE 0 END AS conflict
  FROM result JOIN send ON send.id = result.send
  WHERE result.send BETWEEN ?2 AND ?3 AND send.release = ?1 AND send.state = 'accepted'
  WINDOW own AS (PARTITION BY result.send)`
const waits = "('pending', 'deferred')"

/** The SQL of the ledger by name, written once for both databases; `driver.ts` says what stands in braces. */
export const sql = {
  // The ledger itself.
  meta: 'SELECT name, value FROM meta',
  setMeta: 'INSERT INTO meta VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  clearMeta: 'DELETE FROM meta WHERE name = ?1',
  /** Tells whether the ledger is still here; it is not moved while the first of these rows is shared. */
  here: "SELECT name, value FROM meta WHERE name IN ('lineage', 'moved_to', 'arriving') {share:meta}",

  // Releases and messages.
  releases: 'SELECT * FROM release ORDER BY id',
  release: 'SELECT * FROM release WHERE name = ?1',
  lockRelease: 'SELECT * FROM release WHERE name = ?1 {lock:release}',
  /** Keeps releases from being cancelled until what comes back of them is recorded. */
  shareReleases: `SELECT release.id FROM release JOIN {rows:1} ON release.id = ${id} {share:release}`,
  addRelease: 'INSERT INTO release (name, created_at) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING',
  extendRelease: `UPDATE release SET first_send = coalesce(first_send, CAST(?2 AS {int})), last_send = CAST(?3 AS {int})
    WHERE id = ?1`,
  messages: 'SELECT id, release, name, kind FROM message ORDER BY id',
  messagesOf: 'SELECT id, release, name, kind FROM message WHERE release = ?1 ORDER BY id',
  templates: 'SELECT id, name, template, hash FROM message WHERE release = ?1 ORDER BY id',
  messageDigests: 'SELECT id, name, digest FROM message WHERE release = ?1',
  addMessage: 'INSERT INTO message (release, name, kind, digest, template, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
  earlier: `SELECT message.name, message.template, message.hash, release.name AS release FROM message
    JOIN release ON release.id = message.release WHERE message.name = ?1 AND release.name <> ?2
    ORDER BY release.created_at DESC, release.id DESC LIMIT 1`,

  // Plans and images.
  plan: 'SELECT release, used_at FROM plan WHERE digest = ?1',
  plansOf: 'SELECT digest, text FROM plan WHERE release = ?1 ORDER BY id DESC',
  usePlan:
    'INSERT INTO plan (digest, release, used_at, text) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (digest) DO NOTHING RETURNING id',
  planText: 'SELECT text FROM plan WHERE digest = ?1',
  amendPlan: 'UPDATE plan SET text = ?2 WHERE digest = ?1',
  image: 'SELECT url, uploaded_at FROM image WHERE sha256 = ?1 AND operation = ?2 AND account = ?3',
  setImage: `INSERT INTO image (sha256, operation, account, url, uploaded_at) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (sha256, operation, account) DO UPDATE SET url = excluded.url, uploaded_at = excluded.uploaded_at`,

  // Preparing: rows are message, key, masked number, reference, state, list.
  lastSend: 'SELECT coalesce(max(id), 0) AS last FROM send',
  addSends: `INSERT INTO send (release, message, key, masked, ref, state, list, prepared_at, settled_at)
    SELECT CAST(?2 AS {int}), CAST(j.value ->> 0 AS {int}), j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4,
    j.value ->> 5, CAST(?3 AS {int}), CASE WHEN j.value ->> 5 IS NULL THEN NULL ELSE CAST(?3 AS {int}) END
    FROM {rows:1} WHERE true ON CONFLICT (key) DO NOTHING RETURNING id, key`,
  sendsByKey: `SELECT send.id, send.key, send.state, send.list, send.settled_at, release.recovered_at FROM send
    JOIN {rows:1} ON send.key = j.value ->> 0 JOIN release ON release.id = send.release`,
  /** Rows are send, state, list. */
  revive: `UPDATE send SET state = j.value ->> 1, list = j.value ->> 2, code = NULL, description = NULL,
    settled_at = CASE WHEN j.value ->> 2 IS NULL THEN NULL ELSE CAST(?2 AS {int}) END FROM {rows:1} WHERE send.id = ${id}`,
  /** Rows are send, data. */
  setPersonal: `INSERT INTO personal (id, data) SELECT ${id}, j.value ->> 1 FROM {rows:1} WHERE true
    ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
  countOfMessage: 'SELECT count(*) AS sends FROM send WHERE message = ?1 AND id BETWEEN ?2 AND ?3',

  // Sending.
  resume: `UPDATE send SET state = CASE WHEN list IS NULL THEN 'pending' ELSE 'excluded' END, code = NULL,
    description = NULL, claimed_at = NULL, settled_at = CASE WHEN list IS NULL THEN NULL ELSE settled_at END
    WHERE ${ofRelease} AND state = 'deferred' RETURNING id, state`,
  pick: `SELECT send.id, send.message, send.key, send.masked, send.attempt, personal.data FROM send
    LEFT JOIN personal ON personal.id = send.id
    WHERE ${ofRelease} AND send.state = 'pending' AND send.list IS NULL AND
    (SELECT cancelled_at FROM release WHERE release.id = ?1) IS NULL ORDER BY send.id LIMIT ?4 {free}`,
  next: `SELECT message FROM send WHERE ${ofRelease} AND state = 'pending' AND list IS NULL ORDER BY id LIMIT 1`,
  claim: `UPDATE send SET state = 'inflight', attempt = attempt + 1, code = NULL, description = NULL, settled_at = NULL,
    claimed_at = CAST(?2 AS {int}), worker = CAST(?3 AS {int}) FROM {rows:1} WHERE send.id = ${id}`,
  /** Raises the number of the worker `?1`, unless it was taken over; the pause is one that stopped all after the pause `?2`. */
  raise: `UPDATE worker SET sequence = sequence + 1 WHERE id = ?1 AND ended_at IS NULL RETURNING sequence,
    (SELECT min(id) FROM pause WHERE id > ?2) AS pause,
    (SELECT value FROM meta WHERE name = 'moved_to') AS moved_to`,
  /** Raises the ledger's number for a change that no claim makes. */
  raiseNewest:
    'UPDATE worker SET sequence = sequence + 1 WHERE id = (SELECT max(id) FROM worker) RETURNING id, sequence',
  pauseNote: `SELECT pause.note, worker.host, worker.pid FROM pause JOIN worker ON worker.id = pause.worker
    WHERE pause.id = ?1`,
  /** The first send that can be claimed, and the sends of other workers that may come back. */
  left: `SELECT min(CASE WHEN state = 'pending' AND list IS NULL THEN id END) AS pending,
    count(CASE WHEN state = 'inflight' AND worker <> ?4 THEN 1 END) AS others FROM send WHERE ${ofRelease}`,
  /** Rows are send, attempt, state, code, description. What was held back or called off meanwhile does not come back. */
  settle: `UPDATE send SET state = CASE WHEN j.value ->> 2 NOT IN ${waits} THEN j.value ->> 2
      WHEN (SELECT cancelled_at FROM release WHERE release.id = send.release) IS NOT NULL THEN 'cancelled'
      WHEN list IS NOT NULL THEN 'excluded' ELSE j.value ->> 2 END,
    code = j.value ->> 3, description = j.value ->> 4,
    claimed_at = CASE WHEN j.value ->> 2 = 'pending' THEN NULL ELSE claimed_at END,
    settled_at = CASE WHEN j.value ->> 2 = 'pending' AND list IS NULL THEN NULL ELSE CAST(?2 AS {int}) END
    FROM {rows:1} WHERE send.id = ${id} AND send.attempt = CAST(j.value ->> 1 AS {int}) AND
    (send.state IN ('inflight', 'unknown') OR (send.state = 'accepted' AND send.code IS NULL AND j.value ->> 2 = 'accepted'))
    RETURNING id, state, (SELECT cancelled_at FROM release WHERE release.id = send.release) AS cancelled`,
  decidedAmong: `SELECT count(DISTINCT decision.send) AS sends FROM decision JOIN {rows:1} ON decision.send = ${id}
    WHERE decision.verdict IN ('sent', 'not-sent')`,
  forget: '{forget}',
  /** Sends of the worker `?2`, or of all if it is 0. */
  giveUp: `UPDATE send SET state = 'unknown', settled_at = CAST(?1 AS {int})
    WHERE state = 'inflight' AND (CAST(?2 AS {int}) = 0 OR worker = CAST(?2 AS {int}))
    RETURNING id, (SELECT cancelled_at FROM release WHERE release.id = send.release) AS cancelled`,
  inflightOf: "SELECT id FROM send WHERE state = 'inflight' AND worker = ?1",
  /** Gives claims back of which the worker never heard. */
  giveBack: `UPDATE send SET state = CASE WHEN list IS NULL THEN 'pending' ELSE 'excluded' END, claimed_at = NULL
    FROM {rows:1} WHERE send.id = ${id} AND send.state = 'inflight' RETURNING send.id, send.state`,
  waiting: `SELECT send.id, send.message, personal.data FROM send JOIN personal ON personal.id = send.id
    WHERE ${ofRelease} AND send.state IN ('pending', 'deferred', 'inflight') AND send.list IS NULL
    ORDER BY send.id LIMIT ?4`,
  /** Rows are send, list. What is under way stays so, and does not come back. */
  hold: `UPDATE send SET list = j.value ->> 1, state = CASE WHEN state = 'inflight' THEN state ELSE 'excluded' END,
    settled_at = CASE WHEN state = 'inflight' THEN settled_at ELSE CAST(?2 AS {int}) END
    FROM {rows:1} WHERE send.id = ${id} AND send.state IN ('pending', 'deferred', 'inflight') AND send.list IS NULL
    RETURNING id, state`,

  // Decisions of people.
  unknownOf: `SELECT send.id, send.settled_at FROM send WHERE ${ofRelease} AND send.state = 'unknown' AND
    (CAST(?4 AS {int}) = 0 OR send.message = CAST(?4 AS {int})) {lock:send}`,
  byKeys: `SELECT send.id, send.key, send.state, send.settled_at, send.message FROM send
    JOIN {rows:2} ON send.key = j.value ->> 0 WHERE send.release = ?1 {lock:send}`,
  /** A list outlives the outcome: what is not sent after all stays excluded. */
  decide: `UPDATE send SET state = CASE WHEN ?2 = 'deferred' AND list IS NOT NULL THEN 'excluded' ELSE ?2 END,
    settled_at = CAST(?3 AS {int}) FROM {rows:1} WHERE send.id = ${id} RETURNING send.id, send.state`,
  addDecisions: `INSERT INTO decision (release, send, sends, verdict, who, reason, at)
    SELECT CAST(?2 AS {int}), ${id}, 1, j.value ->> 1, ?3, j.value ->> 2, CAST(?4 AS {int}) FROM {rows:1} WHERE true`,
  addDecision: `INSERT INTO decision (release, sends, verdict, who, reason, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  cancelRelease: 'UPDATE release SET cancelled_at = ?2 WHERE id = ?1',
  cancelSends: `UPDATE send SET state = 'cancelled', settled_at = CAST(?4 AS {int})
    WHERE ${ofRelease} AND state IN ${waits} RETURNING id`,
  recoverSends: `UPDATE send SET state = 'unknown', settled_at = CAST(?1 AS {int}), worker = NULL
    WHERE state IN ('pending', 'deferred', 'inflight') RETURNING id, release`,
  lastSettled: 'SELECT max(settled_at) AS last FROM send',
  recoverReleases: 'UPDATE release SET recovered_at = CAST(?1 AS {int})',
  decisions: `SELECT send.key, decision.sends, decision.verdict, decision.who, decision.reason, decision.at FROM decision
    LEFT JOIN send ON send.id = decision.send WHERE decision.release = ?1 ORDER BY decision.id`,

  // Delivery results: rows are send, code, done at, description, and the same of the fallback message.
  resultSends: `SELECT send.id, send.key, send.state, send.release, message.kind, personal.data FROM send
    JOIN {rows:1} ON send.key = j.value ->> 0 JOIN message ON message.id = send.message LEFT JOIN personal ON personal.id = send.id ORDER BY send.id {lock:send}`,
  addResults: `INSERT INTO result
    (send, code, done_at, description, fallback_code, fallback_done_at, fallback_description, received_at)
    SELECT ${id}, j.value ->> 1, CAST(j.value ->> 2 AS {int}), j.value ->> 3, j.value ->> 4,
    CAST(j.value ->> 5 AS {int}), j.value ->> 6, CAST(?2 AS {int}) FROM {rows:1} WHERE true
    ON CONFLICT (send, done_at, fallback_done_at, code, fallback_code) DO NOTHING
    RETURNING send, code, done_at, fallback_code, fallback_done_at`,
  /** A send that was neither under way nor unknown left in an attempt that this ledger does not know. */
  prove: `UPDATE send SET state = 'accepted', code = NULL, description = NULL, list = NULL, settled_at = CAST(?2 AS {int}),
    attempt = CASE WHEN state IN ('inflight', 'unknown') THEN attempt ELSE attempt + 1 END
    FROM {rows:1} WHERE send.id = ${id}`,

  // Reading.
  groups: `${groups} GROUP BY message, state, list, code`,
  groupsOf: `${groups} WHERE ${ofRelease} GROUP BY message, state, list, code`,
  hasPending: `SELECT 1 AS one FROM send WHERE ${ofRelease} AND send.message = ?4 AND send.state = 'pending' LIMIT 1`,
  failures: `SELECT message, state, code, count(*) AS sends, min(description) AS description FROM send
    WHERE ${ofRelease} AND state IN ('rejected', 'deferred', 'unknown') GROUP BY message, state, code
    ORDER BY count(*) DESC, message, state, code NULLS FIRST`,
  sends: `SELECT * FROM send WHERE ${ofRelease} AND send.state <> 'excluded'
    AND (?4 = '' OR send.state = ?4) AND (CAST(?5 AS {int}) = 0 OR send.message = CAST(?5 AS {int})) ORDER BY send.id LIMIT ?6`,
  resultsOf: `SELECT * FROM result WHERE send BETWEEN ?1 AND ?2
    ORDER BY send, done_at, fallback_done_at, code, fallback_code`,
  deliveries: `SELECT message, code, fallback_code, count(*) AS sends, sum(conflict) AS conflicts FROM (${latest}) AS last
    WHERE place = 1 GROUP BY message, code, fallback_code ORDER BY message, code, fallback_code`,

  // Workers.
  addWorker:
    'INSERT INTO worker (host, pid, started_at) VALUES (?1, ?2, ?3) RETURNING id, (SELECT coalesce(max(id), 0) FROM pause) AS pause',
  worker: 'SELECT sequence, ended_at FROM worker WHERE id = ?1',
  workersThere: 'SELECT id FROM worker WHERE ended_at IS NULL ORDER BY id',
  /** Workers with sends of a release in flight, ended or not. */
  workersIn: `SELECT DISTINCT worker AS id FROM send WHERE ${ofRelease} AND state = 'inflight'`,
  /** PostgreSQL's alone: a worker is alive while its session holds the lock of its number in the class `?1`. */
  workersAlive: `SELECT worker.id, host, pid, started_at FROM worker WHERE ended_at IS NULL AND EXISTS (
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = ?1
    AND objid::bigint = worker.id AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    ORDER BY worker.id`,
  lockWorker: 'SELECT pg_try_advisory_lock(?1::int, ?2::int) AS locked',
  lockDeadWorker: 'SELECT pg_try_advisory_xact_lock(?1::int, ?2::int) AS locked',
  lockName: 'SELECT pg_try_advisory_lock(?1::bigint) AS locked',
  unlockName: 'SELECT pg_advisory_unlock(?1::bigint)',
  lockNameShared: 'SELECT pg_try_advisory_xact_lock_shared(?1::bigint) AS locked',
  lockNameForTransaction: 'SELECT pg_advisory_xact_lock(?1::bigint)',
  setSequence: 'UPDATE worker SET sequence = ?2 WHERE id = ?1',
  endWorker: 'UPDATE worker SET ended_at = ?2 WHERE id = ?1',
  newestWorker:
    'SELECT id, ended_at, (SELECT coalesce(max(id), 0) FROM pause) AS pause FROM worker ORDER BY id DESC LIMIT 1',
  pause: 'INSERT INTO pause (worker, note) VALUES (?1, ?2)',
} as const
