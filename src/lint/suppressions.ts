import { Lexer } from 'yaml'
import type { Fix, Span, TextEdit } from '../diagnostic.ts'
import { type Fault, fault } from '../fault.ts'
import { type Document, spanOf } from '../language/document.ts'
import { suggestionFor } from '../language/nearest.ts'
import { lineEndOf, lineStartOf, withoutLines, withoutYamlLines } from './lines.ts'
import type { WordedFinding } from './rule.ts'

/** A directive that silences one rule. */
interface Suppression {
  readonly rule: string
  /** The rule's id in the directive. */
  readonly span: Span
  /** The stretch of the source in which findings may start. */
  readonly scope: Span
  /** The last day on which it holds, as YYYY-MM-DD. */
  readonly until?: string
  /** Takes the directive away, where nothing else stands in it. */
  readonly removal?: Fix
}

export interface SuppressionResult {
  readonly kept: readonly WordedFinding[]
  readonly silenced: readonly WordedFinding[]
  /** What is wrong with the directives themselves, with a fix where there is one. */
  readonly faults: readonly { readonly fault: Fault; readonly fix?: Fix }[]
}

export interface SuppressionContext {
  readonly document: Document
  /** The rules that may be silenced. */
  readonly suppressible: ReadonlySet<string>
  /** The ids of all the others. */
  readonly others: ReadonlySet<string>
  /** YYYY-MM-DD; nothing expires when absent. */
  readonly today?: string
}

/** Silences findings as the comments of a message say. */
export function suppress(findings: readonly WordedFinding[], context: SuppressionContext): SuppressionResult {
  const { suppressions, faults } = readDirectives(context)
  if (suppressions.length === 0)
    return { kept: findings, silenced: [], faults: faults.map((found) => ({ fault: found })) }
  const isExpired = ({ until }: Suppression): boolean =>
    until !== undefined && context.today !== undefined && until < context.today
  const holding = suppressions.filter((suppression) => !isExpired(suppression))
  const used = new Set<Suppression>()
  const [kept, silenced]: [WordedFinding[], WordedFinding[]] = [[], []]
  for (const finding of findings) {
    const by = holding.find(
      ({ rule, scope }) =>
        rule === finding.rule && finding.span.start >= scope.start && finding.span.start <= scope.end,
    )
    if (by === undefined) kept.push(finding)
    else {
      used.add(by)
      silenced.push(finding)
    }
  }
  const unused = holding
    .filter((suppression) => !used.has(suppression))
    .map(({ rule, span, removal }) => ({
      fault: fault('suppression-unused', span, { rule }),
      ...(removal && { fix: removal }),
    }))
  const expired = suppressions.flatMap((suppression) => {
    const { rule, span, until } = suppression
    return isExpired(suppression) && until !== undefined ? [fault('suppression-expired', span, { rule, until })] : []
  })
  return { kept, silenced, faults: [...[...faults, ...expired].map((found) => ({ fault: found })), ...unused] }
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
const directiveNames = ['friendtalk-disable-next-line', 'friendtalk-disable']

function readDirectives(context: SuppressionContext): { suppressions: Suppression[]; faults: Fault[] } {
  const suppressions: Suppression[] = []
  const faults: Fault[] = []
  if (!context.document.source.includes(directiveStart)) return { suppressions, faults }
  for (const remark of remarksOf(context.document)) {
    const name = directiveName.exec(remark.text)?.[1]
    if (name === undefined) continue
    const at = remark.start + remark.text.indexOf(name)
    if (!directiveNames.includes(name)) {
      const args = { name, ...suggestionFor(name, directiveNames) }
      faults.push(fault('directive-unknown', { start: at, end: at + name.length }, args))
      continue
    }
    const read = readDirective(remark, { name, at }, context)
    suppressions.push(...read.suppressions)
    faults.push(...read.faults)
  }
  return { suppressions, faults }
}

function readDirective(
  { text, start, span, removal: edit }: Remark,
  { name, at }: { name: string; at: number },
  { document: { source }, suppressible, others }: SuppressionContext,
): { suppressions: Suppression[]; faults: Fault[] } {
  const nameSpan = { start: at, end: at + name.length }
  const rest = text.slice(at + name.length - start)
  const [list = '', ...reasons] = rest.split(/(?:^|\s)--(?:\s|$)/)
  const reason = reasons.join(' -- ').trim()
  const until = /\(until ([^)]*)\)/.exec(reason)?.[1]
  const why = until === undefined ? reason : reason.replace(/\(until [^)]*\)/, '').trim()
  const ids = [...list.matchAll(/[^\s,]+/g)].map(({ index, 0: id }) => ({
    id,
    span: { start: at + name.length + index, end: at + name.length + index + id.length },
  }))
  const faults: Fault[] = []
  if (ids.length === 0) faults.push(fault('suppression-without-rule', nameSpan, {}))
  if (!/[\p{L}\p{N}]/u.test(why)) faults.push(fault('suppression-without-reason', nameSpan, {}))
  if (until !== undefined && !isDate(until)) faults.push(fault('suppression-date-invalid', nameSpan, { until }))
  for (const { id, span: idSpan } of ids) {
    if (suppressible.has(id)) continue
    faults.push(
      others.has(id)
        ? fault('suppression-not-possible', idSpan, { rule: id })
        : fault('suppression-rule-unknown', idSpan, { rule: id, ...suggestionFor(id, [...suppressible]) }),
    )
  }
  if (faults.length > 0) return { suppressions: [], faults }
  const scope = name === 'friendtalk-disable' ? { start: span.end, end: source.length } : nextLine(source, span.end)
  const removal: Fix | undefined = ids.length === 1 ? { safe: true, edits: [edit] } : undefined
  const suppressions = ids.map(({ id, span: idSpan }) => ({
    rule: id,
    span: idSpan,
    scope,
    ...(until !== undefined && { until }),
    ...(removal && { removal }),
  }))
  return { suppressions, faults: [] }
}

/** The next line with content that is not a directive's itself: several directives may stand above one line. */
function nextLine(source: string, from: number): Span {
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

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The comments of a body, and those of YAML that may be directives. */
function remarksOf({ source, frontmatter, lines }: Document): Remark[] {
  if (!source.includes('friendtalk-')) return []
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
  for (const token of new Lexer().lex(content)) {
    if (marks.has(token)) continue
    const span = { start: lineStartOf(source, at), end: at + token.length }
    at = span.end
    const text = /^#[ \t]*(friendtalk-.*)$/.exec(token)?.[1]
    if (text === undefined || source.slice(span.start, span.end - token.length).trim() !== '') continue
    remarks.push({ text, start: span.end - text.length, span, removal: withoutYamlLines(source, span) })
  }
  return remarks
}
