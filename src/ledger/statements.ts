import type { Statement, Stored } from './driver.ts'
import type {
  DecisionRecord,
  Failure,
  LedgerImage,
  MessageStatus,
  PlanUse,
  SendRecord,
  SendState,
  UsedPlan,
} from './ledger.ts'
import type { LockHolder } from './ledger-error.ts'
import type { Progress } from './marks.ts'
import type { DeliveryGroup, SendDelivery } from './results.ts'

/** A release as it is stored. */
export interface StoredRelease {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  /** The first and the last of its sends; 0 where it has none. */
  readonly first: number
  readonly last: number
  readonly cancelledAt: number | null
  readonly recoveredAt: number | null
}

export interface StoredMessage extends Pick<MessageStatus, 'id' | 'kind'> {
  readonly row: number
  readonly release: number
  readonly digest: string
}

export interface StoredTemplate {
  readonly id: string
  readonly release: string
  readonly template: string
  readonly hash: string
}

type StoredState = SendState | 'excluded'

/** Sends of one message that came to the same. */
export interface SendGroup {
  readonly message: number
  readonly state: StoredState
  readonly list: string | null
  readonly code: string | null
  readonly sends: number
  readonly claimedAt: number | null
  readonly settledAt: number | null
}

/** A send with its message and its release, and the personal data of its recipient unless they are forgotten. */
export interface StoredSend extends Pick<SendRecord, 'id' | 'kind' | 'key' | 'masked' | 'attempt'> {
  readonly row: number
  readonly release: number
  readonly state: StoredState
  readonly list: string | null
  readonly settledAt: number | null
  readonly recoveredAt: number | null
  readonly data: unknown
}

/** The result of a send that counts; another one may be in conflict with it. */
export interface StoredResult extends Stored<Omit<SendDelivery, 'delivery' | 'isConflicting'>> {
  readonly send: number
  readonly conflict: number
}

/** A worker, and its place among pauses. */
export interface Seat extends Progress {
  readonly endedAt: number | null
  /** The last pause that was there when it took its seat. */
  readonly pause: number
}

/** A send that a statement changed. */
export interface ChangedSend {
  readonly row: number
  readonly state: StoredState
  /** When its release was called off. */
  readonly cancelled: number | null
}

interface RecordedSend extends Stored<Omit<SendRecord, 'delivery'>> {
  readonly row: number
}

interface ReportedGroup extends Stored<Omit<DeliveryGroup, 'delivery'>> {
  readonly message: number
}

export interface Property {
  readonly name: string
  readonly value: string
}

type Locked = { readonly locked: boolean }

type Id = { readonly id: number }

const giving = <R>(sql: string): Statement<R> => sql

const id = 'CAST(j.value ->> 0 AS {int})'
/** The sends of a release: `?1` is its number, `?2` and `?3` are the first and the last of them. */
const ofRelease = 'send.release = ?1 AND send.id BETWEEN ?2 AND ?3'
const releases = `SELECT id, name, created_at AS "createdAt", coalesce(first_send, 0) AS first,
  coalesce(last_send, 0) AS last, cancelled_at AS "cancelledAt", recovered_at AS "recoveredAt" FROM release`
const messages = 'SELECT id AS "row", release, name AS id, kind, digest FROM message'
const templates = `SELECT message.name AS id, release.name AS release, message.template, message.hash FROM message
  JOIN release ON release.id = message.release`
const sends = `SELECT send.id AS "row", message.name AS id, message.kind, send.key, send.masked, send.attempt,
  send.release, send.state, send.list, send.settled_at AS "settledAt", release.recovered_at AS "recoveredAt",
  personal.data FROM send JOIN message ON message.id = send.message JOIN release ON release.id = send.release
  LEFT JOIN personal ON personal.id = send.id`
const changed = `RETURNING send.id AS "row", send.state,
  (SELECT cancelled_at FROM release WHERE release.id = send.release) AS cancelled`
const seat = `id AS worker, sequence, ended_at AS "endedAt", (SELECT coalesce(max(id), 0) FROM pause) AS pause`
const groups = `SELECT message, state, list, code, count(*) AS sends, min(claimed_at) AS "claimedAt",
  max(settled_at) AS "settledAt" FROM send`
