import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { HighWaterMarks, type Mark } from '../high-water.ts'
import { checkIdentity, identitySeal, type LedgerIdentity } from '../identity.ts'
import { corrupt, LedgerError } from '../ledger-error.ts'
import type { Acceptance, Accepted, Ledger, LedgerNotice, LedgerReader, LedgerStore, OpenOptions } from '../ledger.ts'
import { Session, shownAddress } from './connection.ts'
import { takesInTransaction } from './locks.ts'
import { preparingKey, takeBackUnfinished } from './prepare.ts'
import { readerOf } from './reader.ts'
import type { LedgerRef } from './rows.ts'
import { allowed, hasTables, makeTables, schemaVersion, serverOf } from './schema.ts'
import { PostgresLedger } from './worker.ts'
import { countWorkers, recoverDead } from './workers.ts'

export interface PostgresOptions {
  /** With its password. */
  readonly url: string
  readonly schema: string
  readonly target: string
  /** User ID whose messages are sent; absent where nothing is sent. */
  readonly account?: string
  /** Absolute path of the user's folder of state; without one, restored databases are noticed by the server alone. */
  readonly stateFolder?: string | undefined
  readonly now?: () => number
}

/** Returns a ledger in a schema of a PostgreSQL database, from which several machines may send at the same time. */
export function postgresStore(options: PostgresOptions): LedgerStore {
  const { target } = options
  const store = new PostgresStore(options)
  return {
    target,
    path: shownAddress(options.url),
    state: () => store.using((session) => store.state(session)),
    open: (wanted) => store.open(wanted),
    read: () => store.read(),
    workers: () => store.using((session) => store.workers(session)),
    // Nobody has it alone.
    holder: async () => undefined,
    check: () => store.check(),
    accept: (acceptance) => store.accept(acceptance),
    moveTo: async () => {
      throw new LedgerError({ type: 'failed', path: shownAddress(options.url), code: 'ledger move --to' })
    },
  }
}

/** The number of a worker's last claim, as a number that only grows from worker to worker. */
const claimsPerWorker = 1_000_000_000

class PostgresStore {
  readonly #options: PostgresOptions
  readonly #now: () => number

  constructor(options: PostgresOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  get #marksIn(): string | undefined {
    const { stateFolder } = this.#options
    return stateFolder && join(stateFolder, 'ledgers')
  }

  #connect(): Promise<Session> {
    return Session.connect(this.#options.url, this.#options.schema)
  }

  async using<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#connect()
    try {
      return await allowed(session, this.#options.schema, () => work(session))
    } finally {
      await session.close()
    }
  }

