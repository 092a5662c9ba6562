import { markdownSpace } from 'micromark-util-character'
import type { Code, Construct, State } from 'micromark-util-types'
import { codes, type LineToken } from './tokens.ts'
import { factoryInline, factorySpaces, isLineEnd } from './inline.ts'

/** `# …` and `## …`. More number signs, or none followed by a space, are text. */
export const heading: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const context = this
    const now = (): number => context.now().offset
    let depth: 0 | 1 | 2 = 0
    let token: LineToken
    let textStart = 0
    return start

    function start(code: Code): State | undefined {
      token = effects.enter('headingLine')
      return sequence(code)
    }

    function sequence(code: Code): State | undefined {
      if (code === codes.numberSign) {
        if (depth === 2) return nok(code)
        depth = depth === 0 ? 1 : 2
        effects.consume(code)
        return sequence
      }
      if (isLineEnd(code)) return content(code)
      return markdownSpace(code) ? factorySpaces(effects, content)(code) : nok(code)
    }

    function content(code: Code): State | undefined {
      textStart = now()
      return factoryInline({ context, effects, token }, end, nok, () => 'inside')(code)
    }

    function end(code: Code): State | undefined {
      token._text = { start: textStart, end: now() }
      if (depth !== 0) token._depth = depth
      effects.exit('headingLine')
      return ok(code)
    }
  },
}
