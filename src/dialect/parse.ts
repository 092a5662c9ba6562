import type { Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { Code, Construct, Extension, State } from 'micromark-util-types'
import remarkFrontmatter from 'remark-frontmatter'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { once } from '../contract/once.ts'
import { type Span, withoutByteOrderMark } from '../diagnostic.ts'
import type { Document, Line } from './document.ts'
import { linesOf } from './lines.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    /** All lines from the first after the frontmatter to the end of the file. */
    body: 'body'
    /** A line with its line ending: micromark cuts the body there. */
    bodyLine: 'bodyLine'
  }
}

/** Takes a file apart. Costs linear time and never throws. */
export function parse(file: string): Document {
  const source = withoutByteOrderMark(file)
  return parsePlain(source) ?? parseAny(source)
}

/**
 * A shortcut of `parse`: finds the frontmatter that nearly every file has. What it does not know for sure it leaves to
 * micromark, and a test compares the two on generated files.
 *
 * @param source without a byte order mark
 */
export function parsePlain(source: string): Document | undefined {
  // micromark replaces NUL, and a lone CR ends a line.
  if (source.includes('\0') || loneReturn.test(source)) return undefined
  const opening = /^---\r?\n/.exec(source)?.[0].length
  if (opening === undefined) return undefined
  const closing = closingFence(source, opening)
  if (closing === undefined) return undefined
  const end = closing + '---'.length
  const offset = end + (source[end] === '\r' ? 2 : 1)
  const lines = linesOf(source.slice(offset), { offset, line: lineAt(source, offset) })
  return { source, frontmatter: { span: { start: 0, end }, content: { start: opening, end: closing } }, lines }
}

const loneReturn = /\r(?!\n)/

/** Where the `---` stands that ends the frontmatter; nothing where there is none, or one with spaces behind it. */
function closingFence(source: string, opening: number): number | undefined {
  for (let at = opening - 1; at >= 0; at = source.indexOf('\n---', at + 1)) {
    if (!source.startsWith('\n---', at)) continue
    const behind = source[at + '\n---'.length]
    if (behind === ' ' || behind === '\t') return undefined
    if (behind === undefined || behind === '\n' || behind === '\r') return at + 1
  }
  return undefined
}

function lineAt(source: string, offset: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line++
  return line
}

/** Takes any file apart, with micromark. */
export function parseAny(source: string): Document {
  const [first, ...rest] = processor().parse(source).children
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

/**
 * A unified plugin: teaches remark-parse the dialect in place of CommonMark's constructs. With remark-frontmatter the
 * tree's children are a `yaml` node and the `Line`s of a `Document`.
 */
function remarkFriendtalk(this: Processor): undefined {
  const data = this.data()
  ;(data.micromarkExtensions ??= []).push(syntax)
  ;(data.fromMarkdownExtensions ??= []).push(fromMarkdown)
}

/** The code of a tab, which the columns that it spans follow; those of line endings are smaller. */
const tab = -2
/** The code of `-`. */
const dash = 45

/** Everything behind the frontmatter: nothing in it nests, and its lines are read from its text. */
const body: Construct = {
  name: 'body',
  concrete: true,
  tokenize(effects, ok) {
    return start

    function start(code: Code): State | undefined {
      effects.enter('body')
      return lineStart(code)
    }

    function lineStart(code: Code): State | undefined {
      if (code === null) return end(code)
      effects.enter('bodyLine')
      return inside(code)
    }

    function inside(code: Code): State | undefined {
      if (code === null) {
        effects.exit('bodyLine')
        return end(code)
      }
      effects.consume(code)
      if (code >= tab) return inside
      effects.exit('bodyLine')
      return lineStart
    }

    function end(code: Code): State | undefined {
      effects.exit('body')
      return ok(code)
    }
  },
}

/** Passes where frontmatter may start, so that its construct in `flow` has its turn. */
const bodyWithoutFrontmatter: Construct = {
  ...body,
  tokenize(effects, ok, nok) {
    const read = body.tokenize.call(this, effects, ok, nok)
    if (this.now().offset > 0) return read
    return (code) => (code === null || code === dash ? nok(code) : read(code))
  },
}

const syntax: Extension = {
  // The constructs of CommonMark that can start a line; the dialect has none of them.
  disable: {
    null: [
      'blockQuote',
      'codeFenced',
      'codeIndented',
      'definition',
      'headingAtx',
      'htmlFlow',
      'list',
      'setextUnderline',
      'thematicBreak',
    ],
  },
  flowInitial: { null: bodyWithoutFrontmatter },
  // micromark asks `flow` after `flowInitial`: only a first line that starts like frontmatter and is none comes this far.
  flow: { null: body },
}

const fromMarkdown: FromMarkdown = {
  enter: {
    body(token) {
      const { offset, line } = token.start
      // The tree's children; mdast's types do not know the dialect's nodes.
      const { children } = this.stack[0] as unknown as { children: Line[] }
      for (const one of linesOf(this.sliceSerialize(token), { offset, line })) children.push(one)
    },
  },
}

const processor = once(() => unified().use(remarkParse).use(remarkFrontmatter).use(remarkFriendtalk).freeze())
