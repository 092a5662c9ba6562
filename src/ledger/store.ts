import { setTimeout as delay } from 'node:timers/promises'
import { type CommitOptions, commitsOver, type Forget, type SentRelease } from './commits.ts'
import type { Driver, Run } from './driver.ts'
import type { LedgerIdentity } from './identity.ts'
import { LedgerError, type LedgerNotice } from './ledger-error.ts'
import type {
  Batch,
  Cancellation,
  ClaimRequest,
  Decision,
  Ledger,
  Reconciled,
  SharedWork,
  WaitingSend,
} from './ledger.ts'
import { prepareIn, refuseCancelled } from './prepare.ts'
import { inParts, rangeAfter, rangeOf, readerOver, releaseOf } from './reader.ts'
import { personalIn } from './scrub.ts'
import { sql, type StoredSend } from './statements.ts'
import { type Change, changeIn, forgetOver } from './tables.ts'

export interface StoreOptions extends CommitOptions {
  readonly driver: Driver
  readonly identity: LedgerIdentity
  readonly recovered: number
  readonly notices: readonly LedgerNotice[]
  /** Called before each claim. */
  readonly ready: (stop?: AbortSignal) => Promise<void>
  /** Absent if one process at a time sends. */
  readonly shared?: SharedWork & {
    /**
     * Makes unknown what workers have in flight that are gone.
     *
     * @param sends of a release, to look at workers too that have ended
     */
    readonly takeOver: (sends?: ReturnType<typeof rangeOf>) => Promise<unknown>
  }
  readonly verify: () => Promise<void>
  readonly copyTo: (path: string) => Promise<void>
  /** Called when personal data were forgotten and nothing else happens; false where it is to be tried again later. */
  readonly cleanUp?: () => boolean
  /** Called once nothing is being written any more; `isSettled` says that nothing is under way. */
  readonly close: (isSettled: boolean) => Promise<void>
}

/** Pause before looking again at other workers whose claims may come back. */
const lookAgainMs = 100
/** Idle time before forgotten data are cleaned up. */
const idleMs = 500

/** Returns a ledger that may be changed, over a database. */
export function ledgerOver(options: StoreOptions): Ledger {
  const { driver, identity, shared, now, recovered, notices, verify, copyTo } = options
  const { run } = driver
  const reader = readerOver({ path: driver.path, run, identity })
  const sending = new Map<string, Promise<SentRelease>>()
  let idleTimer: NodeJS.Timeout | undefined

  const sent = (name: string): Promise<SentRelease> => {
    const known = sending.get(name) ?? releaseOf(run, name).then((release) => ({ ...release, cursor: 0 }))
    sending.set(name, known)
    known.catch(() => sending.delete(name))
    return known
  }

  const change = <T>(work: (inside: Run) => Promise<Change<T>>, ...releases: readonly string[]): Promise<T> =>
    changeIn(driver, work, { onRaised: (progress) => options.onRaised(progress, releases) })

  let hasForgotten = false
  const forget: Forget = async (inside, sends) => {
    if (await forgetOver(inside, sends)) hasForgotten = true
  }
  const commits = commitsOver(options, forget)

  const cleanUpLater = (): void => {
    if (options.cleanUp === undefined || !hasForgotten) return
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      try {
        hasForgotten = options.cleanUp?.() === false
      } catch (error) {
        // Closing reports the error.
        if (!(error instanceof LedgerError)) throw error
      }
      cleanUpLater()
    }, idleMs).unref()
  }

  /** Returns whether anything may still be claimed; reads the release again because others may have changed it. */
  const isLeft = async (release: SentRelease, worker: number): Promise<'now' | 'later' | 'no'> => {
    const current = await releaseOf(run, release.name)
    refuseCancelled(current)
    Object.assign(release, { first: current.first, last: current.last })
    const [left] = await run(sql.left, ...rangeOf(release), worker)
    if (left?.['pending'] !== null && left !== undefined) {
      release.cursor = Number(left['pending']) - 1
      return 'now'
    }
    return shared && Number(left?.['others'] ?? 0) > 0 ? 'later' : 'no'
  }

  const claim = async ({ release: name, stop, ...wanted }: ClaimRequest): Promise<Batch | undefined> => {
    const begunMs = performance.now()
    const release = await sent(name)
    await options.ready(stop)
    let isFirst = true
    for (;;) {
      if (stop?.aborted) return undefined
      const askedMs = performance.now()
      const claimed = await commits.claim({ release, ...wanted })
      if (claimed) return { ...claimed, waitedMs: askedMs - begunMs }
      const left = await isLeft(release, options.seat().worker)
      if (left === 'no') return undefined
      if (left === 'later' && !isFirst) await delay(lookAgainMs, undefined, { signal: stop }).catch(() => {})
      if (left === 'later') await shared?.takeOver(rangeOf(release))
      isFirst = false
    }
  }

  return {
    ...reader,
    recovered,
    notices,
    ...(shared && { shared }),
    prepare: async (preparation) => {
      const prepare = (): ReturnType<Ledger['prepare']> =>
        change(async (inside) => {
          return { value: await prepareIn(inside, preparation, { secret: identity.secret, now }), decides: false }
        })
      const { release, stop } = preparation
      const prepared = await (shared ? shared.alone(`prepare ${release}`, prepare, stop) : prepare())
      sending.delete(release)
      return prepared
    },
    resume: async (name) => {
      const resume = (): Promise<number> =>
        change(async (inside) => {
          const release = await releaseOf(inside, name, sql.lockRelease)
          refuseCancelled(release)
          const resumed = await inside(sql.resume, ...rangeOf(release))
          await forget(inside, resumed)
          return { value: resumed.filter(({ state }) => state === 'pending').length, decides: false }
        })
      const resumed = await resume().catch(async (error: unknown) => {
        if (options.reconnect === undefined) throw error
        await options.reconnect(error)
        return resume()
      })
      sending.delete(name)
      return resumed
    },
    waiting: (name) => waitingOf(run, name),
    hold: async (release, sends) => {
      let held = 0
      for (const some of inParts(sends)) {
        held += await change(async (inside) => {
          const changed = await inside(sql.hold, JSON.stringify(some.map(({ row, list }) => [row, list])), now())
          await forget(inside, changed)
          return { value: changed.length, decides: changed.length > 0 }
        }, release)
      }
      cleanUpLater()
      return held
    },
    next: async (name) => {
      const release = await sent(name)
      return (await run(sql.next, ...rangeAfter(release, release.cursor)))[0]?.id
    },
    claim,
    settle: async (settlements) => {
      if (settlements.length > 0) await commits.settle(settlements)
      cleanUpLater()
    },
    tooLate: commits.tooLate,
    reconcile: async (decision) => {
      if (decision.reason.trim() === '') throw new Error('A decision needs a reason.')
      const reconciled = await change(async (inside) => {
        const value = await decide(inside, decision, now(), forget)
        return { value, decides: value.type === 'settled' && value.sends > 0 }
      }, decision.release)
      cleanUpLater()
      return reconciled
    },
    rememberImage: async ({ sha256, operation, account }, { url, uploadedAt }) => {
      await run(sql.setImage, sha256, operation, account, url, uploadedAt)
    },
    usePlan: async ({ digest, text }, release) => {
      const [used] = await run(sql.usePlan, digest, release, now(), text)
      return used === undefined ? reader.plan(digest) : undefined
    },
    amendPlan: async (digest, amend) => {
      await driver.transaction(async (inside) => {
        const [plan] = await inside(sql.planText, digest)
        if (plan) await inside(sql.amendPlan, digest, amend(plan.text))
      })
    },
    verify,
    copyTo,
    close: async () => {
      clearTimeout(idleTimer)
      await commits.idle()
      await options.close(options.underWay.size === 0)
    },
  }
}

