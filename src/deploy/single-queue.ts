import type { Kind } from '../contract/kinds.ts'
import type { Hold } from '../ledger/hold.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Ledger, SendState, Settlement } from '../ledger/ledger.ts'
import { isSentAgain, type KnownSingle, type SingleSend } from '../ledger/single.ts'
import type { MessageRecord } from '../service/service.ts'
import { ledgerEnd } from './pausing.ts'
import type { Addressee } from './record.ts'
import type { RunClock, RunEnd } from './run.ts'
import type { Outgoing, SendSource } from './send-loop.ts'

/** What became of a single send. */
export type SingleEnd =
  | ({ readonly type: 'outcome'; readonly state: Exclude<SendState, 'pending' | 'inflight'> } & Omit<
      KnownSingle,
      'state'
    >)
  /** Nothing of it left; it may be asked for again. */
  | { readonly type: 'kept'; readonly key: string; readonly end: RunEnd }
  /** It left, and the ledger could not be told what came of it: the next start finds it unknown. */
  | { readonly type: 'unrecorded'; readonly key: string; readonly end: RunEnd }

/** What became of a message that a program asked for. */
export type SingleResult = SingleEnd | { readonly type: 'held'; readonly key: string; readonly hold: Hold }

/** A single send that waits for its turn. */
export interface WaitingSingle {
  readonly send: SingleSend
  readonly kind: Kind
  readonly record: (addressee: Addressee) => MessageRecord | undefined
  /** Told what the service did not accept, before it is answered. */
  readonly onFailed: (end: SingleEnd) => Promise<void>
  readonly resolve: (end: SingleResult) => void
  readonly reject: (error: unknown) => void
}

/** Looks whether sends are held since they came: what is to be answered, and undefined for those that may leave. */
type HeldSince = (sends: readonly SingleSend[]) => Promise<readonly (SingleResult | undefined)[]>

const never = new AbortController().signal
/** How often a send is looked at that another process makes. */
const pollMs = 50

/** Single sends that wait for the loop: the messages of one kind that are there go into one request. */
export class SingleQueue implements SendSource {
  readonly #ledger: Ledger
  readonly #clock: RunClock
  readonly #heldSince: HeldSince
  #waiting: WaitingSingle[] = []
  /** How many of those a request will carry that waits for its turn. */
  #promised = 0
  /** By the number of the row. */
  readonly #underWay = new Map<number, WaitingSingle>()
  /** Those that another process sends. */
  readonly #elsewhere = new Set<Promise<void>>()
  /** Told when something comes. */
  readonly #wakers = new Set<() => void>()

  constructor(ledger: Ledger, clock: RunClock, heldSince: HeldSince) {
    this.#ledger = ledger
    this.#clock = clock
    this.#heldSince = heldSince
  }

  add(...waiting: readonly WaitingSingle[]): void {
    this.#waiting.push(...waiting)
    this.#tell()
  }

  isDry(): boolean {
    return false
  }

  async ready(maxMessages: number, stop: AbortSignal): Promise<number> {
    while (!stop.aborted) {
      const [first] = this.#waiting
      const free = this.#waiting.length - this.#promised
      if (first && free > 0) {
        const messages = Math.min(maxMessages, free)
        this.#promised += messages
        return messages
      }
      await this.#more(stop)
    }
    return 0
  }

  async claim({ maxSends, ...wanted }: Parameters<SendSource['claim']>[0]): Promise<Outgoing | undefined> {
    const waiting = await this.#unheld(this.#take(maxSends))
    const [first] = waiting
    if (first === undefined) return undefined
    try {
      const claims = await this.#ledger.claimSingles({ ...wanted, sends: waiting.map(({ send }) => send) })
      const sends = claims.flatMap((claim, index): Outgoing['sends'] => {
        const one = waiting[index]
        if (one === undefined) return []
        if (claim.type === 'refused') one.reject(claim.error)
        else if (claim.type === 'stopped') this.#putBack(one)
        else if (claim.type === 'known') this.#known(one, claim.known, wanted.stop)
        else {
          const { row, attempt, key } = claim.send
          this.#underWay.set(row, one)
          return [{ row, attempt, key, id: one.send.id, record: one.record(claim.send) }]
        }
        return []
      })
      return sends.length === 0 ? undefined : { kind: first.kind, sends }
    } catch (error) {
      this.#putBack(...waiting)
      throw error
    }
  }

  async settle({ sends }: Outgoing, settlements: readonly Settlement[]): Promise<void> {
    try {
      await this.#ledger.settle(settlements)
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      await this.#unrecorded(settlements, ledgerEnd(error.problem))
      throw error
    }
    const failed: WaitingSingle[] = []
    const keys = new Map(sends.map((send) => [send.row, send.key]))
    for (const { row, outcome, code } of settlements) {
      const waiting = this.#underWay.get(row)
      if (waiting === undefined) continue
      this.#underWay.delete(row)
      if (outcome === 'not-written' || outcome === 'not-taken') this.#putBack(waiting)
      else if (outcome !== 'accepted') failed.push(waiting)
      else
        waiting.resolve({
          type: 'outcome',
          state: outcome,
          key: keys.get(row) ?? '',
          ...(code !== undefined && { code }),
        })
    }
    if (failed.length === 0) return
    // Whoever asks again is told what the ledger says.
    const known = await this.#ledger.knownSingles(failed.map(({ send }) => send))
    for (const [index, waiting] of failed.entries()) {
      const one = known[index]
      if (one?.state === undefined) throw new Error('A send is not in the ledger that was settled.')
      const end = outcomeOf(one, one.state)
      await waiting.onFailed(end)
      waiting.resolve(end)
    }
  }

