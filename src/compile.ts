import type { Kind } from './contract/contracts.ts'
import { compareDiagnostics, type Diagnostic, type Position, type Span } from './diagnostic.ts'
import { type Violation, violation } from './violation.ts'
import { type Document, LineIndex } from './language/document.ts'
import { parse } from './language/parse.ts'
import { grade, lint, type RuleSettings } from './rules/run.ts'
import type { AvoidedTerm, GradedViolation, PlacedSlip, Readings, RequiredText } from './rules/rule.ts'
import type { CustomRule } from './rules/custom-rule.ts'
import { pageOf } from './rules/rule-url.ts'
import { fixOf } from './rules/violations.ts'
import { writtenLines } from './rules/source-text.ts'
import { idPattern, type ImageFacts, type Message, type MessageContext } from './message/message.ts'
import { completePayload, type Draft, draftOf, sourceMap } from './message/draft.ts'
import { readMessage } from './message/read.ts'
import { frontmatterKeys } from './message/frontmatter.ts'
import { usedVariables, variableViolations } from './message/variables.ts'
import { frontmatterSlips } from './slips/frontmatter.ts'
import { lineSlips } from './slips/lines.ts'
import { countBytes, isPlainText, maxMarks, overlongMarks } from './text/text.ts'
import type { Located } from './message/located.ts'
import { type CompiledTemplate, digestOf, type TemplateOf } from './template.ts'
import { sha256, type Sha256 } from './sha256.ts'
import type { Language } from './words/language.ts'

/** The largest message file, in bytes: the largest message needs less than a third. Markdown's parser takes long for more. */
export const maxFileBytes: number = 64 * 1024

const strictReadings: Readings = { bytes: 'utf-8', characters: 'utf-16' }

/** The surroundings of a message, and the settings for compiling it. */
export interface CompileContext extends MessageContext {
  /** The language of the diagnostics; English when absent. */
  readonly lang?: Language
  /** The reading of the limits' units; the strictest readings when absent. */
  readonly readings?: Readings
  /** Severities that differ from the rules' own. */
  readonly rules?: RuleSettings
  /** Rules beside those of friendtalk; each has an id of its own. */
  readonly plugins?: readonly CustomRule[]
  /** Words that a team does not want to read. */
  readonly terms?: readonly AvoidedTerm[]
  /** Texts that messages have to hold. */
  readonly require?: readonly RequiredText[]
  /** Makes the template when absent; that takes as long again as linting. */
  readonly template?: 'made' | 'left out'
  /** Hashes what is sent for the digest; one that needs nothing of the machine, and longer, when absent. */
  readonly sha256?: Sha256
}

/** The result of one message file. Nothing of it changes later. */
export interface CompileResult {
  /** Absent when any diagnostic is an error, and where the context leaves it out. */
  readonly template?: CompiledTemplate
  /** The message's id and its place, where it could be read, whether or not it compiled. */
  readonly id?: Located<string>
  /** The kind, if it could be read. */
  readonly kind?: Kind
  /** The name that people give the message; it is not sent. */
  readonly title?: string
  /** Local images that the message refers to, relative to the root, found or not. */
  readonly images: readonly string[]
  /** The message's own recipients file, relative to the message file, as typed. */
  readonly recipients?: Located<string>
  /** Names of columns by what the recipients file calls them. */
  readonly columns?: { readonly [header: string]: string }
  /** Everything found, in the order of the source. */
  readonly diagnostics: readonly Diagnostic[]
  /** Errors of the interface that a directive suppresses: such a message may be compiled, but not be sent. */
  readonly suppressed: readonly Diagnostic[]
}

/**
 * Compiles one message file: the one door of command line, watch, preview and editor.
 *
 * Pure and deterministic: the same source, context and image facts give the same result. Never throws for what a
 * source says; a byte order mark is skipped and not counted in positions.
 */
export function compile(source: string, context: CompileContext): CompileResult {
  // No unit has more than three bytes: most files need not be counted.
  const bytes = source.length * 3 > maxFileBytes ? countBytes(source, 'utf-8') : 0
  if (bytes > maxFileBytes) {
    return broken([violation('file-too-large', { start: 0, end: 0 }, { bytes, maxBytes: maxFileBytes })], '', context)
  }
  const document = parse(source)
  const isPlain = isPlainText(document.source)
  const unreadable = unreadableViolations(document, isPlain)
  if (unreadable.length > 0) return broken(unreadable, document.source, context)

  const images = new Set<string>()
  const image: MessageContext['image'] = (path) => {
    images.add(path)
    return context.image(path)
  }
  const { message, violations: read, constants = [] } = readMessage(document, { ...context, image })
  const draft = message && draftOf(message)
  const reported = [
    ...(isPlain ? [] : characterViolations(document.source)),
    ...read,
    ...(message && draft ? variableViolations(message, draft, context.values) : []),
  ]

  const { index: lines } = document
  const { path, rules: settings = {}, readings = strictReadings, plugins = [], terms = [], require = [] } = context
  const slipsOf = (of: Message): readonly PlacedSlip[] =>
    lineSlips(document, of).map((slip) => ({ ...slip, line: lines.spanOf(lines.at(slip.span.start).line) }))
  const subject = message &&
    draft && {
      path,
      document,
      message,
      draft,
      readings,
      terms,
      required: require,
      isPlain,
      slips: slipsOf(message),
      lines: writtenLines(document, message),
    }
  const linted = lint({ document, violations: reported, ...(subject && { subject }) }, { settings, plugins })
  // A fix must not touch constants, whose text stands in the configuration.
  const touchesConstant = ({ start, end }: Span): boolean =>
    constants.some((constant) => start < constant.end && constant.start < end)
  const violations = linted.violations.map((found) =>
    found.fix?.edits.some(touchesConstant) ? { ...found, fix: undefined } : found,
  )

  const result = {
    images: [...images],
    diagnostics: worded(violations, lines, context),
    suppressed: worded(linted.suppressed, lines, context),
    ...(message && idPattern.test(message.id.value) && { id: message.id }),
    ...(message && { kind: message.kind }),
    ...(message?.title !== undefined && { title: message.title }),
    ...(message?.recipients && { recipients: message.recipients }),
    ...(message?.columns && { columns: message.columns }),
  }
  const isBroken = violations.some(({ severity }) => severity === 'error')
  if (subject === undefined || isBroken || context.template === 'left out') return result
  // The template of a kind is the template of one of the kinds, which the compiler does not see.
  return { ...result, template: templateOf(subject.message.kind, subject, lines, context) as CompiledTemplate }
}

