import type { Position, Range, TextEdit as ProtocolEdit } from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { type Span, type TextEdit, withoutByteOrderMark } from '../diagnostic.ts'

/**
 * One state of an open document between what the protocol says of it, lines and columns of the text as the client has
 * it, and what the compiler says, offsets of the source without a byte order mark. Both count UTF-16 units, as every
 * client can.
 */
export class Positions {
  /** Without a byte order mark. */
  readonly source: string
  readonly #document: TextDocument
  /** The units of the byte order marks. */
  readonly #mark: number

  constructor(document: TextDocument) {
    const text = document.getText()
    this.source = withoutByteOrderMark(text)
    this.#document = document
    this.#mark = text.length - this.source.length
  }

  /** The offset of a position; what lies behind the end of a line or of the file is its end. */
  offsetAt(position: Position): number {
    return Math.max(0, this.#document.offsetAt(position) - this.#mark)
  }

  positionAt(offset: number): Position {
    return this.#document.positionAt(offset + this.#mark)
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
