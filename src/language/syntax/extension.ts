import type { Construct, Extension } from 'micromark-util-types'
import { bodyConstruct } from './body.ts'

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
    // micromark asks `flow` after `flowInitial`: only a first line that is no frontmatter comes this far.
    flow: { null: body },
  }
}

/** Passes at the start of a file, so that the frontmatter's construct in `flow` has its turn. */
function afterFrontmatter(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return this.now().offset === 0 ? nok : construct.tokenize.call(this, effects, ok, nok)
    },
  }
}
