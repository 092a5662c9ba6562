import type { ArgsOf } from '../rule.ts'
import { baselineStale } from './baseline-stale.ts'
import { directiveUnknown } from './directive-unknown.ts'
import { fileNotUtf8 } from './file-not-utf8.ts'
import { fileOutsideRoot } from './file-outside-root.ts'
import { fileUnreadable } from './file-unreadable.ts'
import { idDuplicate } from './id-duplicate.ts'
import { imageUnused } from './image-unused.ts'
import { nameRepeated } from './name-repeated.ts'
import { phoneNumberInvalid } from './phone-number-invalid.ts'
import { recipientLinkInvalid } from './recipient-link-invalid.ts'
import { recipientOverflow } from './recipient-overflow.ts'
import { recipientTextEmpty } from './recipient-text-empty.ts'
import { recipientsNotRead } from './recipients-not-read.ts'
import { ruleNotConfigurable } from './rule-not-configurable.ts'
import { ruleUnknown } from './rule-unknown.ts'
import { schemaNameInvalid } from './schema-name-invalid.ts'
import { secretLiteral } from './secret-literal.ts'
import { senderNameInvalid } from './sender-name-invalid.ts'
import { suppressionDateInvalid } from './suppression-date-invalid.ts'
import { suppressionExpired } from './suppression-expired.ts'
import { suppressionNotPossible } from './suppression-not-possible.ts'
import { suppressionRuleUnknown } from './suppression-rule-unknown.ts'
import { suppressionUnused } from './suppression-unused.ts'
import { suppressionWithoutReason } from './suppression-without-reason.ts'
import { suppressionWithoutRule } from './suppression-without-rule.ts'
import { targetNameInvalid } from './target-name-invalid.ts'
import { urlNotHttps } from './url-not-https.ts'
import { windowNotOff } from './window-not-off.ts'

/** Every rule about what surrounds the messages: files, configuration, recipients, the baseline, and directives of the linter. */
export const projectRules = [
  baselineStale,
  directiveUnknown,
  fileNotUtf8,
  fileOutsideRoot,
  fileUnreadable,
  idDuplicate,
  imageUnused,
  nameRepeated,
  phoneNumberInvalid,
  recipientLinkInvalid,
  recipientOverflow,
  recipientTextEmpty,
  recipientsNotRead,
  ruleNotConfigurable,
  ruleUnknown,
  schemaNameInvalid,
  secretLiteral,
  senderNameInvalid,
  suppressionDateInvalid,
  suppressionExpired,
  suppressionNotPossible,
  suppressionRuleUnknown,
  suppressionUnused,
  suppressionWithoutReason,
  suppressionWithoutRule,
  targetNameInvalid,
  urlNotHttps,
  windowNotOff,
] as const

/** What each of these rules knows. */
export type ProjectArgs = ArgsOf<typeof projectRules>
