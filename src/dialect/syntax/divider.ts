import type { Code, Construct, State } from 'micromark-util-types'
import { codes } from './tokens.ts'
import { factoryLineEnd } from './inline.ts'

/** Three or more `-` alone on a line. */
export const divider: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let size = 0
    return start

    function start(code: Code): State | undefined {
      effects.enter('divider')
      return sequence(code)
    }

    function sequence(code: Code): State | undefined {
      if (code === codes.dash) {
        size++
        effects.consume(code)
        return sequence
      }
      if (size < 3) return nok(code)
      effects.exit('divider')
      return factoryLineEnd(effects, ok, nok)(code)
    }
  },
}
