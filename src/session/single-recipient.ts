import { columnsOfSingle } from '../recipients/columns.ts'
import { checkRow } from '../recipients/check-row.ts'
import { maskNumber } from '../recipients/number.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import { Violations } from '../recipients/violations.ts'
import { recipientWording } from '../rules/recipients/index.ts'
import { rowFits } from '../rules/row-fits.ts'
import { rowLimits, type RowViolation } from '../rules/row-limits.ts'
import type { Readings } from '../rules/rule.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'

/** Somebody who is to receive one message, as a program gives them. */
export interface GivenRecipient {
  readonly to: unknown
  readonly values: { readonly [name: string]: unknown }
  readonly ref?: unknown
}

export type CheckedRecipient =
  | {
      readonly type: 'recipient'
      /** Digits alone. */
      readonly number: string
      readonly values: Readonly<Record<string, string>>
      readonly ref?: string | undefined
    }
  /** Sentences that say what is wrong; none has a whole phone number. */
  | { readonly type: 'wrong'; readonly lines: readonly string[] }

export interface SingleChecks {
  readonly readings: Readings
  readonly lang: Language
  /** Normalised numbers that may be sent to; every number when absent. */
  readonly safeList?: ReadonlySet<string> | undefined
}

const maxViolations = 20
/** There is no file. */
const place = { line: 1, column: 1 }
const frame = { type: 'record', start: 0, end: 0, line: 1, at: 0 } as const

/** Prepares the checks of a message's recipients: the rules of a row of a recipients file, for one at a time. */
export function singleRecipientCheck(
  template: CompiledTemplate,
  { readings, lang, safeList }: SingleChecks,
): (given: GivenRecipient) => CheckedRecipient {
  const columns = columnsOfSingle(recipientVariables(template))
  const fits = rowFits(template, readings)
  const limitsOf = rowLimits(template, readings)
  return ({ to, values: given, ref }) => {
    const violations = new Violations(maxViolations)
    const fields = columns.map(({ role, name }) => (role === 'number' ? to : role === 'ref' ? ref : given[name]))
    const row = { row: 1, frame, fields }
    const { characters } = readings
    const checked = checkRow(row, { rows: [], columns, count: 1, place: () => place }, { violations, characters })
    const { number } = checked
    if (number !== undefined && safeList?.has(number) === false) {
      violations.add('recipient-not-in-safe-list', { place: () => place }, { number: maskNumber(number) })
    }
    const values = Object.fromEntries(checked.values)
    const broken = violations.errors > 0 || fits(checked.values) ? [] : limitsOf(values)
    const lines = [
      ...violations.kept.map((found) => recipientWording(found, lang).message),
      ...broken.map((found) => fitWords[lang](found)),
    ]
    if (number === undefined || lines.length > 0) return { type: 'wrong', lines }
    return { type: 'recipient', number, values, ref: checked.ref }
  }
}

const fitWords: { readonly [L in Language]: (found: RowViolation) => string } = {
  en: ({ pointer, violation }) => {
    if (violation === 'link') return `With these values the link at ${pointer} is no valid address.`
    if (violation === 'empty') return `With these values the text at ${pointer} is empty.`
    const { actual, limit } = violation
    return `With these values the text at ${pointer} has a length of ${actual}; at most ${limit} is allowed. Shorten the text or the value.`
  },
  ko: ({ pointer, violation }) => {
    if (violation === 'link') return `이 값을 넣으면 ${pointer}의 링크가 올바른 주소가 아닙니다.`
    if (violation === 'empty') return `이 값을 넣으면 ${pointer}의 글이 비게 됩니다.`
    const { actual, limit } = violation
    return `이 값을 넣으면 ${pointer}의 길이가 ${actual}입니다. 최대 ${limit}까지 쓸 수 있으니 글이나 값을 줄이세요.`
  },
}