/** Returns why a file is not read as a message. */
function unreadableViolations(document: Document, isPlain: boolean): readonly Violation[] {
  const { source } = document
  // Neither of the two versions is the message.
  const conflict = /^(?:<{7}|>{7}) \S.*$/m.exec(source)
  if (conflict) {
    const span = { start: conflict.index, end: conflict.index + conflict[0].length }
    return [violation('merge-conflict', span, {})]
  }
  const marks = isPlain ? [] : overlongMarks(source)
  if (marks.length > 0) return marks.map((span) => violation('combining-marks', span, { max: maxMarks }))
  return frontmatterSlips(document, frontmatterKeys).map(({ span, form, difference, fix }) => ({
    ...violation('frontmatter-mistyped', span, { form, ...(difference && { difference }) }),
    ...(fix && { fix }),
  }))
}

function broken(violations: readonly Violation[], source: string, context: CompileContext): CompileResult {
  return { images: [], diagnostics: wordAll(violations, source, context), suppressed: [] }
}

/** Words violations about a file that could not be compiled, or not alone. */
export function wordAll(
  violations: readonly Violation[],
  source: string,
  context: Pick<CompileContext, 'path' | 'lang' | 'rules'>,
): Diagnostic[] {
  const graded = violations.flatMap((found) => grade(found, fixOf(found, source), context.rules ?? {}) ?? [])
  return worded(graded, new LineIndex(source), context)
}

function worded(
  violations: readonly GradedViolation[],
  lines: LineIndex,
  { path, lang = 'en', plugins = [] }: Pick<CompileContext, 'path' | 'lang' | 'plugins'>,
): Diagnostic[] {
  return violations
    .map(({ rule, severity, span, pointer, measure, fix, word }): Diagnostic => {
      const { message, help } = word(lang)
      const url = pageOf(rule, lang, plugins)
      return {
        path,
        rule,
        severity,
        message,
        start: lines.at(span.start),
        end: lines.at(span.end),
        ...(url !== undefined && { url }),
        ...(help !== undefined && { help }),
        ...(pointer !== undefined && { pointer }),
        ...measure,
        ...(fix && { fix }),
      }
    })
    .toSorted(compareDiagnostics)
}

function characterViolations(source: string): Violation[] {
  const violations: Violation[] = []
  for (const { index, 0: run } of source.includes('\0') ? source.matchAll(/\0+/g) : []) {
    violations.push(violation('nul-character', { start: index, end: index + run.length }, {}))
  }
  for (const { index } of source.isWellFormed() ? [] : source.matchAll(/\p{Surrogate}/gu)) {
    violations.push(violation('lone-surrogate', { start: index, end: index + 1 }, {}))
  }
  return violations
}

type LinePlace = Pick<Position, 'line' | 'column'>

function templateOf<K extends Kind>(
  kind: K,
  { message, draft }: { readonly message: Message; readonly draft: Draft },
  lines: LineIndex,
  { path, sha256: hash = sha256 }: Pick<CompileContext, 'path' | 'sha256'>,
): TemplateOf<K> {
  const variables = usedVariables(message, draft)
  const images = draft.images.map(({ facts, ...image }) => ({ ...image, ...completeFacts(facts) }))
  const payload = completePayload(kind, draft)
  const place = (offset: number): LinePlace => {
    const { line, column } = lines.at(offset)
    return { line, column }
  }
  const map: { [pointer: string]: { start: LinePlace; end: LinePlace } } = {}
  for (const [pointer, { start, end }] of sourceMap(payload, draft.spans)) {
    map[pointer] = { start: place(start), end: place(end) }
  }
  const sent = { service_id: kind, sender: message.sender.value, payload, variables, images }
  return {
    format: 1,
    id: message.id.value,
    service_id: kind,
    sender: message.sender.value,
    source: path,
    payload,
    variables,
    images,
    map,
    digest: digestOf(sent, hash),
  }
}

/** An image whose facts are not known is a violation of its own. */
function completeFacts(facts: ImageFacts | undefined): ImageFacts {
  if (facts === undefined) throw new Error('A message with an image that was not read was compiled.')
  return facts
}
