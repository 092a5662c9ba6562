import type { Driver, Row, Run } from './driver.ts'
import { inGroups } from './groups.ts'
import { keyOf, type LedgerIdentity } from './identity.ts'
import { connectionLost, corrupt, LedgerError, movedAway } from './ledger-error.ts'
import type { Progress } from './marks.ts'
import type { Batch, ClaimRequest, Settlement } from './ledger.ts'
import { rangeAfter } from './reader.ts'
import { type Personal, personalIn, scrubbed } from './scrub.ts'
import { type ChangedSend, type Seat, sql, type StoredRelease } from './statements.ts'

/** A release that is being sent. */
export interface SentRelease extends StoredRelease {
  /** Nothing before it can be claimed. */
  cursor: number
}

/** Claimed sends of one message. */
export type Claimed = Omit<Batch, 'waitedMs'>

interface WantedClaim extends Pick<ClaimRequest, 'maxSends' | 'batchOf'> {
  readonly release: SentRelease
}

/** Outcomes to write, or a claim to make. */
interface Asked {
  readonly settlements?: readonly Settlement[]
  readonly claim?: WantedClaim
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

/** Forgets the numbers and values of sends that need them no more. */
export type Forget = (run: Run, sends: readonly ChangedSend[]) => Promise<void>

export interface Commits {
  readonly claim: (wanted: WantedClaim) => Promise<Claimed | undefined>
  readonly settle: (settlements: readonly Settlement[]) => Promise<unknown>
  readonly idle: () => Promise<void>
  /** Outcomes that came after a person had decided about their sends. */
  readonly tooLate: () => number
}

/** Makes one transaction of the claims and outcomes that wait, so that one flush serves all requests under way. */
export function commitsOver(
  { driver, identity: { secret }, seat, now, onRaised, reconnect, underWay }: CommitOptions,
  forget: Forget,
): Commits {
  let tooLate = 0

  const settleAll = async (run: Run, settlements: readonly Settlement[]): Promise<void> => {
    const people = settlements.flatMap(({ row }) => underWay.get(row)?.personal ?? [])
    const mayWait = settlements.filter(({ outcome }) => outcome !== 'accepted' && outcome !== 'rejected')
    const releases = new Set(mayWait.flatMap(({ row }) => underWay.get(row)?.release.id ?? []))
    if (releases.size > 0) await run(sql.shareReleases, JSON.stringify([...releases].map((id) => [id])))
    const rows = settlements.map(({ row, attempt, outcome, code = null, description }) => {
      if (comesBack(outcome)) return [row, attempt, 'pending', null, null]
      // The description of a success is the same for all, so it is not kept.
      const said = outcome === 'accepted' || description === undefined ? null : scrubbed(description, people)
      return [row, attempt, outcome, code, said]
    })
    const settled = await run(sql.settle, JSON.stringify(rows), now())
    await forget(run, settled)
    const known = new Set(settled.map(({ row }) => row))
    const missed = settlements.filter(({ row }) => !known.has(row)).map(({ row }) => [row])
    if (missed.length === 0) return
    // The others were settled by a commit whose answer was lost.
    const [decided] = await run(sql.decidedAmong, JSON.stringify(missed))
    tooLate += Number(decided?.['sends'] ?? 0)
  }

  const claimAll = async (run: Run, claims: readonly WantedClaim[]): Promise<ClaimedAll> => {
    const given = new Map<WantedClaim, Claimed>()
    const { worker, pause } = seat()
    const [raised] = await run(sql.raise, worker, pause)
    if (raised === undefined) throw connectionLost(driver.path, 'worker-taken-over')
    if (raised['moved_to'] !== null) throw movedAway(driver.path, String(raised['moved_to']))
    if (raised['pause'] !== null) {
      const [by] = await run(sql.pauseNote, Number(raised['pause']))
      return { given, refused: pausedBy(by, driver.path) }
    }
    for (const release of new Set(claims.map((claim) => claim.release))) {
      const own = claims.filter((claim) => claim.release === release)
      const wanted = own.reduce((sum, { maxSends }) => sum + maxSends, 0)
      const picked = [...(await run(sql.pick, ...rangeAfter(release, release.cursor), wanted))]
      const rows: [number][] = []
      for (const claim of own) {
        const { maxSends, batchOf } = claim
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
        given.set(claim, { id, sends: [first, ...others] })
        rows.push(...some.map(({ row }): [number] => [row]))
      }
      if (rows.length > 0) await run(sql.claim, JSON.stringify(rows), now(), worker)
    }
    return { raised: { worker, sequence: Number(raised['sequence']) }, given }
  }

  const commit = async (
    group: readonly Asked[],
    time: 'first' | 'again' = 'first',
  ): Promise<readonly (Claimed | LedgerError | undefined)[]> => {
    const claims = group.flatMap(({ claim }) => claim ?? [])
    const settlements = group.flatMap((asked) => asked.settlements ?? [])
    try {
      const { raised, given, refused } = await driver.transaction(async (run): Promise<ClaimedAll> => {
        if (settlements.length > 0) await settleAll(run, settlements)
        return claims.length === 0 ? { given: new Map() } : claimAll(run, claims)
      })
      for (const { row, outcome } of settlements) {
        const release = underWay.get(row)?.release
        underWay.delete(row)
        if (release && comesBack(outcome)) release.cursor = Math.min(release.cursor, row - 1)
      }
      if (raised !== undefined) onRaised(raised, [...new Set(claims.map(({ release }) => release.name))])
      for (const [{ release }, claimed] of given) {
        for (const send of claimed.sends) {
          underWay.set(send.row, { release, personal: send })
          release.cursor = Math.max(release.cursor, send.row)
        }
      }
      return group.map(({ claim }) => claim && (refused ?? given.get(claim)))
    } catch (error) {
      const isLost = error instanceof LedgerError && error.code === 'connection-lost'
      if (!isLost || !reconnect || time === 'again') throw error
      // Outcomes written before the answer was lost are settled already, and such claims were given back.
      await reconnect(error)
      return commit(group, 'again')
    }
  }

  const groups = inGroups((group: readonly Asked[]) => commit(group))
  return {
    claim: async (claim) => {
      const claimed = await groups.ask({ claim })
      if (claimed instanceof LedgerError) throw claimed
      return claimed
    },
    settle: (settlements) => groups.ask({ settlements }),
    idle: groups.idle,
    tooLate: () => tooLate,
  }
}

/** Returns whether a send is pending again after an outcome. */
function comesBack(outcome: Settlement['outcome']): boolean {
  return outcome === 'not-written' || outcome === 'not-taken'
}

interface ClaimedAll {
  readonly raised?: Progress
  readonly given: ReadonlyMap<WantedClaim, Claimed>
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
