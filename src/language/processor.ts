import type { Nodes, Root } from 'mdast'
import type { CompileContext, Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { Extension as Micromark, Token } from 'micromark-util-types'
import remarkFrontmatter from 'remark-frontmatter'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import type { Span } from '../diagnostic.ts'

/** The places of the parts of a link or an image, without their delimiters; the destination with its angle brackets. */
export interface Places {
  label?: Span
  destination?: Span
  title?: Span
}

declare module 'mdast' {
  interface LinkData {
    places?: Places
  }
  interface ImageData {
    places?: Places
  }
}

/** The constructs of CommonMark that plain text has no use for: their marks are sent as typed. */
const off: Micromark = {
  disable: {
    null: [
      'attention',
      'autolink',
      'blockQuote',
      'characterReference',
      'codeIndented',
      'codeText',
      'definition',
      'hardBreakEscape',
      'htmlText',
      'list',
      'setextUnderline',
    ],
  },
}

const tilde = '\uE000'
const tagStart = '\uE001'

/**
 * Hides what CommonMark would take for a fence or a tag, with all lines below it: `~~~~~~` is a divider that people type,
 * and `<NEW>` is text. Every character keeps its place.
 */
function masked(source: string): string {
  if (!/[~<]/.test(source)) return source
  return source.replace(
    /^([ \t]*)(~(?=~~)|<(?!!--))/gm,
    (_, indent: string, mark: string) => `${indent}${mark === '~' ? tilde : tagStart}`,
  )
}

/** Puts the hidden characters back into the texts of a tree. */
function unmask(node: Nodes): void {
  if ('value' in node) node.value = node.value.replaceAll(tilde, '~').replaceAll(tagStart, '<')
  if ('children' in node) for (const child of node.children) unmask(child)
}

function remember(part: keyof Places, depth: number) {
  return function (this: CompileContext, { start, end }: Token): undefined {
    const node = this.stack.at(depth)
    if (node?.type !== 'link' && node?.type !== 'image') return
    node.data = { ...node.data, places: { ...node.data?.places, [part]: { start: start.offset, end: end.offset } } }
  }
}

/** Keeps the places of the parts, of which mdast knows the values alone. The label is read into a buffer of its own. */
const places: FromMarkdown = {
  enter: {
    labelText: remember('label', -2),
    resourceDestination: remember('destination', -1),
    resourceTitle: remember('title', -1),
  },
}

// unified calls a plugin on its processor, and a package of one plugin exports it as the default.
/* oxlint-disable import/no-default-export, oxc/no-this-in-exported-function */
/**
 * A plugin of unified, behind remark-parse: reads Markdown as friendtalk does, so that rules of remark-lint can look at
 * messages. Emphasis, quotes, lists, inline code, HTML and references are text; links and images know the places of their
 * parts (`data.places`).
 */
export default function remarkFriendtalk(this: Processor): undefined {
  const data = this.data()
  ;(data.micromarkExtensions ??= []).push(off)
  ;(data.fromMarkdownExtensions ??= []).push(places)
  const { parser } = this
  if (parser === undefined) throw new Error('friendtalk/remark stands behind remark-parse.')
  this.parser = (source, file) => {
    const hidden = masked(source)
    const tree = parser(hidden, file)
    if (hidden !== source) unmask(tree as Nodes)
    return tree
  }
}
/* oxlint-enable import/no-default-export, oxc/no-this-in-exported-function */

const processor = unified().use(remarkParse).use(remarkFrontmatter).use(remarkFriendtalk).freeze()

export function treeOf(source: string): Root {
  return processor.parse(source)
}
