import type { Driver, Row, Run } from './driver.ts'
import { keyOf, type LedgerIdentity } from './identity.ts'
import { connectionLost, corrupt, LedgerError, movedAway } from './ledger-error.ts'
import type { Progress } from './marks.ts'
import type { ClaimedSend, ClaimRequest, Settlement } from './ledger.ts'
import { rangeAfter } from './reader.ts'
import { type Personal, personalIn, scrubbed } from './scrub.ts'
import { type Seat, sql, type StoredRelease } from './statements.ts'
import { forgetOver } from './tables.ts'

/** A release that is being sent. */
export interface SentRelease extends StoredRelease {
  /** Nothing before it can be claimed. */
  cursor: number
}

/** Claimed sends of one message; undefined if there are none. */
export type Claimed = { readonly id: string; readonly sends: readonly [ClaimedSend, ...ClaimedSend[]] } | undefined

interface WaitingClaim extends Wanted {
  readonly release: SentRelease
  readonly resolve: (claimed: Claimed) => void
  readonly reject: (error: unknown) => void
}

type Wanted = Pick<ClaimRequest, 'maxSends' | 'batchOf'>

interface WaitingOutcomes {
  readonly settlements: readonly Settlement[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface CommitOptions {
  readonly driver: Driver
  readonly identity: LedgerIdentity
  /** The seat of this worker. */
  readonly seat: () => Seat
  readonly now: () => number
  /** Is told how far the ledger is, once that is durable and before a claim is given away. */
  readonly onRaised: (progress: Progress, releases: readonly string[]) => void
  /** For a connection that may come back: resolves once it has, after claims without an answer were given back. */
  readonly reconnect?: (error: unknown) => Promise<void>
  /** The sends that are claimed here and not settled, by their rows. */
  readonly underWay: Map<number, UnderWay>
}

export interface UnderWay {
  readonly release: SentRelease
  readonly personal: Personal
}

/** Makes one transaction of the claims and outcomes that wait, so that one flush serves all requests under way. */
export class Commits {
  readonly #options: CommitOptions
  #claims: WaitingClaim[] = []
  #outcomes: WaitingOutcomes[] = []
  #running: Promise<void> | undefined
  tooLate = 0
  /** Personal data were forgotten, so there is something to clean up. */
  hasForgotten = false

  constructor(options: CommitOptions) {
    this.#options = options
  }

  claim(release: SentRelease, wanted: Wanted): Promise<Claimed> {
    return new Promise((resolve, reject) => {
      this.#claims.push({ release, ...wanted, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  settle(settlements: readonly Settlement[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#outcomes.push({ settlements, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Waits for what is being written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    // Lets answers join that have just come in.
    await new Promise((joined) => setImmediate(joined))
    while (this.#claims.length + this.#outcomes.length > 0) {
      const [claims, outcomes] = [this.#claims.splice(0), this.#outcomes.splice(0)]
      await this.#commit(claims, outcomes, 'first')
    }
    this.#running = undefined
  }

  async #commit(
    claims: readonly WaitingClaim[],
    outcomes: readonly WaitingOutcomes[],
    time: 'first' | 'again',
  ): Promise<void> {
    const { driver, onRaised, reconnect } = this.#options
    const settlements = outcomes.flatMap((one) => one.settlements)
    try {
      const { raised, given, refused } = await driver.transaction(async (run): Promise<ClaimedAll> => {
        if (settlements.length > 0) await this.#settleAll(run, settlements)
        return claims.length === 0 ? { given: [] } : this.#claimAll(run, claims)
      })
      for (const { settlements: settled, resolve } of outcomes) {
        this.#over(settled)
        resolve()
      }
      if (raised !== undefined) onRaised(raised, [...new Set(claims.map(({ release }) => release.name))])
      for (const [index, { release, resolve, reject }] of claims.entries()) {
        const claimed = given[index]
        for (const send of claimed?.sends ?? []) {
          this.#options.underWay.set(send.row, { release, personal: send })
          release.cursor = Math.max(release.cursor, send.row)
        }
        if (refused) reject(refused)
        else resolve(claimed)
      }
    } catch (error) {
      const isLost = error instanceof LedgerError && error.code === 'connection-lost'
      if (isLost && reconnect && time === 'first') {
        const lost = await reconnect(error).then(
          () => undefined,
          (failure: unknown) => ({ failure }),
        )
        // Outcomes written before the answer was lost are settled already, and such claims were given back.
        if (lost === undefined) return this.#commit(claims, outcomes, 'again')
      }
      for (const { reject } of [...outcomes, ...claims]) reject(error)
    }
  }

  async #settleAll(run: Run, settlements: readonly Settlement[]): Promise<void> {
    const { underWay, now } = this.#options
    const people = settlements.flatMap(({ row }) => underWay.get(row)?.personal ?? [])
    const mayWait = settlements.filter(({ outcome }) => outcome !== 'accepted' && outcome !== 'rejected')
    const releases = new Set(mayWait.flatMap(({ row }) => underWay.get(row)?.release.id ?? []))
    if (releases.size > 0) await run(sql.shareReleases, JSON.stringify([...releases].map((id) => [id])))
    const rows = settlements.map(({ row, attempt, outcome, code = null, description }) => {
      const state = outcome === 'not-written' || outcome === 'not-taken' ? 'pending' : outcome
      // The description of a success is the same for all, so it is not kept.
      const said = state === 'accepted' || description === undefined ? null : scrubbed(description, people)
      return [row, attempt, state, state === 'pending' ? null : code, state === 'pending' ? null : said]
    })
    const settled = await run(sql.settle, JSON.stringify(rows), now())
    if (await forgetOver(run, settled)) this.hasForgotten = true
    const known = new Set(settled.map(({ row }) => row))
    const missed = settlements.filter(({ row }) => !known.has(row)).map(({ row }) => [row])
    if (missed.length === 0) return
    // The others were settled by a commit whose answer was lost.
    const [decided] = await run(sql.decidedAmong, JSON.stringify(missed))
    this.tooLate += Number(decided?.['sends'] ?? 0)
  }

  #over(settlements: readonly Settlement[]): void {
    for (const { row, outcome } of settlements) {
      const release = this.#options.underWay.get(row)?.release
      this.#options.underWay.delete(row)
      const comesBack = outcome === 'not-written' || outcome === 'not-taken'
      if (release && comesBack) release.cursor = Math.min(release.cursor, row - 1)
    }
  }

  async #claimAll(run: Run, claims: readonly WaitingClaim[]): Promise<ClaimedAll> {
    const { now, seat, driver, identity } = this.#options
    const { secret } = identity
    const { worker, pause } = seat()
    const [raised] = await run(sql.raise, worker, pause)
    if (raised === undefined) throw connectionLost(driver.path, 'worker-taken-over')
    if (raised['moved_to'] !== null) throw movedAway(driver.path, String(raised['moved_to']))
    if (raised['pause'] !== null) {
      const [by] = await run(sql.pauseNote, Number(raised['pause']))
      return { given: [], refused: pausedBy(by, driver.path) }
    }
    const given: Claimed[] = claims.map(() => undefined)
    for (const release of new Set(claims.map((claim) => claim.release))) {
      const own = claims.flatMap((claim, index) => (claim.release === release ? [{ ...claim, index }] : []))
      const wanted = own.reduce((sum, { maxSends }) => sum + maxSends, 0)
      const picked = [...(await run(sql.pick, ...rangeAfter(release, release.cursor), wanted))]
      const rows: [number][] = []
      for (const { index, maxSends, batchOf } of own) {
        const { id = '' } = picked[0] ?? {}
        const differs = picked.findIndex((send) => send.id !== id)
        const most = Math.min(maxSends, batchOf?.(id) ?? maxSends)
        const some = picked.splice(0, Math.min(most, differs < 0 ? picked.length : differs))
        const [first, ...others] = some.map(({ row, key, masked, attempt, data }) => {
          const personal = personalIn(data)
          if (!personal || keyOf(secret, { id, release: release.name, number: personal.number }) !== key) {
            // A damaged number must reach no stranger.
            throw corrupt(driver.path, `number of send ${row}`)
          }
          return { row, key, masked, attempt: attempt + 1, ...personal }
        })
        if (first === undefined) continue
        given[index] = { id, sends: [first, ...others] }
        rows.push(...some.map(({ row }): [number] => [row]))
      }
      if (rows.length > 0) await run(sql.claim, JSON.stringify(rows), now(), worker)
    }
    return { raised: { worker, sequence: Number(raised['sequence']) }, given }
  }
}

interface ClaimedAll {
  readonly raised?: Progress
  readonly given: readonly Claimed[]
  readonly refused?: LedgerError
}

function pausedBy({ host = '', pid = '', note = '' }: Row = {}, path: string): LedgerError {
  const by = `process ${String(pid)} on ${String(host)}`
  return new LedgerError(
    'paused',
    {
      en: [
        `${path}: ${by} stopped all workers.`,
        'Its own output says why. Run the same command again when the cause is gone.',
      ],
      ko: [
        `${path}: ${by}에서 모든 작업자를 멈췄습니다.`,
        '이유는 그 작업자의 출력에 있습니다. 원인을 해결한 뒤 같은 명령을 다시 실행하세요.',
      ],
    },
    { note: String(note) },
  )
}
