import type { Driver, Run } from './driver.ts'
import { checkIdentity, type LedgerIdentity } from './identity.ts'
import { Inbox } from './inbox.ts'
import {
  busy,
  exists,
  failed,
  knownElsewhere,
  LedgerError,
  type LedgerNotice,
  missing,
  notComplete,
  older,
} from './ledger-error.ts'
import type { Acceptance, Accepted, Ledger, LedgerReader, LedgerStore, OpenOptions, StoreState } from './ledger.ts'
import { type KnownLedgers, Marks, unmarked } from './marks.ts'
import type { ArrivingLedger, LeavingLedger } from './driver.ts'
import { notGranted, openPostgres, type PostgresDriver, quotedName, shownAddress } from './postgres.ts'
import { readerOver, templateIn } from './reader.ts'
import { Reconnecting } from './reconnecting.ts'
import { sql } from './statements.ts'
import { cancelIn, ledgerOver } from './store.ts'
import {
  type Change,
  changeIn,
  createLedger,
  createTables,
  giveUpIn,
  identityIn,
  isAsFarAs,
  type Meta,
  readMeta,
  recoverIn,
  refuseMoved,
  setMeta,
} from './tables.ts'
import { keepOthersOut, lockNumber, refreshMs, Workers, workersAlive } from './workers.ts'

export interface DatabaseOptions {
  /** The connection string, which is a secret. */
  readonly url: string
  /** How the names of schemas begin: each ledger has one of its own. */
  readonly schema: string
  readonly target: string
  readonly account?: string | undefined
  readonly known?: KnownLedgers
  readonly refreshMs?: number
  /** The server's clock when absent, in milliseconds since 1970. */
  readonly now?: () => number
}

/** Returns a ledger in PostgreSQL, from which several workers send. */
export function databaseStore(options: DatabaseOptions): LedgerStore {
  const { url, target } = options
  const path = shownAddress(url)
  const schema = `${options.schema}_${target}`
  const place = `${path}#${schema}`
  const store = new DatabaseStore(options, { path, schema, place })
  return {
    path,
    place,
    target,
    state: (stop) => store.using(async (driver) => store.stateIn(driver), stop),
    open: (opening) => store.open(opening),
    read: () => store.read(),
    workers: () =>
      store.using(async (driver) => {
        return (await store.stateIn(driver)) === 'made' ? (await workersAlive(driver.run, schema)).length : 0
      }),
    holder: async () => undefined,
    check: (reads = 'all') => store.check(reads),
    accept: (acceptance) => store.accept(acceptance),
    cancel: (cancellation) =>
      store.using(async (driver) => {
        await store.guard(driver, await store.identify(driver))
        return store.change(driver, (run) => cancelIn(run, cancellation, Date.now() + driver.aheadMs))
      }),
    leave: () => store.leave(),
    receive: () => store.receive(),
    results: () => store.results(),
  }
}

interface Place {
  readonly path: string
  readonly schema: string
  readonly place: string
}

interface Identified {
  readonly meta: Meta
  readonly identity: LedgerIdentity
}

class DatabaseStore {
  readonly #options: DatabaseOptions
  readonly #place: Place

  constructor(options: DatabaseOptions, place: Place) {
    this.#options = options
    this.#place = place
  }

