import type { Span } from '../diagnostic.ts'
import type { Piece } from './document.ts'
import type { ScalarLayout } from './scalar-layout.ts'

// Neither part may hold a brace, so a scan never looks past the next one: the cost stays linear.
const variable = String.raw`#\{(?:([^{}|\r\n]*)(?:\|([^{}\r\n]*))?\})?`
/** A backslash is typed for itself, as the won sign or in `¯\_(ツ)_/¯`: only in front of these it makes text of a mark. */
const escape = String.raw`\\[[\]\\]|\\#\{`
const tokens = {
  line: new RegExp(String.raw`^[ \t]*\\(?:-(?=[ -])|[!<\x60]|#(?!\{))|${escape}|${variable}`, 'g'),
  part: new RegExp(`${escape}|${variable}`, 'g'),
  link: new RegExp(String.raw`\\[()]|${escape}|${variable}`, 'g'),
  scalar: new RegExp(String.raw`\\#\{|${variable}`, 'g'),
}

/** The kind of a stretch of a message; it decides what a backslash escapes. */
export type Stretch = 'line' | 'part' | 'link'

const variableName = /^[\p{L}\p{N}_]{1,32}$/u

/** Returns whether a text, in Unicode NFC, is a variable's name: 1–32 letters, digits or `_` of any script. */
export function isVariableName(text: string): boolean {
  return variableName.test(text)
}

/** The names that a text was likely meant as which is none: its words with `_` between them, or with nothing. */
export function namesMeant(text: string): readonly string[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  return [...new Set([words.join('_'), words.join('')])].filter(isVariableName)
}

/**
 * Takes a stretch of the source apart into text, escapes and variables.
 *
 * @param offset where it starts in the source
 */
export function piecesOf(raw: string, offset: number, stretch: Stretch): Piece[] {
  if (raw === '') return []
  const pieces: Piece[] = []
  let done = 0
  const push = (value: string, start: number, end: number): void => {
    pieces.push({ type: 'text', value, span: { start: offset + start, end: offset + end } })
  }
  const textUntil = (end: number): void => {
    if (end > done) push(raw.slice(done, end), done, end)
    done = end
  }
  for (const match of raw.includes('\\') || raw.includes('#{') ? raw.matchAll(tokens[stretch]) : []) {
    const end = match.index + match[0].length
    if (match[0].startsWith('#{')) {
      textUntil(match.index)
      pieces.push(variablePiece(match, { start: offset + match.index, end: offset + end }))
    } else {
      const start = raw.lastIndexOf('\\', end - 2)
      textUntil(start)
      push(raw.slice(start + 1, end), start, end)
    }
    done = end
  }
  textUntil(raw.length)
  return pieces
}

/**
 * Takes a YAML text apart. There only `\#{` is an escape, for a literal `#{`: YAML has its own for the rest.
 *
 * @param base where the scalar starts in the source
 */
export function piecesOfScalar(value: string, base: number, { start, offsets }: ScalarLayout): Piece[] {
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
  for (const match of value.includes('#{') ? value.matchAll(tokens.scalar) : []) {
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
