import { type RecipientArgs, recipientRule } from '../rules/recipients/index.ts'
import { type FilePlace, type RecipientRuleId, type RecipientViolation, recipientViolation } from './violation.ts'

/** Where a finding is; its place is worked out only when it is kept. */
export interface FindingSite {
  readonly row?: number
  readonly column?: string
  readonly place: () => FilePlace
}

/** What was found in a file: the first so many, and how many in all. */
export class Findings {
  readonly #max: number
  readonly #kept: RecipientViolation[] = []
  #errors = 0
  #warnings = 0

  constructor(max: number) {
    this.#max = max
  }

  get kept(): readonly RecipientViolation[] {
    return this.#kept
  }

  get errors(): number {
    return this.#errors
  }

  get warnings(): number {
    return this.#warnings
  }

  /** Adds a finding; returns whether it was kept. */
  add<R extends RecipientRuleId>(rule: R, site: FindingSite, args: RecipientArgs[R]): boolean {
    if (recipientRule(rule).severity === 'error') this.#errors++
    else this.#warnings++
    if (this.#kept.length >= this.#max) return false
    const { place, ...where } = site
    this.#kept.push(recipientViolation(rule, { ...where, place: place() }, args))
    return true
  }
}