const sendsAtOnce = 500

async function* waitingOf(run: Run, name: string): AsyncGenerator<readonly WaitingSend[]> {
  const release = await releaseOf(run, name)
  for (let after = 0; ;) {
    const rows = await run(sql.waiting, ...rangeAfter(release, after), sendsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.row
    yield rows.flatMap(({ row, id, data }) => {
      const number = personalIn(data)?.number
      return number === undefined ? [] : [{ row, id, number }]
    })
  }
}

async function decide(run: Run, decision: Decision, now: number, forget: Forget): Promise<Reconciled> {
  const { verdict, who, reason, keys, id, minAgeMs = 0 } = decision
  const release = await releaseOf(run, decision.release, sql.lockRelease)
  let chosen: readonly StoredSend[]
  if (keys === undefined) chosen = await run(sql.unknownOf, ...rangeOf(release), id ?? '')
  else {
    const named = [...new Set(keys)]
    const sends = await run(sql.byKeys, release.id, JSON.stringify(named.map((key) => [key])))
    const stateOf = new Map(sends.map(({ key, state }) => [key, state]))
    const notFound = named.filter((key) => !stateOf.has(key))
    const notUnknown = named.filter((key) => (stateOf.get(key) ?? 'unknown') !== 'unknown')
    if (notFound.length > 0 || notUnknown.length > 0) return { type: 'refused', notFound, notUnknown }
    chosen = sends.filter((send) => id === undefined || send.id === id)
  }
  const newest = chosen.reduce((latest, { settledAt }) => Math.max(latest, settledAt ?? 0), 0)
  const waitMs = verdict === 'not-sent' ? newest + minAgeMs - now : 0
  if (waitMs > 0 && chosen.length > 0) return { type: 'too-recent', waitMs }
  // A cancelled release is not sent any more.
  const unsent = release.cancelledAt === null ? 'deferred' : 'cancelled'
  for (const some of inParts(chosen)) {
    const rows = JSON.stringify(some.map(({ row }) => [row]))
    await forget(run, await run(sql.decide, rows, verdict === 'sent' ? 'accepted' : unsent, now))
    await run(sql.addDecisions, JSON.stringify(some.map(({ row }) => [row, verdict, reason])), who, now)
  }
  return { type: 'settled', sends: chosen.length }
}

/**
 * Calls a release off, within a transaction; a repeat finishes what the first one could not see.
 *
 * @returns how many sends were cancelled
 * @throws LedgerError `cancelled` where nothing is left to cancel
 */
export async function cancelIn(
  run: Run,
  { release: name, who, reason }: Cancellation,
  now: number,
): Promise<Change<number>> {
  const release = await releaseOf(run, name, sql.lockRelease)
  const cancelled = await run(sql.cancelSends, ...rangeOf(release), now)
  if (cancelled.length === 0) refuseCancelled(release)
  // Unknown sends are not sent again either.
  const over = [...cancelled, ...(await run(sql.unknownOf, ...rangeOf(release), ''))]
  for (const some of inParts(over)) await run(sql.forget, JSON.stringify(some.map(({ row }) => [row])))
  await run(sql.cancelRelease, release.id, release.cancelledAt ?? now)
  await run(sql.addDecision, release.id, cancelled.length, 'cancelled', who, reason, now)
  return { value: cancelled.length, decides: true }
}
