import { recipientRule } from '../rules/rules.ts'
import type { RecipientArgs } from '../violation.ts'

/** A line and a column of a recipients file, both from 1; the column in UTF-16 units, a byte order mark not counted. */
export interface FilePlace {
  readonly line: number
  readonly column: number
}

export type RecipientRuleId = keyof RecipientArgs

interface Where {
  /** As a spreadsheet counts it; absent for the file and its header. */
  readonly row?: number
  readonly column?: string
  readonly place: FilePlace
}

export type RecipientViolation = {
  [R in RecipientRuleId]: Where & { readonly rule: R; readonly args: RecipientArgs[R] }
}[RecipientRuleId]

/** Site of a violation; its place is computed only if the violation is kept. */
export interface ViolationSite {
  readonly row?: number
  readonly column?: string
  readonly place: () => FilePlace
}

export class Violations {
  readonly kept: RecipientViolation[] = []
  errors = 0
  warnings = 0
  readonly #max: number
  readonly #skip: ReadonlySet<number> | undefined
  readonly #atEnd: ((rows: number) => void)[] = []

  /**
   * @param max how many are kept
   * @param skip rows of which nothing is told
   */
  constructor(max: number, skip?: ReadonlySet<number>) {
    this.#max = max
    this.#skip = skip
  }

  add<R extends RecipientRuleId>(rule: R, site: ViolationSite, args: RecipientArgs[R]): void {
    if (site.row !== undefined && this.#skip?.has(site.row) && rule.startsWith('recipient-')) return
    if (this.kept.length < this.#max) this.keep(rule, site, args)
    else this.#count(rule)
  }

  /** Adds a violation that is kept however many others there are. */
  keep<R extends RecipientRuleId>(rule: R, { place, ...where }: ViolationSite, args: RecipientArgs[R]): void {
    this.#count(rule)
    // The type of a union's member cannot follow from a generic rule.
    this.kept.push({ rule, ...where, place: place(), args } as unknown as RecipientViolation)
  }

  /** Has violations added once the number of data rows is known. */
  atEnd(add: (rows: number) => void): void {
    this.#atEnd.push(add)
  }

  end(rows: number): void {
    for (const add of this.#atEnd.splice(0)) add(rows)
  }

  inFileOrder(): RecipientViolation[] {
    return this.kept.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
  }

  #count(rule: RecipientRuleId): void {
    if (recipientRule(rule).severity === 'error') this.errors++
    else this.warnings++
  }
}

/** The place of what concerns a whole file. */
export const fileStart = (): FilePlace => ({ line: 1, column: 1 })

/** The place behind a text that starts at a place. */
export function placeBehind(text: string, { line, column }: FilePlace = { line: 1, column: 1 }): FilePlace {
  let breaks = 0
  let lineStart = 0
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    breaks++
    lineStart = index + lineBreak.length
  }
  return { line: line + breaks, column: text.length - lineStart + (breaks === 0 ? column : 1) }
}
