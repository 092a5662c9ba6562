import type { Span } from '../../src/diagnostic.ts'
import { type Document, type Line, type Part, type Piece, spanOf } from '../../src/dialect/document.ts'

const range = ({ start, end }: Span): string => `${start}-${end}`

/** A piece and its span on one line. */
export function outlineOfPiece(piece: Piece): string {
  switch (piece.type) {
    case 'text':
      return `${JSON.stringify(piece.value)} ${range(piece.span)}`
    case 'variable':
      return `#{${piece.name}${piece.fallback === undefined ? '' : `|${piece.fallback}`}} ${range(piece.span)}`
    case 'unclosedVariable':
      return `unclosed ${range(piece.span)}`
  }
}

function outlineOfPart(part: Part): string {
  return `[${[range(spanOf(part)), ...part.pieces.map(outlineOfPiece)].join(' ')}]`
}

/** A line of a document, its parts and pieces and all their spans, on one line. */
function outlineOfLine(line: Line): string {
  const start = `${line.type} ${range(spanOf(line))}`
  switch (line.type) {
    case 'textLine':
      return [start, ...line.pieces.map(outlineOfPiece)].join(' ')
    case 'heading':
      return [`${start} depth ${line.depth}`, ...line.pieces.map(outlineOfPiece)].join(' ')
    case 'imageLine':
    case 'buttonLine':
    case 'linkLine':
      return [start, ...line.children.flatMap((part) => (part ? outlineOfPart(part) : []))].join(' ')
    case 'block':
      return `${start} info ${range(line.info)} content ${range(line.content)}${line.closed ? '' : ' unclosed'}`
    case 'comment':
      return `${start}${line.closed ? '' : ' unclosed'}`
    case 'divider':
      return start
  }
}

export const outlineOf = ({ lines }: Document): string[] => lines.map(outlineOfLine)
