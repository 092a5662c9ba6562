export { type CompileContext, type CompileResult, maxFileBytes } from './compile.ts'
export {
  fileUploadCodes,
  type MessageOutcome,
  multiUploadCodes,
  type MultiUploadResponse,
  type RequestError,
  responseSchemas,
  type SendCode,
  sendCodes,
  type SendResponse,
  singleUploadCodes,
  type SingleUploadResponse,
} from './contract/responses.ts'
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
  PartialPayload,
  Payload,
  PayloadOf,
  SendFields,
  TextPayload,
  WebLinkButton,
  WideItemListPayload,
} from './contract/payload.ts'
export { type JsonSchema, payloadSchema, type TextState } from './contract/schema.ts'
export {
  type ByteReading,
  byteReadings,
  type CharacterReading,
  characterReadings,
  countBytes,
  countCharacters,
} from './contract/text.ts'
export { compile } from './library/compile.ts'
export type { Diagnostic, Fix, MeasureUnit, Position, Severity, Span, TextEdit } from './diagnostic.ts'
export type { RuleSettings, RuleSeverity } from './rules/run.ts'
export type { AvoidedTerm, Readings, RequiredText } from './rules/rule.ts'
export {
  type CustomRule,
  type CustomRuleDefinition,
  type CustomRuleWords,
  type CustomViolation,
  defineCustomRule as defineRule,
} from './rules/custom-rule.ts'
export type { RuleImage, RuleMessage, RuleMessageOf, RuleText, RuleVariable } from './rules/rule-message.ts'
export { startEmulator } from './emulator/start-emulator.ts'
export type { Emulator } from './emulator/emulator.ts'
export type { EmulatorOptions } from './emulator/options.ts'
export { EmulatorOptionsError, type OptionsFault } from './emulator/options.ts'
export type {
  ActiveFault,
  AppliedFault,
  Chosen,
  Fault as EmulatorFault,
  FaultRule,
  FaultTarget,
} from './emulator/faults.ts'
export type { EmulatorSettings, SettingsChange, WebhookSettings } from './emulator/options.ts'
export type { Assumptions } from './emulator/assumptions.ts'
export type { ClockChange, ClockState } from './emulator/clock.ts'
export type { Counts, MessageFilter, ReceivedMessage } from './emulator/received.ts'
export type { Operation, ReceivedRequest } from './emulator/received.ts'
export type { MessageWait, StoredImage } from './emulator/controls.ts'
export type { WebhookAttempt } from './emulator/webhook.ts'
export type { ImageLookup, MessageContext } from './message/message.ts'
export { frontmatterSchema } from './message/frontmatter.ts'
export type { ImageFacts } from './message/message.ts'
export { prepareTemplate, type Renderable, type RenderResult, type VariableValues } from './message/render.ts'
export type { TemplateVariable } from './message/variables.ts'
export {
  defineConfig,
  type FromEnvironment,
  type Sender,
  type Target,
  type UserConfig,
} from './project/config/user-config.ts'
export { configSchema } from './project/config/user-config.ts'
export type { RecipientRow } from './recipients/recipient.ts'
export type { CompiledTemplate, SourceRange, TemplateImage } from './template.ts'
export { templateSchema } from './template.ts'
export type { Language } from './words/language.ts'
export { openProject } from './library/open-project.ts'
export type {
  CompileOutput,
  DeployChoice,
  DeployControl,
  DeployEnd,
  DeployNotice,
  DeployOutput,
  DeployReason,
  LintChoice,
  MessageChoice,
  OpenProjectOptions,
  PlanChoice,
  PlanOutput,
  ProjectSession,
  Refusal,
  StatusAnswer,
  StatusChoice,
  StopSignal,
} from './library/project-session.ts'
export { UsageError } from './project/usage-error.ts'
export { imageReader } from './library/image-reader.ts'
export { applyFixes, type Fixable, type FixedSource } from './rules/apply-fixes.ts'
export type { LintOutput, LintSummary } from './session/lint-output.ts'
export type { DeployTarget, Plan, PlanExclusion, PlanImage, PlanMessage, PlanTarget } from './deploy/plan-values.ts'
export type {
  FailureValues,
  MessageValues,
  ReleaseState,
  ReleaseValues,
  ReportedResults,
  StatusOutput,
} from './deploy/status-values.ts'
export type { Delivery } from './contract/delivery.ts'
export type { DeliveryCounts } from './ledger/results.ts'
export type { SendCounts, SendState } from './ledger/send-states.ts'
export type { LockHolder } from './ledger/ledger-error.ts'
