import type { ArgsOf } from '../rule.ts'
import { appLinkTargetMissing } from './app-link-target-missing.ts'
import { blockNotAllowed } from './block-not-allowed.ts'
import { blockUnclosed } from './block-unclosed.ts'
import { blockUnknown } from './block-unknown.ts'
import { buttonAttributeNotAllowed } from './button-attribute-not-allowed.ts'
import { buttonNotAllowed } from './button-not-allowed.ts'
import { combiningMarks } from './combining-marks.ts'
import { commentUnclosed } from './comment-unclosed.ts'
import { couponRepeated } from './coupon-repeated.ts'
import { dividerNotAllowed } from './divider-not-allowed.ts'
import { failbackFieldReserved } from './failback-field-reserved.ts'
import { fileEmpty } from './file-empty.ts'
import { fileTooLarge } from './file-too-large.ts'
import { formMistyped } from './form-mistyped.ts'
import { frontmatterMissing } from './frontmatter-missing.ts'
import { frontmatterUnclosed } from './frontmatter-unclosed.ts'
import { headerAfterText } from './header-after-text.ts'
import { headerMissing } from './header-missing.ts'
import { headerRepeated } from './header-repeated.ts'
import { headingNotAllowed } from './heading-not-allowed.ts'
import { idFromPathInvalid } from './id-from-path-invalid.ts'
import { idInvalid } from './id-invalid.ts'
import { imageDamaged } from './image-damaged.ts'
import { imageFormat } from './image-format.ts'
import { imageMissing } from './image-missing.ts'
import { imageNotAllowed } from './image-not-allowed.ts'
import { imageNotFound } from './image-not-found.ts'
import { imageOutsideRoot } from './image-outside-root.ts'
import { imagePathAbsolute } from './image-path-absolute.ts'
import { imagePathEmpty } from './image-path-empty.ts'
import { imageRepeated } from './image-repeated.ts'
import { imageTooLarge } from './image-too-large.ts'
import { imageUnreadable } from './image-unreadable.ts'
import { imageUrlNotHttps } from './image-url-not-https.ts'
import { itemLinkMissing } from './item-link-missing.ts'
import { itemLinkNotMobile } from './item-link-not-mobile.ts'
import { itemLinkRepeated } from './item-link-repeated.ts'
import { itemsMissing } from './items-missing.ts'
import { keyDuplicate } from './key-duplicate.ts'
import { keyMissing } from './key-missing.ts'
import { keyUnknown } from './key-unknown.ts'
import { linkEmpty } from './link-empty.ts'
import { linkSchemeNotAllowed } from './link-scheme-not-allowed.ts'
import { linkWithoutScheme } from './link-without-scheme.ts'
import { loneSurrogate } from './lone-surrogate.ts'
import { lookAlikeCharacter } from './look-alike-character.ts'
import { mergeConflict } from './merge-conflict.ts'
import { nulCharacter } from './nul-character.ts'
import { numberUnquoted } from './number-unquoted.ts'
import { secondLinkNotAllowed } from './second-link-not-allowed.ts'
import { secondLinkNotWeb } from './second-link-not-web.ts'
import { senderUnknown } from './sender-unknown.ts'
import { tailRepeated } from './tail-repeated.ts'
import { textMissing } from './text-missing.ts'
import { textNotAllowed } from './text-not-allowed.ts'
import { titleEmpty } from './title-empty.ts'
import { valueEmpty } from './value-empty.ts'
import { valueNotAllowed } from './value-not-allowed.ts'
import { valueTooSmall } from './value-too-small.ts'
import { valueType } from './value-type.ts'
import { variableAmbiguous } from './variable-ambiguous.ts'
import { variableNameInvalid } from './variable-name-invalid.ts'
import { variableNotAllowed } from './variable-not-allowed.ts'
import { variableUnclosed } from './variable-unclosed.ts'
import { variableUndeclared } from './variable-undeclared.ts'
import { variableWrittenOtherwise } from './variable-written-otherwise.ts'
import { yamlAlias } from './yaml-alias.ts'
import { yamlDirective } from './yaml-directive.ts'
import { yamlSyntax } from './yaml-syntax.ts'
import { yamlTag } from './yaml-tag.ts'
import { yamlTooDeep } from './yaml-too-deep.ts'
import { yamlTooLarge } from './yaml-too-large.ts'

/** Every rule that the reader of messages checks. */
export const languageRules = [
  appLinkTargetMissing,
  blockNotAllowed,
  blockUnclosed,
  blockUnknown,
  buttonAttributeNotAllowed,
  buttonNotAllowed,
  combiningMarks,
  commentUnclosed,
  couponRepeated,
  dividerNotAllowed,
  failbackFieldReserved,
  fileEmpty,
  fileTooLarge,
  formMistyped,
  frontmatterMissing,
  frontmatterUnclosed,
  headerAfterText,
  headerMissing,
  headerRepeated,
  headingNotAllowed,
  idFromPathInvalid,
  idInvalid,
  imageDamaged,
  imageFormat,
  imageMissing,
  imageNotAllowed,
  imageNotFound,
  imageOutsideRoot,
  imagePathAbsolute,
  imagePathEmpty,
  imageRepeated,
  imageTooLarge,
  imageUnreadable,
  imageUrlNotHttps,
  itemLinkMissing,
  itemLinkNotMobile,
  itemLinkRepeated,
  itemsMissing,
  keyDuplicate,
  keyMissing,
  keyUnknown,
  linkEmpty,
  linkSchemeNotAllowed,
  linkWithoutScheme,
  loneSurrogate,
  lookAlikeCharacter,
  mergeConflict,
  nulCharacter,
  numberUnquoted,
  secondLinkNotAllowed,
  secondLinkNotWeb,
  senderUnknown,
  tailRepeated,
  textMissing,
  textNotAllowed,
  titleEmpty,
  valueEmpty,
  valueNotAllowed,
  valueTooSmall,
  valueType,
  variableAmbiguous,
  variableNameInvalid,
  variableNotAllowed,
  variableUnclosed,
  variableUndeclared,
  variableWrittenOtherwise,
  yamlAlias,
  yamlDirective,
  yamlSyntax,
  yamlTag,
  yamlTooDeep,
  yamlTooLarge,
] as const

/** What each of these rules knows. */
export type LanguageArgs = ArgsOf<typeof languageRules>
