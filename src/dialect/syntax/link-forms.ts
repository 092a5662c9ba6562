import { markdownSpace } from 'micromark-util-character'
import type { Code, Construct, Effects, State, TokenizeContext, TokenType } from 'micromark-util-types'
import { codes } from './tokens.ts'
import { factoryLineEnd, factorySpaces } from './inline.ts'
import { factoryLabel, factoryMarker, factoryResource } from './part.ts'

type Form = (this: TokenizeContext, effects: Effects, ok: State, nok: State) => State

/** `[label](link "second link")` alone on a line. */
export const linkLine: Construct = lineForm('linkLine', link)

/** `- [name](link "second link")`. */
export const buttonLine: Construct = lineForm('buttonLine', function (effects, ok, nok) {
  const named = factorySpaces(effects, link.call(this, effects, ok, nok))
  return factoryMarker(effects, (code) => (markdownSpace(code) ? named(code) : nok(code)), nok, codes.dash)
})

/** `![alt](path)` alone on a line. */
export const imageLine: Construct = lineForm('imageLine', image)

/** `[![alt](path)](link "second link")` alone on a line. */
export const linkedImageLine: Construct = lineForm('imageLine', function (effects, ok, nok) {
  const resource = factoryResource.call(this, effects, ok, nok, 'withTitle')
  const closeLabel = factoryMarker(effects, afterImage, nok, codes.rightSquareBracket)
  return factoryMarker(effects, image.call(this, effects, beforeClose, nok), nok, codes.leftSquareBracket)

  function beforeClose(code: Code): State | undefined {
    effects.enter('lineMarker')
    return closeLabel(code)
  }

  function afterImage(code: Code): State | undefined {
    effects.exit('lineMarker')
    return resource(code)
  }
})

function lineForm(type: TokenType, form: Form): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      return (code) => {
        effects.enter(type)
        return form.call(this, effects, end, nok)(code)
      }
      function end(code: Code): State | undefined {
        effects.exit(type)
        return factoryLineEnd(effects, ok, nok)(code)
      }
    },
  }
}

function link(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return factoryLabel.call(this, effects, factoryResource.call(this, effects, ok, nok, 'withTitle'), nok)
}

function image(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const resource = factoryResource.call(this, effects, ok, nok, 'withoutTitle')
  return factoryMarker(effects, factoryLabel.call(this, effects, resource, nok), nok, codes.exclamationMark)
}
