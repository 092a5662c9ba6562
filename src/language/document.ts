import type { Position, Span } from '../diagnostic.ts'

/** Characters that stand for themselves (`value` is the source) or that an escape stands for (`value` is shorter). */
export interface TextPiece {
  readonly type: 'text'
  readonly value: string
  readonly span: Span
}

/** `#{name}` or `#{name|fallback}`; both as typed, not yet checked or normalised. */
export interface VariablePiece {
  readonly type: 'variable'
  readonly name: string
  readonly fallback?: string
  readonly span: Span
}

/** A `#{` that no `}` closes. */
export interface UnclosedVariablePiece {
  readonly type: 'unclosedVariable'
  readonly value: '#{'
  readonly span: Span
}

export type Piece = TextPiece | VariablePiece | UnclosedVariablePiece

/** One part of a line form: a label, a destination or a second link. Its span includes the delimiters. */
export interface Part {
  readonly span: Span
  readonly pieces: readonly Piece[]
}

interface Lines {
  readonly span: Span
  /** The lines of the source that it takes, from 1. */
  readonly first: number
  readonly last: number
}

export interface TextLine extends Lines {
  readonly type: 'textLine'
  readonly pieces: readonly Piece[]
}

/** `# …` or `## …`. */
export interface Heading extends Lines {
  readonly type: 'heading'
  readonly depth: 1 | 2
  readonly pieces: readonly Piece[]
}

/** `![alt](path)` or `[![alt](path)](link "second link")` alone on a line. */
export interface ImageLine extends Lines {
  readonly type: 'imageLine'
  readonly children: readonly [alt: Part, path: Part, link?: Part, secondLink?: Part]
}

/** `- [name](link "second link")`. */
export interface ButtonLine extends Lines {
  readonly type: 'buttonLine'
  readonly children: readonly [name: Part, link: Part, secondLink?: Part]
}

/** `[label](link "second link")` alone on a line: the tail of a carousel, text elsewhere. */
export interface LinkLine extends Lines {
  readonly type: 'linkLine'
  readonly children: readonly [label: Part, link: Part, secondLink?: Part]
}

/** A fence with an info string, or one that nothing closes, from its first to its last line. */
export interface Block extends Lines {
  readonly type: 'block'
  /** The info string and the content between the fences, both as spans of the source. */
  readonly info: Span
  readonly content: Span
  readonly closed: boolean
}

/** Three or more `-`. */
export interface Divider extends Lines {
  readonly type: 'divider'
}

/** `<!-- … -->` alone on its lines. */
export interface Comment extends Lines {
  readonly type: 'comment'
  readonly closed: boolean
}

/** A line, or several that belong together, with one meaning. Blank lines are none of them. */
export type Line = TextLine | Heading | ImageLine | ButtonLine | LinkLine | Block | Divider | Comment

/** A file taken apart, nothing of it judged. */
export interface Document {
  /** The source without a byte order mark; every span speaks of it. */
  readonly source: string
  /** The text between the `---` lines; absent unless the file starts with closed frontmatter. */
  readonly frontmatter?: { readonly span: Span; readonly content: Span }
  readonly lines: readonly Line[]
  readonly index: LineIndex
}

/** Finds lines and columns in a source. A line ends with LF, CRLF or CR. */
export class LineIndex {
  readonly #source: string
  readonly #starts: readonly number[]

  constructor(source: string) {
    this.#source = source
    const starts = [0]
    for (let at = 0; at < source.length; at++) {
      const unit = source[at]
      if (unit === '\n' || (unit === '\r' && source[at + 1] !== '\n')) starts.push(at + 1)
    }
    this.#starts = starts
  }

  at(offset: number): Position {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1, offset }
  }

  /** The offset of a line and column, both from 1. */
  offsetOf({ line, column }: Pick<Position, 'line' | 'column'>): number {
    return (this.#starts[line - 1] ?? this.#starts.at(-1) ?? 0) + column - 1
  }

  /** A line, from 1, without its line ending. */
  spanOf(line: number): Span {
    const start = this.#starts[line - 1] ?? this.#source.length
    const next = this.#starts[line]
    if (next === undefined) return { start, end: this.#source.length }
    return { start, end: next - (this.#source.endsWith('\r\n', next) ? 2 : 1) }
  }
}
