import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { HighWaterMarks, type Mark } from '../high-water.ts'
import { heldForGood } from '../hold.ts'
import { checkIdentity, type LedgerIdentity, sealOfIdentity } from '../identity.ts'
import { corrupt, LedgerError, type LedgerNotice } from '../ledger-error.ts'
import type { Acceptance, Accepted, Ledger, LedgerReader, LedgerStore, OpenOptions } from '../ledger.ts'
import type { ArrivingLedger, LeavingLedger } from '../records.ts'
import type { ResultInbox } from '../results.ts'
import { nothingMissing } from '../states.ts'
import { Session, shownAddress } from './connection.ts'
import { sharesLedger, takesLedger } from './locks.ts'
import { type FoundLedger, hasClaim, claimsPerWorker, inUse, isArriving, leaveDatabase, receiveInto } from './moving.ts'
import { takeBackLeft } from './prepare.ts'
import { readerOf } from './reader.ts'
import { postgresInbox } from './results.ts'
import type { LedgerRef } from './rows.ts'
import { allowed, hasTables, makeTables, schemaVersion, serverOf } from './schema.ts'
import { PostgresLedger } from './worker.ts'
import { countWorkers, recordLeft, recoverDead } from './workers.ts'

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
    place: store.place,
    state: (stop) => store.using((session) => store.state(session), stop),
    open: (wanted) => store.open(wanted),
    read: () => store.read(),
    workers: () => store.using((session) => store.workers(session)),
    // Nobody has it alone.
    holder: async () => undefined,
    check: (reads) => store.check(reads),
    results: () => store.results(),
    accept: (acceptance) => store.accept(acceptance),
    leave: () => store.leave(),
    receive: () => store.receive(),
  }
}

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

  get place(): string {
    const { url, schema } = this.#options
    return `${shownAddress(url)}?schema=${schema}`
  }

  #connect(stop?: AbortSignal): Promise<Session> {
    return Session.connect(this.#options.url, this.#options.schema, stop)
  }

  async using<T>(work: (session: Session) => Promise<T>, stop?: AbortSignal): Promise<T> {
    const session = await this.#connect(stop)
    try {
      return await session.unlessStopped(stop, () => allowed(session, this.#options.schema, () => work(session)))
    } finally {
      await session.close()
    }
  }

  async state(session: Session): Promise<'none' | 'made'> {
    return (await this.#findAnywhere(session)) === undefined ? 'none' : 'made'
  }

  async workers(session: Session): Promise<number> {
    return countWorkers(session, await this.#known(session))
  }

  async open(options: OpenOptions): Promise<Ledger> {
    const session = await this.#connect(options.stop)
    try {
      return await session.unlessStopped(options.stop, () =>
        allowed(session, this.#options.schema, () => this.#opened(session, options)),
      )
    } catch (error) {
      await session.close()
      throw error
    }
  }

  async #opened(session: Session, { ifMissing, lineage }: OpenOptions): Promise<Ledger> {
    await this.#join(session)
    const found = await this.#find(session)
    if (found === undefined && ifMissing === 'refuse') throw this.#missing()
    const ledger = found ?? (await this.#make(session, ifMissing === 'refuse' ? 'create' : ifMissing))
    checkIdentity(ledger, { target: this.#options.target, ...(lineage !== undefined && { lineage }) }, ledger.path)
    await this.#refuseRestored(session, ledger)
    const recovered = await recoverDead(session, ledger, 0)
    await takeBackLeft(session, ledger)
    return this.#start(session, ledger, recovered)
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
      await this.#join(session)
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

  results(): ResultInbox {
    return postgresInbox(async () => {
      const session = await this.#connect()
      try {
        return { session, ledger: await allowed(session, this.#options.schema, () => this.#known(session)) }
      } catch (error) {
        await session.close()
        throw error
      }
    }, this.#now)
  }

  async check(reads: 'all' | 'records' = 'all'): Promise<LedgerError | undefined> {
    try {
      await this.using(async (session) => {
        const ledger = await this.#known(session)
        await this.#refuseRestored(session, ledger)
        if (reads === 'all') await readerOf(() => session, ledger).verify()
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
      await this.#join(session)
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
        if (!isComplete) {
          const sql = `UPDATE send SET held = $2 WHERE held IS NOT NULL AND message IN (${ofLedger})`
          await run(sql, ledger.ledger, heldForGood)
        }
        await run(
          'UPDATE ledger SET system = $2, timeline = $3 WHERE ledger = $1',
          ledger.ledger,
          server.system,
          server.timeline,
        )
        await run(
          // Not before anything in it, whatever the clocks of other machines say.
          'INSERT INTO recovery (ledger, who, reason, problem, sends, at) VALUES ($1, $2, $3, $4, $5, ' +
            `greatest($6, (SELECT max(settled_at) FROM send WHERE message IN (${ofLedger}))))`,
          ledger.ledger,
          who,
          reason,
          isComplete ? nothingMissing : (problem?.problem.type ?? 'none'),
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
  async #hasLastClaim(session: Session, ledger: LedgerRef): Promise<boolean> {
    if (this.#marksIn === undefined) return true
    const known = new HighWaterMarks(this.#marksIn).of(ledger.lineage)
    if (known === undefined || known.sequence === 0) return true
    return hasClaim(session, ledger, known.sequence)
  }

  async #find(session: Session): Promise<LedgerRef | undefined> {
    const found = await this.#findAnywhere(session)
    const to = found?.movedTo
    if (to === undefined) return found
    const { path } = session
    throw new LedgerError(to === isArriving ? { type: 'move-unfinished', path } : { type: 'moved-away', path, to })
  }

  /** Finds the ledger of the target, also when it was moved away or is not all there yet. */
  async #findAnywhere(session: Session): Promise<FoundLedger | undefined> {
    const { schema, target } = this.#options
    if (!(await hasTables(session, schema))) return undefined
    const sql = 'SELECT ledger, target, lineage, secret, seal, reason, moved_to FROM ledger WHERE target = $1'
    const [row] = await session.query(sql, target)
    if (row === undefined) return undefined
    const identity: LedgerIdentity = {
      version: schemaVersion,
      lineage: String(row['lineage']),
      target: String(row['target']),
      secret: new Uint8Array(row['secret'] as Buffer),
    }
    if (row['seal'] !== sealOfIdentity(identity)) throw corrupt(session.path, 'its identity')
    const { moved_to: movedTo, reason } = row
    return {
      ...identity,
      ledger: Number(row['ledger']),
      path: session.path,
      ...(typeof movedTo === 'string' && { movedTo }),
      ...(typeof reason === 'string' && { reason }),
    }
  }

  /** Keeps the ledger from being moved while the session lasts. @throws LedgerError while somebody moves it */
  async #join(session: Session): Promise<void> {
    if (!(await sharesLedger(session, this.#options))) throw new LedgerError({ type: 'locked', path: session.path })
  }

  /** Connects for a move: nobody else uses the ledger of the target while the session lasts. */
  async #alone<T>(work: (session: Session, found: FoundLedger | undefined) => Promise<T>): Promise<T> {
    const session = await this.#connect()
    try {
      return await allowed(session, this.#options.schema, async () => {
        const isAlone = await takesLedger(session, this.#options)
        const found = await this.#findAnywhere(session)
        if (!isAlone) {
          if (found) await recoverDead(session, found, 0)
          throw await inUse(session, found)
        }
        return work(session, found)
      })
    } catch (error) {
      await session.close()
      throw error
    }
  }

  async leave(): Promise<LeavingLedger> {
    return this.#alone(async (session, found) => {
      if (found === undefined) throw this.#missing()
      if (found.movedTo === isArriving) throw new LedgerError({ type: 'move-unfinished', path: found.path })
      if (found.movedTo === undefined) {
        await this.#refuseRestored(session, found)
        await recoverDead(session, found, 0)
        await takeBackLeft(session, found)
        await recordLeft(session, found, { outcomesIn: this.#marksIn, worker: 0 })
      }
      return leaveDatabase(session, found)
    })
  }

  async receive(): Promise<ArrivingLedger> {
    const { schema, target } = this.#options
    return this.#alone(async (session, found) =>
      receiveInto(session, { schema, target, place: this.place, found, marksIn: this.#marksIn, now: this.#now }),
    )
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
}
