import { koreanTime } from '../contract/korean-time.ts'
import type { LockHolder } from './ledger-error.ts'
import type { LedgerErrorWords } from './ledger-error-words.ts'

export const englishLedgerErrors: LedgerErrorWords = {
  missing: ({ path }) => [
    `${path}: there is no ledger.`,
    'Put the ledger of your earlier deploys there. Only where nothing was ever sent, deploy with --new-ledger.',
  ],
  exists: ({ path }) => [`${path}: something is there already.`, 'Name a path where nothing is.'],
  'not-a-ledger': ({ path }) => [
    `${path}: is not a ledger.`,
    'Check the path that the configuration gives as "ledger"; if it is right, the file is damaged.',
  ],
  'read-only': ({ path }) => [
    `${path}: may not be written.`,
    'Make the file and its folder writable: what cannot be recorded is not sent.',
  ],
  'disk-full': ({ path }) => [`${path}: the disk is full.`, 'Make room, then run the same command again.'],
  corrupt: ({ path, detail }) => [
    `${path}: the ledger is damaged (${detail}).`,
    'Keep the file: it is the record of what was sent. Put the newest backup in its place; if messages were sent since, friendtalk ledger recover --reason "…" makes them unknown.',
  ],
  'results-damaged': ({ path, detail }) => [
    `${path}: the delivery results are damaged (${detail}).`,
    "Move the file away and keep it; then record the results again: friendtalk results import takes an export of the service's console.",
  ],
  'not-results': ({ path }) => [
    `${path}: is not a file of delivery results.`,
    'Move it away: files of this name are for delivery results.',
  ],
  'claims-lost': ({ path, isMissing }) => [
    `${path}: the last deploy did not come to its end, and its claim log, which says what was sent, is ${isMissing ? 'missing' : 'damaged'}.`,
    'Put the files back that end in -claims-1 and -claims-2. If they are lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent.',
  ],
  older: ({ path, known }) => [
    `${path}: this is an older copy of the ledger: ${known === 'machine' ? 'this machine' : 'its claim log'} knows of messages that were sent since.`,
    'Put the newest ledger there. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
  ],
  'taken-while-sending': ({ path }) => [
    `${path}: this backup was taken during a deploy, which went on sending.`,
    'Use the ledger that it was taken from. If that is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
  ],
  backup: ({ path }) => [
    `${path}: this is a backup, and this machine does not know whether messages were sent since it was taken.`,
    'Put the newest ledger there. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since. Where you are sure that nothing was, add --complete: it stays to be sent.',
  ],
  mixed: ({ path, actual, expected }) => [
    `${path}: is the ledger ${actual}, and the claim log beside it is of ${expected}.`,
    'Put the files of one ledger together. If the others are lost, friendtalk ledger recover --reason "…" accepts this one.',
  ],
  replaced: ({ path, actual, expected }) => [
    `${path}: is the ledger ${actual}; the one that was used here before is ${expected}.`,
    'Put that one back. If it is lost, friendtalk ledger recover --reason "…" accepts this one.',
  ],
  'main-lost': ({ path, log }) => [
    `${path}: there is no ledger, but its claim log is there (${log}).`,
    'Put the ledger back, from a backup if need be: what it was sending would be sent again without it.',
  ],
  known: ({ path, target, known }) => [
    `${path}: a new ledger is wanted for "${target}", and this machine knows one for the same account and target: ${known}.`,
    'Use that one. If a new one is right all the same, say why with --reason: what the other one sent may be sent again.',
  ],
  'moved-away': ({ path, to }) => [
    `${path}: this ledger was moved to ${to}.`,
    'Use it there; this one sends nothing any more.',
  ],
  'move-unfinished': ({ path }) => [
    `${path}: a ledger was being moved here, and the move did not come to its end.`,
    'Run the same friendtalk ledger move again: it finishes the move, or begins it anew.',
  ],
  'target-taken': ({ path, target }) => [
    `${path}: a ledger of the target "${target}" is there already.`,
    'Name another schema or database, in which the target has none.',
  ],
  'in-use': ({ path, workers }) => [
    workers.length === 0
      ? `${path}: another process is moving the ledger or opening it.`
      : `${path}: workers send from the ledger: ${workers.map(englishName).join('; ')}.`,
    'Wait until they end, or stop them, then run the same command again.',
  ],
  'newer-version': ({ path, version, known }) => [
    `${path}: the ledger has version ${version}; this friendtalk knows versions up to ${known}.`,
    'Update friendtalk.',
  ],
  'other-lineage': ({ path, actual, expected }) => [
    `${path}: this is the ledger ${actual}, and the plan was made with ${expected}.`,
    'Put the ledger back that the plan was made with, or make a new plan.',
  ],
  'other-target': ({ path, actual, expected }) => [
    `${path}: this is the ledger of the target "${actual}", not of "${expected}".`,
    'Give each file its own name back: every target has a ledger of its own.',
  ],
  locked: ({ path, holder }) => [
    `${path}: another process is changing the ledger${holder ? `: ${englishName(holder)}` : ''}.`,
    'Wait until it ends, or stop it, then run the same command again.',
  ],
  busy: ({ path }) => [
    `${path}: another program keeps the ledger from being written.`,
    'Close what has the file open, such as a database viewer or a backup, then run the same command again.',
  ],
  'network-file-system': ({ path, fileSystem }) => [
    `${path}: is on a network file system (${fileSystem}), where two deploys could run at once.`,
    'Give a path on a disk of this machine as "ledger" in the configuration.',
  ],
  'several-names': ({ path }) => [
    `${path}: the file has several names (hard links), and a lock on one does not hold for the others.`,
    'Keep one name and remove the others.',
  ],
  moved: ({ path }) => [
    `${path}: the ledger was moved, removed or replaced while it was in use.`,
    'Put the file back where it was, then run the same command again.',
  ],
  gone: ({ path }) => [
    `${path} is gone: it was removed during the deploy, and with it the lock that keeps a second one out, so nothing more is sent.`,
    'Put back the ledger where it was removed too, then run the same command again.',
  ],
  changed: ({ path }) => [
    `${path}: another process wrote into the ledger while this one had its lock, so nothing more is sent.`,
    'Find the other deploy and keep the -lock file where it is; then run the same command again.',
  ],
  failed: ({ path, code }) => [
    `${path}: the system refuses (${code}).`,
    'Check the permissions of the file and its folder, and the disk.',
  ],
  broken: ({ path }) => [
    `${path}: an earlier write failed, so nothing more is done.`,
    'Run the same command again: it starts from what is on the disk.',
  ],
  unreachable: ({ path, code }) => [
    `${path}: the database of the ledger cannot be reached (${code}).`,
    'Check the address, the port and the network, and that the server runs.',
  ],
  'connection-lost': ({ path, code }) =>
    code === 'SyncRep'
      ? [
          `${path}: the database of the ledger confirms nothing, because no synchronous standby does.`,
          'Bring a standby of synchronous_standby_names back, then run the same command again.',
        ]
      : [
          `${path}: the connection to the database of the ledger was lost (${code}).`,
          'Run the same command again: it first records the outcomes that this machine kept.',
        ],
  'database-busy': ({ path, code }) => [
    `${path}: the database of the ledger is busy: a lock or a statement took too long (${code}).`,
    'See in pg_stat_activity what holds it up, then run the same command again.',
  ],
  'older-at-work': ({ path, version, workers }) => [
    `${path}: deploys of an older friendtalk are running (${workers.join(', ')}), and the ledger has its version ${version}.`,
    'Wait until they end, or stop them, then run the same command again: it upgrades the ledger.',
  ],
  'login-refused': ({ path }) => [
    `${path}: the database refuses the user or the password.`,
    'Check the user and the password in the environment variable of the ledger.',
  ],
  'no-database': ({ path }) => [
    `${path}: the server has no such database.`,
    'Check its name in the environment variable of the ledger, or create it.',
  ],
  'no-connections': ({ path }) => [
    `${path}: the server takes no more connections (max_connections).`,
    'Close others, or raise its limit: each worker needs one.',
  ],
  standby: ({ path }) => [
    `${path}: nothing can be written here: the server is a standby, or default_transaction_read_only is on for the role.`,
    'Connect to the primary, or to the address that your cluster keeps for it, as a role that may write.',
  ],
  pooled: ({ path }) => [
    `${path}: a pooler hands out another connection for each transaction, so locks of a session do not hold.`,
    'Connect to the server itself, or to a pool in session mode.',
  ],
  'not-granted': ({ path, grants }) => [
    `${path}: the user of the ledger lacks privileges.`,
    `Have an administrator run: ${grants.join('; ')};`,
  ],
  'server-too-old': ({ path, version, needed }) => [
    `${path}: the server is PostgreSQL ${version}.`,
    `Use PostgreSQL ${needed} or newer.`,
  ],
  restored: ({ path }) => [
    `${path}: the database was restored, or another server took over; what was sent since may be missing.`,
    'friendtalk ledger recover --reason "…" makes everything unknown that may have been sent. Only after a fail-over to a synchronous standby, add --complete.',
  ],
  'not-complete': ({ path }) => [
    `${path}: the last claim that this machine knows is not in it, so something was lost.`,
    'Run friendtalk ledger recover --reason "…" without --complete.',
  ],
  paused: ({ path, by }) => [
    `${path}: ${by} stopped all workers.`,
    'Its own output says why. Run the same command again when the cause is gone.',
  ],
  'unknown-release': ({ release }) => [
    `There is no release "${release}" in the ledger.`,
    'friendtalk status lists the releases.',
  ],
  'lost-release': ({ release }) => [
    `The release "${release}" was begun in a newer copy of this ledger, which is lost: who received it is not known here.`,
    'Find out in the console who did, and send to the others as a release with another name.',
  ],
  'ambiguous-release': ({ release }) => [
    `The ledger holds several releases whose names look like "${release}"; an older friendtalk took them for different ones.`,
    'Give what you send now another release name.',
  ],
  'not-prepared': ({ release }) => [
    `Not all recipients of the release "${release}" are in the ledger, so nothing of it may be sent.`,
    'Deploy it again with the same recipients.',
  ],
  'other-template': ({ release, id }) => [
    `The release "${release}" holds another version of the message "${id}".`,
    'Deploy the message as it was, or send the new version as a new release (--release).',
  ],
  'key-taken': ({ masked, id, release, sentIn, isWaiting }) => [
    `${masked}, a recipient of the message "${id}" in the release "${release}", has the msg_key of ` +
      (sentIn === undefined
        ? 'another one of the release.'
        : `a message that the release "${sentIn}" ${isWaiting ? 'sent or is sending' : 'sent'}.`),
    isWaiting
      ? 'It waits to be sent, and its key stays: put the number on a list (--exclude), and the others are sent. ' +
        'Delivery results name a message by its key alone.'
      : 'Give each message a msg_key of its own, or leave the column out: delivery results name a message by its key alone.',
  ],
}

const englishName = ({ pid, host, since }: LockHolder): string =>
  `process ${pid} on ${host}, since ${koreanTime(since)}`