/** Results of accepted sends: the first of each send counts, as it is the latest. One that says otherwise is a conflict. */
const results = `SELECT send.id AS send, send.message, result.code, nullif(result.done_at, 0) AS "doneAt",
  result.description, nullif(result.fallback_code, '') AS "fallbackCode",
  nullif(result.fallback_done_at, 0) AS "fallbackDoneAt", result.fallback_description AS "fallbackDescription",
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
  meta: giving<Property>('SELECT name, value FROM meta'),
  setMeta: 'INSERT INTO meta VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  clearMeta: 'DELETE FROM meta WHERE name = ?1',
  /** Tells whether the ledger is still here; it is not moved while the first of these rows is shared. */
  here: giving<Property>("SELECT name, value FROM meta WHERE name IN ('lineage', 'moved_to', 'arriving') {share:meta}"),

  // Releases and messages.
  releases: giving<StoredRelease>(`${releases} ORDER BY id`),
  release: giving<StoredRelease>(`${releases} WHERE name = ?1`),
  lockRelease: giving<StoredRelease>(`${releases} WHERE name = ?1 {lock:release}`),
  /** Keeps releases from being cancelled until what comes back of them is recorded. */
  shareReleases: `SELECT release.id FROM release JOIN {rows:1} ON release.id = ${id} {share:release}`,
  addRelease: 'INSERT INTO release (name, created_at) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING',
  extendRelease: `UPDATE release SET first_send = coalesce(first_send, CAST(?2 AS {int})), last_send = CAST(?3 AS {int})
    WHERE id = ?1`,
  messages: giving<StoredMessage>(`${messages} ORDER BY message.id`),
  messagesOf: giving<StoredMessage>(`${messages} WHERE release = ?1 ORDER BY message.id`),
  templates: giving<StoredTemplate>(`${templates} WHERE release.id = ?1 ORDER BY message.id`),
  addMessage: 'INSERT INTO message (release, name, kind, digest, template, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
  earlier: giving<StoredTemplate>(`${templates} WHERE message.name = ?1 AND release.name <> ?2
    ORDER BY release.created_at DESC, release.id DESC LIMIT 1`),

  // Plans and images.
  plan: giving<PlanUse>('SELECT release, used_at AS "usedAt" FROM plan WHERE digest = ?1'),
  plansOf: giving<UsedPlan>('SELECT digest, text FROM plan WHERE release = ?1 ORDER BY id DESC'),
  usePlan:
    'INSERT INTO plan (digest, release, used_at, text) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (digest) DO NOTHING RETURNING id',
  planText: giving<UsedPlan>('SELECT digest, text FROM plan WHERE digest = ?1'),
  amendPlan: 'UPDATE plan SET text = ?2 WHERE digest = ?1',
  image: giving<LedgerImage>(
    'SELECT url, uploaded_at AS "uploadedAt" FROM image WHERE sha256 = ?1 AND operation = ?2 AND account = ?3',
  ),
  setImage: `INSERT INTO image (sha256, operation, account, url, uploaded_at) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (sha256, operation, account) DO UPDATE SET url = excluded.url, uploaded_at = excluded.uploaded_at`,

  // Preparing: rows are message, key, masked number, reference, state, list.
  lastSend: 'SELECT coalesce(max(id), 0) AS last FROM send',
  addSends: `INSERT INTO send (release, message, key, masked, ref, state, list, prepared_at, settled_at)
    SELECT CAST(?2 AS {int}), CAST(j.value ->> 0 AS {int}), j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4,
    j.value ->> 5, CAST(?3 AS {int}), CASE WHEN j.value ->> 5 IS NULL THEN NULL ELSE CAST(?3 AS {int}) END
    FROM {rows:1} WHERE true ON CONFLICT (key) DO NOTHING RETURNING id, key`,
  sendsByKey: giving<StoredSend>(`${sends} JOIN {rows:1} ON send.key = j.value ->> 0`),
  /** Rows are send, state, list. */
  revive: `UPDATE send SET state = j.value ->> 1, list = j.value ->> 2, code = NULL, description = NULL,
    settled_at = CASE WHEN j.value ->> 2 IS NULL THEN NULL ELSE CAST(?2 AS {int}) END FROM {rows:1} WHERE send.id = ${id}`,
  /** Rows are send, data. */
  setPersonal: `INSERT INTO personal (id, data) SELECT ${id}, j.value ->> 1 FROM {rows:1} WHERE true
    ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
  countOfMessage: 'SELECT count(*) AS sends FROM send WHERE message = ?1 AND id BETWEEN ?2 AND ?3',

  // Sending.
  resume: giving<ChangedSend>(`UPDATE send SET
    state = CASE WHEN list IS NULL THEN 'pending' ELSE 'excluded' END, code = NULL,
    description = NULL, claimed_at = NULL, settled_at = CASE WHEN list IS NULL THEN NULL ELSE settled_at END
    WHERE ${ofRelease} AND state = 'deferred' ${changed}`),
  pick: giving<StoredSend>(`${sends} WHERE ${ofRelease}
    AND send.state = 'pending' AND send.list IS NULL AND release.cancelled_at IS NULL ORDER BY send.id LIMIT ?4 {free}`),
  next: giving<StoredSend>(`${sends}
    WHERE ${ofRelease} AND send.state = 'pending' AND send.list IS NULL ORDER BY send.id LIMIT 1`),
  claim: `UPDATE send SET state = 'inflight', attempt = attempt + 1, code = NULL, description = NULL, settled_at = NULL,
    claimed_at = CAST(?2 AS {int}), worker = CAST(?3 AS {int}) FROM {rows:1} WHERE send.id = ${id}`,
  /** Raises the number of the worker `?1`, unless it was taken over; the pause is one that stopped all after the pause `?2`. */
  raise: `UPDATE worker SET sequence = sequence + 1 WHERE id = ?1 AND ended_at IS NULL RETURNING sequence,
    (SELECT min(id) FROM pause WHERE id > ?2) AS pause,
    (SELECT value FROM meta WHERE name = 'moved_to') AS moved_to`,
  /** Raises the ledger's number for a change that no claim makes. */
  raiseNewest: giving<Progress>(
    'UPDATE worker SET sequence = sequence + 1 WHERE id = (SELECT max(id) FROM worker) RETURNING id AS worker, sequence',
  ),
  pauseNote:
    'SELECT pause.note, worker.host, worker.pid FROM pause JOIN worker ON worker.id = pause.worker WHERE pause.id = ?1',
  /** The first send that can be claimed, and the sends of other workers that may come back. */
  left: `SELECT min(CASE WHEN state = 'pending' AND list IS NULL THEN id END) AS pending,
    count(CASE WHEN state = 'inflight' AND worker <> ?4 THEN 1 END) AS others FROM send WHERE ${ofRelease}`,
  /** Rows are send, attempt, state, code, description. What was held back or called off meanwhile does not come back. */
  settle: giving<ChangedSend>(`UPDATE send SET
    state = CASE WHEN j.value ->> 2 NOT IN ${waits} THEN j.value ->> 2
      WHEN (SELECT cancelled_at FROM release WHERE release.id = send.release) IS NOT NULL THEN 'cancelled'
      WHEN list IS NOT NULL THEN 'excluded' ELSE j.value ->> 2 END,
    code = j.value ->> 3, description = j.value ->> 4,
    claimed_at = CASE WHEN j.value ->> 2 = 'pending' THEN NULL ELSE claimed_at END,
    settled_at = CASE WHEN j.value ->> 2 = 'pending' AND list IS NULL THEN NULL ELSE CAST(?2 AS {int}) END
    FROM {rows:1} WHERE send.id = ${id} AND send.attempt = CAST(j.value ->> 1 AS {int}) AND
    (send.state IN ('inflight', 'unknown') OR (send.state = 'accepted' AND send.code IS NULL AND j.value ->> 2 = 'accepted'))
    ${changed}`),
  decidedAmong: `SELECT count(DISTINCT decision.send) AS sends FROM decision JOIN {rows:1} ON decision.send = ${id}
    WHERE decision.verdict IN ('sent', 'not-sent')`,
  forget: '{forget}',
  /** Sends of the worker `?2`, or of all if it is 0. */
  giveUp: giving<ChangedSend>(`UPDATE send SET state = 'unknown', settled_at = CAST(?1 AS {int})
    WHERE state = 'inflight' AND (CAST(?2 AS {int}) = 0 OR worker = CAST(?2 AS {int}))
    ${changed}`),
  inflightOf: giving<Id>("SELECT id FROM send WHERE state = 'inflight' AND worker = ?1"),
  /** Gives claims back of which the worker never heard. */
  giveBack: giving<ChangedSend>(`UPDATE send SET
    state = CASE WHEN list IS NULL THEN 'pending' ELSE 'excluded' END, claimed_at = NULL
    FROM {rows:1} WHERE send.id = ${id} AND send.state = 'inflight' ${changed}`),
  waiting: giving<StoredSend>(`${sends}
    WHERE ${ofRelease} AND send.state IN ('pending', 'deferred', 'inflight') AND send.list IS NULL
    ORDER BY send.id LIMIT ?4`),
  /** Rows are send, list. What is under way stays so, and does not come back. */
  hold: giving<ChangedSend>(`UPDATE send SET list = j.value ->> 1,
    state = CASE WHEN state = 'inflight' THEN state ELSE 'excluded' END,
    settled_at = CASE WHEN state = 'inflight' THEN settled_at ELSE CAST(?2 AS {int}) END
    FROM {rows:1} WHERE send.id = ${id} AND send.state IN ('pending', 'deferred', 'inflight') AND send.list IS NULL
    ${changed}`),

  // Decisions of people.
  unknownOf: giving<StoredSend>(`${sends}
    WHERE ${ofRelease} AND send.state = 'unknown' AND (?4 = '' OR message.name = ?4) {lock:send}`),
  byKeys: giving<StoredSend>(`${sends}
    JOIN {rows:2} ON send.key = j.value ->> 0 WHERE send.release = ?1 {lock:send}`),
  /** A list outlives the outcome: what is not sent after all stays excluded. */
  decide: giving<ChangedSend>(`UPDATE send SET
    state = CASE WHEN ?2 = 'deferred' AND list IS NOT NULL THEN 'excluded' ELSE ?2 END,
    settled_at = CAST(?3 AS {int}) FROM {rows:1} WHERE send.id = ${id} ${changed}`),
  addDecisions: `INSERT INTO decision (release, send, sends, verdict, who, reason, at)
    SELECT send.release, send.id, 1, j.value ->> 1, ?2, j.value ->> 2, CAST(?3 AS {int})
    FROM {rows:1} JOIN send ON send.id = ${id}`,
  addDecision: `INSERT INTO decision (release, sends, verdict, who, reason, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  cancelRelease: 'UPDATE release SET cancelled_at = ?2 WHERE id = ?1',
  cancelSends: giving<ChangedSend>(`UPDATE send SET state = 'cancelled', settled_at = CAST(?4 AS {int})
    WHERE ${ofRelease} AND state IN ${waits} ${changed}`),
  recoverSends: `UPDATE send SET state = 'unknown', settled_at = CAST(?1 AS {int}), worker = NULL
    WHERE state IN ('pending', 'deferred', 'inflight') RETURNING release`,
  lastSettled: 'SELECT max(settled_at) AS last FROM send',
  recoverReleases: 'UPDATE release SET recovered_at = CAST(?1 AS {int})',
  decisions: giving<Stored<DecisionRecord>>(`SELECT
    send.key, decision.sends, decision.verdict, decision.who, decision.reason, decision.at FROM decision
    LEFT JOIN send ON send.id = decision.send WHERE decision.release = ?1 ORDER BY decision.id`),

  // Delivery results: rows are send, code, done at, description, and the same of the fallback message.
  resultSends: giving<StoredSend>(`${sends} JOIN {rows:1} ON send.key = j.value ->> 0 ORDER BY send.id {lock:send}`),
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
  groups: giving<SendGroup>(`${groups} GROUP BY message, state, list, code`),
  groupsOf: giving<SendGroup>(`${groups} WHERE ${ofRelease} GROUP BY message, state, list, code`),
  hasPending: `SELECT 1 AS one FROM send JOIN message ON message.id = send.message
    WHERE ${ofRelease} AND message.name = ?4 AND send.state = 'pending' LIMIT 1`,
  failures: giving<Stored<Failure>>(`SELECT message.name AS id, message.kind, send.state, send.code, count(*) AS sends,
    min(send.description) AS description FROM send JOIN message ON message.id = send.message
    WHERE ${ofRelease} AND send.state IN ('rejected', 'deferred', 'unknown')
    GROUP BY message.id, message.name, message.kind, send.state, send.code
    ORDER BY count(*) DESC, message.id, send.state, send.code NULLS FIRST`),
  sends: giving<RecordedSend>(`SELECT send.id AS "row",
    message.name AS id, message.kind, send.key, send.masked, send.ref, send.state, send.attempt, send.code,
    send.description, send.prepared_at AS "preparedAt", send.claimed_at AS "claimedAt", send.settled_at AS "settledAt"
    FROM send JOIN message ON message.id = send.message WHERE ${ofRelease} AND send.state <> 'excluded'
    AND (?4 = '' OR send.state = ?4) AND (?5 = '' OR message.name = ?5) ORDER BY send.id LIMIT ?6`),
  reported: giving<StoredResult>(`SELECT send, code, "doneAt", description, "fallbackCode", "fallbackDoneAt",
    "fallbackDescription", conflict FROM (${results}) AS one WHERE place = 1`),
  deliveries: giving<ReportedGroup>(`SELECT message, code,
    "fallbackCode", count(*) AS sends, sum(conflict) AS conflicts FROM (${results}) AS one WHERE place = 1
    GROUP BY message, code, "fallbackCode" ORDER BY message, code, "fallbackCode" NULLS FIRST`),

  // Workers.
  addWorker: giving<Seat>(`INSERT INTO worker (host, pid, started_at) VALUES (?1, ?2, ?3) RETURNING ${seat}`),
  worker: giving<Seat>(`SELECT ${seat} FROM worker WHERE id = ?1`),
  newestWorker: giving<Seat>(`SELECT ${seat} FROM worker ORDER BY id DESC LIMIT 1`),
  workersThere: giving<Id>('SELECT id FROM worker WHERE ended_at IS NULL ORDER BY id'),
  /** Workers with sends of a release in flight, ended or not. */
  workersIn: giving<Id>(`SELECT DISTINCT worker AS id FROM send WHERE ${ofRelease} AND state = 'inflight'`),
  /** PostgreSQL's alone: a worker is alive while its session holds the lock of its number in the class `?1`. */
  workersAlive: giving<LockHolder & Id>(`SELECT worker.id, host, pid, started_at AS since FROM worker
    WHERE ended_at IS NULL AND EXISTS (
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = ?1
    AND objid::bigint = worker.id AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    ORDER BY worker.id`),
  lockWorker: giving<Locked>('SELECT pg_try_advisory_lock(?1::int, ?2::int) AS locked'),
  lockDeadWorker: giving<Locked>('SELECT pg_try_advisory_xact_lock(?1::int, ?2::int) AS locked'),
  lockName: giving<Locked>('SELECT pg_try_advisory_lock(?1::bigint) AS locked'),
  unlockName: 'SELECT pg_advisory_unlock(?1::bigint)',
  lockNameShared: giving<Locked>('SELECT pg_try_advisory_xact_lock_shared(?1::bigint) AS locked'),
  lockNameForTransaction: 'SELECT pg_advisory_xact_lock(?1::bigint)',
  setSequence: 'UPDATE worker SET sequence = ?2 WHERE id = ?1',
  endWorker: 'UPDATE worker SET ended_at = ?2 WHERE id = ?1',
  pause: 'INSERT INTO pause (worker, note) VALUES (?1, ?2)',
} as const
