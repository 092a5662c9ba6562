import type { Code, Heading as MarkdownHeading, Html, Image, Link, Paragraph, RootContent } from 'mdast'
import { type Span, withoutByteOrderMark } from '../diagnostic.ts'
import { type Document, type Line, LineIndex, type Part } from './document.ts'
import { piecesOf, type Stretch } from './pieces.ts'
import { treeOf } from './processor.ts'

interface Placed extends Span {
  readonly first: number
  readonly last: number
  /** True if it starts further right than the forms may. */
  readonly isIndented: boolean
}

/** Takes a file apart. What has no meaning in the dialect is text, a line of the source each. Never throws. */
export function parse(file: string): Document {
  const source = withoutByteOrderMark(file)
  const index = new LineIndex(source)
  const lines: Line[] = []
  let frontmatter: Document['frontmatter']

  function add(node: RootContent): void {
    const at = placeOf(node)
    if (node.type === 'yaml') frontmatter = { span: { start: at.start, end: at.end }, content: between(at) }
    else if (node.type === 'paragraph') addParagraph(node, at)
    else if (!at.isIndented && node.type === 'heading') addHeading(node, at)
    else if (!at.isIndented && node.type === 'code') addCode(node, at)
    else if (!at.isIndented && node.type === 'html') addComment(node, at)
    else if (node.type === 'thematicBreak' && /^-{3,}[ \t]*$/.test(sliceOf(index.spanOf(at.first)))) {
      lines.push({ type: 'divider', span: withoutBlanks(at), first: at.first, last: at.last })
    } else addText(at.first, at.last)
  }

  const sliceOf = ({ start, end }: Span): string => source.slice(start, end)

  /** The lines between the first and the last of a node. */
  function between({ first, last }: Placed): Span {
    const start = index.offsetOf({ line: first + 1, column: 1 })
    return { start, end: Math.max(start, index.spanOf(last).start) }
  }

  function addHeading({ depth, children }: MarkdownHeading, at: Placed): void {
    if (depth > 2) return addText(at.first, at.last)
    const { first } = at
    const [head, tail] = [children[0], children.at(-1)]
    const pieces = head && tail ? piecesIn({ start: placeOf(head).start, end: placeOf(tail).end }, 'part') : []
    const line = { span: withoutBlanks(at), first, last: first }
    lines.push({ type: 'heading', depth: depth === 1 ? 1 : 2, pieces, ...line })
  }

  function addCode({ lang }: Code, at: Placed): void {
    const { start, end, first, last } = at
    const opening = index.spanOf(first)
    const [marks = ''] = /^`+/.exec(source.slice(start)) ?? []
    const closing = source.slice(index.spanOf(last).start, end)
    const closed = last > first && new RegExp(`^ {0,3}\`{${marks.length},}[ \\t]*$`).test(closing)
    // Text between two fences without a name is sent as typed.
    if (!lang && closed) return addText(first, last)
    const behind = start + marks.length
    const name = source.slice(behind, opening.end)
    const info = { start: behind + (name.length - name.trimStart().length), end: behind + name.trimEnd().length }
    const content = closed ? between(at) : { start: Math.min(opening.end + 1, end), end }
    lines.push({ type: 'block', span: { start, end }, info, content, closed, first, last })
  }

  function addComment({ value }: Html, at: Placed): void {
    const { first, last } = at
    const end = value.indexOf('-->')
    // Text beside a comment would be lost with it.
    if (end >= 0 && value.slice(end + 3).trim() !== '') addText(first, last)
    else lines.push({ type: 'comment', span: withoutBlanks(at), closed: end >= 0, first, last })
  }

  function addParagraph({ children }: Paragraph, { first, last }: Placed): void {
    const forms = children.filter((child) => child.type === 'link' || child.type === 'image')
    const byLine = new Map<number, (Link | Image)[]>()
    for (const form of forms) {
      const at = placeOf(form)
      if (at.first === at.last) byLine.set(at.first, [...(byLine.get(at.first) ?? []), form])
    }
    for (let line = first; line <= last; line++) {
      const [only, ...others] = byLine.get(line) ?? []
      const form = only && others.length === 0 ? formOf(only, line) : undefined
      if (form) lines.push(form)
      else addText(line, line)
    }
  }

  /** A line that one link or image is all of, or a button. */
  function formOf(node: Link | Image, line: number): Line | undefined {
    const span = withoutBlanks(index.spanOf(line))
    const { start, end } = placeOf(node)
    if (end !== span.end) return undefined
    const place = { span, first: line, last: line }
    const before = source.slice(span.start, start)
    if (node.type === 'image') {
      const [alt, path, second] = partsOf(node)
      return before === '' && !second && leadsSomewhere(path)
        ? { type: 'imageLine', children: [alt, path], ...place }
        : undefined
    }
    const [label, link, second] = partsOf(node)
    const targets = second ? ([link, second] as const) : ([link] as const)
    const image = node.children.find((child) => child.type === 'image')
    if (image) {
      const [alt, path, title] = partsOf(image)
      const isAlone = node.children.length === 1 && before === '' && !title
      return isAlone ? { type: 'imageLine', children: [alt, path, ...targets], ...place } : undefined
    }
    if (!leadsSomewhere(link)) return undefined
    if (before === '') return { type: 'linkLine', children: [label, ...targets], ...place }
    return /^-[ \t]+$/.test(before) ? { type: 'buttonLine', children: [label, ...targets], ...place } : undefined
  }

  /** `- [A코스](30분)`, `[1차](12/1~12/5)` and `![필독](전직원)` are no links: what stands there is no address. */
  function leadsSomewhere({ span: { start, end } }: Part): boolean {
    const text = source.slice(start + 1, end - 1)
    return !/^(?![^]*(?:[:.]|#\{))[^]*[^\0-\x7f]/.test(text) && !/^[\d\s:.-]*[/~][\d\s:./~-]*$/.test(text)
  }

  function partsOf(node: Link | Image): readonly [label: Part, link: Part, second?: Part] {
    const { start } = placeOf(node)
    const { label, destination, title } = node.data?.places ?? {}
    const from = label?.start ?? start + (node.type === 'image' ? 2 : 1)
    const labelEnd = label?.end ?? from
    const link = destination ?? { start: labelEnd + 2, end: labelEnd + 2 }
    const isBracketed = source[link.start] === '<'
    const inside = isBracketed ? { start: link.start + 1, end: link.end - 1 } : link
    const first = [partOf({ start: from, end: labelEnd }, 'part'), partOf(inside, 'link')] as const
    return title ? [...first, partOf({ start: title.start + 1, end: title.end - 1 }, 'link')] : first
  }

  function partOf(inside: Span, stretch: Stretch): Part {
    return { span: { start: inside.start - 1, end: inside.end + 1 }, pieces: piecesIn(inside, stretch) }
  }

  function piecesIn({ start, end }: Span, stretch: Stretch): Part['pieces'] {
    return piecesOf(source.slice(start, end), start, stretch)
  }

  function addText(from: number, to: number): void {
    for (let line = from; line <= to; line++) {
      const span = index.spanOf(line)
      if (sliceOf(span).trim() === '') continue
      lines.push({ type: 'textLine', span, pieces: piecesIn(span, 'line'), first: line, last: line })
    }
  }

  function withoutBlanks({ start, end }: Span): Span {
    return { start, end: start + source.slice(start, end).replace(/[ \t]+$/, '').length }
  }

  for (const node of treeOf(source).children) add(node)
  return { source, lines, index, ...(frontmatter && { frontmatter }) }
}

/** Forms start in the first four columns. */
const maxColumn = 4

function placeOf({ position }: RootContent): Placed {
  const { start, end } = position ?? {}
  if (start?.offset === undefined || end?.offset === undefined) throw new Error('A node of the tree has no place.')
  return {
    start: start.offset,
    end: end.offset,
    first: start.line,
    last: end.line,
    isIndented: start.column > maxColumn,
  }
}
