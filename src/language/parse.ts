import type { Code, Heading as MarkdownHeading, Html, Image, Link, Paragraph, RootContent } from 'mdast'
import { type Span, withoutByteOrderMark } from '../diagnostic.ts'
import { type Document, type Line, LineIndex, type Part } from './document.ts'
import { piecesOf, type Stretch } from './pieces.ts'
import { treeOf } from './processor.ts'

/** Takes a file apart. Never throws. */
export function parse(file: string): Document {
  const source = withoutByteOrderMark(file)
  return new Walk(source).document()
}

interface Placed extends Span {
  readonly first: number
  readonly last: number
  /** True if it starts further right than the forms may. */
  readonly isIndented: boolean
}

/** Walks over the tree of a message. What has no meaning in the dialect is text, a line of the source each. */
class Walk {
  readonly #source: string
  readonly #index: LineIndex
  readonly #lines: Line[] = []
  #frontmatter: Document['frontmatter']

  constructor(source: string) {
    this.#source = source
    this.#index = new LineIndex(source)
  }

  document(): Document {
    for (const node of treeOf(this.#source).children) this.#add(node)
    return {
      source: this.#source,
      lines: this.#lines,
      index: this.#index,
      ...(this.#frontmatter && { frontmatter: this.#frontmatter }),
    }
  }

  #add(node: RootContent): void {
    const at = placeOf(node)
    if (node.type === 'yaml') this.#frontmatter = { span: { start: at.start, end: at.end }, content: this.#between(at) }
    else if (node.type === 'paragraph') this.#paragraph(node, at)
    else if (!at.isIndented && node.type === 'heading') this.#heading(node, at)
    else if (!at.isIndented && node.type === 'code') this.#code(node, at)
    else if (!at.isIndented && node.type === 'html') this.#comment(node, at)
    else if (node.type === 'thematicBreak' && /^-{3,}[ \t]*$/.test(this.#lineOf(at))) {
      this.#lines.push({ type: 'divider', span: this.#withoutBlanks(at), first: at.first, last: at.last })
    } else this.#text(at.first, at.last)
  }

  #lineOf({ first }: Placed): string {
    const { start, end } = this.#index.spanOf(first)
    return this.#source.slice(start, end)
  }

  /** The lines between the first and the last of a node. */
  #between({ first, last }: Placed): Span {
    const start = this.#index.offsetOf({ line: first + 1, column: 1 })
    return { start, end: Math.max(start, this.#index.spanOf(last).start) }
  }

  #heading({ depth, children }: MarkdownHeading, at: Placed): void {
    if (depth > 2) {
      this.#text(at.first, at.last)
      return
    }
    const [first, last] = [children[0], children.at(-1)]
    const pieces = first && last ? this.#pieces({ start: placeOf(first).start, end: placeOf(last).end }, 'part') : []
    const { first: line } = at
    const span = this.#withoutBlanks(at)
    this.#lines.push({ type: 'heading', depth: depth === 1 ? 1 : 2, pieces, span, first: line, last: line })
  }

  #code({ lang }: Code, at: Placed): void {
    const { start, end, first, last } = at
    const opening = this.#index.spanOf(first)
    const [marks = ''] = /^`+/.exec(this.#source.slice(start)) ?? []
    const closing = this.#source.slice(this.#index.spanOf(last).start, end)
    const closed = last > first && new RegExp(`^ {0,3}\`{${marks.length},}[ \\t]*$`).test(closing)
    // Text between two fences without a name is sent as typed.
    if (!lang && closed) {
      this.#text(first, last)
      return
    }
    const behind = start + marks.length
    const name = this.#source.slice(behind, opening.end)
    const info = { start: behind + (name.length - name.trimStart().length), end: behind + name.trimEnd().length }
    const content = closed ? this.#between(at) : { start: Math.min(opening.end + 1, end), end }
    this.#lines.push({ type: 'block', span: { start, end }, info, content, closed, first, last })
  }