  connect(stop?: AbortSignal): Promise<PostgresDriver> {
    return openPostgres(this.#options.url, this.#place.schema, stop)
  }

  /** Connects for one piece of work. */
  async using<T>(work: (driver: PostgresDriver) => Promise<T>, stop?: AbortSignal): Promise<T> {
    const driver = await this.connect(stop)
    try {
      return await this.#allowed(driver, () => work(driver))
    } finally {
      await driver.close()
    }
  }

  async stateIn({ run }: Pick<Driver, 'run'>): Promise<StoreState> {
    // Looked up in the catalogue: to_regclass may remember that there was none before another worker made it.
    const [made] = await run(
      "SELECT 1 AS one FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ?1 AND relname = 'pause'",
      this.#place.schema,
    )
    return made ? 'made' : 'none'
  }

  /** @throws LedgerError for a ledger that is not there, was moved away or is another one */
  async identify(driver: Pick<Driver, 'run'>, lineage?: string): Promise<Identified> {
    const { path } = this.#place
    if ((await this.stateIn(driver)) === 'none') throw missing(path)
    const meta = await readMeta(driver.run)
    refuseMoved(meta, path)
    const identity = identityIn(meta, path)
    checkIdentity(identity, { target: this.#options.target, lineage }, path)
    return { meta, identity }
  }

  /** @throws LedgerError where what was sent may be missing: a restored database, or one that another server took over */
  async guard({ run }: Pick<Driver, 'run'>, { meta, identity }: Identified): Promise<void> {
    const { path } = this.#place
    // What is claimed meanwhile raises the mark once it is in the ledger, which is looked at after it.
    const known = this.#marks(identity).read()
    const [system, timeline] = await serverOf(run)
    const before = [meta.get('system'), meta.get('timeline')]
    if (before[0] !== undefined && (before[0] !== system || before[1] !== timeline)) {
      throw restored(path)
    }
    if (!(await isAsFarAs(run, known))) throw older(path)
  }

  #marks({ lineage }: LedgerIdentity): Marks {
    const { known, target, account } = this.#options
    return new Marks(known ? [known.of(lineage)] : [], { lineage, target, account, place: this.#place.place })
  }

  /** Makes a short change, also while workers send. */
  async change<T>(driver: PostgresDriver, work: (run: Run) => Promise<Change<T>>): Promise<T> {
    const marks = this.#marks((await this.identify(driver)).identity)
    try {
      return await changeIn(driver, work, { marked: marks.read, onRaised: marks.raise })
    } finally {
      marks.close()
    }
  }

  async open({ ifMissing, lineage, stop }: OpenOptions): Promise<Ledger> {
    const { path } = this.#place
    const first = await this.connect(stop)
    try {
      return await this.#allowed(first, async () => {
        if ((await this.stateIn(first)) === 'none') {
          if (ifMissing === 'refuse') throw missing(path)
          await this.#create(first, ifMissing)
        }
        const identified = await this.identify(first, lineage)
        await this.guard(first, identified)
        stop?.throwIfAborted()
        return await this.#opened(first, identified)
      })
    } catch (error) {
      await first.close()
      if (stop?.aborted) throw stop.reason
      throw error
    }
  }

  async #create(driver: PostgresDriver, ifMissing: Exclude<OpenOptions['ifMissing'], 'refuse'>): Promise<void> {
    const { target, account, known } = this.#options
    const { path } = this.#place
    const there = account === undefined || ifMissing !== 'create' ? undefined : known?.placeOf(target, account)
    if (there !== undefined) throw knownElsewhere(path, target, there)
    const reason = typeof ifMissing === 'object' ? ifMissing.reason : undefined
    await this.#makeTables(driver, (run) => createLedger(run, driver, { target, reason }))
  }

  /** Makes the schema and its tables, unless another worker did. */
  async #makeTables(driver: PostgresDriver, fill: (run: Run) => Promise<void>): Promise<void> {
    const { schema } = this.#place
    await driver.transaction(async (run) => {
      await run(sql.lockNameForTransaction, lockNumber(schema, 'make'))
      if ((await this.stateIn({ run })) === 'made') return
      const [there] = await run('SELECT 1 AS one FROM pg_namespace WHERE nspname = ?1', schema)
      // Who may use a schema may not be allowed to make one.
      if (!there) await run(`CREATE SCHEMA ${quotedName(schema)}`)
      await fill(run)
    })
  }

