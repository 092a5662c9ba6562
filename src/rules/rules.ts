import type { LintRule } from './rule.ts'
import { adFlagNeeded } from './platform/ad-flag-needed.ts'
import { appLinkWithOneTarget } from './platform/app-link-with-one-target.ts'
import { bidirectionalCharacter } from './style/bidirectional-character.ts'
import { businessFormName } from './platform/business-form-name.ts'
import { buttonNameTooLong } from './interface/button-name-too-long.ts'
import { buttonTypeInCard } from './platform/button-type-in-card.ts'
import { cardHeaderTooLong } from './interface/card-header-too-long.ts'
import { cardMessageTooLong } from './interface/card-message-too-long.ts'
import { chatEventTooLong } from './interface/chat-event-too-long.ts'
import { chatExtraTooLong } from './interface/chat-extra-too-long.ts'
import { chatFieldCharacters } from './platform/chat-field-characters.ts'
import { couponDescriptionTooLong } from './interface/coupon-description-too-long.ts'
import { couponIncomplete } from './platform/coupon-incomplete.ts'
import { couponTitleFormat } from './platform/coupon-title-format.ts'
import { echoToWebhookTooLong } from './interface/echo-to-webhook-too-long.ts'
import { emailInMessage } from './style/email-in-message.ts'
import { fallbackInItemKind } from './platform/fallback-in-item-kind.ts'
import { fallbackNotEucKr } from './platform/fallback-not-euc-kr.ts'
import { fallbackTooLong } from './platform/fallback-too-long.ts'
import { headerMayBeCut } from './platform/header-may-be-cut.ts'
import { headerTooLong } from './interface/header-too-long.ts'
import { imageInsideText } from './interface/image-inside-text.ts'
import { imageRatioNotAllowed } from './interface/image-ratio-not-allowed.ts'
import { imageSizeNotAllowed } from './interface/image-size-not-allowed.ts'
import { imageTooHeavy } from './interface/image-too-heavy.ts'
import { imageTooManyPixels } from './style/image-too-many-pixels.ts'
import { invisibleCharacter } from './style/invisible-character.ts'
import { itemTitleTooLong } from './interface/item-title-too-long.ts'
import { linkFormat } from './platform/link-format.ts'
import { linkInsideText } from './interface/link-inside-text.ts'
import { linkRepeated } from './style/link-repeated.ts'
import { looksLikeAdvertising } from './platform/looks-like-advertising.ts'
import { lostCharacter } from './style/lost-character.ts'
import { manyButtons } from './platform/many-buttons.ts'
import { manyLineBreaks } from './platform/many-line-breaks.ts'
import { markdownInText } from './style/markdown-in-text.ts'
import { msgTooLong } from './interface/msg-too-long.ts'
import { notNfc } from './style/not-nfc.ts'
import { payloadHeavy } from './platform/payload-heavy.ts'
import { phoneNumberInMessage } from './style/phone-number-in-message.ts'
import { secretInMessage } from './style/secret-in-message.ts'
import { tailWithoutMobileLink } from './platform/tail-without-mobile-link.ts'
import { termToAvoid } from './style/term-to-avoid.ts'
import { textMayBeCut } from './platform/text-may-be-cut.ts'
import { textMayBeEmpty } from './style/text-may-be-empty.ts'
import { textMayNotShow } from './platform/text-may-not-show.ts'
import { textMayOverflow } from './style/text-may-overflow.ts'
import { textRepeatsAdLabel } from './platform/text-repeats-ad-label.ts'
import { textRequired } from './style/text-required.ts'
import { tooFewCards } from './interface/too-few-cards.ts'
import { tooFewItems } from './interface/too-few-items.ts'
import { tooManyButtons } from './interface/too-many-buttons.ts'
import { tooManyCards } from './interface/too-many-cards.ts'
import { tooManyItems } from './interface/too-many-items.ts'
import { trailingSpace } from './style/trailing-space.ts'
import { variableUnbounded } from './style/variable-unbounded.ts'
import { variableUnused } from './style/variable-unused.ts'

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
  headerMayBeCut,
  headerTooLong,
  imageInsideText,
  imageRatioNotAllowed,
  imageSizeNotAllowed,
  imageTooHeavy,
  imageTooManyPixels,
  invisibleCharacter,
  itemTitleTooLong,
  linkFormat,
  linkInsideText,
  linkRepeated,
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
  textMayBeEmpty,
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
  variableUnbounded,
  variableUnused,
]
