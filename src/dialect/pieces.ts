import type { Scalar } from 'yaml'
import type { Span } from '../diagnostic.ts'
import type { Piece, TextPiece } from './document.ts'

// Neither part may hold a brace, so a scan never looks past the next one: the cost stays linear.
const variable = /#\{(?:([^{}|\r\n]*)(?:\|([^{}\r\n]*))?\})?/g
const scalarVariable = new RegExp(`\\\\#\\{|${variable.source}`, 'g')

const anyVariableName = /^[\p{L}\p{N}_]{1,32}$/u
/** A class of all letters takes V8 a millisecond to build, and nearly every name does without. */
const commonVariableName = /^[\w\uac00-\ud7a3]{1,32}$/

/** Whether a text, in Unicode NFC, is a variable's name: 1–32 letters, digits or `_` of any script. */
export function isVariableName(text: string): boolean {
  return commonVariableName.test(text) || anyVariableName.test(text)
}

/** The names that a text was likely meant as which is none: its words with `_` between them, or with nothing. */
export function namesMeant(text: string): readonly string[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  return [...new Set([words.join('_'), words.join('')])].filter(isVariableName)
}

/**
 * Takes a stretch of the source apart into text, escapes and variables.
 *
 * @param raw the stretch
 * @param offset where it starts in the source
 * @param escapes offsets of the backslashes that escape the character after them
 */
export function piecesOf(raw: string, offset: number, escapes: readonly number[] = []): Piece[] {
  if (escapes.length === 0) return splitVariables(raw, offset)
  const escaped = escapes.map((escape) => literalEscape(raw.charAt(escape - offset + 1), escape))
  const variables = variablesWithEscapes(raw, offset, escapes)
  const cuts = variables.length === 0 ? escaped : [...escaped, ...variables].toSorted(byStart)
  const pieces: Piece[] = []
  let done = 0
  for (const piece of cuts) {
    // An escape within a variable.
    if (piece.span.start < offset + done) continue
    for (const one of splitVariables(raw.slice(done, piece.span.start - offset), offset + done)) pieces.push(one)
    done = piece.span.end - offset
    pieces.push(piece)
  }
  for (const one of splitVariables(raw.slice(done), offset + done)) pieces.push(one)
  return pieces
}

/** What stands for an escape while variables are looked for: a noncharacter, which closes and separates nothing. */
const hidden = '\uffff'

/** The variables whose fallback has escapes in it. */
function variablesWithEscapes(raw: string, offset: number, escapes: readonly number[]): Piece[] {
  if (!raw.includes('#{')) return []
  const isEscape = new Set(escapes)
  const characters = raw.split('')
  for (const escape of escapes) characters.fill(hidden, escape - offset, escape - offset + 2)
  return [...characters.join('').matchAll(variable)].flatMap(({ index, 0: whole, 1: name = '', 2: fallback = '' }) => {
    if (!fallback.includes(hidden) || name.includes(hidden)) return []
    const span = { start: offset + index, end: offset + index + whole.length }
    const from = index + whole.length - fallback.length - 1
    const plain = raw
      .slice(from, span.end - offset - 1)
      .split('')
      .filter((_, at) => !isEscape.has(offset + from + at))
    const plainFallback = plain.join('')
    // Templates are read again when they are sent: a brace would end the variable there.
    return /[{}]/.test(plainFallback) ? [] : [{ type: 'variable', name, fallback: plainFallback, span }]
  })
}

function byStart(one: Piece, other: Piece): number {
  return one.span.start - other.span.start
}

function literalEscape(value: string, start: number): TextPiece {
  return { type: 'text', value, span: { start, end: start + 2 } }
}

/** Splits characters that stand for themselves at their variables. */
function splitVariables(raw: string, offset: number): Piece[] {
  if (raw === '') return []
  if (!raw.includes('#{')) return [literal(raw, offset)]
  const pieces: Piece[] = []
  let done = 0
  for (const match of raw.matchAll(variable)) {
    if (match.index > done) pieces.push(literal(raw.slice(done, match.index), offset + done))
    done = match.index + match[0].length
    pieces.push(variablePiece(match, { start: offset + match.index, end: offset + done }))
  }
  if (done < raw.length) pieces.push(literal(raw.slice(done), offset + done))
  return pieces
}

/**
 * Takes a YAML text apart. There only `\#{` is an escape, for a literal `#{`: YAML has its own for the rest.
 *
 * @param value the text
 * @param base where the scalar starts in the source
 * @param layout how the text lies in the scalar
 */
