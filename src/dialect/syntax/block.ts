import type { Code, Construct, State } from 'micromark-util-types'
import { codes, type LineToken } from './tokens.ts'
import { factoryLineEnding, factorySpaces, isLineEnd } from './inline.ts'

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