  async state(session: Session): Promise<'none' | 'made'> {
    return (await this.#find(session)) === undefined ? 'none' : 'made'
  }

  async workers(session: Session): Promise<number> {
    return countWorkers(session, await this.#known(session), 0)
  }

  async open({ ifMissing, lineage }: OpenOptions): Promise<Ledger> {
    const session = await this.#connect()
    try {
      return await allowed(session, this.#options.schema, async () => {
        await this.#refusePooler(session)
        const found = await this.#find(session)
        if (found === undefined && ifMissing === 'refuse') throw this.#missing()
        const ledger = found ?? (await this.#make(session, ifMissing === 'refuse' ? 'create' : ifMissing))
        checkIdentity(ledger, { target: this.#options.target, ...(lineage !== undefined && { lineage }) }, ledger.path)
        await this.#refuseRestored(session, ledger)
        const recovered = await recoverDead(session, ledger, 0)
        await this.#takeBack(session, ledger)
        return await this.#start(session, ledger, recovered)
      })
    } catch (error) {
      await session.close()
      throw error
    }
  }

  async #start(session: Session, ledger: LedgerRef, recovered: number): Promise<Ledger> {
    const marks = this.#marksIn === undefined ? undefined : new HighWaterMarks(this.#marksIn)
    const notices: LedgerNotice[] = []
    let marked = false
    const onClaim = (worker: number, claims: number): void => {
      const sequence = worker * claimsPerWorker + claims
      if (marked) marks?.raise(sequence)
      else if (marks) notices.push(...marks.note(() => this.#mark(ledger, sequence)))
      marked = true
    }
    return PostgresLedger.start({
      session,
      ledger,
      reconnect: () => this.#reconnected(ledger),
      ...(this.#marksIn !== undefined && { outcomesIn: this.#marksIn }),
      now: this.#now,
      onClaim,
      onClose: () => marks?.close(),
      recovered,
      notices,
    })
  }

  #mark({ lineage, path }: LedgerRef, sequence: number): Mark {
    const { target, account } = this.#options
    return { lineage, target, ...(account !== undefined && { account }), path, releases: [], sequence }
  }

  /** @throws LedgerError for another ledger, or a server that took over meanwhile */
  async #reconnected(before: LedgerRef): Promise<Session> {
    const session = await this.#connect()
    try {
      const ledger = await this.#known(session)
      checkIdentity(ledger, { target: before.target, lineage: before.lineage }, ledger.path)
      await this.#refuseRestored(session, ledger)
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  async read(): Promise<LedgerReader> {
    const session = await this.#connect()
    try {
      const ledger = await allowed(session, this.#options.schema, () => this.#known(session))
      return { ...readerOf(() => session, ledger), close: () => session.close() }
    } catch (error) {
      await session.close()
      throw error
    }
  }

  async check(): Promise<LedgerError | undefined> {
    try {
      await this.using(async (session) => {
        const ledger = await this.#known(session)
        await this.#refuseRestored(session, ledger)
        await readerOf(() => session, ledger).verify()
      })
      return undefined
    } catch (error) {
      if (error instanceof LedgerError) return error
      throw error
    }
  }

  async accept({ who, reason, isComplete = false }: Acceptance): Promise<Accepted> {
    return this.using(async (session) => {
      const ledger = await this.#known(session)
      const { path } = ledger
      await recoverDead(session, ledger, 0)
      if (isComplete && !(await this.#hasLastClaim(session, ledger))) {
        throw new LedgerError({ type: 'not-complete', path })
      }
      const problem = await this.#refusal(session, ledger)
      const server = await serverOf(session)
      const unknown = await session.transaction(async (run) => {
        const [running] = await run('SELECT 1 AS one FROM worker WHERE ledger = $1 AND ended_at IS NULL', ledger.ledger)
        if (running) throw new LedgerError({ type: 'locked', path })
        const ofLedger = 'SELECT message FROM message JOIN release USING (release) WHERE ledger = $1'
        const given = isComplete
          ? []
          : await run(
              "UPDATE send SET state = 'unknown', attempt = attempt + 1, claimed_at = NULL, settled_at = $2 " +
                `WHERE state IN ('pending', 'deferred') AND held IS NULL AND message IN (${ofLedger}) RETURNING 1 AS one`,
              ledger.ledger,
              this.#now(),
            )
        await run(
          'UPDATE ledger SET system = $2, timeline = $3 WHERE ledger = $1',
          ledger.ledger,
          server.system,
          server.timeline,
        )
        await run(
          'INSERT INTO recovery (ledger, who, reason, problem, sends, at) VALUES ($1, $2, $3, $4, $5, $6)',
          ledger.ledger,
          who,
          reason,
          problem?.problem.type ?? 'none',
          given.length,
          this.#now(),
        )
        return given.length
      })
      if (this.#marksIn === undefined) return { unknown, notices: [] }
      const marks = new HighWaterMarks(this.#marksIn)
      // What this machine knew is given up: from now on the database says how far it is.
      if (marks.of(ledger.lineage)) marks.note(() => this.#mark(ledger, 0))
      marks.close()
      return { unknown, notices: [] }
    })
  }

  async #refuseRestored(session: Session, ledger: LedgerRef): Promise<void> {
    const refusal = await this.#refusal(session, ledger)
    if (refusal) throw refusal
  }

  /** Returns why a ledger may not be used without a person's word: something may be missing in it. */
  async #refusal(session: Session, ledger: LedgerRef): Promise<LedgerError | undefined> {
    const [row] = await session.query('SELECT system, timeline FROM ledger WHERE ledger = $1', ledger.ledger)
    const server = await serverOf(session)
    if (row?.['system'] !== server.system || row['timeline'] !== server.timeline) {
      return new LedgerError({ type: 'restored', path: ledger.path })
    }
    if (await this.#hasLastClaim(session, ledger)) return undefined
    return new LedgerError({ type: 'older', path: ledger.path, known: 'machine' })
  }

  /** Returns whether the database has the last claim that this machine knows. */
  async #hasLastClaim(session: Session, { lineage }: LedgerRef): Promise<boolean> {
    if (this.#marksIn === undefined) return true
    const known = new HighWaterMarks(this.#marksIn).of(lineage)
    if (known === undefined || known.sequence === 0) return true
    const worker = Math.floor(known.sequence / claimsPerWorker)
    const [row] = await session.query('SELECT claims FROM worker WHERE worker = $1', worker)
    return row !== undefined && Number(row['claims']) >= known.sequence % claimsPerWorker
  }

  async #find(session: Session): Promise<LedgerRef | undefined> {
    const { schema, target } = this.#options
    if (!(await hasTables(session, schema))) return undefined
    const sql = 'SELECT ledger, target, lineage, secret, seal, moved_to FROM ledger WHERE target = $1'
    const [row] = await session.query(sql, target)
    if (row === undefined) return undefined
    const identity: LedgerIdentity = {
      version: schemaVersion,
      lineage: String(row['lineage']),
      target: String(row['target']),
      secret: new Uint8Array(row['secret'] as Buffer),
    }
    if (row['seal'] !== sealOfIdentity(identity)) throw corrupt(session.path, 'its identity')
    const to = row['moved_to']
    if (typeof to === 'string') throw new LedgerError({ type: 'moved-away', path: session.path, to })
    return { ...identity, ledger: Number(row['ledger']), path: session.path }
  }

  async #known(session: Session): Promise<LedgerRef> {
    const found = await this.#find(session)
    if (found === undefined) throw this.#missing()
    return found
  }

  #missing(): LedgerError {
    return new LedgerError({ type: 'missing', path: shownAddress(this.#options.url) })
  }

  /** Makes a ledger; of two that make one at the same time the first one counts. */
  async #make(session: Session, ifMissing: Exclude<OpenOptions['ifMissing'], 'refuse'>): Promise<LedgerRef> {
    const { schema, target, account } = this.#options
    const reason = typeof ifMissing === 'object' ? ifMissing.reason : undefined
    const marks = this.#marksIn === undefined ? undefined : new HighWaterMarks(this.#marksIn)
    const known = marks
      ?.all()
      .find((mark) => mark.target === target && mark.account === account && account !== undefined)
    if (known && reason === undefined) {
      throw new LedgerError({ type: 'known', path: session.path, target, known: known.path })
    }
    await makeTables(session, schema)
    const secret = randomBytes(32)
    const identity: LedgerIdentity = { version: schemaVersion, lineage: randomUUID(), target, secret }
    const server = await serverOf(session)
    await session.query(
      'INSERT INTO ledger (target, lineage, secret, seal, reason, system, timeline) VALUES ($1, $2, $3, $4, $5, $6, $7) ' +
        'ON CONFLICT (target) DO NOTHING',
      target,
      identity.lineage,
      secret,
      sealOfIdentity(identity),
      reason ?? null,
      server.system,
      server.timeline,
    )
    if (known && this.#marksIn !== undefined) marks?.forgetAt(known.path, identity.lineage)
    return this.#known(session)
  }

  /** Takes back what preparations left whose worker is gone. */
  async #takeBack(session: Session, ledger: LedgerRef): Promise<void> {
    const unfinished = await session.query(
      'SELECT DISTINCT normal_name FROM release JOIN preparation USING (release) WHERE ledger = $1 AND finished_at IS NULL',
      ledger.ledger,
    )
    for (const row of unfinished) {
      const name = String(row['normal_name'])
      await session.transaction(async (run) => {
        if (await takesInTransaction(run, preparingKey(ledger, name))) await takeBackUnfinished(run, ledger, name)
      })
    }
  }

  /**
   * A pooler that hands out a connection for each transaction loses locks of sessions. Whoever connects through one has
   * another port here than the server sees.
   *
   * @throws LedgerError `pooled`
   */
  async #refusePooler(session: Session): Promise<void> {
    const [row] = await session.query('SELECT inet_client_port() AS port, pg_backend_pid() AS backend')
    if (row?.['port'] === null || Number(row?.['port']) === session.localPort) return
    const other = await this.#connect()
    try {
      // While the other one is in a transaction, a pooler has to give this one another connection.
      const isSame = await other.transaction(async (run) => {
        await run('SELECT pg_backend_pid()')
        const [again] = await session.query('SELECT pg_backend_pid() AS backend')
        return again?.['backend'] === row?.['backend']
      })
      if (!isSame) throw new LedgerError({ type: 'pooled', path: session.path })
    } finally {
      await other.close()
    }
  }
}

function sealOfIdentity({ lineage, target, secret }: LedgerIdentity): string {
  return identitySeal(
    new Map<string, string | Uint8Array>([
      ['lineage', lineage],
      ['target', target],
      ['secret', secret],
    ]),
  )
}
