import { toHtml } from 'hast-util-to-html'
import type { RuleSummary } from '../editor/message-text.ts'
import type { ImageLookup } from '../message/message.ts'
import { prepareTrial, type VariableValues } from '../message/render.ts'
import { imageFacts as factsOf } from '../images/image-facts.ts'
import { sha256OfBytes } from '../sha256.ts'
import type { Sketch } from '../sketch.ts'
import type { CompiledTemplate } from '../template.ts'
import { drawing, type DrawingOptions, presetValues } from '../web/preview/message-view.ts'
import type { Language } from '../words/language.ts'
import type { CheckedRows, PastedRecipients } from './pasted-recipients.ts'

export { phoneCss, previewCss, type StarterTemplate, templates } from './assets.ts'
export { editorContext, type EditorOptions } from './editing.ts'
export type { CheckedRows, PastedRecipients } from './pasted-recipients.ts'

export { type CompileContext, type CompileResult, compile, maxFileBytes } from '../compile.ts'
export { buttonTypes, type Kind, kinds } from '../contract/kinds.ts'
export { imageLimits, limits } from '../contract/limits.ts'
export type { Payload, PayloadOf } from '../contract/payload.ts'
export { countBytes, countCharacters } from '../contract/text.ts'
export type { Diagnostic, Fix, Position, TextEdit } from '../diagnostic.ts'
export type { ImageFacts, ImageLookup } from '../message/message.ts'
export { prepareTemplate, type RenderResult, type VariableValues } from '../message/render.ts'
export type { Recipient } from '../recipients/recipient.ts'
export { applyFixes, type FixedSource } from '../rules/apply-fixes.ts'
export type { Readings } from '../rules/rule.ts'
export { sketch, type Sketch } from '../sketch.ts'
export type { CompiledTemplate } from '../template.ts'
export type { Language } from '../words/language.ts'

export { convertRecord, type Converted, type ConvertOptions, type FoundRecord, recordsIn } from '../convert/convert.ts'
export { type ConvertProblem, convertProblemIn } from '../convert/convert-words.ts'
export { fixEverything, type MessageAction, quickFixes } from '../editor/actions.ts'
export { completionsAt, type MessageCompletion } from '../editor/completion.ts'
export { hoverAt, type MessageHover } from '../editor/hover.ts'
export { type LimitHint, limitHints } from '../editor/limits.ts'
export { type EditorContext, MessageText, type RuleSummary } from '../editor/message-text.ts'
export { type MessageSymbol, symbolsOf } from '../editor/symbols.ts'
export { renameVariable, variableAt, type VariablePlaces } from '../editor/variables.ts'

export { type Meter, metersOf } from '../web/preview/check-view.ts'
export { type DrawingOptions, messageView, presetValues } from '../web/preview/message-view.ts'
export type { MessageView } from '../web/preview/page-data.ts'

/** Draws the phone with a message, as HTML for a page with `phoneCss`. Without a value a variable has its example. */
export function drawPhone(message: Sketch, values: VariableValues, options: DrawingOptions): string {
  const { payload } = prepareTrial(message.template)({ ...presetValues(message, 'example'), ...values })
  return toHtml(drawing(message, payload, options))
}

/** Returns the facts of an image file, or why it is none that a message may have, as for the files of a project. */
export function imageFacts(content: Uint8Array): ImageLookup {
  return factsOf(content, sha256OfBytes)
}

/** Checks recipients as `lint --recipients` does: each of them, and the message with the values of each. */
export async function checkRecipients(template: CompiledTemplate, pasted: PastedRecipients): Promise<CheckedRows> {
  const { checkPasted } = await import('./pasted-recipients.ts')
  return checkPasted(template, pasted)
}

/** Loads what the pages about the rules say in short, for hovers and completion. */
export async function loadRuleSummaries(lang: Language): Promise<{ readonly [id: string]: RuleSummary }> {
  const { summaries } = await (lang === 'ko' ? import('./summaries-ko.ts') : import('./summaries-en.ts'))
  return summaries
}
