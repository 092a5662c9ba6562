import { type Line, spanOf } from '../dialect/document.ts'
import type { Piece } from '../dialect/document.ts'
import { piecesOfLine, type LocatedText, textOfPieces } from './located.ts'

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
    const first = line.position?.start.line ?? 0
    const last = line.position?.end.line ?? first
    if (!isText) {
      otherLines += last - first + 1
      continue
    }
    const span = spanOf(line)
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
