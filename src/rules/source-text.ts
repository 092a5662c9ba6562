import { placeholder } from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import type { Document, Line, Piece } from '../language/document.ts'
import type { Message } from '../message/message.ts'

/** A line that is sent as text or as a title. */
export interface WrittenLine {
  /** The offset of `text` in the source. */
  readonly start: number
  /** The source, unit for unit, with placeholders for escapes, variables and what a heading starts with. */
  readonly text: string
  /** True if it is a heading, which has one line. */
  readonly isTitle: boolean
}

/** The lines of a body whose characters a reader sees, as they are typed. */
export function writtenLines({ source, lines }: Document, message: Message): WrittenLine[] {
  const tail = 'cards' in message ? message.tail?.span.start : undefined
  const written: WrittenLine[] = []
  for (const line of lines) {
    const pieces = piecesIn(line)
    if (pieces === undefined) continue
    const { start, end } = line.span
    if (line.type === 'linkLine' && tail !== undefined && start >= tail) continue
    const text = source.slice(start, end)
    const [only] = pieces
    const isAllTyped = line.type === 'textLine' && pieces.length === 1 && only !== undefined && isTyped(only)
    const shown = isAllTyped ? text : masked(text, start, hiddenIn(line, pieces))
    written.push({ start, text: shown, isTitle: line.type === 'heading' })
  }
  return written
}

/** Returns the parts of a line that are not sent as typed. */
function hiddenIn(line: Line, pieces: readonly Piece[]): Span[] {
  const hidden = pieces.filter((piece) => !isTyped(piece)).map(({ span }) => span)
  if (line.type !== 'heading') return hidden
  const { start, end } = line.span
  return [{ start, end: pieces[0]?.span.start ?? end }, ...hidden]
}

function piecesIn(line: Line): readonly Piece[] | undefined {
  if (line.type === 'textLine' || line.type === 'heading') return line.pieces
  return line.type === 'linkLine' ? line.children.flatMap((part) => part?.pieces ?? []) : undefined
}

function isTyped(piece: Piece): boolean {
  return piece.type === 'text' && piece.value.length === piece.span.end - piece.span.start
}

/** A text in which stretches of the source are hidden. */
function masked(text: string, offset: number, hidden: readonly Span[]): string {
  let result = ''
  let done = 0
  for (const { start, end } of hidden) {
    result += text.slice(done, start - offset) + placeholder.repeat(end - start)
    done = end - offset
  }
  return result + text.slice(done)
}

/** The line ending of a source: that of its first line. */
export function lineBreakOf(source: string): string {
  return /\r\n?|\n/.exec(source)?.[0] ?? '\n'
}
