import type { Span } from '../../diagnostic.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    /** All lines from the first after the frontmatter to the end of the file. */
    body: 'body'
    /** One for each line ending: micromark cuts the body into lines at these. */
    bodyLineEnding: 'bodyLineEnding'
    textLine: 'textLine'
    headingLine: 'headingLine'
    imageLine: 'imageLine'
    buttonLine: 'buttonLine'
    linkLine: 'linkLine'
    /** A label, destination or title with its opening delimiter, so that it is never empty. */
    linePart: 'linePart'
    block: 'block'
    divider: 'divider'
    comment: 'comment'
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
