import type { Position, Range, TextEdit as ProtocolEdit } from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { type Span, type TextEdit, withoutByteOrderMark } from '../diagnostic.ts'

/** What the columns of a client count. */
export type Encoding = 'utf-16' | 'utf-8'

/**
 * One state of an open document between what the protocol says of it, lines and columns of the text as the client has
 * it, and what the compiler says, offsets in UTF-16 units of the source without a byte order mark.
 */
export class Positions {
  /** Without a byte order mark. */
  readonly source: string
  readonly #document: TextDocument
  readonly #encoding: Encoding
  /** The units of the byte order marks. */
  readonly #mark: number

  constructor(document: TextDocument, encoding: Encoding) {
    const text = document.getText()
    this.source = withoutByteOrderMark(text)
    this.#document = document
    this.#encoding = encoding
    this.#mark = text.length - this.source.length
  }

  /** The offset of a position; what lies behind the end of a line or of the file is its end. */
  offsetAt(position: Position): number {
    return Math.max(0, this.#document.offsetAt(unitsIn(this.#document, position, this.#encoding)) - this.#mark)
  }

  positionAt(offset: number): Position {
    const position = this.#document.positionAt(offset + this.#mark)
    if (this.#encoding === 'utf-16') return position
    const lineStart = this.#document.offsetAt({ line: position.line, character: 0 })
    const before = this.#document.getText().slice(lineStart, lineStart + position.character)
    return { line: position.line, character: Buffer.byteLength(before) }
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) }
  }

  spanOf({ start, end }: Range): Span {
    return { start: this.offsetAt(start), end: this.offsetAt(end) }
  }

  editOf({ text, ...span }: TextEdit): ProtocolEdit {
    return { range: this.rangeOf(span), newText: text }
  }
}

/** A position of a client in UTF-16 units, as the document counts. */
export function unitsIn(document: TextDocument, { line, character }: Position, encoding: Encoding): Position {
  if (encoding === 'utf-16') return { line, character }
  const range = { start: { line, character: 0 }, end: { line, character: Number.MAX_SAFE_INTEGER } }
  const text = document.getText(range)
  let bytes = 0
  let units = 0
  for (const point of text) {
    bytes += Buffer.byteLength(point)
    if (bytes > character) break
    units += point.length
  }
  return { line, character: units }
}
