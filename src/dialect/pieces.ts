import type { Span } from '../diagnostic.ts'
import type { Piece, TextPiece } from './document.ts'
import type { ScalarLayout } from './scalar-layout.ts'

// Neither part may hold a brace, so a scan never looks past the next one: the cost stays linear.
const variable = /#\{(?:([^{}|\r\n]*)(?:\|([^{}\r\n]*))?\})?/g
const scalarVariable = new RegExp(`\\\\#\\{|${variable.source}`, 'g')

/** A variable's name, in Unicode NFC: 1–32 letters, digits or `_` of any script. */
export const variableName: RegExp = /^[\p{L}\p{N}_]{1,32}$/u

/**
 * Takes a stretch of the source apart into text, escapes and variables.
 *
 * @param raw the stretch
 * @param offset where it starts in the source
 * @param escapes offsets of the backslashes that escape the character after them
 */
export function piecesOf(raw: string, offset: number, escapes: readonly number[] = []): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const escape of escapes) {
    const at = escape - offset
    for (const one of splitVariables(raw.slice(done, at), offset + done)) pieces.push(one)
    done = at + 2
    pieces.push({ type: 'text', value: raw.charAt(at + 1), span: { start: escape, end: escape + 2 } })
  }
  if (escapes.length === 0) return splitVariables(raw, offset)
  for (const one of splitVariables(raw.slice(done), offset + done)) pieces.push(one)
  return pieces
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
