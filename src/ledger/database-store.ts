import type { UnderWay } from './commits.ts'
import type { Run } from './driver.ts'
import { inboxOver } from './inbox.ts'
import { busy, failed, LedgerError, missing, older } from './ledger-error.ts'
import type { LedgerStore } from './ledger.ts'
import { notGranted, openPostgres, type PostgresDriver, quotedName, shownAddress } from './postgres.ts'
import { reconnecting } from './reconnecting.ts'
import { sql } from './statements.ts'
import {
  changeBeside,
  type EnterOptions,
  type Entering,
  type Fill,
  identified,
  type Opened,
  once,
  orClosed,
  type Session,
  storeOver,
  type StoreOwner,
} from './store-over.ts'
import { forgetOver, isAsFarAs, readMeta, setMeta } from './tables.ts'
import { keepOthersOut, lockNumber, refreshMs, Workers, workersAlive } from './workers.ts'

/** A ledger in PostgreSQL: several machines send from it. */
export interface DatabaseLocation {
  /** The connection string, which is a secret. */
  readonly url: string
  /** Prefix of schema names: that of each ledger ends with its target. */
  readonly schema: string
}

export interface DatabaseOptions extends StoreOwner, DatabaseLocation {
  readonly refreshMs?: number
  /** The server's clock when absent, in milliseconds since 1970. */
  readonly now?: () => number
}

/** Returns a ledger in PostgreSQL, from which several workers send. */
export function databaseStore(options: DatabaseOptions): LedgerStore {
  const path = shownAddress(options.url)
  const schema = `${options.schema}_${options.target}`
  const database = { options, path, schema, place: `${path}#${schema}` }
  const enter = (how: Entering, entering: EnterOptions = {}): Promise<DatabaseSession> =>
    enterDatabase(database, how, entering)
  return storeOver({
    owner: options,
    path,
    place: database.place,
    state: (stop) =>
      once(enter('read', { stop }), async ({ driver }) => ((await isMade(driver, schema)) ? 'made' : 'none')),
    enter,
    workers: () =>
      once(enter('read'), async ({ driver }) =>
        (await isMade(driver, schema)) ? (await workersAlive(driver.run, schema)).length : 0,
      ),
    holder: async () => undefined,
    results: () => {
      let session: DatabaseSession | undefined
      return inboxOver({
        change: async (work) => {
          if (session?.driver.isLost()) session = undefined
          session ??= await enter('beside')
          return changeBeside(session, await identified(session), work)
        },
        isShared: () => false,
        now: () => session?.now() ?? Date.now(),
        close: async () => session?.close(),
      })
    },
  })
}

interface Database {
  readonly options: DatabaseOptions
  readonly path: string
  readonly schema: string
  readonly place: string
}

interface DatabaseSession extends Session {
  readonly driver: PostgresDriver
}

async function enterDatabase(
  database: Database,
  how: Entering,
  { ifMissing, stop }: EnterOptions,
): Promise<DatabaseSession> {
  const { options, schema } = database
  const driver = await openPostgres(options.url, schema, stop)
  const session = sessionOver(driver, database, stop)
  return orClosed(session, async () => {
    if (ifMissing && !(await isMade(driver, schema))) await makeTables(driver, schema, ifMissing())
    if (how === 'alone') await keepOthersOut(driver, schema)
    return session
  })
}

async function isMade({ run }: { readonly run: Run }, schema: string): Promise<boolean> {
  // Looked up in the catalogue: to_regclass may remember that there was none before another worker made it.
  const [made] = await run(
    "SELECT 1 AS one FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ?1 AND relname = 'pause'",
    schema,
  )
  return made !== undefined
}

/** Makes the schema and its tables, unless another worker did. */
async function makeTables(driver: PostgresDriver, schema: string, fill: Fill): Promise<void> {
  await driver.transaction(async (run) => {
    await run(sql.lockNameForTransaction, lockNumber(schema, 'make'))
    if (await isMade({ run }, schema)) return
    const [there] = await run('SELECT 1 AS one FROM pg_namespace WHERE nspname = ?1', schema)
    // A role that may use the schema need not be allowed to create one.
    if (!there) await run(`CREATE SCHEMA ${quotedName(schema)}`)
    await fill(run)
  })
}

function sessionOver(driver: PostgresDriver, database: Database, stop: AbortSignal | undefined): DatabaseSession {
  const { options, path, schema, place } = database
  const { run } = driver
  return {
    owner: options,
    path,
    place,
    driver,
    now: () => Date.now() + driver.aheadMs,
    readMeta: async () => {
      if (!(await isMade(driver, schema))) throw missing(path)
      return readMeta(run)
    },
    marksBeside: [],
    lockLineage: () => {},
    guard: async ({ meta, marks }) => {
      // Read first: a claim made meanwhile raises the mark only after the ledger.
      const marked = marks.read()
      const [system, timeline] = await serverOf(run)
      const before = [meta.get('system'), meta.get('timeline')]
      if (before[0] !== undefined && (before[0] !== system || before[1] !== timeline)) throw restored(path)
      if (!(await isAsFarAs(run, marked))) throw older(path)
    },
    isComplete: ({ marks }) => isAsFarAs(run, marks.read()),
    verifyPages: () => {},
    notePlace,
    renew: async (within, { at }) => {
      await notePlace(within)
      // No machine has a mark of a new worker.
      const [seat = { worker: 0 }] = await within(sql.addWorker, '', 0, at)
      await within(sql.endWorker, seat.worker, at)
      return { worker: seat.worker, sequence: 0 }
    },
    send: (opened) => send(driver, opened, { database, stop }),
    copyTo: () => Promise.reject(failed(path, 'pg_dump')),
    cleanUp: async () => {},
    scrub: async () => {},
    explained: async (error) => {
      if (stop?.aborted) return stop.reason as unknown
      const isNotGranted = error instanceof LedgerError && error.code === 'not-granted'
      return isNotGranted ? notGranted(path, await grantsOf(driver, schema)) : error
    },
    close: driver.close,
  }
}

