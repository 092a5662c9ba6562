import { markdownLineEnding } from 'micromark-util-character'
import type { Code, Construct, State, TokenizeContext } from 'micromark-util-types'
import { codes, type LineToken } from './tokens.ts'
import { factoryLineEnd, factoryLineEnding } from './inline.ts'
import { factoryMarker } from './part.ts'

/**
 * `<!-- … -->` alone on its lines. As in CommonMark the first `-->` ends it, which in `<!-->` shares its dashes with
 * the opening. One that nothing closes runs to the end of the file. One that is followed by more on its last line
 * is no comment: its lines are text.
 */
export function commentConstruct(): Construct {
  // Every `<!--` between one that failed and its `-->` would fail at the same place: remembered so that it is
  // looked for once, not once a line.
  const failedBefore = new WeakMap<TokenizeContext['parser'], number>()
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      const { parser } = this
      const now = (): number => this.now().offset
      const marker = (next: State, code: number): State => factoryMarker(effects, next, nok, code)
      const lineEnding = factoryLineEnding(effects, lineStart)
      const opening = [codes.lessThan, codes.exclamationMark, codes.dash, codes.dash].reduceRight(marker, inside)
      let token: LineToken
      let dashes = 2
      let isLineOpen = false
      return (code) => {
        if (now() < (failedBefore.get(parser) ?? 0)) return nok(code)
        token = effects.enter('comment')
        return opening(code)
      }

      function inside(code: Code): State | undefined {
        if (code === null) {
          token._unclosed = true
          endLine()
          effects.exit('comment')
          return ok(code)
        }
        if (markdownLineEnding(code)) {
          dashes = 0
          endLine()
          return lineEnding(code)
        }
        const closes = code === codes.greaterThan && dashes >= 2
        dashes = code === codes.dash ? dashes + 1 : 0
        effects.consume(code)
        return closes ? closed : inside
      }

      function lineStart(code: Code): State | undefined {
        isLineOpen = code !== null && !markdownLineEnding(code)
        if (isLineOpen) effects.enter('commentLine')
        return inside(code)
      }

      function endLine(): void {
        if (isLineOpen) effects.exit('commentLine')
        isLineOpen = false
      }

      function closed(code: Code): State | undefined {
        endLine()
        effects.exit('comment')
        return factoryLineEnd(effects, ok, followed)(code)
      }

      function followed(code: Code): State | undefined {
        failedBefore.set(parser, now())
        return nok(code)
      }
    },
  }
}
