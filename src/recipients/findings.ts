import {
  type FilePlace,
  type RecipientFault,
  type RecipientFaultArgs,
  recipientFault,
  type RecipientRule,
  recipientSeverity,
} from './fault.ts'

/** Where a finding is; its place is worked out only when it is kept. */
export interface FindingSite {
  readonly row?: number
  readonly column?: string
  readonly place: () => FilePlace
}

/** What was found in a file: the first so many, and how many in all. */
export class Findings {
  readonly #max: number
  readonly #kept: RecipientFault[] = []
  #errors = 0
  #warnings = 0

  constructor(max: number) {
    this.#max = max
  }

  get kept(): readonly RecipientFault[] {
    return this.#kept
  }

  get errors(): number {
    return this.#errors
  }

  get warnings(): number {
    return this.#warnings
  }

  /** Adds a finding; returns whether it was kept. */
  add<R extends RecipientRule>(rule: R, site: FindingSite, args: RecipientFaultArgs[R]): boolean {
    if (recipientSeverity(rule) === 'error') this.#errors++
    else this.#warnings++
    if (this.#kept.length >= this.#max) return false
    const { place, ...where } = site
    this.#kept.push(recipientFault(rule, { ...where, place: place() }, args))
    return true
  }
}
