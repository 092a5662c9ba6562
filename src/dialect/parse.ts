import remarkFrontmatter from 'remark-frontmatter'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { type Span, withoutByteOrderMark } from '../diagnostic.ts'
import type { Document, Line } from './document.ts'
import { friendtalkFromMarkdown } from './mdast.ts'
import { parsePlain } from './plain-document.ts'
import { friendtalkSyntax } from './syntax/extension.ts'

/**
 * A unified plugin: teaches remark-parse the dialect in place of CommonMark's constructs. Use it with
 * remark-frontmatter; the tree's children are then a `yaml` node and the `Line`s of a `Document`.
 */
function remarkFriendtalk(this: Processor): undefined {
  const data = this.data()
  ;(data.micromarkExtensions ??= []).push(friendtalkSyntax())
  ;(data.fromMarkdownExtensions ??= []).push(friendtalkFromMarkdown())
}

const processor = unified().use(remarkParse).use(remarkFrontmatter).use(remarkFriendtalk).freeze()

/** Takes a file apart. Costs linear time and never throws. */
export function parse(file: string): Document {
  const source = withoutByteOrderMark(file)
  return parsePlain(source) ?? parseAny(source)
}

/** Takes any file apart, with micromark. */
export function parseAny(source: string): Document {
  const [first, ...rest] = processor.parse(source).children
  if (first?.type !== 'yaml') {
    return { source, lines: (first === undefined ? [] : [first, ...rest]) as unknown as Line[] }
  }
  const start = first.position?.start.offset ?? 0
  const span: Span = { start, end: first.position?.end.offset ?? source.length }
  const opening = /^---[ \t]*(?:\r\n|\n|\r)/.exec(source)?.[0].length ?? 0
  const closing = /---[ \t]*$/.exec(source.slice(span.start, span.end))?.index ?? span.end
  return {
    source,
    frontmatter: { span, content: { start: opening, end: Math.max(opening, closing) } },
    lines: rest as unknown as Line[],
  }
}
