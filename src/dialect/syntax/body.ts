import type {
  Code,
  Construct,
  ConstructRecord,
  Effects,
  Extension,
  State,
  TokenizeContext,
  TokenType,
} from 'micromark-util-types'
import { markdownSpace } from 'micromark-util-character'
import {
  codes,
  consumeEscaped,
  factoryLabel,
  factoryLineEnd,
  factoryLineEnding,
  factoryMarker,
  factoryResource,
  factorySpaces,
  isLineEnd,
  type LineToken,
} from './parts.ts'
import { block, commentConstruct, divider, heading } from './lines.ts'

/** The constructs of CommonMark that can start a line; the dialect has none of them. */
const disabled = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
]

/** The dialect's micromark extension, for use beside micromark-extension-frontmatter. */
export function friendtalkSyntax(): Extension {
  const body = bodyConstruct()
  return {
    disable: { null: disabled },
    flowInitial: { null: afterFrontmatter(body) },
    // micromark asks `flow` after `flowInitial`: only a first line that starts like frontmatter and is none comes this far.
    flow: { null: body },
  }
}

/** Passes where frontmatter may start, so that its construct in `flow` has its turn. */
function afterFrontmatter(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const body = construct.tokenize.call(this, effects, ok, nok)
      if (this.now().offset > 0) return body
      return (code) => (code === null || code === codes.dash ? nok(code) : body(code))
    },
  }
}

type Form = (this: TokenizeContext, effects: Effects, ok: State, nok: State) => State

/** `[label](link "second link")` alone on a line. */
const linkLine: Construct = lineForm('linkLine', link)

/** `- [name](link "second link")`. */
const buttonLine: Construct = lineForm('buttonLine', function (effects, ok, nok) {
  const named = factorySpaces(effects, link.call(this, effects, ok, nok))
  return factoryMarker(effects, (code) => (markdownSpace(code) ? named(code) : nok(code)), nok, codes.dash)
})

/** `![alt](path)` alone on a line. */
const imageLine: Construct = lineForm('imageLine', image)

/** `[![alt](path)](link "second link")` alone on a line. */
const linkedImageLine: Construct = lineForm('imageLine', function (effects, ok, nok) {
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

/**
 * All lines of a message, each one of the line forms or text.
 *
 * One construct for the whole body, and a concrete one: nothing nests, so micromark need not look for containers at
 * the start of every line, which is most of what a line costs otherwise.
 */
function bodyConstruct(): Construct {
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
