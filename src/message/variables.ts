import { once } from '../contract/once.ts'
import type { Fix, Span } from '../diagnostic.ts'
import { type Violation, violation, type ViolationArgs } from '../violation.ts'
import { type Document, type Piece, spanOf } from '../dialect/document.ts'
import { isEscapable } from '../dialect/lines.ts'
import { nearMiss } from '../dialect/near-miss/correction.ts'
import { suggester } from '../dialect/nearest.ts'
import { isVariableName, namesMeant } from '../dialect/pieces.ts'
import { type Draft, type PayloadText, takesVariables } from './draft.ts'
import {
  type ForeignVariable,
  foreignVariables,
  inOneLine,
  isClosedIn,
  maxBehind,
  nameMeant,
} from './foreign-variables.ts'
import { literalRuns, type LocatedText, matchesIn } from './located.ts'
import type { Message } from './message.ts'

/** A variable that a payload uses. */
export interface TemplateVariable {
  readonly name: string
  /** The most characters a value may have. */
  readonly max?: number
  readonly fallback?: string
}

type VariablePiece = Piece & { readonly type: 'variable' }

/** The variables of a payload, in order of first use. */
export function usedVariables(message: Message, draft: Draft): TemplateVariable[] {
  const declared = new Map(message.variables.map((variable) => [variable.name, variable]))
  return Array.from(usedNames(draft), (name) => {
    const { max, fallback } = declared.get(name) ?? {}
    return { name, ...(max !== undefined && { max }), ...(fallback !== undefined && { fallback }) }
  })
}

/** The names of the variables of a payload, in order of first use. */
export function usedNames({ texts }: Draft): Set<string> {
  const names = new Set<string>()
  for (const { text, hasVariable } of texts) {
    if (!hasVariable) continue
    for (const piece of text.pieces) if (piece.type === 'variable') names.add(nameOf(piece))
  }
  return names
}

/** What is wrong with the variables of a message, each at its place. */
export function variableViolations(message: Message, draft: Draft, document: Document): Violation[] {
  const names = new Set<string>()
  for (const { name } of message.variables) names.add(name)
  const violations = fixedTextViolations(message)
  const declared: Declared = { names, suggest: suggester([...names].filter(isVariableName)) }
  const place = { ...declared, source: document.source, isInYaml: yamlOf(document) }
  const starts = new Set<number>()
  for (const one of foreignVariables(draft, document.source, names)) {
    starts.add(one.span.start)
    violations.push(foreignViolation(one, place))
  }
  // Two fields may share one text: the link of an app is that of both platforms.
  const seen = new Set<LocatedText>()
  for (const entry of draft.texts) {
    if (!mayBeWrong(entry) || seen.has(entry.text)) continue
    seen.add(entry.text)
    const { pieces } = entry.text
    for (let index = 0; index < pieces.length; index++) {
      const piece = pieces[index]
      if (
        piece === undefined ||
        piece.type === 'text' ||
        (piece.type === 'unclosedVariable' && starts.has(piece.span.start))
      )
        continue
      const nested = nestedVariable(piece, pieces.slice(index + 1, index + 3), place)
      if (nested) {
        violations.push(nested)
        index++
        continue
      }
      const found =
        piece.type === 'unclosedVariable'
          ? unclosedViolation(piece.span, textBehind(pieces, index), place)
          : pieceViolation(piece, entry, place)
      if (found) violations.push(found)
      // A name that is wrong is reported first, and the second brace once it is right.
      const isNamed = found === undefined || found.rule === 'variable-undeclared'
      const closed = isNamed ? closedBehind(piece, pieces[index + 1], place) : undefined
      if (closed) violations.push(closed)
    }
    for (const found of literalViolations(pieces, draft)) violations.push(found)
  }
  return violations
}

/** Whether a text holds a variable, or what could be taken for one: most hold none. */
function mayBeWrong({ template }: PayloadText): boolean {
  return template.includes('{')
}

interface Declared {
  readonly names: ReadonlySet<string>
  /** The name that a misspelt one is near. */
  readonly suggest: (name: string) => { suggestion?: string }
}

