import { isCalendarDay } from '../contract/korean-time.ts'
import { once } from '../contract/once.ts'
import { Lexer } from 'yaml'
import type { Fix, Span, TextEdit } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { type Document, spanOf } from '../dialect/document.ts'
import { classOf } from '../dialect/near-miss/characters.ts'
import { suggester, suggestionFor } from '../dialect/nearest.ts'
import { lastStart, lineEndOf, lineStartOf, withoutLines, withoutYamlLines } from './lines.ts'
import type { GradedViolation } from './rule.ts'

/** A directive that suppresses one rule. */
interface Suppression {
  readonly rule: string
  /** The rule's id in the directive. */
  readonly span: Span
  /** The stretch of the source in which violations may start: the next line, or the rest of the file. */
  readonly scope: Span
  readonly reach: 'line' | 'rest'
  /** The last day on which it holds, as YYYY-MM-DD. */
  readonly until?: string
  /** Takes the directive away, where nothing else stands in it. */
  readonly removal?: Fix
}

export interface SuppressionResult {
  readonly kept: readonly GradedViolation[]
  readonly suppressed: readonly GradedViolation[]
  /** What is wrong with the directives themselves, with a fix where there is one. */
  readonly directives: readonly { readonly found: Violation; readonly fix?: Fix }[]
}

export interface SuppressionContext {
  readonly document: Document
  /** The rules that may be suppressed. */
  readonly suppressible: ReadonlySet<string>
  /** The ids of all the others. */
  readonly others: ReadonlySet<string>
  /** YYYY-MM-DD; nothing expires when absent. */
  readonly today?: string
}

/** Suppresses violations as the comments of a message say. */
export function suppress(violations: readonly GradedViolation[], context: SuppressionContext): SuppressionResult {
  const { suppressions, violations: ofDirectives } = readDirectives(context)
  if (suppressions.length === 0)
    return { kept: violations, suppressed: [], directives: ofDirectives.map((found) => ({ found })) }
  const isExpired = ({ until }: Suppression): boolean =>
    until !== undefined && context.today !== undefined && until < context.today
  const holding = suppressions.filter((suppression) => !isExpired(suppression))
  const used = new Set<Suppression>()
  const suppressors = suppressorsOf(holding)
  const [kept, suppressed]: [GradedViolation[], GradedViolation[]] = [[], []]
  for (const one of violations) {
    const by = suppressors.get(one.rule)?.of(one)
    if (by === undefined) kept.push(one)
    else {
      used.add(by)
      suppressed.push(one)
    }
  }
  const unused = holding
    .filter((suppression) => !used.has(suppression))
    .map(({ rule, span, removal }) => ({
      found: violation('suppression-unused', span, { rule }),
      ...(removal && { fix: removal }),
    }))
  const expired = suppressions.flatMap((suppression) => {
    const { rule, span, until } = suppression
    return isExpired(suppression) && until !== undefined
      ? [violation('suppression-expired', span, { rule, until })]
      : []
  })
  return { kept, suppressed, directives: [...[...ofDirectives, ...expired].map((found) => ({ found })), ...unused] }
}

/**
 * What suppresses the violations of one rule: of several directives the first. A file may have as many violations as
 * directives, so that the one are not held against the other.
 */
class Suppressor {
  readonly #lines: (Span & { readonly suppression: Suppression })[] = []
  #rest: Suppression | undefined

