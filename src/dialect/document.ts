import type { Node } from 'unist'
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

/** One part of a line form: a label, a destination or a title, without its delimiters. */
export interface Part extends Node {
  readonly type: 'part'
  readonly pieces: Piece[]
}

export interface TextLine extends Node {
  readonly type: 'textLine'
  readonly pieces: Piece[]
}

/** `# …` or `## …`. */
export interface Heading extends Node {
  readonly type: 'heading'
  readonly depth: 1 | 2
  readonly pieces: Piece[]
}

/** `![alt](path)` or `[![alt](path)](link "second link")` alone on a line. */
export interface ImageLine extends Node {
  readonly type: 'imageLine'
  readonly children: readonly [alt: Part, path: Part, link?: Part, secondLink?: Part]
}

/** `- [name](link "second link")`. */
export interface ButtonLine extends Node {
  readonly type: 'buttonLine'
  readonly children: readonly [name: Part, link: Part, secondLink?: Part]
}

/** `[label](link "second link")` alone on a line: the tail of a carousel, text elsewhere. */
export interface LinkLine extends Node {
  readonly type: 'linkLine'
  readonly children: readonly [label: Part, link: Part, secondLink?: Part]
}

/** A fence with an info string, from its first to its last line. */
export interface Block extends Node {
  readonly type: 'block'
  /** The info string and the content between the fences, both as spans of the source. */
  readonly info: Span
  readonly content: Span
  readonly closed: boolean
}

/** Three or more `-`. */
export interface Divider extends Node {
  readonly type: 'divider'
}

/** `<!-- … -->` alone on its lines. */
export interface Comment extends Node {
  readonly type: 'comment'
  readonly closed: boolean
}

/** A line, or several that belong together, with one meaning. Blank lines are not nodes. */
export type Line = TextLine | Heading | ImageLine | ButtonLine | LinkLine | Block | Divider | Comment

/** A file taken apart, nothing of it judged. */
export interface Document {
  /** The source without a byte order mark; every span speaks of it. */
  readonly source: string
  /** What stands between the `---` lines; absent when the file does not start with closed frontmatter. */
  readonly frontmatter?: { readonly span: Span; readonly content: Span }
  readonly lines: readonly Line[]
}

/** The span of a node of a document. */
export function spanOf(node: Node): Span {
  const position = node.position
  if (position?.start.offset === undefined || position.end.offset === undefined)
    throw new Error('a node without position')
  return { start: position.start.offset, end: position.end.offset }
}

/** Finds lines and columns in a source. A line ends with LF, CRLF or CR. */
export class LineIndex {
  readonly #starts: readonly number[]

  constructor(source: string) {
    const starts = [0]
    if (source.includes('\r')) {
      for (const { index, 0: ending } of source.matchAll(/\r\n|\n|\r/g)) starts.push(index + ending.length)
    } else for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = starts
  }

  /** The position of an offset in UTF-16 units. */
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
}

/** A line that git puts around and between two versions of lines, with the name of a version. */
const conflictMark = /^([<|=>])\1{6}(?:[ \t]+(\S[^\r\n]*))?(?=[\r\n]|$)/gm
/** A name that a mark alone is known by: other lines like it are text. */
const versionName = /^(?:HEAD|main|master|[\da-f]{7,40}|[\w.-]+\/[\w./-]+|Updated upstream|Stashed changes)(?=[\s(:]|$)/

/** Finds the merge conflicts of a source, each by its first mark; what is left of one is found by the name of a version. */
export function mergeConflicts(source: string): readonly Span[] {
  if (!/<{7}|>{7}|\|{7}/.test(source)) return []
  const spans: Span[] = []
  let open: { readonly span: Span; readonly name: string } | undefined
  let hasBoth = false
  const addAlone = (span: Span, name: string): void => {
    if (versionName.test(name)) spans.push(span)
  }
  for (const { 0: mark, 1: sign, 2: name = '', index } of source.matchAll(conflictMark)) {
    const span = { start: index, end: index + mark.length }
    if (sign === '<') {
      if (open) addAlone(open.span, open.name)
      open = { span, name }
      hasBoth = false
    } else if (sign === '=') hasBoth = open !== undefined
    else if (sign === '>' && open && hasBoth) {
      spans.push(open.span)
      open = undefined
    } else if (sign === '>' || !open) addAlone(span, name)
  }
  if (open) addAlone(open.span, open.name)
  return spans
}
