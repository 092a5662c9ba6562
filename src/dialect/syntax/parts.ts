import type { Code, Effects, State, Token, TokenizeContext } from 'micromark-util-types'
import { factorySpace } from 'micromark-factory-space'
import { asciiControl, asciiPunctuation, markdownLineEnding, markdownSpace } from 'micromark-util-character'
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

/** What bounds a run of characters: asked once for each character that no escape covers. */
export type Bound = (code: Code) => 'inside' | 'end' | 'broken'

/** Where a run of characters is read, and the token that remembers its escapes. */
export interface Run {
  readonly context: TokenizeContext
  readonly effects: Effects
  readonly token: LineToken
}

/** The end of the line, which bounds every run. */
export function isLineEnd(code: Code): boolean {
  return code === null || markdownLineEnding(code)
}

/** Characters and escapes up to a bound. */
export function factoryInline({ context, effects, token }: Run, ok: State, nok: State, bound: Bound): State {
  return inside

  function inside(code: Code): State | undefined {
    const at = isLineEnd(code) ? 'end' : bound(code)
    if (at !== 'inside') return at === 'end' ? ok(code) : nok(code)
    effects.consume(code)
    return code === codes.backslash ? afterBackslash : inside
  }

  function afterBackslash(code: Code): State | undefined {
    return consumeEscaped({ context, effects, token }, code) ? inside : inside(code)
  }
}

/** Consumes the character after a backslash if the backslash escapes it. */
export function consumeEscaped({ context, effects, token }: Run, code: Code): boolean {
  if (!asciiPunctuation(code)) return false
  ;(token._escapes ??= []).push(context.now().offset - 1)
  effects.consume(code)
  return true
}

/** Spaces and tabs, if any, as part of the token that is open. */
export function factorySpaces(effects: Effects, ok: State): State {
  return function spaces(code) {
    // The codes of a tab, the columns it spans, and a space.
    if (code !== -2 && code !== -1 && code !== 32) return ok(code)
    effects.consume(code)
    return spaces
  }
}

/** Consumes a line ending. */
export function factoryLineEnding(effects: Effects, ok: State): State {
  return (code) => {
    effects.enter('bodyLineEnding')
    effects.consume(code)
    effects.exit('bodyLineEnding')
    return ok
  }
}

/** Nothing but spaces and tabs, as a token of their own, up to the end of the line. */
export function factoryLineEnd(effects: Effects, ok: State, nok: State): State {
  return factorySpace(effects, (code) => (isLineEnd(code) ? ok(code) : nok(code)), 'whitespace')
}

/** Consumes exactly this character. */
export function factoryMarker(effects: Effects, ok: State, nok: State, marker: number): State {
  return (code) => {
    if (code !== marker) return nok(code)
    effects.consume(code)
    return ok
  }
}

/** `[…]`; brackets inside are balanced, as in CommonMark, and hold no link or image of their own. */
export function factoryLabel(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let depth = 0
  let isAfterBracket = false
  return factoryEnclosed.call(this, effects, end, nok, {
    open: codes.leftSquareBracket,
    close: codes.rightSquareBracket,
    bound(code) {
      if (code === codes.leftParenthesis && isAfterBracket) return 'broken'
      isAfterBracket = code === codes.rightSquareBracket
      if (code === codes.leftSquareBracket) depth++
      else if (isAfterBracket && depth-- === 0) return 'end'
      return 'inside'
    },
  })

  function end(code: Code): State | undefined {
    effects.exit('linePart')
    return ok(code)
  }
}

/** `(destination)` or `(destination "title")`, the title only where `title` says so. */
export function factoryResource(
  this: TokenizeContext,
  effects: Effects,
  ok: State,
  nok: State,
  title: 'withTitle' | 'withoutTitle',
): State {
  const context = this
  const closing = factorySpaces(effects, factoryMarker(effects, end, nok, codes.rightParenthesis))
  let token: LineToken
  let textStart = 0
  let depth = 0
  return start

  function start(code: Code): State | undefined {
    if (code !== codes.leftParenthesis) return nok(code)
    token = effects.enter('linePart')
    effects.consume(code)
    return factorySpaces(effects, destination)
  }

  function destination(code: Code): State | undefined {
    if (code !== codes.lessThan) return raw(code)
    effects.consume(code)
    return enclosed
  }

  function raw(code: Code): State | undefined {
    textStart = context.now().offset
    return factoryInline({ context, effects, token }, exit, nok, (inner) => {
      if (asciiControl(inner) || markdownSpace(inner)) return 'end'
      if (inner === codes.leftParenthesis) depth++
      else if (inner === codes.rightParenthesis && depth-- === 0) return 'end'
      return 'inside'
    })(code)

    function exit(inner: Code): State | undefined {
      closeText(context, token, textStart)
      return afterDestination(inner)
    }
  }

  function enclosed(code: Code): State | undefined {
    textStart = context.now().offset
    return factoryInline({ context, effects, token }, exit, nok, (inner) => {
      if (inner === codes.greaterThan) return 'end'
      return inner === codes.lessThan ? 'broken' : 'inside'
    })(code)

    function exit(inner: Code): State | undefined {
      closeText(context, token, textStart)
      return factoryMarker(effects, afterDestination, nok, codes.greaterThan)(inner)
    }
  }

  function afterDestination(code: Code): State | undefined {
    return markdownSpace(code) ? factorySpaces(effects, titleOrEnd)(code) : closing(code)
  }

  function titleOrEnd(code: Code): State | undefined {
    if (code !== codes.quotationMark || title === 'withoutTitle') return closing(code)
    effects.exit('linePart')
    return factoryEnclosed.call(context, effects, closing, nok, {
      open: codes.quotationMark,
      close: codes.quotationMark,
      bound: (inner) => (inner === codes.quotationMark ? 'end' : 'inside'),
    })(code)
  }

  function end(code: Code): State | undefined {
    effects.exit('linePart')
    return ok(code)
  }
}

interface Enclosed {
  readonly open: number
  readonly close: number
  readonly bound: Bound
}

/** Text between two delimiters; its token stays open, for what belongs to its end. */
function factoryEnclosed(this: TokenizeContext, effects: Effects, ok: State, nok: State, enclosed: Enclosed): State {
  const context = this
  const { open, close, bound } = enclosed
  let token: LineToken
  let textStart = 0
  return (code) => {
    if (code !== open) return nok(code)
    token = effects.enter('linePart')
    effects.consume(code)
    return content
  }

  function content(code: Code): State | undefined {
    textStart = context.now().offset
    return factoryInline({ context, effects, token }, closing, nok, bound)(code)
  }

  function closing(code: Code): State | undefined {
    closeText(context, token, textStart)
    return factoryMarker(effects, ok, nok, close)(code)
  }
}

function closeText(context: TokenizeContext, token: LineToken, start: number): void {
  token._text = { start, end: context.now().offset }
}
