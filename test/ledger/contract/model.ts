import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type SendCounts,
  type Ledger,
  type SendState,
  sendStates,
  type Settlement,
} from '../../../src/ledger/ledger.ts'
import { closeLedger, person, preparation, sendsIn } from '../temp-ledger.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

/** What the ledger should hold: the state and the attempts of each recipient of two messages. */
interface Model {
  readonly states: Map<string, { state: SendState; attempt: number }>
}

interface Real {
  place: LedgerPlace
  ledger: Ledger
  /** What was claimed and not settled: recipient by row. */
  readonly inflight: Map<number, { readonly who: string; readonly attempt: number }>
  readonly keys: Map<string, string>
}

type Command = fc.AsyncCommand<Model, Real>

async function check(model: Model, { ledger, keys }: Real): Promise<void> {
  const expected: Record<SendState, number> = {
    pending: 0,
    inflight: 0,
    accepted: 0,
    rejected: 0,
    deferred: 0,
    unknown: 0,
    cancelled: 0,
  }
  for (const { state } of model.states.values()) expected[state]++
  const [release] = await ledger.releases()
  if (release === undefined) {
    expect(model.states.size).toBe(0)
    return
  }
  expect(release.counts).toEqual(expected satisfies SendCounts)
  expect(sendStates.reduce((sum, state) => sum + release.counts[state], 0)).toBe(model.states.size)
  const shown = (await sendsIn(ledger, { release: 'r1' })).map(({ key, state, attempt }) => [key, state, attempt])
  for (const [key, state, attempt] of shown) {
    const who = [...keys].find(([, own]) => own === key)?.[0]
    if (who !== undefined) expect({ state, attempt }).toEqual(model.states.get(who))
  }
}

const nameOf = (id: string, n: number): string => `${id} ${person(n).number}`

class Prepare implements Command {
  readonly id: 'a' | 'b'
  readonly numbers: readonly number[]
  readonly rejected: 'keep' | 'retry'

  constructor(id: 'a' | 'b', numbers: readonly number[], rejected: 'keep' | 'retry') {
    this.id = id
    this.numbers = numbers
    this.rejected = rejected
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    let [added, retried] = [0, 0]
    for (const n of this.numbers) {
      const known = model.states.get(nameOf(this.id, n))
      if (known?.state === 'rejected' && this.rejected === 'retry') {
        known.state = 'deferred'
        retried++
      }
      if (known) continue
      model.states.set(nameOf(this.id, n), { state: 'pending', attempt: 0 })
      added++
    }
    const recipients = this.numbers.map((n) => person(n))
    const prepared = await real.ledger.prepare(preparation({ [this.id]: recipients }, { rejected: this.rejected }))
    expect(prepared).toMatchObject({ added, retried, existing: this.numbers.length - added })
    await check(model, real)
  }

  toString(): string {
    return `prepare ${this.id} ${this.numbers.join(',')} ${this.rejected}`
  }
}

class Claim implements Command {
  readonly maxSends: number

  constructor(maxSends: number) {
    this.maxSends = maxSends
  }

  check(model: Model): boolean {
    return model.states.size > 0
  }

  async run(model: Model, real: Real): Promise<void> {
    const batch = await real.ledger.claim({ release: 'r1', maxSends: this.maxSends })
    const pending = [...model.states.values()].filter(({ state }) => state === 'pending')
    expect(batch === undefined).toBe(pending.length === 0)
    for (const { row, attempt, key, number } of batch?.sends ?? []) {
      const who = `${batch?.id} ${number}`
      const known = model.states.get(who)
      expect(known).toEqual({ state: 'pending', attempt: attempt - 1 })
      expect(real.keys.get(who) ?? key).toBe(key)
      real.keys.set(who, key)
      model.states.set(who, { state: 'inflight', attempt })
      real.inflight.set(row, { who, attempt })
    }
    await check(model, real)
  }

  toString(): string {
    return `claim ${this.maxSends}`
  }
}

class Settle implements Command {
  readonly outcomes: readonly Settlement['outcome'][]

  constructor(outcomes: readonly Settlement['outcome'][]) {
    this.outcomes = outcomes
  }