  #comment({ value }: Html, at: Placed): void {
    const { first, last } = at
    const end = value.indexOf('-->')
    // Text beside a comment would be lost with it.
    if (end >= 0 && value.slice(end + 3).trim() !== '') this.#text(first, last)
    else this.#lines.push({ type: 'comment', span: this.#withoutBlanks(at), closed: end >= 0, first, last })
  }

  #paragraph({ children }: Paragraph, { first, last }: Placed): void {
    const forms = children.filter((child) => child.type === 'link' || child.type === 'image')
    const byLine = new Map<number, (Link | Image)[]>()
    for (const form of forms) {
      const at = placeOf(form)
      if (at.first === at.last) byLine.set(at.first, [...(byLine.get(at.first) ?? []), form])
    }
    for (let line = first; line <= last; line++) {
      const [only, ...others] = byLine.get(line) ?? []
      const form = only && others.length === 0 ? this.#form(only, line) : undefined
      if (form) this.#lines.push(form)
      else this.#text(line, line)
    }
  }

  /** A line that one link or image is all of, or a button. */
  #form(node: Link | Image, line: number): Line | undefined {
    const span = this.#withoutBlanks(this.#index.spanOf(line))
    const { start, end } = placeOf(node)
    if (end !== span.end) return undefined
    const lines = { span, first: line, last: line }
    const before = this.#source.slice(span.start, start)
    if (node.type === 'image') {
      const [alt, path, second] = this.#parts(node)
      return before === '' && !second && this.#leadsSomewhere(path)
        ? { type: 'imageLine', children: [alt, path], ...lines }
        : undefined
    }
    const [label, link, second] = this.#parts(node)
    const targets = second ? ([link, second] as const) : ([link] as const)
    const image = node.children.find((child) => child.type === 'image')
    if (image) {
      const [alt, path, title] = this.#parts(image)
      const isAlone = node.children.length === 1 && before === '' && !title
      return isAlone ? { type: 'imageLine', children: [alt, path, ...targets], ...lines } : undefined
    }
    if (!this.#leadsSomewhere(link)) return undefined
    if (before === '') return { type: 'linkLine', children: [label, ...targets], ...lines }
    return /^-[ \t]+$/.test(before) ? { type: 'buttonLine', children: [label, ...targets], ...lines } : undefined
  }

  /** `- [A코스](30분)`, `[1차](12/1~12/5)` and `![필독](전직원)` are no links: what stands there is no address. */
  #leadsSomewhere({ span: { start, end } }: Part): boolean {
    const text = this.#source.slice(start + 1, end - 1)
    return !/^(?![^]*(?:[:.]|#\{))[^]*[^\0-\x7f]/.test(text) && !/^[\d\s:.-]*[/~][\d\s:./~-]*$/.test(text)
  }

  #parts(node: Link | Image): readonly [label: Part, link: Part, second?: Part] {
    const { start } = placeOf(node)
    const { label, destination, title } = node.data?.places ?? {}
    const from = label?.start ?? start + (node.type === 'image' ? 2 : 1)
    const labelEnd = label?.end ?? from
    const link = destination ?? { start: labelEnd + 2, end: labelEnd + 2 }
    const isBracketed = this.#source[link.start] === '<'
    const inside = isBracketed ? { start: link.start + 1, end: link.end - 1 } : link
    const first = [this.#part({ start: from, end: labelEnd }, 'part'), this.#part(inside, 'link')] as const
    return title ? [...first, this.#part({ start: title.start + 1, end: title.end - 1 }, 'link')] : first
  }

  #part(inside: Span, stretch: Stretch): Part {
    return { span: { start: inside.start - 1, end: inside.end + 1 }, pieces: this.#pieces(inside, stretch) }
  }

  #pieces({ start, end }: Span, stretch: Stretch): Part['pieces'] {
    return piecesOf(this.#source.slice(start, end), start, stretch)
  }

  #text(from: number, to: number): void {
    for (let line = from; line <= to; line++) {
      const span = this.#index.spanOf(line)
      if (this.#source.slice(span.start, span.end).trim() === '') continue
      this.#lines.push({ type: 'textLine', span, pieces: this.#pieces(span, 'line'), first: line, last: line })
    }
  }

  #withoutBlanks({ start, end }: Span): Span {
    return { start, end: start + this.#source.slice(start, end).replace(/[ \t]+$/, '').length }
  }
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
