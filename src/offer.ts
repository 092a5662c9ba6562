// All that friendtalk offers but opening a project, which gives the same to the configuration that it runs.
export { compile, type CompileContext, type CompileResult } from './compile.ts'
export { type Kind, kinds, payloadSchema } from './contract/contracts.ts'
export { imageLimits, limits, times } from './contract/friend-talk/limits.ts'
export { type ButtonType, buttonTypes } from './contract/friend-talk/button-types.ts'
export type { Button, Card, Payload, PayloadOf } from './contract/friend-talk/payload.ts'
export { type SendCode, sendCodes } from './contract/friend-talk/codes.ts'
export type { DeployNotice } from './deploy/deploy-notice.ts'
export type { Plan } from './deploy/plan-values.ts'
export type { StatusOutput } from './deploy/status-values.ts'
export type { Diagnostic, Fix, Severity } from './diagnostic.ts'
export type { Emulator } from './emulator/emulator.ts'
export type { EmulatorOptions } from './emulator/options.ts'
export { startEmulator } from './emulator/start-emulator.ts'
export { imageReader } from './library/image-reader.ts'
export type {
  CompileOutput,
  DeployChoice,
  DeployEnd,
  LintChoice,
  OpenProjectOptions,
  PlanChoice,
  ProjectSession,
  Refusal,
  StatusChoice,
} from './library/project-session.ts'
export type { ImageFacts, ImageLookup } from './message/message.ts'
export { prepareTemplate } from './message/render.ts'
export { defineConfig, type UserConfig } from './project/config/user-config.ts'
export { UsageError } from './project/usage-error.ts'
export type { RecipientRow } from './recipients/recipient.ts'
export { applyFixes } from './rules/apply-fixes.ts'
export { type CustomRule, defineCustomRule as defineRule } from './rules/custom-rule.ts'
export type { RuleMessage, RuleText } from './rules/rule-message.ts'
export type { LintOutput } from './session/lint-output.ts'
export type { CompiledTemplate } from './template.ts'
