import type { LintRule } from '../rule.ts'
import { adFlagNeeded } from './ad-flag-needed.ts'
import { appLinkWithOneTarget } from './app-link-with-one-target.ts'
import { bidirectionalCharacter } from './bidirectional-character.ts'
import { businessFormName } from './business-form-name.ts'
import { buttonNameTooLong } from './button-name-too-long.ts'
import { buttonTypeInCard } from './button-type-in-card.ts'
import { cardHeaderTooLong } from './card-header-too-long.ts'
import { cardMessageTooLong } from './card-message-too-long.ts'
import { chatEventTooLong } from './chat-event-too-long.ts'
import { chatExtraTooLong } from './chat-extra-too-long.ts'
import { chatFieldCharacters } from './chat-field-characters.ts'
import { couponDescriptionTooLong } from './coupon-description-too-long.ts'
import { couponIncomplete } from './coupon-incomplete.ts'
import { couponTitleFormat } from './coupon-title-format.ts'
import { echoToWebhookTooLong } from './echo-to-webhook-too-long.ts'
import { emailInMessage } from './email-in-message.ts'
import { fallbackInItemKind } from './fallback-in-item-kind.ts'
import { fallbackNotEucKr } from './fallback-not-euc-kr.ts'
import { fallbackTooLong } from './fallback-too-long.ts'
import { headerMayBeCut } from './header-may-be-cut.ts'
import { headerTooLong } from './header-too-long.ts'
import { imageInsideText } from './image-inside-text.ts'
import { imageRatioNotAllowed } from './image-ratio-not-allowed.ts'
import { imageSizeNotAllowed } from './image-size-not-allowed.ts'
import { imageTooHeavy } from './image-too-heavy.ts'
import { imageTooManyPixels } from './image-too-many-pixels.ts'
import { invisibleCharacter } from './invisible-character.ts'
import { itemTitleTooLong } from './item-title-too-long.ts'
import { linkFormat } from './link-format.ts'
import { linkInsideText } from './link-inside-text.ts'
import { linkRepeated } from './link-repeated.ts'
import { looksLikeAdvertising } from './looks-like-advertising.ts'
import { manyButtons } from './many-buttons.ts'
import { manyLineBreaks } from './many-line-breaks.ts'
import { markdownInText } from './markdown-in-text.ts'
import { msgTooLong } from './msg-too-long.ts'
import { notNfc } from './not-nfc.ts'
import { payloadHeavy } from './payload-heavy.ts'
import { phoneNumberInMessage } from './phone-number-in-message.ts'
import { secretInMessage } from './secret-in-message.ts'
import { tailWithoutMobileLink } from './tail-without-mobile-link.ts'
import { textMayBeCut } from './text-may-be-cut.ts'
import { textMayBeEmpty } from './text-may-be-empty.ts'
import { textMayNotShow } from './text-may-not-show.ts'
import { textMayOverflow } from './text-may-overflow.ts'
import { textRepeatsAdLabel } from './text-repeats-ad-label.ts'
import { tooFewCards } from './too-few-cards.ts'
import { tooFewItems } from './too-few-items.ts'
import { tooManyButtons } from './too-many-buttons.ts'
import { tooManyCards } from './too-many-cards.ts'
import { tooManyItems } from './too-many-items.ts'
import { trailingSpace } from './trailing-space.ts'
import { variableUnbounded } from './variable-unbounded.ts'
import { variableUnused } from './variable-unused.ts'

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
  manyButtons,
  manyLineBreaks,
  markdownInText,
  msgTooLong,
  notNfc,
  payloadHeavy,
  phoneNumberInMessage,
  secretInMessage,
  tailWithoutMobileLink,
  textMayBeCut,
  textMayBeEmpty,
  textMayNotShow,
  textMayOverflow,
  textRepeatsAdLabel,
  tooFewCards,
  tooFewItems,
  tooManyButtons,
  tooManyCards,
  tooManyItems,
  trailingSpace,
  variableUnbounded,
  variableUnused,
]