  /** Takes everything that waits, or what waits of one message. */
  takeAll(digest?: string): readonly WaitingSingle[] {
    const isTaken = ({ send }: WaitingSingle): boolean => digest === undefined || send.template.digest === digest
    const taken = this.#waiting.filter(isTaken)
    this.#waiting = this.#waiting.filter((one) => !isTaken(one))
    if (this.#waiting.length === 0) this.#promised = 0
    return taken
  }

  /** Fails everything of which nobody will say anything any more. */
  fail(error: unknown): void {
    for (const { reject } of [...this.takeAll(), ...this.#underWay.values()]) reject(error)
    this.#underWay.clear()
  }

  /** Waits until something waits, or to stop. */
  async filled(stop: AbortSignal): Promise<void> {
    while (this.#waiting.length === 0 && !stop.aborted) await this.#more(stop)
  }

  /** Waits until nothing is looked at any more that another process sends. */
  async idle(): Promise<void> {
    await Promise.all(this.#elsewhere)
  }

  /** Takes the first ones that are of one kind. */
  #take(maxSends: number): readonly WaitingSingle[] {
    this.#promised = Math.max(0, this.#promised - maxSends)
    const kind = this.#waiting[0]?.kind
    const taken: WaitingSingle[] = []
    const left: WaitingSingle[] = []
    for (const one of this.#waiting) (one.kind === kind && taken.length < maxSends ? taken : left).push(one)
    this.#waiting = left
    if (left.length > this.#promised) this.#tell()
    return taken
  }

  /** Ends those that are held since they came; where that is not known, nothing leaves. */
  async #unheld(waiting: readonly WaitingSingle[]): Promise<readonly WaitingSingle[]> {
    try {
      const held = await this.#heldSince(waiting.map(({ send }) => send))
      for (const [index, result] of held.entries()) if (result) waiting[index]?.resolve(result)
      return waiting.filter((_, index) => held[index] === undefined)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
      return []
    }
  }

  #putBack(...waiting: readonly WaitingSingle[]): void {
    this.#waiting.unshift(...waiting)
    this.#tell()
  }

  #tell(): void {
    for (const wake of this.#wakers) wake()
    this.#wakers.clear()
  }

  /** Waits until something comes, or to stop. */
  #more(stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (stop.aborted) resolve()
      const wake = (): void => {
        stop.removeEventListener('abort', wake)
        resolve()
      }
      stop.addEventListener('abort', wake, { once: true })
      this.#wakers.add(wake)
    })
  }

  #known(waiting: WaitingSingle, known: KnownSingle, stop: AbortSignal | undefined): void {
    if (known.state !== 'inflight') {
      if (known.state !== undefined) waiting.resolve(outcomeOf(known, known.state))
      return
    }
    const watching = this.#watch(waiting, stop).catch((error: unknown) => {
      if (error instanceof LedgerError) {
        waiting.resolve({ type: 'unrecorded', key: known.key, end: ledgerEnd(error.problem) })
      } else waiting.reject(error)
    })
    this.#elsewhere.add(watching)
    void watching.finally(() => this.#elsewhere.delete(watching))
  }

  /** Another process sends it: what comes of that is the outcome of both. */
  async #watch(waiting: WaitingSingle, stop: AbortSignal | undefined): Promise<void> {
    for (let looks = 1; ; looks++) {
      await this.#clock.sleep(pollMs, never)
      // One that died says nothing more.
      if (looks % 10 === 0) await this.#ledger.shared?.recover()
      const [known] = await this.#ledger.knownSingles([waiting.send])
      if (known?.state === undefined || known.state === 'inflight') continue
      if (!isSentAgain(known.state) || stop?.aborted) waiting.resolve(outcomeOf(known, known.state))
      else this.#putBack(waiting)
      return
    }
  }

  async #unrecorded(settlements: readonly Settlement[], end: RunEnd): Promise<void> {
    for (const { row, outcome } of settlements) {
      const waiting = this.#underWay.get(row)
      if (waiting === undefined) continue
      this.#underWay.delete(row)
      const isKept = outcome === 'not-written' || outcome === 'not-taken'
      const [known] = await this.#ledger.knownSingles([waiting.send]).catch(() => [])
      waiting.resolve({ type: isKept ? 'kept' : 'unrecorded', key: known?.key ?? '', end })
    }
  }
}

export function outcomeOf({ key, code, description }: KnownSingle, state: SendState): SingleEnd {
  return {
    type: 'outcome',
    // Nothing of it left that may leave again.
    state: state === 'pending' || state === 'inflight' ? 'deferred' : state,
    key,
    ...(code !== undefined && { code }),
    ...(description !== undefined && { description }),
  }
}
