import { adFlagNeeded } from './checks/ad-flag-needed.ts'
import { appLinkWithOneTarget } from './checks/app-link-with-one-target.ts'
import { bidirectionalCharacter } from './checks/bidirectional-character.ts'
import { businessFormName } from './checks/business-form-name.ts'
import { buttonNameTooLong } from './checks/button-name-too-long.ts'
import { buttonTypeInCard } from './checks/button-type-in-card.ts'
import { cardHeaderTooLong } from './checks/card-header-too-long.ts'
import { cardMessageTooLong } from './checks/card-message-too-long.ts'
import { chatEventTooLong } from './checks/chat-event-too-long.ts'
import { chatExtraTooLong } from './checks/chat-extra-too-long.ts'
import { chatFieldCharacters } from './checks/chat-field-characters.ts'
import { couponDescriptionTooLong } from './checks/coupon-description-too-long.ts'
import { couponIncomplete } from './checks/coupon-incomplete.ts'
import { couponTitleFormat } from './checks/coupon-title-format.ts'
import { echoToWebhookTooLong } from './checks/echo-to-webhook-too-long.ts'
import { emailInMessage } from './checks/email-in-message.ts'
import { fallbackInItemKind } from './checks/fallback-in-item-kind.ts'
import { fallbackNotEucKr } from './checks/fallback-not-euc-kr.ts'
import { fallbackTooLong } from './checks/fallback-too-long.ts'
import { fallbackWithoutAdNotice } from './checks/fallback-without-ad-notice.ts'
import { formMistyped } from './checks/form-mistyped.ts'
import { headerMayBeCut } from './checks/header-may-be-cut.ts'
import { headerTooLong } from './checks/header-too-long.ts'
import { imageInsideText } from './checks/image-inside-text.ts'
import { imageRatioNotAllowed } from './checks/image-ratio-not-allowed.ts'
import { imageSizeNotAllowed } from './checks/image-size-not-allowed.ts'
import { imageTooHeavy } from './checks/image-too-heavy.ts'
import { invisibleCharacter } from './checks/invisible-character.ts'
import { itemTitleTooLong } from './checks/item-title-too-long.ts'
import { linkFormat } from './checks/link-format.ts'
import { linkInsideText } from './checks/link-inside-text.ts'
import { looksLikeAdvertising } from './checks/looks-like-advertising.ts'
import { lostCharacter } from './checks/lost-character.ts'
import { manyButtons } from './checks/many-buttons.ts'
import { manyLineBreaks } from './checks/many-line-breaks.ts'
import { markdownInText } from './checks/markdown-in-text.ts'
import { msgTooLong } from './checks/msg-too-long.ts'
import { notNfc } from './checks/not-nfc.ts'
import { payloadHeavy } from './checks/payload-heavy.ts'
import { phoneNumberInMessage } from './checks/phone-number-in-message.ts'
import { secretInMessage } from './checks/secret-in-message.ts'
import { tailWithoutMobileLink } from './checks/tail-without-mobile-link.ts'
import { termToAvoid } from './checks/term-to-avoid.ts'
import { textMayBeCut } from './checks/text-may-be-cut.ts'
import { textMayNotShow } from './checks/text-may-not-show.ts'
import { textMayOverflow } from './checks/text-may-overflow.ts'
import { textRepeatsAdLabel } from './checks/text-repeats-ad-label.ts'
import { textRequired } from './checks/text-required.ts'
import { tooFewCards } from './checks/too-few-cards.ts'
import { tooFewItems } from './checks/too-few-items.ts'
import { tooManyButtons } from './checks/too-many-buttons.ts'
import { tooManyCards } from './checks/too-many-cards.ts'
import { tooManyItems } from './checks/too-many-items.ts'
import { trailingSpace } from './checks/trailing-space.ts'
import { variableNotation } from './checks/variable-notation.ts'
import { variableUnbounded } from './checks/variable-unbounded.ts'
import { variableUnused } from './checks/variable-unused.ts'
import type { LintRule } from './rule.ts'

/** Every rule that checks a message which could be read. */
export const rules: readonly LintRule[] = [
  adFlagNeeded,
  appLinkWithOneTarget,
  bidirectionalCharacter,
  businessFormName,
  buttonNameTooLong,
  buttonTypeInCard,
  cardHeaderTooLong,
  cardMessageTooLong,
  chatEventTooLong,
  chatExtraTooLong,
  chatFieldCharacters,
  couponDescriptionTooLong,
  couponIncomplete,
  couponTitleFormat,
  echoToWebhookTooLong,
  emailInMessage,
  fallbackInItemKind,
  fallbackNotEucKr,
  fallbackTooLong,
  fallbackWithoutAdNotice,
  formMistyped,
  headerMayBeCut,
  headerTooLong,
  imageInsideText,
  imageRatioNotAllowed,
  imageSizeNotAllowed,
  imageTooHeavy,
  invisibleCharacter,
  itemTitleTooLong,
  linkFormat,
  linkInsideText,
  looksLikeAdvertising,
  lostCharacter,
  manyButtons,
  manyLineBreaks,
  markdownInText,
  msgTooLong,
  notNfc,
  payloadHeavy,
  phoneNumberInMessage,
  secretInMessage,
  tailWithoutMobileLink,
  termToAvoid,
  textMayBeCut,
  textMayNotShow,
  textMayOverflow,
  textRepeatsAdLabel,
  textRequired,
  tooFewCards,
  tooFewItems,
  tooManyButtons,
  tooManyCards,
  tooManyItems,
  trailingSpace,
  variableNotation,
  variableUnbounded,
  variableUnused,
]
