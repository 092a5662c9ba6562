import { koreanTime } from '../text/korean-time.ts'
import type { LedgerErrorWords, LockHolder } from './ledger-error.ts'

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
  older: ({ path }) => [
    `${path}: this ledger is older than what this machine knows of it: messages were sent since, or what was written last is lost or damaged.`,
    'Put the newest ledger there, with its -wal file. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
  ],
  copied: ({ path }) => [
    `${path}: this ledger is not where it was used last: it is a copy, or it was moved. What was sent from the other one since is not in it.`,
    'Use the other one. If it was moved here and is not used there any more, add --complete to friendtalk ledger recover --reason "…"; if the other one is lost, without --complete everything becomes unknown that may have been sent.',
  ],
  backup: ({ path }) => [
    `${path}: this is a backup, and it is not known whether messages were sent since it was taken.`,
    'Put the newest ledger there. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
  ],
  'main-lost': ({ path, log }) => [
    `${path}: there is no ledger, but what was written to it last is there (${log}).`,
    'Put the ledger back, from a backup if need be: without it everything would be sent again.',
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
  failed: ({ path, code }) => [
    `${path}: the system refuses (${code}).`,
    'Check the permissions of the file and its folder, and the disk.',
  ],
  unreachable: ({ path, code }) => [
    `${path}: the database of the ledger cannot be reached (${code}).`,
    'Check the address, the port and the network, and that the server runs.',
  ],
  'connection-lost': ({ path, code }) => [
    `${path}: the connection to the database of the ledger was lost (${code}) and did not come back in time.`,
    'Run the same command again: what could not be recorded is unknown then.',
  ],
  'database-busy': ({ path, code }) => [
    `${path}: the database of the ledger is busy: a lock or a statement took too long (${code}).`,
    'See in pg_stat_activity what holds it up, then run the same command again.',
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
    `${path}: the last change that this machine knows is not in it, or what says how far it was is gone.`,
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
  cancelled: ({ release, at }) => [
    `The release "${release}" was called off at ${koreanTime(at)}, and nothing more of it is sent.`,
    'Send under another release name.',
  ],
  'lost-release': ({ release }) => [
    `The release "${release}" was sent, and the ledger that was accepted knows nothing of it: everybody would get it again.`,
    'Ask the service who has it, and send to the others as another release.',
  ],
  'other-template': ({ release, id }) => [
    `The release "${release}" holds another version of the message "${id}".`,
    'Deploy the message as it was, or send the new version as a new release (--release).',
  ],
}

const englishName = ({ pid, host, since }: LockHolder): string =>
  `process ${pid} on ${host}, since ${koreanTime(since)}`
