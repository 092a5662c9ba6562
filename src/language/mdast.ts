import type { CompileContext, Extension } from 'mdast-util-from-markdown'
import type { Token } from 'micromark-util-types'
import type { Position } from 'unist'
import type { Line, Part, Piece } from './document.ts'
import { piecesOf } from './pieces.ts'

/**
 * The dialect's extension of mdast-util-from-markdown: a token of a line becomes a node of a `Document`. Lines do not
 * nest, so a node is complete when it is entered and nothing is left to do at its end.
 */
export function friendtalkFromMarkdown(): Extension {
  return {
    enter: {
      textLine(token) {
        // A line of spaces and tabs is blank, and blank lines are no nodes.
        if (/^[ \t]*$/.test(this.sliceSerialize(token))) return
        linesOf(this).push({ type: 'textLine', pieces: pieces(this, token), position: position(token) })
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
        const part: Part = { type: 'part', pieces: pieces(this, token), position: position(token) }
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

function pieces(context: CompileContext, token: Token): Piece[] {
  const start = token.start.offset
  const raw = context.sliceSerialize(token)
  if (token._text === undefined) return piecesOf(raw, start, token._escapes)
  const text = raw.slice(token._text.start - start, token._text.end - start)
  return piecesOf(text, token._text.start, token._escapes)
}

function isClosed(token: Token): boolean {
  return token._unclosed === undefined
}

function spanOf(token: Token): { start: number; end: number } {
  return { start: token.start.offset, end: token.end.offset }
}

function position({ start, end }: Token): Position {
  return {
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
  }
}
