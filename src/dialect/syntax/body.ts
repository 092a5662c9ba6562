import type { Code, Construct, ConstructRecord, State } from 'micromark-util-types'
import { block } from './block.ts'
import { codes, type LineToken } from './tokens.ts'
import { commentConstruct } from './comment.ts'
import { divider } from './divider.ts'
import { heading } from './heading.ts'
import { consumeEscaped, factoryLineEnding, isLineEnd } from './inline.ts'
import { buttonLine, imageLine, linkedImageLine, linkLine } from './link-forms.ts'

/**
 * All lines of a message, each one of the line forms or text.
 *
 * One construct for the whole body, and a concrete one: nothing nests, so micromark need not look for containers at
 * the start of every line, which is most of what a line costs otherwise.
 */
export function bodyConstruct(): Construct {
  const forms: ConstructRecord = {
    [codes.numberSign]: heading,
    [codes.exclamationMark]: imageLine,
    [codes.leftSquareBracket]: [linkedImageLine, linkLine],
    [codes.dash]: [divider, buttonLine],
    [codes.graveAccent]: block,
    [codes.lessThan]: commentConstruct(),
  }
  return {
    name: 'body',
    concrete: true,
    tokenize(effects, ok) {
      const context = this
      let line: LineToken
      const lineEnding = factoryLineEnding(effects, lineStart)
      const form = effects.attempt(forms, lineEnd, text)
      return start

      function start(code: Code): State | undefined {
        effects.enter('body')
        return lineStart(code)
      }

      function lineStart(code: Code): State | undefined {
        if (isLineEnd(code)) return lineEnd(code)
        return code !== null && code in forms ? form(code) : text(code)
      }

      function lineEnd(code: Code): State | undefined {
        if (code === null) {
          effects.exit('body')
          return ok(code)
        }
        return lineEnding(code)
      }

      // Most lines are text: their states are made once, not once a line, and ask for no bound.
      function text(code: Code): State | undefined {
        line = effects.enter('textLine')
        return textInside(code)
      }

      function textInside(code: Code): State | undefined {
        if (code === null) {
          effects.exit('textLine')
          return lineEnd(code)
        }
        effects.consume(code)
        if (isLineEnd(code)) {
          // With its line ending inside, the token is where micromark cuts: two events a line instead of four.
          effects.exit('textLine')
          return lineStart
        }
        return code === codes.backslash ? afterBackslash : textInside
      }

      function afterBackslash(code: Code): State | undefined {
        return consumeEscaped({ context, effects, token: line }, code) ? textInside : textInside(code)
      }
    },
  }
}
