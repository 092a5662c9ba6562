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
import { pluginInvalid } from './plugin-invalid.ts'
import { pluginsInJson } from './plugins-in-json.ts'
import { recipientLinkInvalid } from './recipient-link-invalid.ts'
import { recipientOverflow } from './recipient-overflow.ts'
import { recipientTextEmpty } from './recipient-text-empty.ts'
import { recipientsNotRead } from './recipients-not-read.ts'
import { ruleFailed } from './rule-failed.ts'
import { ruleIdTaken } from './rule-id-taken.ts'
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
import { termContradiction } from './term-contradiction.ts'
import { termRepeated } from './term-repeated.ts'
import { urlMoreThanPath } from './url-more-than-path.ts'
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
  pluginInvalid,
  pluginsInJson,
  recipientLinkInvalid,
  recipientOverflow,
  recipientTextEmpty,
  recipientsNotRead,
  ruleFailed,
  ruleIdTaken,
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
  termContradiction,
  termRepeated,
  urlMoreThanPath,
  urlNotHttps,
  windowNotOff,
] as const

/** What each of these rules knows. */
export type ProjectArgs = ArgsOf<typeof projectRules>
