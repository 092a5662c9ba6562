import { factorySpace } from 'micromark-factory-space'
import { asciiPunctuation, markdownLineEnding } from 'micromark-util-character'
import type { Code, Effects, State, TokenizeContext } from 'micromark-util-types'
import { codes, type LineToken } from './tokens.ts'

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
