import type { Span } from '../diagnostic.ts'
import type { Line, Part, Piece } from '../language/document.ts'
import { piecesOfScalar } from '../language/pieces.ts'
import type { YamlScalar } from '../language/yaml.ts'

/** Text that knows where each of its pieces stands. */
export interface LocatedText {
  readonly span: Span
  readonly pieces: readonly Piece[]
}

/** A value that is one word of the source, or that stands for a default (then `span` is where it would be written). */
export interface Located<T> {
  readonly span: Span
  readonly value: T
}

/** The text of a part of a line form; where it is empty its span is the part with its delimiters. */
export function textOfPart({ pieces, span }: Part): LocatedText {
  return textOfPieces(pieces, span)
}

/** The text of a name, spaces and tabs around it left out. */
export function nameOfPart(part: Part): LocatedText {
  const { pieces, span } = textOfPart(part)
  const [first, ...rest] = pieces
  if (first?.type !== 'text') return { pieces, span }
  const value = first.value.replace(/^[ \t]+/, '')
  const start = first.span.start + first.value.length - value.length
  const left = value === '' ? rest : [{ ...first, value, span: { start, end: first.span.end } }, ...rest]
  return textOfPieces(left, part.span)
}

/** Text from pieces, spaces and tabs at its end left out. */
export function textOfPieces(pieces: readonly Piece[], emptySpan: Span): LocatedText {
  const trimmed = trimEnd(pieces)
  const [first, last] = [trimmed[0], trimmed.at(-1)]
  if (first === undefined || last === undefined) return { span: emptySpan, pieces: [] }
  return { span: { start: first.span.start, end: last.span.end }, pieces: trimmed }
}

/** Text from a YAML scalar that holds a string. */
export function textOfScalar(scalar: YamlScalar): LocatedText {
  const value = typeof scalar.value === 'string' ? scalar.value : ''
  return { span: scalar.span, pieces: piecesOfScalar(value, scalar.span.start, scalar.layout ?? { start: 0 }) }
}

/** The text with its variables as `#{name}`, in Unicode NFC: what a compiled template holds. */
export function templateOf({ pieces }: LocatedText): string {
  const [first] = pieces
  if (pieces.length === 1 && first?.type === 'text') return first.value.normalize('NFC')
  return pieces.map(pieceSource).join('').normalize('NFC')
}

export function pieceSource(piece: Piece): string {
  if (piece.type !== 'variable') return piece.value
  return piece.fallback === undefined ? `#{${piece.name}}` : `#{${piece.name}|${piece.fallback}}`
}

/** Returns whether there is nothing that a reader would see. */
export function isEmpty({ pieces }: LocatedText): boolean {
  return pieces.every((piece) => piece.type === 'text' && piece.value.trim() === '')
}

/** The pieces of a line that is text or, where it has no other meaning, is sent as typed. */
function piecesOfLine(line: Line, source: string, span: Span): readonly Piece[] {
  switch (line.type) {
    case 'textLine':
      return line.pieces
    case 'linkLine':
    case 'buttonLine':
    case 'imageLine':
      return piecesAround(
        line.children.flatMap((part) => part?.pieces ?? []),
        source,
        span,
      )
    case 'heading':
    case 'block':
    case 'divider':
    case 'comment':
      return piecesAround([], source, span)
  }
}

/** The given pieces of a line, and what stands between them as text. */
function piecesAround(known: readonly Piece[], source: string, { start, end }: Span): Piece[] {
  const pieces: Piece[] = []
  let done = start
  const literal = (until: number): void => {
    if (until > done) pieces.push({ type: 'text', value: source.slice(done, until), span: { start: done, end: until } })
  }
  for (const piece of known) {
    literal(piece.span.start)
    pieces.push(piece)
    done = piece.span.end
  }
  literal(end)
  return pieces
}

/** A regular expression would look again at every run of spaces inside the text. */
function withoutTrailingSpace(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return text.slice(0, end)
}

function trimEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1)
  if (last?.type !== 'text') return pieces
  const value = withoutTrailingSpace(last.value)
  if (value === last.value) return pieces
  const before = pieces.slice(0, -1)
  if (value === '') return trimEnd(before)
  const cut = last.value.length - value.length
  return [...before, { type: 'text', value, span: { start: last.span.start, end: last.span.end - cut } }]
}

/** A line of a part of the body: text, or something else that stood between texts. */
export interface BodyLine {
  readonly line: Line
  readonly isText: boolean
}

/**
 * Joins the text lines of a part of the body. Blank lines between two are kept as typed; where something else stands
 * between them, one blank line remains if there was any, else a line break.
 *
 * @returns undefined where there is no text
 */
export function joinText(lines: readonly BodyLine[], source: string): LocatedText | undefined {
  const pieces: Piece[] = []
  let lastLine = 0
  let otherLines = 0
  for (const { line, isText } of lines) {
    const { first, last, span } = line
    if (!isText) {
      otherLines += last - first + 1
      continue
    }
    const text = textOfPieces(piecesOfLine(line, source, span), span)
    const previous = pieces.at(-1)
    if (previous !== undefined) {
      const blankLines = first - lastLine - 1 - otherLines
      const breaks = otherLines === 0 ? blankLines + 1 : blankLines > 0 ? 2 : 1
      const gap = { start: previous.span.end, end: text.span.start }
      pieces.push({ type: 'text', value: '\n'.repeat(breaks), span: gap })
    }
    for (const one of text.pieces) pieces.push(one)
    lastLine = last
    otherLines = 0
  }
  const [start, end] = [pieces[0]?.span.start, pieces.at(-1)?.span.end]
  return start === undefined || end === undefined ? undefined : { span: { start, end }, pieces }
}

/** Characters between two variables, and the pieces that they come from. */
export interface LiteralRun {
  readonly text: string
  /** Each with the index in `text` at which it starts. */
  readonly pieces: readonly { readonly at: number; readonly value: string; readonly span: Span }[]
}

/** The texts before, between and after the variables of a text: one more than it has variables. */
export function literalRuns(pieces: readonly Piece[]): LiteralRun[] {
  const runs: LiteralRun[] = []
  let text = ''
  let ofRun: { at: number; value: string; span: Span }[] = []
  for (const piece of pieces) {
    if (piece.type === 'variable') {
      runs.push({ text, pieces: ofRun })
      text = ''
      ofRun = []
      continue
    }
    ofRun.push({ at: text.length, value: piece.value, span: piece.span })
    text += piece.value
  }
  runs.push({ text, pieces: ofRun })
  return runs
}

/** Returns the place in the source of one UTF-16 unit of a run. */
export function placeIn({ pieces }: LiteralRun, unit: number): Span | undefined {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle]?.at ?? 0) <= unit) low = middle
    else high = middle - 1
  }
  const piece = pieces[low]
  if (piece === undefined || unit < piece.at || unit >= piece.at + piece.value.length) return undefined
  const { value, span, at } = piece
  // An escape is longer in the source than its value.
  if (value.length !== span.end - span.start) return span
  return { start: span.start + unit - at, end: span.start + unit - at + 1 }
}

/** Returns the matches of a pattern with the flag `g` in runs, each with its place in the source. */
export function matchesIn(runs: readonly LiteralRun[], pattern: RegExp): { match: RegExpExecArray; span: Span }[] {
  // Most runs have no match, and to search is faster than to iterate.
  return runs.flatMap((run) =>
    run.text.search(pattern) < 0
      ? []
      : Array.from(run.text.matchAll(pattern)).flatMap((match) => {
          const span = spanIn(run, match.index, match.index + match[0].length)
          return span ? [{ match, span }] : []
        }),
  )
}

/** Returns the place in the source of the UTF-16 units of a run from `from` up to and without `to`. */
export function spanIn(run: LiteralRun, from: number, to: number): Span | undefined {
  const [first, last] = [placeIn(run, from), placeIn(run, to - 1)]
  return first && last && { start: first.start, end: last.end }
}
