import type { Construct, Extension } from 'micromark-util-types'
import { bodyConstruct } from './body.ts'
import { codes } from './tokens.ts'

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
