import type { Token } from 'micromark-util-types'
import type { Span } from '../../diagnostic.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    /** All lines from the first after the frontmatter to the end of the file. */
    body: 'body'
    /** The line ending of a line that is no text: micromark cuts the body into lines at line endings. */
    bodyLineEnding: 'bodyLineEnding'
    /** A line of text and its line ending. */
    textLine: 'textLine'
    headingLine: 'headingLine'
    imageLine: 'imageLine'
    buttonLine: 'buttonLine'
    linkLine: 'linkLine'
    /** A label, a destination or a title with its delimiters, so that it is never empty. */
    linePart: 'linePart'
    /** A delimiter between parts. */
    lineMarker: 'lineMarker'
    block: 'block'
    /** A line of a block after its first. */
    blockLine: 'blockLine'
    divider: 'divider'
    comment: 'comment'
    /** A line of a comment after its first. */
    commentLine: 'commentLine'
  }

  // What a token knows beyond its place. A field costs nothing where a nested token would cost two events.
  interface Token {
    /** Of a `textLine`, `headingLine` or `linePart`: where escapes start, as offsets. */
    _escapes?: number[]
    /** Of a `headingLine` or `linePart`: the place of its text, delimiters left out. */
    _text?: Span
    /** Of a `headingLine`: the number of `#`. */
    _depth?: 1 | 2
    /** Of a `block`: its info string. */
    _info?: Span
    /** Of a `block`: what stands between its fences. */
    _content?: Span
    /** Of a `block` or `comment`: the file ended before its end mark. */
    _unclosed?: true
  }
}

/** A token with what the dialect's tokens know. */
export type LineToken = Token

/** The characters that start or delimit a line form, as micromark's codes. */
export const codes = {
  exclamationMark: 33,
  quotationMark: 34,
  numberSign: 35,
  leftParenthesis: 40,
  rightParenthesis: 41,
  dash: 45,
  lessThan: 60,
  greaterThan: 62,
  leftSquareBracket: 91,
  backslash: 92,
  rightSquareBracket: 93,
  graveAccent: 96,
} as const
