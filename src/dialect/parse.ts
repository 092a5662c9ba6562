import type { CompileContext, Extension } from 'mdast-util-from-markdown'
import type { Position } from 'unist'
import { type Processor, unified } from 'unified'
import type { Document, Line, Part, Piece } from './document.ts'
import { piecesOf } from './pieces.ts'
import type { LineToken } from './syntax/parts.ts'
import { type Span, withoutByteOrderMark } from '../diagnostic.ts'
import { parsePlain } from './plain-document.ts'
import { friendtalkSyntax } from './syntax/body.ts'

/**
 * The dialect's extension of mdast-util-from-markdown: a token of a line becomes a node of a `Document`. Lines do not
 * nest, so a node is complete when it is entered and nothing is left to do at its end.
 */
function friendtalkFromMarkdown(): Extension {
  return {
    enter: {
      textLine(token) {
        const raw = this.sliceSerialize(token).replace(/[\r\n]+$/, '')
        // A line of spaces and tabs is blank, and blank lines are no nodes.
        if (/^[ \t]*$/.test(raw)) return
        const { line, column, offset } = token.start
        linesOf(this).push({
          type: 'textLine',
          pieces: piecesOf(raw, offset, token._escapes),
          position: {
            start: { line, column, offset },
            end: { line, column: column + raw.length, offset: offset + raw.length },
          },
        })
      },
      headingLine(token) {
        const depth = token._depth ?? 1
        linesOf(this).push({ type: 'heading', depth, pieces: pieces(this, token), position: position(token) })
      },
      imageLine(token) {
        linesOf(this).push({ type: 'imageLine', children: partsToCome(), position: position(token) })
      },
      buttonLine(token) {
        linesOf(this).push({ type: 'buttonLine', children: partsToCome(), position: position(token) })
      },
      linkLine(token) {
        linesOf(this).push({ type: 'linkLine', children: partsToCome(), position: position(token) })
      },
      linePart(token) {
        const line = linesOf(this).at(-1)
        if (line === undefined || !('children' in line)) return
        const part: Part = { type: 'part', pieces: pieces(this, token), position: positionOfPart(token) }
        ;(line.children as readonly Part[] as Part[]).push(part)
      },
      block(token) {
        const { _info: info = spanOf(token), _content: content = spanOf(token) } = token
        linesOf(this).push({ type: 'block', info, content, closed: isClosed(token), position: position(token) })
      },
      divider(token) {
        linesOf(this).push({ type: 'divider', position: position(token) })
      },
      comment(token) {
        linesOf(this).push({ type: 'comment', closed: isClosed(token), position: position(token) })
      },
    },
  }
}

/** The tree's children; mdast's types do not know the dialect's nodes. */
function linesOf(context: CompileContext): Line[] {
  return (context.stack[0] as unknown as { children: Line[] }).children
}

/** The parts follow as tokens of their own; the syntax lets a line form end only when it has all it needs. */
function partsToCome(): [Part, Part] {
  return [] as Part[] as [Part, Part]
}

function pieces(context: CompileContext, token: LineToken): Piece[] {
  const start = token.start.offset
  const raw = context.sliceSerialize(token)
  if (token._text === undefined) return piecesOf(raw, start, token._escapes)
  const text = raw.slice(token._text.start - start, token._text.end - start)
  return piecesOf(text, token._text.start, token._escapes)
}

function isClosed(token: LineToken): boolean {
  return token._unclosed === undefined
}

function spanOf(token: LineToken): { start: number; end: number } {
  return { start: token.start.offset, end: token.end.offset }
}

/** The text of a part with the delimiter on either side of it. */
function positionOfPart(token: LineToken): Position {
  const { start, end } = token._text ?? spanOf(token)
  const at = (offset: number): Position['start'] => ({
    line: token.start.line,
    column: token.start.column + offset - token.start.offset,
    offset,
  })
  return { start: at(start - 1), end: at(end + 1) }
}

function position({ start, end }: LineToken): Position {
  return {
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
  }
}

import remarkFrontmatter from 'remark-frontmatter'
import remarkParse from 'remark-parse'

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