  /** Takes the directives in the order of the source. */
  add(suppression: Suppression): void {
    const { scope, reach } = suppression
    // Wherever another one still holds, the first for the rest of the file does too.
    if (this.#rest !== undefined) return
    if (reach === 'rest') this.#rest = suppression
    else if (this.#lines.at(-1)?.start !== scope.start) this.#lines.push({ ...scope, suppression })
  }

  of({ span: { start } }: GradedViolation): Suppression | undefined {
    const line = lastStart(this.#lines, start)
    if (line !== undefined && start <= line.end) return line.suppression
    return this.#rest !== undefined && start >= this.#rest.scope.start ? this.#rest : undefined
  }
}

function suppressorsOf(suppressions: readonly Suppression[]): ReadonlyMap<string, Suppressor> {
  const suppressors = new Map<string, Suppressor>()
  for (const suppression of suppressions) {
    const suppressor = suppressors.get(suppression.rule) ?? new Suppressor()
    suppressor.add(suppression)
    suppressors.set(suppression.rule, suppressor)
  }
  return suppressors
}

/** A comment's text without its delimiters, and where it starts. */
interface Remark {
  readonly text: string
  readonly start: number
  /** The whole comment. */
  readonly span: Span
  /** Takes it away and changes nothing that is sent. */
  readonly removal: TextEdit
}

const directiveStart = 'friendtalk-'
const directiveName = /^\s*(friendtalk-[^\s]*)/

/** Every directive, and how far it reaches. */
export const directives: ReadonlyMap<string, Suppression['reach']> = new Map([
  ['friendtalk-disable-next-line', 'line'],
  ['friendtalk-disable', 'rest'],
])

function readDirectives(context: SuppressionContext): { suppressions: Suppression[]; violations: Violation[] } {
  const suppressions: Suppression[] = []
  const violations: Violation[] = []
  if (!context.document.source.includes(directiveStart)) return { suppressions, violations }
  const nextLine = nextLineIn(context.document.source)
  const suggestRule = suggester([...context.suppressible])
  for (const remark of remarksOf(context.document)) {
    const name = directiveName.exec(remark.text)?.[1]
    if (name === undefined) continue
    const at = remark.start + remark.text.indexOf(name)
    const reach = directives.get(name)
    if (reach === undefined) {
      // Other linters have a directive that ends a suppression: the opposite is not meant.
      const meant = /enable/i.test(name) ? {} : suggestionFor(name, directives.keys())
      const args = { name, ...meant }
      violations.push(violation('directive-unknown', { start: at, end: at + name.length }, args))
      continue
    }
    const found = readDirective(remark, { name, at, suggestRule }, context)
    for (const one of found.violations) violations.push(one)
    // What is meant holds, so that nothing that merely follows is reported.
    if (found.violations.some(({ fix }) => fix === undefined)) continue
    const scope =
      reach === 'rest' ? { start: remark.span.end, end: context.document.source.length } : nextLine(remark.span.end)
    // Where it names one rule alone it goes with the violation.
    const removal: Fix | undefined = found.rules.length === 1 ? { safe: true, edits: [remark.removal] } : undefined
    for (const { id, span } of found.rules) {
      const { until } = found
      suppressions.push({
        rule: id,
        span,
        scope,
        reach,
        ...(until !== undefined && { until }),
        ...(removal && { removal }),
      })
    }
  }
  return { suppressions, violations }
}

interface DirectiveName {
  readonly name: string
  /** Where it stands. */
  readonly at: number
  readonly suggestRule: (rule: string) => { suggestion?: string }
}

interface ReadDirective {
  /** The rules that it names, each with the place of its id. */
  readonly rules: readonly { readonly id: string; readonly span: Span }[]
  readonly until?: string
  readonly violations: readonly Violation[]
}

function readDirective(
  { text, start }: Remark,
  { name, at, suggestRule }: DirectiveName,
  { suppressible, others }: SuppressionContext,
): ReadDirective {
  const nameSpan = { start: at, end: at + name.length }
  const rest = text.slice(at + name.length - start)
  const [written = '', ...given] = rest.split(/(?:^|\s)--(?:\s|$)/)
  const dash = mistypedDash(written, suppressible)
  const list = dash === undefined ? written : written.slice(0, dash.start)
  const reasons = dash === undefined ? given : [written.slice(dash.end), ...given]
  const { why, until } = untilIn(reasons.join(' -- ').trim())
  const rules = [...list.matchAll(/[^\s,]+/g)].map(({ index, 0: id }) => ({
    id,
    span: { start: at + name.length + index, end: at + name.length + index + id.length },
  }))
  const violations: Violation[] = []
  if (rules.length === 0) violations.push(violation('suppression-without-rule', nameSpan, {}))
  if (!/[\p{L}\p{N}]/u.test(why)) violations.push(violation('suppression-without-reason', nameSpan, {}))
  else if (dash !== undefined) {
    const behindName = at + name.length
    const span = { start: behindName + dash.start, end: behindName + dash.end }
    const found = violation('suppression-without-reason', span, { typed: written.slice(dash.start, dash.end) })
    const [before, behind] = [written[dash.start - 1], rest[dash.end]].map((next) =>
      /^\s?$/.test(next ?? '') ? '' : ' ',
    )
    violations.push({ ...found, fix: { safe: true, edits: [{ ...span, text: `${before}--${behind}` }] } })
  }
  if (until !== undefined && !isCalendarDay(until))
    violations.push(violation('suppression-date-invalid', nameSpan, { until }))
  for (const { id, span } of rules) {
    if (suppressible.has(id)) continue
    violations.push(
      others.has(id)
        ? violation('suppression-not-possible', span, { rule: id })
        : violation('suppression-rule-unknown', span, { rule: id, ...suggestRule(id) }),
    )
  }
  return { rules, violations, ...(until !== undefined && isCalendarDay(until) && { until }) }
}

/** A dash of another sort, wherever it stands, and hyphens that no rule's id can start with. */
const dashes = new RegExp(String.raw`(?:(?!-)${classOf('-')}|(?<=\s)-)${classOf('-')}*`, 'u')

/** What stands for the `--` between rules and a reason; between rules alone it may be meant as a comma. */
function mistypedDash(list: string, rules: ReadonlySet<string>): Span | undefined {
  const found = dashes.exec(list)
  if (found === null || list.slice(0, found.index).trim() === '') return undefined
  const end = found.index + found[0].length
  const words = list.slice(end).match(/[^\s,]+/g) ?? []
  return words.length > 0 && words.every((word) => rules.has(word)) ? undefined : { start: found.index, end }
}

const untilStart = '(until '
/** A date that is clearly meant as the last day, and not written as one. */
const untilMistyped = once(() => {
  const [open, close] = [String.raw`[([（［【]\s*`, String.raw`\s*[)\]）］】]`]
  const day = String.raw`\d{4}[-./]\d{1,2}[-./]\d{1,2}`
  const until = String.raw`un+till?[\s:：]*${day}`
  return new RegExp(`${open}${until}(?:${close})?|\\b${until}${close}|${open}${day}\\s*까지${close}`, 'iu')
})

/** A reason without its date, and the date, or what stands for one. */
function untilIn(reason: string): { why: string; until?: string } {
  const start = reason.indexOf(untilStart)
  const end = start < 0 ? -1 : reason.indexOf(')', start)
  if (end < 0) {
    const [typed] = untilMistyped().exec(reason) ?? []
    return typed === undefined ? { why: reason } : { why: reason.replace(typed, '').trim(), until: typed }
  }
  return {
    why: `${reason.slice(0, start)}${reason.slice(end + 1)}`.trim(),
    until: reason.slice(start + untilStart.length, end),
  }
}

/**
 * Finds the next line with content that is not a directive's itself: several directives may stand above one line,
 * which is then looked for once. Asked in the order of the source.
 */
function nextLineIn(source: string): (from: number) => Span {
  let searched = { from: 0, line: { start: -1, end: -1 } }
  return (from) => {
    if (from < searched.from || from >= searched.line.start) searched = { from, line: nextLineAfter(source, from) }
    return searched.line
  }
}

function nextLineAfter(source: string, from: number): Span {
  let start = lineEndOf(source, from)
  for (;;) {
    while (source[start] === '\r' || source[start] === '\n') start++
    const end = lineEndOf(source, start)
    const line = source.slice(start, end)
    if (end >= source.length || (line.trim() !== '' && !/^\s*(?:<!--|#)\s*friendtalk-/.test(line)))
      return { start, end }
    start = end
  }
}

/** The comments of a body, and those of YAML that may be directives. */
function remarksOf({ source, frontmatter, lines }: Document): Remark[] {
  const body = lines.flatMap((line): Remark[] => {
    if (line.type === 'block') return yamlRemarks(source, line.content)
    if (line.type !== 'comment' || !line.closed) return []
    const span = spanOf(line)
    const start = source.indexOf('<!--', span.start) + '<!--'.length
    const text = source.slice(start, source.lastIndexOf('-->', span.end))
    return [{ text, start, span, removal: withoutLines(source, span) }]
  })
  return [...(frontmatter ? yamlRemarks(source, frontmatter.content) : []), ...body]
}

/** Tokens of the YAML library that stand for no characters: the start of a document, of a scalar, and an error. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u001F', '\u0018'])

/** Comments that have their lines to themselves. What looks like one inside of a text is text. */
function yamlRemarks(source: string, { start: base, end: until }: Span): Remark[] {
  const remarks: Remark[] = []
  let at = base
  // The library knows no line that a CR alone ends.
  const content = source.slice(base, until).replaceAll(/\r(?!\n)/g, '\n')
  if (!content.includes(directiveStart)) return remarks
  for (const token of new Lexer().lex(content)) {
    if (marks.has(token)) continue
    const tokenStart = at
    at += token.length
    const text = /^#[ \t]*(friendtalk-.*)$/.exec(token)?.[1]
    if (text === undefined) continue
    const span = { start: lineStartOf(source, tokenStart), end: at }
    if (source.slice(span.start, tokenStart).trim() !== '') continue
    remarks.push({ text, start: at - text.length, span, removal: withoutYamlLines(source, span) })
  }
  return remarks
}
