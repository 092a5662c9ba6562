import type { Kind, Upload } from '../contract/contracts.ts'

/** What a request asked for: a send of a kind, or an upload. */
export type Operation =
  | { readonly type: 'send'; readonly kind: Kind }
  | { readonly type: 'upload'; readonly upload: Upload }

/** Which messages of a request a fault concerns. */
export type Chosen = 'all' | { readonly indexes: readonly number[] } | { readonly receiverNumbers: readonly string[] }

/** What goes wrong. docs/emulator.md says what each does on the wire. */
export type Fault =
  | { readonly type: 'refuse'; readonly forMs?: number }
  | { readonly type: 'reset-after-reading'; readonly processed?: boolean }
  | { readonly type: 'drop'; readonly afterMs?: number; readonly processed?: boolean }
  | { readonly type: 'delay'; readonly ms: number; readonly before?: 'processing' | 'answer' }
  | {
      readonly type: 'status'
      readonly status: number
      readonly retryAfterSeconds?: number
      readonly processed?: boolean
    }
  | { readonly type: 'reject'; readonly code: string; readonly messages?: Chosen }
  | { readonly type: 'request-error'; readonly code: string }
  | {
      readonly type: 'upload-error'
      readonly code: string
      readonly message?: string
      readonly files?: readonly number[]
    }

/** The operations that a fault concerns. */
export type FaultTarget = 'send' | 'upload' | `send:${Kind}` | `upload:${Upload}`

/** When a fault strikes. Without `at` and `every` it strikes each request. */
export interface FaultRule {
  readonly fault: Fault
  /** The operations it concerns; all five when absent. `refuse` concerns all of them. */
  readonly on?: FaultTarget
  /** The numbers of the requests it strikes, from 1, counted per rule among the operations it concerns. */
  readonly at?: number | readonly number[]
  readonly every?: number
  /** It strikes so often at most. */
  readonly times?: number
}

/** A rule in force, with how often it struck. */
export interface ActiveFault extends FaultRule {
  readonly id: number
  /** Requests counted so far. */
  readonly seen: number
  /** How often it struck. */
  readonly struck: number
}

/** A fault that struck a request. */
export interface AppliedFault {
  readonly rule: number
  readonly type: Fault['type']
}

interface Rule {
  readonly id: number
  readonly rule: FaultRule
  readonly at: ReadonlySet<number> | undefined
  seen: number
  struck: number
}

/** A fault together with its rule's id. */
export interface Struck {
  readonly rule: number
  readonly fault: Fault
}

/** The faults in force. The same rules and order of requests give the same faults. */
export class Faults {
  #rules: Rule[] = []
  #lastId = 0

  get isEmpty(): boolean {
    return this.#rules.length === 0
  }

  add(rule: FaultRule): ActiveFault {
    const id = ++this.#lastId
    const at = rule.at === undefined ? undefined : new Set(typeof rule.at === 'number' ? [rule.at] : rule.at)
    const added = { id, rule, at, seen: 0, struck: 0 }
    this.#rules.push(added)
    return activeOf(added)
  }

  list(): readonly ActiveFault[] {
    return this.#rules.map(activeOf)
  }

  /** @returns whether there was such a rule */
  remove(id: number): boolean {
    const before = this.#rules.length
    this.#rules = this.#rules.filter((rule) => rule.id !== id)
    return this.#rules.length < before
  }

  clear(): void {
    this.#rules = []
  }

  /** Forgets the rules and their numbers. */
  reset(): void {
    this.#rules = []
    this.#lastId = 0
  }

  /** Counts a request, and says what strikes it. */
  strike(operation: Operation): readonly Struck[] {
    const struck: Struck[] = []
    for (const rule of this.#rules) {
      if (rule.rule.fault.type === 'refuse' || !concerns(rule.rule, operation)) continue
      rule.seen++
      if (strikes(rule)) struck.push({ rule: rule.id, fault: rule.rule.fault })
    }
    return struck
  }

  /**
   * Counts the request that comes next, and says for how long it is refused, in milliseconds. No byte of a request
   * that is refused is ever read, so what it asks for cannot matter: these rules concern every operation.
   *
   * @param only the one rule that counts: the first request after it was added
   */
  refuseNext(only?: number): number | undefined {
    let forMs: number | undefined
    for (const rule of this.#rules) {
      if (rule.rule.fault.type !== 'refuse' || (only !== undefined && rule.id !== only)) continue
      rule.seen++
      if (strikes(rule)) forMs = Math.max(forMs ?? 0, rule.rule.fault.forMs ?? defaultRefusalMs)
    }
    return forMs
  }
}

/** How long connections are refused where a rule does not say. */
export const defaultRefusalMs = 1000

function strikes(rule: Rule): boolean {
  const { every, times = Number.POSITIVE_INFINITY } = rule.rule
  if (rule.struck >= times) return false
  if (rule.at !== undefined && !rule.at.has(rule.seen)) return false
  if (every !== undefined && rule.seen % every !== 0) return false
  rule.struck++
  return true
}

function concerns({ on }: FaultRule, operation: Operation): boolean {
  const name = operation.type === 'send' ? operation.kind : operation.upload
  return on === undefined || on === operation.type || on === `${operation.type}:${name}`
}

function activeOf({ id, rule, seen, struck }: Rule): ActiveFault {
  return { ...rule, id, seen, struck }
}