  async #opened(first: PostgresDriver, { meta, identity }: Identified): Promise<Ledger> {
    const { schema, path } = this.#place
    const { known } = this.#options
    const marks = this.#marks(identity)
    const notices: LedgerNotice[] = []
    const driver = new Reconnecting(first, {
      connect: (over) => this.connect(over),
      onReconnected: (next, lost) => this.#rejoin(next, { lost, workers, isUnderWay }),
    })
    const { now = driver.now } = this.#options
    const workers = new Workers({ driver, schema, refreshMs: this.#options.refreshMs ?? refreshMs, now: driver.now })
    await first.transaction(async (run) => {
      await workers.takeSeat(run)
      if (!meta.has('system')) await this.#setServer(run)
    })
    const recovered = await workers.join()
    let isUnderWay: (row: number) => boolean = () => false
    const ledger = ledgerOver({
      driver,
      identity,
      now,
      recovered,
      notices,
      seat: workers.seat,
      ready: workers.ready,
      reconnect: driver.reconnect,
      onUnderWay: (is) => (isUnderWay = is),
      onRaised: marks.raise,
      shared: workers,
      verify: () => verify(driver),
      copyTo: () => Promise.reject(failed(path, 'pg_dump')),
      close: async (isSettled) => {
        marks.close()
        try {
          await workers.leave(isSettled)
        } catch (error) {
          // What is in flight of it becomes unknown by itself.
          if (!(error instanceof LedgerError)) throw error
        } finally {
          await driver.close()
        }
      },
    })
    if (known) {
      try {
        known.lockFile(identity.lineage)
      } catch (error) {
        notices.push(unmarked(known.folder, error))
      }
    }
    return ledger
  }

  /** Takes the seat again after a lost connection, and gives back what was claimed and never heard of. */
  async #rejoin(
    next: PostgresDriver,
    {
      lost,
      workers,
      isUnderWay,
    }: { readonly lost: PostgresDriver; readonly workers: Workers; readonly isUnderWay: (row: number) => boolean },
  ): Promise<void> {
    const { worker } = workers.seat()
    // The server may not know yet that the session is gone; it is this user's own.
    await next.run('SELECT pg_terminate_backend(?1::int)', lost.backend).catch(() => [])
    const identified = await this.identify(next)
    await this.guard(next, identified)
    const [row] = await next.run(sql.worker, worker)
    const isTakenOver = row === undefined || row['ended_at'] !== null
    if (isTakenOver) await next.transaction((run) => workers.takeSeat(run))
    else if (!(await workers.lockSeat(next.run))) throw busy(this.#place.path)
    if (isTakenOver) return
    await next.transaction(async (run) => {
      const claimed = (await run(sql.inflightOf, worker)).filter(({ id }) => !isUnderWay(Number(id)))
      const back = await run(sql.giveBack, JSON.stringify(claimed.map(({ id }) => [id])))
      const excluded = back.filter(({ state }) => state === 'excluded')
      await run(sql.forget, JSON.stringify(excluded.map(({ id }) => [id])))
    })
  }

  async read(): Promise<LedgerReader> {
    const driver = await this.connect()
    try {
      const { identity } = await this.identify(driver)
      return {
        ...readerOver({ path: this.#place.path, run: driver.run, identity }),
        verify: () => verify(driver),
        copyTo: () => Promise.reject(failed(driver.path, 'pg_dump')),
        close: () => driver.close(),
      }
    } catch (error) {
      await driver.close()
      throw error
    }
  }

  async check(reads: 'all' | 'records'): Promise<LedgerError | undefined> {
    try {
      await this.using(async (driver) => {
        await this.guard(driver, await this.identify(driver))
        if (reads === 'all') await verify(driver)
      })
      return undefined
    } catch (error) {
      if (error instanceof LedgerError) return error
      throw error
    }
  }

  async accept({ who, reason, isComplete = false }: Acceptance): Promise<Accepted> {
    const { schema, path } = this.#place
    return this.using(async (driver) => {
      await keepOthersOut(driver, schema)
      const { identity } = await this.identify(driver)
      const marks = this.#marks(identity)
      if (isComplete && !(await isAsFarAs(driver.run, marks.read()))) {
        throw notComplete(path)
      }
      const at = Date.now() + driver.aheadMs
      // A new worker: no machine has a mark of how far it was.
      const { unknown, worker } = await driver.transaction(async (run) => {
        await this.#setServer(run)
        const [seat] = await run(sql.addWorker, '', 0, at)
        await run(sql.endWorker, Number(seat?.['id']), at)
        return {
          unknown: isComplete ? 0 : await recoverIn(run, { who, reason, at, sent: marks.releases() }),
          worker: Number(seat?.['id']),
        }
      })
      marks.raise({ worker, sequence: 0 })
      marks.close()
      return { unknown, notices: [] }
    })
  }

  async #setServer(run: Run): Promise<void> {
    const [system, timeline] = await serverOf(run)
    await setMeta(run, 'system', system)
    await setMeta(run, 'timeline', timeline)
  }

  async leave(): Promise<LeavingLedger> {
    const { path, schema } = this.#place
    const driver = await this.connect()
    try {
      if ((await this.stateIn(driver)) === 'none') throw missing(path)
      await keepOthersOut(driver, schema)
      if (!(await readMeta(driver.run)).has('moved_to')) {
        await this.guard(driver, await this.identify(driver))
        await driver.transaction((run) => giveUpIn(run, Date.now() + driver.aheadMs))
      }
      return { path, driver, close: () => driver.close() }
    } catch (error) {
      await driver.close()
      throw error
    }
  }

  async receive(): Promise<ArrivingLedger> {
    const { path, place, schema } = this.#place
    const driver = await this.connect()
    try {
      await this.#allowed(driver, () =>
        this.#makeTables(driver, async (run) => {
          await createTables(run, driver)
          await setMeta(run, 'arriving', '1')
        }),
      )
      await keepOthersOut(driver, schema)
      return {
        path,
        place,
        driver,
        notePlace: () => driver.transaction((run) => this.#setServer(run)),
        occupied: exists(place),
        close: () => driver.close(),
      }
    } catch (error) {
      await driver.close()
      throw error
    }
  }

