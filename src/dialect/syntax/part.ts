import { asciiControl, markdownSpace } from 'micromark-util-character'
import type { Code, Effects, State, TokenizeContext } from 'micromark-util-types'
import { codes, type LineToken } from './tokens.ts'
import { type Bound, factoryInline, factorySpaces } from './inline.ts'

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
