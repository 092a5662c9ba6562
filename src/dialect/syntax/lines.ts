import { markdownLineEnding, markdownSpace } from 'micromark-util-character'
import type { Code, Construct, State, TokenizeContext } from 'micromark-util-types'
import {
  codes,
  factoryInline,
  factoryLineEnd,
  factoryLineEnding,
  factoryMarker,
  factorySpaces,
  isLineEnd,
  type LineToken,
} from './parts.ts'

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

const minFence = 3

/**
 * A fence with an info string, up to a fence that is at least as long. One that nothing closes runs to the end of
 * the file, as in CommonMark.
 */
export const block: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const now = (): number => this.now().offset
    const nextLine = factoryLineEnding(effects, lineStart)
    let token: LineToken
    let size = 0
    let infoStart = 0
    let contentStart: number | undefined
    let contentEnd = 0
    return start

    function start(code: Code): State | undefined {
      token = effects.enter('block')
      return sequence(code)
    }

    function sequence(code: Code): State | undefined {
      if (code === codes.graveAccent) {
        size++
        effects.consume(code)
        return sequence
      }
      return size < minFence ? nok(code) : factorySpaces(effects, beforeInfo)(code)
    }

    function beforeInfo(code: Code): State | undefined {
      if (isLineEnd(code)) return nok(code)
      infoStart = now()
      return info(code)
    }

    function info(code: Code): State | undefined {
      if (code === codes.graveAccent) return nok(code)
      if (isLineEnd(code)) {
        token._info = { start: infoStart, end: now() }
        return lineEnding(code)
      }
      effects.consume(code)
      return info
    }

    function lineEnding(code: Code): State | undefined {
      return code === null ? unclosed(code) : nextLine(code)
    }

    function lineStart(code: Code): State | undefined {
      contentEnd = now()
      contentStart ??= contentEnd
      if (isLineEnd(code)) return lineEnding(code)
      effects.enter('blockLine')
      return code === codes.graveAccent ? closingSequence(code, 0) : contentLine(code)
    }

    // A line that starts like a closing fence but is too short or goes on is content: no need to go back.
    function closingSequence(code: Code, closingSize: number): State | undefined {
      if (code === codes.graveAccent) {
        effects.consume(code)
        return (next) => closingSequence(next, closingSize + 1)
      }
      return closingSize < size ? contentLine(code) : factorySpaces(effects, afterClosing)(code)
    }

    function contentLine(code: Code): State | undefined {
      if (isLineEnd(code)) {
        effects.exit('blockLine')
        return lineEnding(code)
      }
      effects.consume(code)
      return contentLine
    }

    function afterClosing(code: Code): State | undefined {
      return isLineEnd(code) ? closed(code) : contentLine(code)
    }

    function closed(code: Code): State | undefined {
      effects.exit('blockLine')
      exit()
      return ok(code)
    }

    function unclosed(code: Code): State | undefined {
      contentEnd = now()
      token._unclosed = true
      exit()
      return ok(code)
    }

    function exit(): void {
      token._content = { start: contentStart ?? contentEnd, end: contentEnd }
      effects.exit('block')
    }
  },
}

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
