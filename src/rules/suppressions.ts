import type { Fix, Span, TextEdit } from '../diagnostic.ts'
import type { Document } from '../language/document.ts'
import { suggestionFor } from '../language/nearest.ts'
import { type Violation, violation } from '../violation.ts'
import { lineEndOf, lineStartOf, nextLineStartOf } from './lines.ts'
import type { GradedViolation } from './rule.ts'

/** Every directive, and how far it reaches. */
export const directives: ReadonlyMap<string, 'line' | 'rest'> = new Map([
  ['friendtalk-disable-next-line', 'line'],
  ['friendtalk-disable', 'rest'],
])

interface Suppression {
  readonly rule: string
  readonly span: Span
  /** The stretch of the source in which violations may start: the next line, or the rest of the file. */
  readonly scope: Span
  /** Takes the directive away, where it names no other rule. */
  readonly removal?: Fix
}

export interface SuppressionResult {
  readonly kept: readonly GradedViolation[]
  readonly suppressed: readonly GradedViolation[]
  readonly directives: readonly Violation[]
}

export interface SuppressionContext {
  readonly document: Document
  readonly suppressible: ReadonlySet<string>
  readonly others: ReadonlySet<string>
}

/** Suppresses violations as the comments of a message say. */
export function suppress(violations: readonly GradedViolation[], context: SuppressionContext): SuppressionResult {
  if (!context.document.source.includes('friendtalk-')) return { kept: violations, suppressed: [], directives: [] }
  const { suppressions, wrong } = readDirectives(context)
  const used = new Set<Suppression>()
  const [kept, suppressed]: [GradedViolation[], GradedViolation[]] = [[], []]
  for (const one of violations) {
    const { start } = one.span
    const by = suppressions.find(
      (each) => each.rule === one.rule && each.scope.start <= start && start <= each.scope.end,
    )
    if (by) used.add(by)
    ;(by ? suppressed : kept).push(one)
  }
  const leftOver = suppressions.flatMap((each): Violation[] => {
    const { rule, span, removal } = each
    if (used.has(each)) return []
    return [{ ...violation('suppression-unused', span, { rule }), ...(removal && { fix: removal }) }]
  })
  return { kept, suppressed, directives: [...wrong, ...leftOver] }
}

const directive = /^(?<name>friendtalk-\S*)(?<ids>.*?)(?:\s--(?<reason>.*))?$/s

function readDirectives({ document, suppressible, others }: SuppressionContext): {
  suppressions: Suppression[]
  wrong: Violation[]
} {
  const { source } = document
  const suppressions: Suppression[] = []
  const wrong: Violation[] = []
  for (const { text, start, lines } of commentsOf(document)) {
    const { name = '', ids = '', reason = '' } = directive.exec(text)?.groups ?? {}
    const nameSpan = { start, end: start + name.length }
    const reach = directives.get(name)
    if (reach === undefined) {
      wrong.push(violation('directive-unknown', nameSpan, { name, ...suggestionFor(name, directives.keys()) }))
      continue
    }
    const rules = Array.from(ids.matchAll(/[^\s,]+/g), ({ index, 0: id }) => {
      const from = nameSpan.end + index
      return { id, span: { start: from, end: from + id.length } }
    })
    const found: Violation[] = []
    if (rules.length === 0) found.push(violation('suppression-without-rule', nameSpan, {}))
    const isReasoned = /[\p{L}\p{N}]/u.test(reason)
    if (!isReasoned) found.push(violation('suppression-without-reason', nameSpan, {}))
    // Without a reason its words may stand among the rules.
    for (const { id, span } of isReasoned ? rules : []) {
      if (suppressible.has(id)) continue
      const args = { rule: id, ...suggestionFor(id, suppressible) }
      found.push(
        others.has(id)
          ? violation('suppression-not-possible', span, { rule: id })
          : violation('suppression-rule-unknown', span, args),
      )
    }
    wrong.push(...found)
    if (found.length > 0) continue
    const scope = reach === 'rest' ? { start: lines.end, end: source.length } : nextLine(source, lines.end)
    const removal = rules.length === 1 && { removal: { safe: true, edits: [withoutLines(source, lines)] } }
    suppressions.push(...rules.map(({ id, span }) => ({ rule: id, span, scope, ...removal })))
  }
  return { suppressions, wrong }
}

/** The next line with content that is not a directive's itself. */
function nextLine(source: string, from: number): Span {
  for (let start = from; ; start = nextLineStartOf(source, start)) {
    const end = lineEndOf(source, start)
    const line = source.slice(start, end)
    if (end >= source.length || (line.trim() !== '' && !/^\s*(?:<!--|#)\s*friendtalk-/.test(line)))
      return { start, end }
  }
}

/** A comment that starts as a directive: its text, where that starts, and the whole lines that it takes. */
interface Comment {
  readonly text: string
  readonly start: number
  readonly lines: Span
}

function commentsOf({ source, frontmatter, lines }: Document): Comment[] {
  const inYaml = (content: Span): Comment[] =>
    Array.from(source.slice(content.start, content.end).matchAll(/^[ \t]*#[ \t]*(friendtalk-.*)$/gm), (match) => {
      const end = content.start + match.index + match[0].length
      return commentAt(source, end - (match[1]?.length ?? 0), end)
    })
  const inBody = lines.flatMap((line): Comment[] => {
    if (line.type === 'block') return inYaml(line.content)
    if (line.type !== 'comment' || !line.closed) return []
    const text = source.slice(line.span.start, line.span.end)
    const [opening = ''] = /^\s*<!--\s*(?=friendtalk-)/.exec(text) ?? []
    const end = line.span.start + text.lastIndexOf('-->')
    return opening === '' ? [] : [commentAt(source, line.span.start + opening.length, end)]
  })
  return [...(frontmatter ? inYaml(frontmatter.content) : []), ...inBody]
}

function commentAt(source: string, start: number, end: number): Comment {
  const lines = { start: lineStartOf(source, start), end: nextLineStartOf(source, end) }
  return { text: source.slice(start, end).trimEnd(), start, lines }
}

/** Takes whole lines away. Lines that are not sent leave one blank line in a text: without them every one would be sent. */
function withoutLines(source: string, { start, end }: Span): TextEdit {
  const [above = ''] = /(?:(?:^|(?<=\n|\r(?!\n)))[ \t]*(?:\r\n|\n|\r))*$/.exec(source.slice(0, start)) ?? []
  const [below = ''] = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(source.slice(end)) ?? []
  const [blank = ''] = /[ \t]*(?:\r\n|\n|\r)/.exec(above || below) ?? []
  return { start: start - above.length, end: end + below.length, text: blank }
}