  results(): Inbox {
    let open: PostgresDriver | undefined
    return new Inbox({
      change: async (work) => {
        if (open?.isLost()) open = undefined
        open ??= await this.connect()
        return this.change(open, work)
      },
      isShared: () => false,
      now: () => Date.now() + (open?.aheadMs ?? 0),
      close: async () => open?.close(),
    })
  }

  /** Does work, and says which privileges it lacks. */
  async #allowed<T>(driver: PostgresDriver, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LedgerError) || error.code !== 'not-granted') throw error
      throw notGranted(driver.path, await this.#grants(driver))
    }
  }

  async #grants({ run }: PostgresDriver): Promise<readonly string[]> {
    const [found] = await run(
      'SELECT current_database() AS database, current_user AS name, ' +
        '(SELECT count(*) FROM pg_namespace WHERE nspname = ?1) AS schemas',
      this.#place.schema,
    )
    const [user, name] = [quotedName(String(found?.['name'])), quotedName(this.#place.schema)]
    if (Number(found?.['schemas']) === 0) {
      return [`GRANT CREATE ON DATABASE ${quotedName(String(found?.['database']))} TO ${user}`]
    }
    return [
      `GRANT USAGE, CREATE ON SCHEMA ${name} TO ${user}`,
      `GRANT ALL ON ALL TABLES IN SCHEMA ${name} TO ${user}`,
      `GRANT ALL ON ALL SEQUENCES IN SCHEMA ${name} TO ${user}`,
    ]
  }
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
 * Where the tables are: the server, the database and the tables, so that a dump that is read back is another place; and the
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

async function verify({ run, path }: Pick<Driver, 'run' | 'path'>): Promise<void> {
  for (const { id } of await run(sql.releases)) {
    for (const row of await run(sql.templates, Number(id))) templateIn(row, path)
  }
}