async function send(
  first: PostgresDriver,
  { meta }: Opened,
  { database, stop }: { readonly database: Database; readonly stop: AbortSignal | undefined },
): ReturnType<Session['send']> {
  const { options, schema } = database
  stop?.throwIfAborted()
  const underWay = new Map<number, UnderWay>()
  const driver = reconnecting(first, {
    connect: (over) => openPostgres(options.url, schema, over),
    onReconnected: async (next, lost) => {
      // The server may not know yet that the session is gone; the user may end it because it is its own.
      await next.run('SELECT pg_terminate_backend(?1::int)', lost.backend).catch(() => [])
      const session = sessionOver(next, database, undefined)
      await session.guard(await identified(session))
      await rejoin(next, workers, underWay)
    },
  })
  const workers = new Workers({ driver, schema, refreshMs: options.refreshMs ?? refreshMs, now: driver.now })
  await first.transaction(async (run) => {
    await workers.takeSeat(run)
    if (!meta.has('system')) await notePlace(run)
  })
  return {
    driver,
    now: options.now ?? driver.now,
    recovered: await workers.join(),
    seat: workers.seat,
    ready: workers.ready,
    reconnect: driver.reconnect,
    underWay,
    shared: workers,
    close: async (isSettled) => {
      try {
        await workers.leave(isSettled)
      } catch (error) {
        // Another worker makes its sends in flight unknown.
        if (!(error instanceof LedgerError)) throw error
      } finally {
        await driver.close()
      }
    },
  }
}

/** Takes the seat again after a lost connection, and gives back what was claimed and never heard of. */
async function rejoin(next: PostgresDriver, workers: Workers, underWay: ReadonlyMap<number, unknown>): Promise<void> {
  const { worker } = workers.seat()
  const [row] = await next.run(sql.worker, worker)
  if (row === undefined || row.endedAt !== null) {
    await next.transaction((run) => workers.takeSeat(run))
    return
  }
  if (!(await workers.lockSeat(next.run))) throw busy(next.path)
  await next.transaction(async (run) => {
    const claimed = (await run(sql.inflightOf, worker)).filter(({ id }) => !underWay.has(id))
    const back = await run(sql.giveBack, JSON.stringify(claimed.map(({ id }) => [id])))
    await forgetOver(run, back)
  })
}

/** Returns the statements that give this user what it lacks. */
async function grantsOf({ run }: PostgresDriver, schema: string): Promise<readonly string[]> {
  const [found] = await run(
    'SELECT current_database() AS database, current_user AS name, ' +
      '(SELECT count(*) FROM pg_namespace WHERE nspname = ?1) AS schemas',
    schema,
  )
  const [user, name] = [quotedName(String(found?.['name'])), quotedName(schema)]
  if (Number(found?.['schemas']) === 0) {
    return [`GRANT CREATE ON DATABASE ${quotedName(String(found?.['database']))} TO ${user}`]
  }
  return [
    `GRANT USAGE, CREATE ON SCHEMA ${name} TO ${user}`,
    `GRANT ALL ON ALL TABLES IN SCHEMA ${name} TO ${user}`,
    `GRANT ALL ON ALL SEQUENCES IN SCHEMA ${name} TO ${user}`,
  ]
}

const restored = (path: string): LedgerError =>
  new LedgerError('restored', {
    en: [
      `${path}: the database was restored, or another server took over; what was sent since may be missing.`,
      'friendtalk ledger recover --reason "…" makes everything unknown that may have been sent. Only after a fail-over to a synchronous standby, add --complete.',
    ],
    ko: [
      `${path}: 데이터베이스가 복원되었거나 다른 서버로 바뀌었습니다. 그 뒤의 발송이 빠져 있을 수 있습니다.`,
      'friendtalk ledger recover --reason "…" 명령으로 발송했을 수 있는 메시지를 모두 확인 필요로 바꾸세요. 동기 복제 서버로 전환한 뒤에만 --complete를 붙이세요.',
    ],
  })

/**
 * Returns the server, the database and the tables as one text, so that a dump that is read back is another place, and the
 * branch of the server's history.
 */
async function serverOf(run: Run): Promise<readonly [system: string, timeline: string]> {
  const [row] = await run(
    "SELECT concat_ws('/', system_identifier, (SELECT oid FROM pg_database WHERE datname = current_database()), " +
      "'meta'::regclass::oid) AS system, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline " +
      'FROM pg_control_system()',
  )
  return [String(row?.['system']), String(row?.['timeline'])]
}

/** Writes down the server, by which a restored database is noticed. */
async function notePlace(run: Run): Promise<void> {
  const [system, timeline] = await serverOf(run)
  await setMeta(run, 'system', system)
  await setMeta(run, 'timeline', timeline)
}
