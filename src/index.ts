export { type CompileContext, type CompileResult, compile, maxFileBytes } from './compile.ts'
export {
  fileUploadCodes,
  type MessageOutcome,
  multiUploadCodes,
  type SendCode,
  sendCodes,
  singleUploadCodes,
} from './contract/codes.ts'
export { type ButtonType, buttonTypes, type Kind, kinds, type Upload, uploadOfKind, uploads } from './contract/kinds.ts'
export { type ImageLimit, imageLimits, type Limit, type LimitUnit, limits, times } from './contract/limits.ts'
export type {
  AppLinkButton,
  BotKeywordButton,
  BusinessFormButton,
  Button,
  Card,
  CarouselFeedPayload,
  ChatbotButton,
  ConsultationButton,
  Coupon,
  FailbackData,
  Image,
  ImagePayload,
  Item,
  LinkTargets,
  MessageDeliveryButton,
  Payload,
  PayloadOf,
  SendFields,
  TextPayload,
  WebLinkButton,
  WideItemListPayload,
} from './contract/payload.ts'
export type { MultiUploadResponse, RequestError, SendResponse, SingleUploadResponse } from './contract/responses.ts'
export { type JsonSchema, payloadSchema, responseSchemas, type TextState } from './contract/schema.ts'
export {
  type ByteReading,
  byteReadings,
  type CharacterReading,
  characterReadings,
  countBytes,
  countCharacters,
} from './contract/units.ts'
export type { Diagnostic, Fix, MeasureUnit, Position, Severity, TextEdit } from './diagnostic.ts'
export type { RuleSettings, RuleSeverity } from './lint/lint.ts'
export type { Readings } from './lint/rule.ts'
export type { ImageLookup, MessageContext } from './message/context.ts'
export { frontmatterSchema } from './message/frontmatter-schema.ts'
export type { ImageFacts } from './message/message.ts'
export { prepareTemplate, type Renderable, type RenderResult, type VariableValues } from './message/render.ts'
export type { TemplateVariable } from './message/variables.ts'
export {
  defineConfig,
  type FromEnvironment,
  type Sender,
  type Target,
  type UserConfig,
} from './project/define-config.ts'
export { configSchema } from './project/config-schema.ts'
export type { CompiledTemplate, Place, TemplateImage } from './template.ts'
export { templateSchema } from './template-schema.ts'
export type { Language } from './words/language.ts'