interface Place extends Declared {
  readonly source: string
  readonly isInYaml: (span: Span) => boolean
}

/** Returns whether a span stands in the YAML of a document. */
function yamlOf({ frontmatter, lines }: Document): Place['isInYaml'] {
  const spans = once(() => lines.flatMap((line) => (line.type === 'block' ? [spanOf(line)] : [])))
  const isIn = ({ start, end }: Span, at: number): boolean => start <= at && at < end
  return ({ start }) => (frontmatter && isIn(frontmatter.span, start)) || spans().some((block) => isIn(block, start))
}

function foreignViolation(foreign: ForeignVariable, place: Place): Violation {
  const { names, suggest } = place
  const { span, text, name, isLogic, isMistyped, hasFallbackBehind, hasOtherMeaning, lineBreak } = foreign
  const right = rightForm(foreign)
  const isDeclared = names.has(name)
  if (lineBreak && isMistyped && !hasFallbackBehind && right !== undefined && !startsComment(foreign, place)) {
    // A blank may stand for the line break in a fallback, or nothing.
    const safe = isDeclared && !/\s/.test(right)
    return nearMiss('variable', [{ ...span, text: right, slip: { type: 'line-break' }, safe, span: lineBreak }])
  }
  const args = { text, name, right: right ?? `#{${name}}`, isDeclared, ...(!isDeclared && suggest(name)) }
  if (isLogic) return violation('variable-written-otherwise', span, { ...args, isLogic })
  const found = writtenOtherwise(span, args, place)
  if (!isDeclared || right === undefined || hasOtherMeaning || startsComment(foreign, place)) return found
  return { ...found, fix: { safe: isMistyped, edits: [{ ...span, text: right }] } }
}

