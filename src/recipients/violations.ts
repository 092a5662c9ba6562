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

export function recipientViolation<R extends RecipientRuleId>(
  rule: R,
  where: Where,
  args: RecipientArgs[R],
): RecipientViolation {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, ...where, args } as unknown as RecipientViolation
}

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
  readonly #atEnd: ((rows: number) => RecipientViolation | undefined)[] = []

  /**
   * @param max how many are kept
   * @param skip rows of which nothing is told
   */
  constructor(max: number, skip?: ReadonlySet<number>) {
    this.#max = max
    this.#skip = skip
  }

  add<R extends RecipientRuleId>(rule: R, site: ViolationSite, args: RecipientArgs[R]): boolean {
    if (site.row !== undefined && this.#skip?.has(site.row) && rule.startsWith('recipient-')) return false
    this.#count(rule)
    if (this.kept.length >= this.#max) return false
    const { place, ...where } = site
    this.kept.push(recipientViolation(rule, { ...where, place: place() }, args))
    return true
  }

  /** Has a violation made once the number of data rows is known; it is kept however many others there are. */
  addAtEnd(make: (rows: number) => RecipientViolation | undefined): void {
    this.#atEnd.push(make)
  }

  /** Adds what waited for the number of data rows. */
  end(rows: number): void {
    for (const make of this.#atEnd.splice(0)) {
      const found = make(rows)
      if (found === undefined) continue
      this.#count(found.rule)
      this.kept.push(found)
    }
  }

  inFileOrder(): RecipientViolation[] {
    return this.kept.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
  }

  #count(rule: RecipientRuleId): void {
    if (recipientRule(rule).severity === 'error') this.errors++
    else this.warnings++
  }
}

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