export function piecesOfScalar(value: string, base: number, layout: ScalarLayout): Piece[] {
  const { start, offsets } = layout
  const at = (unit: number): number => base + (offsets?.[unit] ?? start + unit)
  const pieces: Piece[] = []
  let done = 0
  const textUntil = (end: number): void => {
    while (done < end) {
      const from = done
      // Units that stand side by side in the source make one piece; an escape makes a piece of its own.
      if (at(from + 1) === at(from) + 1) while (done < end && at(done + 1) === at(done) + 1) done++
      else
        do done++
        while (done < end && at(done) === at(from))
      pieces.push({ type: 'text', value: value.slice(from, done), span: { start: at(from), end: at(done) } })
    }
  }
  for (const match of value.matchAll(scalarVariable)) {
    textUntil(match.index)
    done = match.index + match[0].length
    const span = { start: at(match.index), end: at(done) }
    pieces.push(match[0] === '\\#{' ? { type: 'text', value: '#{', span } : variablePiece(match, span))
  }
  textUntil(value.length)
  return pieces
}

function variablePiece([, name, fallback]: RegExpMatchArray, span: Span): Piece {
  if (name === undefined) return { type: 'unclosedVariable', value: '#{', span }
  return { type: 'variable', name, ...(fallback === undefined ? {} : { fallback }), span }
}

function literal(value: string, start: number): TextPiece {
  return { type: 'text', value, span: { start, end: start + value.length } }
}

/** How a scalar's value lies in its source text. */
export interface ScalarLayout {
  /** Where the value starts, a quote or a block header skipped. */
  readonly start: number
  /**
   * For each UTF-16 unit of the value its offset in the source, and the end as one more; absent where the value
   * stands in the source as it is.
   */
  readonly offsets?: readonly number[]
}

/** Lengths of the escapes of a double-quoted scalar that stand for a code point, their backslash included. */
const codePointEscapes: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 }
const fold = /[ \t]*(?:\r?\n[ \t]*)+/y
const escapedBreak = /\\\r?\n[ \t]*/y

/**
 * Finds where each unit of a YAML scalar's value stands: escapes, quotes, folded lines and indentation make value
 * and source differ.
 */
export function scalarLayout(value: string, type: Scalar['type'], source: string): ScalarLayout {
  switch (type) {
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return blockLayout(value, source)
    case 'QUOTE_SINGLE':
    case 'QUOTE_DOUBLE':
      return source.startsWith(value, 1) && source.length === value.length + 2
        ? { start: 1 }
        : flowLayout(value, source, type)
    default:
      return value === source ? { start: 0 } : flowLayout(value, source, 'PLAIN')
  }
}

function flowLayout(value: string, source: string, type: 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE'): ScalarLayout {
  const start = type === 'PLAIN' ? 0 : 1
  const offsets: number[] = []
  let at = start
  while (offsets.length < value.length && at < source.length) {
    const isSpace = source[at] === ' ' || source[at] === '\t'
    const folded = isSpace || source[at] === '\n' || source[at] === '\r' ? matchAt(fold, source, at) : ''
    if (folded !== '') {
      // One line break folds to a space; of more than one, each after the first is a line feed.
      const units = Math.max(1, folded.split('\n').length - 2)
      for (let i = 0; i < units; i++) offsets.push(at)
      at += folded.length
    } else if (type === 'QUOTE_DOUBLE' && source[at] === '\\') {
      const ignored = matchAt(escapedBreak, source, at).length
      if (ignored === 0) {
        const length = codePointEscapes[source[at + 1] ?? ''] ?? 2
        const isPair =
          length === codePointEscapes['U'] && Number.parseInt(source.slice(at + 2, at + length), 16) > 0xffff
        offsets.push(at, ...(isPair ? [at] : []))
        at += length
      }
      at += ignored
    } else if (isSpace) {
      // The whole run at once: looking for a line break behind each of its spaces would cost its square.
      while (offsets.length < value.length && (source[at] === ' ' || source[at] === '\t')) offsets.push(at++)
    } else {
      offsets.push(at)
      at += type === 'QUOTE_SINGLE' && source[at] === "'" ? 2 : 1
    }
  }
  return layoutOf(start, offsets, value, at)
}

function blockLayout(value: string, source: string): ScalarLayout {
  const start = source.indexOf('\n') + 1
  // The header may state an indentation; what it leaves over stands in the value.
  const sourceIndent = /^(?:[ \t]*\r?\n)*( *)/.exec(source.slice(start))?.[1]?.length ?? 0
  const valueIndent = /^\n*( *)/.exec(value)?.[1]?.length ?? 0
  const indent = Math.max(0, sourceIndent - valueIndent)
  const offsets: number[] = []
  let at = start
  let column = 0
  while (offsets.length < value.length && at < source.length) {
    const char = source[at]
    if (column < indent && char === ' ') column++
    else if (char === '\n' || (char === '\r' && source[at + 1] === '\n')) {
      const unit = value[offsets.length]
      if (unit === '\n' || unit === ' ') offsets.push(at)
      column = 0
      if (char === '\r') at++
    } else {
      offsets.push(at)
      column = indent
    }
    at++
  }
  return layoutOf(start, offsets, value, at)
}

function layoutOf(start: number, offsets: number[], value: string, end: number): ScalarLayout {
  while (offsets.length < value.length) offsets.push(end)
  return { start, offsets: [...offsets.slice(0, value.length), end] }
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}