/** What stands for a variable as this language has it, for people to read; undefined where it says more than that can. */
function rightForm({ name, hasMore, hasFallbackBehind, isMistyped, text }: ForeignVariable): string | undefined {
  if (hasFallbackBehind) return `#{${name}|…}`
  if (!hasMore) return `#{${name}}`
  const behind = /[|｜∣│ㅣ¦]+\s*(.*?)\s*(?:[}｝﹜❵]+|[)）\]］>＞】〕〗」]{1,2})$/u.exec(text)?.[1]
  if (behind === undefined) return undefined
  if (isMistyped) return `#{${name}|${behind}}`
  const fallback = /^default\s*[:(]\s*(["'])([^"'{}|]+)\1\s*\)?$/.exec(behind)?.[2] ?? behind
  // In other tools a Latin word behind a bar may be the name of a filter.
  return /[^\0-\x7f]/.test(fallback) && !/["':(]/.test(fallback) ? `#{${name}|${fallback}}` : undefined
}

/** The violation of a variable that stands in another notation; in YAML no backslash makes text of it. */
function writtenOtherwise(
  span: Span,
  args: ViolationArgs['variable-written-otherwise'],
  { source, isInYaml }: Place,
): Violation {
  const mark = source.charAt(span.start)
  const escapable = isEscapable(mark) && !isInYaml(span) && { escapable: mark }
  return violation('variable-written-otherwise', span, { ...args, ...escapable })
}

/** Behind a blank YAML reads "#" as the start of a comment, unless the text is in quotes or a block of its own. */
function startsComment({ span, entry }: ForeignVariable, { source, isInYaml }: Place): boolean {
  if (/["'|>]/.test(source.charAt(entry.text.span.start)) || !/\s/.test(source.charAt(span.start - 1))) return false
  return isInYaml(span)
}

function unclosedViolation(span: Span, behind: string, { names, source }: Place): Violation {
  const fix = isClosedIn(behind) ? undefined : closedAt(span.end, source, names)
  return { ...violation('variable-unclosed', span, {}), ...(fix && { fix }) }
}

/** What stands behind a piece up to the next variable, as far as one may go on. */
function textBehind(pieces: readonly Piece[], index: number): string {
  let behind = ''
  for (let at = index + 1; at < pieces.length && behind.length < maxBehind; at++) {
    const piece = pieces[at]
    if (piece?.type !== 'text') break
    behind += piece.value.slice(0, maxBehind)
  }
  return behind.slice(0, maxBehind)
}

function pieceViolation(piece: VariablePiece, { field }: PayloadText, place: Place): Violation | undefined {
  const { names, suggest, source } = place
  const { span } = piece
  const name = nameOf(piece)
  if (!takesVariables(field)) return violation('variable-not-allowed', span, { name, field })
  const meant = pieceMeant(piece, names)
  if (meant) {
    const { start, end } = span
    const { right, safe } = meant
    const args = { text: inOneLine(source.slice(start, end)), name: meant.name, right, isDeclared: true }
    return {
      ...writtenOtherwise(span, args, place),
      fix: { safe, edits: [{ start, end, text: right }] },
    }
  }
  if (!isVariableName(name)) {
    const suggestion = namesMeant(name).find((known) => names.has(known))
    return violation('variable-name-invalid', span, { name, ...(suggestion !== undefined && { suggestion }) })
  }
  if (names.has(name)) return undefined
  return violation('variable-undeclared', span, { name, ...suggest(name) })
}

/** A brace behind a variable that nothing opens, and what stands between them. */
const strayBrace =
  /^(?:[ \t]?\p{L}{0,10}[}｝]|[ \t]?[|｜∣│ㅣ¦]{1,2}(?:([^{}｛｝|\r\n\\]{1,40})[}｝]|([^{}｛｝()（）[\]［］|\r\n\\]{1,40})[)）\]］]))/u

const openBrace = /[{｛][^{}｛｝\r\n]*$/u
const openBracket = /[(（[［][^()（）[\]［］\r\n]*$/u

/** `#{name}}`, `{{#{name}}}`, `#{name}|fallback}` or `#{name}님}`. */
function closedBehind(piece: Piece, next: Piece | undefined, place: Place): Violation | undefined {
  const { source } = place
  if (piece.type !== 'variable' || next?.type !== 'text') return undefined
  const { start, end } = piece.span
  // An escaped brace is meant, and one that closes what is opened in front.
  const [typed, inBraces, inBrackets] = strayBrace.exec(source.slice(next.span.start, next.span.end)) ?? []
  if (typed === undefined) return undefined
  const before = source.slice(Math.max(0, start - maxBehind), start)
  const isWrapped = /(?<!\\)\{\{$/.test(before) && next.value.startsWith('}}')
  const around = before.replaceAll(/#\{[^{}]*\}/g, '')
  if (!isWrapped && (/[}｝]$/u.test(typed) ? openBrace : openBracket).test(around)) return undefined
  const variable = source.slice(start, end)
  const fallback = inBraces ?? inBrackets
  const right =
    fallback === undefined || piece.fallback !== undefined
      ? `${variable}${typed.slice(0, -1)}`
      : `${variable.slice(0, -1)}|${fallback.trim()}}`
  const span = isWrapped ? { start: start - 2, end: end + 2 } : { start, end: end + typed.length }
  const args = { text: source.slice(span.start, span.end), name: nameOf(piece), right, isDeclared: true }
  // With a backslash in front the name alone would be text.
  const found = violation('variable-written-otherwise', span, args)
  return { ...found, fix: { safe: false, edits: [{ ...span, text: right }] } }
}

/** `#{#{name}}`. */
function nestedVariable(piece: Piece, [inner, behind]: readonly Piece[], place: Place): Violation | undefined {
  const { names, source } = place
  if (piece.type !== 'unclosedVariable' || inner?.type !== 'variable' || !names.has(nameOf(inner))) return undefined
  const [{ start, end: opened }, { end }] = [piece.span, inner.span]
  if (opened !== inner.span.start || behind?.type !== 'text' || source.charAt(end) !== '}') return undefined
  const right = source.slice(opened, end)
  const args = { text: source.slice(start, end + 1), name: nameOf(inner), right, isDeclared: true }
  const edits = [{ start, end: end + 1, text: right }]
  return { ...writtenOtherwise({ start, end: end + 1 }, args, place), fix: { safe: true, edits } }
}

/** Closes a variable behind the declared name that stands there. */
function closedAt(start: number, source: string, names: ReadonlySet<string>): Fix | undefined {
  const typed = /^[ \t]?([\p{L}\p{M}\p{N}_]{1,64})/u.exec(source.slice(start, start + 80))
  if (!typed?.[1]) return undefined
  const run = typed[1].normalize('NFC')
  const [name] = [...names].filter((known) => run.startsWith(known)).toSorted((a, b) => b.length - a.length)
  if (name === undefined || run.length !== typed[1].length) return undefined
  const at = start + typed[0].length - typed[1].length + name.length
  // A bar does not need an escape.
  if (/^\\\|[^{}\r\n]*\}/.test(source.slice(at, at + 80)))
    return { safe: name === run, edits: [{ start: at, end: at + 1, text: '' }] }
  // Behind a bar a fallback was meant: a brace in front of it would send it as text.
  if (source[at] === '|') return undefined
  return { safe: name === run, edits: [{ start: at, end: at, text: '}' }] }
}

interface PieceMeant {
  readonly name: string
  readonly right: string
  readonly safe: boolean
}

/** A declared name with other characters around it, a word of respect behind it, or a fallback behind another mark than "|". */
function pieceMeant(piece: VariablePiece, names: ReadonlySet<string>): PieceMeant | undefined {
  if (names.has(piece.name) && (piece.fallback === undefined || /^[^|\s](?:.*\S)?$/su.test(piece.fallback)))
    return undefined
  const [, typed = '', mark = '', behind = ''] = /^(.*?)(?:\s*([｜∣│ㅣ¦/,:;，：])\s*(.*))?$/u.exec(piece.name) ?? []
  const [, addressee = '', honorific = ''] = /^\s*(\S+?)(\s?(?:고객|회원)?님|\s?씨)\s*$/u.exec(nameOf(piece)) ?? []
  if (piece.fallback === undefined && names.has(addressee) && !names.has(nameOf(piece))) {
    return { name: addressee, right: `#{${addressee}}${honorific}`, safe: false }
  }
  const name = nameMeant(typed.replaceAll(/[\s'"“”‘’`]|^[^\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+$/gu, ''), names)
  if (!names.has(name) || (mark !== '' && piece.fallback !== undefined)) return undefined
  const fallback = mark === '' ? piece.fallback?.replace(/^\|/, '').trim() : behind.trim()
  if (name === nameOf(piece) && fallback === piece.fallback) return undefined
  const right = `#{${name}${fallback === undefined ? '' : `|${fallback}`}}`
  return { name, right, safe: mark === '' && fallback === piece.fallback }
}

/** A template writes `\#{name}` as `#{name}`: beside a variable of that name nobody could tell the two apart. */
function literalViolations(pieces: readonly Piece[], draft: Draft): Violation[] {
  if (!pieces.some((piece) => piece.type === 'text' && piece.value.includes('{'))) return []
  const used = usedNames(draft)
  if (used.size === 0) return []
  return matchesIn(literalRuns(pieces), /#\{([^{}|]*)(?:\|[^{}]*)?\}/g).flatMap(({ match: [, raw = ''], span }) => {
    const name = raw.normalize('NFC')
    return used.has(name) ? [violation('variable-ambiguous', span, { name })] : []
  })
}

/** The fallback service's own fields are passed through: a variable there would reach people as it stands. */
function fixedTextViolations({ failback }: Message): Violation[] {
  return (failback?.fields ?? []).flatMap(({ name: field, value: { span, value } }) => {
    const name = /#\{([^{}|]+)(?:\|[^{}]*)?\}/.exec(JSON.stringify(value))?.[1]
    return name === undefined ? [] : [violation('variable-not-allowed', span, { name, field })]
  })
}

function nameOf({ name }: VariablePiece): string {
  return name.normalize('NFC')
}
