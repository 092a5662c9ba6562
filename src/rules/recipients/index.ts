import type { Language, Wording } from '../../words/language.ts'
import { type ArgsOf, type Rule, ruleFinder } from '../rule.ts'
import { recipientCellCount } from './recipient-cell-count.ts'
import { recipientCharacter } from './recipient-character.ts'
import { recipientCombiningMarks } from './recipient-combining-marks.ts'
import { recipientDuplicate } from './recipient-duplicate.ts'
import { recipientNotInSafeList } from './recipient-not-in-safe-list.ts'
import { recipientNotJson } from './recipient-not-json.ts'
import { recipientNotObject } from './recipient-not-object.ts'
import { recipientNumberInvalid } from './recipient-number-invalid.ts'
import { recipientNumberKept } from './recipient-number-kept.ts'
import { recipientNumberLostZero } from './recipient-number-lost-zero.ts'
import { recipientNumberMissing } from './recipient-number-missing.ts'
import { recipientNumberNotText } from './recipient-number-not-text.ts'
import { recipientQuoteMisplaced } from './recipient-quote-misplaced.ts'
import { recipientQuoteUnclosed } from './recipient-quote-unclosed.ts'
import { recipientRowBlank } from './recipient-row-blank.ts'
import { recipientRowTooLarge } from './recipient-row-too-large.ts'
import { recipientValueMissing } from './recipient-value-missing.ts'
import { recipientValueTooLong } from './recipient-value-too-long.ts'
import { recipientValueType } from './recipient-value-type.ts'
import { recipientValueUnlikely } from './recipient-value-unlikely.ts'
import { recipientValueVariable } from './recipient-value-variable.ts'
import { recipientsColumnCharacter } from './recipients-column-character.ts'
import { recipientsColumnDuplicate } from './recipients-column-duplicate.ts'
import { recipientsColumnKey } from './recipients-column-key.ts'
import { recipientsColumnMissing } from './recipients-column-missing.ts'
import { recipientsColumnUnknown } from './recipients-column-unknown.ts'
import { recipientsColumnUnnamed } from './recipients-column-unnamed.ts'
import { recipientsDelimiter } from './recipients-delimiter.ts'
import { recipientsEmpty } from './recipients-empty.ts'
import { recipientsFormatUnknown } from './recipients-format-unknown.ts'
import { recipientsNotUtf8 } from './recipients-not-utf8.ts'
import { recipientsUtf16 } from './recipients-utf16.ts'
import { recipientsVariableWithoutColumn } from './recipients-variable-without-column.ts'

/** Every rule about recipients files. `recipients-…` speak of the file, `recipient-…` of a row. No argument holds a whole phone number. */
export const recipientRules = [
  recipientCellCount,
  recipientCharacter,
  recipientCombiningMarks,
  recipientDuplicate,
  recipientNotInSafeList,
  recipientNotJson,
  recipientNotObject,
  recipientNumberInvalid,
  recipientNumberKept,
  recipientNumberLostZero,
  recipientNumberMissing,
  recipientNumberNotText,
  recipientQuoteMisplaced,
  recipientQuoteUnclosed,
  recipientRowBlank,
  recipientRowTooLarge,
  recipientValueMissing,
  recipientValueTooLong,
  recipientValueType,
  recipientValueUnlikely,
  recipientValueVariable,
  recipientsColumnCharacter,
  recipientsColumnDuplicate,
  recipientsColumnKey,
  recipientsColumnMissing,
  recipientsColumnUnknown,
  recipientsColumnUnnamed,
  recipientsDelimiter,
  recipientsEmpty,
  recipientsFormatUnknown,
  recipientsNotUtf8,
  recipientsUtf16,
  recipientsVariableWithoutColumn,
] as const

/** What each rule about recipients knows. */
export type RecipientArgs = ArgsOf<typeof recipientRules>

/** The rule about recipients of an id. */
export const recipientRule: (id: keyof RecipientArgs) => Rule<string, never> = ruleFinder(recipientRules)

/** Says in a language what is wrong with recipients. */
export function recipientWording(
  { rule, args }: { readonly rule: keyof RecipientArgs; readonly args: object },
  language: Language,
): Wording {
  // The arguments of a violation are those of its rule.
  return recipientRule(rule).words[language](args as never)
}