  check(_model: Model): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const settled = [...real.inflight].slice(0, this.outcomes.length)
    const settlements = settled.map(([row, { who, attempt }], index): Settlement => {
      const outcome = this.outcomes[index] ?? 'unknown'
      model.states.set(who, {
        state: outcome === 'not-written' || outcome === 'not-taken' ? 'pending' : outcome,
        attempt,
      })
      real.inflight.delete(row)
      return { row, attempt, outcome, code: 'X' }
    })
    await real.ledger.settle(settlements)
    await check(model, real)
    // What is settled stays so.
    await real.ledger.settle(settlements.filter(({ outcome }) => outcome !== 'unknown'))
    await check(model, real)
  }

  toString(): string {
    return `settle ${this.outcomes.join(',')}`
  }
}

class Resume implements Command {
  check(model: Model): boolean {
    return model.states.size > 0
  }

  async run(model: Model, real: Real): Promise<void> {
    const deferred = [...model.states.values()].filter(({ state }) => state === 'deferred')
    for (const known of deferred) known.state = 'pending'
    expect(await real.ledger.resume('r1')).toBe(deferred.length)
    await check(model, real)
  }

  toString(): string {
    return 'resume'
  }
}

class Reconcile implements Command {
  readonly verdict: 'sent' | 'not-sent'

  constructor(verdict: 'sent' | 'not-sent') {
    this.verdict = verdict
  }

  check(model: Model): boolean {
    return model.states.size > 0
  }

  async run(model: Model, real: Real): Promise<void> {
    const unknown = [...model.states.values()].filter(({ state }) => state === 'unknown')
    for (const known of unknown) known.state = this.verdict === 'sent' ? 'accepted' : 'deferred'
    const decision = { verdict: this.verdict, release: 'r1', who: 'ops', reason: 'seen' }
    expect(await real.ledger.reconcile(decision)).toEqual({ type: 'settled', sends: unknown.length })
    await check(model, real)
  }

  toString(): string {
    return `reconcile ${this.verdict}`
  }
}

/** A new start: what was inflight is unknown, and nothing else changes. */
class Restart implements Command {
  readonly end: 'close' | 'crash'

  constructor(end: 'close' | 'crash') {
    this.end = end
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    if (this.end === 'close') await closeLedger(real.ledger)
    else real.place = await real.place.crash()
    real.ledger = await real.place.open()
    let recovered = 0
    for (const known of model.states.values()) {
      if (known.state !== 'inflight') continue
      known.state = 'unknown'
      recovered++
    }
    real.inflight.clear()
    expect(real.ledger.recovered).toBe(recovered)
    await real.ledger.verify()
    await check(model, real)
  }

  toString(): string {
    return `restart after ${this.end}`
  }
}

/** A test that a ledger goes on as a model of it does, whatever is done in whatever order. */
export function modelContract(store: StoreUnderTest): void {
  it('takes the ways of its states and no other', async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 5 })
    const outcome = fc.constantFrom<Settlement['outcome'][]>(
      'accepted',
      'rejected',
      'deferred',
      'unknown',
      'not-written',
    )
    const commands = [
      fc
        .tuple(
          fc.constantFrom<('a' | 'b')[]>('a', 'b'),
          numbers,
          fc.constantFrom<('keep' | 'retry')[]>('keep', 'retry'),
        )
        .map(([id, list, rejected]) => new Prepare(id, list, rejected)),
      fc.integer({ min: 1, max: 4 }).map((maxSends) => new Claim(maxSends)),
      fc.integer({ min: 1, max: 4 }).map((maxSends) => new Claim(maxSends)),
      fc.array(outcome, { minLength: 1, maxLength: 4 }).map((outcomes) => new Settle(outcomes)),
      fc.array(outcome, { minLength: 1, maxLength: 4 }).map((outcomes) => new Settle(outcomes)),
      fc.constant(new Resume()),
      fc.constantFrom<('sent' | 'not-sent')[]>('sent', 'not-sent').map((verdict) => new Reconcile(verdict)),
      fc.constantFrom<('close' | 'crash')[]>('close', 'crash').map((end) => new Restart(end)),
    ]
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: '+1' }), async (sequence) => {
        const place = await store.fresh()
        const real: Real = {
          place,
          ledger: await place.open(),
          inflight: new Map(),
          keys: new Map(),
        }
        await fc.asyncModelRun(() => ({ model: { states: new Map() }, real }), sequence)
        await closeLedger(real.ledger)
      }),
      { numRuns: store.modelRuns },
    )
  })
}
