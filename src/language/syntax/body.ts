import type { Code, Construct, ConstructRecord, State } from 'micromark-util-types'
import { block } from './block.ts'
import { codes } from './codes.ts'
import { commentConstruct } from './comment.ts'
import { divider } from './divider.ts'
import { heading } from './heading.ts'
import { factoryInline, factoryLineEnding, isLineEnd } from './inline.ts'
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
      const self = this
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

      function text(code: Code): State | undefined {
        const token = effects.enter('textLine')
        return factoryInline({ context: self, effects, token }, textEnd, textEnd, () => 'inside')(code)
      }

      function textEnd(code: Code): State | undefined {
        effects.exit('textLine')
        return lineEnd(code)
      }
    },
  }
}
