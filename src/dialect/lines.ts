import type { Point, Position } from 'unist'
import type { Span } from '../diagnostic.ts'
import type { Block, Comment, Divider, Heading, ImageLine, Line, Part, Piece, TextLine } from './document.ts'
import { piecesOf } from './pieces.ts'

/** Where a text starts in its source. */
type TextStart = Pick<Point, 'line'> & { readonly offset: number }

/** Reads the lines of a message, each one of the line forms or text. Costs linear time. */
export function linesOf(text: string, start: TextStart): Line[] {
  return new LineReader(text, start).read()
}

const lineEnd = /[\r\n]/g
const blank = /[ \t]*(?=[\r\n]|$)/y
/** `# …` and `## …`. More number signs, or none followed by a space, are text. */
const headingStart = /(#{1,2})(?:[ \t]+|(?=[\r\n]|$))/y
const divider = /(-{3,})[ \t]*(?=[\r\n]|$)/y
const closingFence = /(`+)[ \t]*(?=[\r\n]|$)/y
const fence = /(`{3,})[ \t]*([^ \t`\r\n][^`\r\n]*)(?=[\r\n]|$)/y
const buttonStart = /-[ \t]+(?=\[)/y
const spaces = /[ \t]*/y
/** A backslash that escapes the ASCII punctuation behind it. */
const escape = /\\[!-/:-@[-`{-~]/y
const escapes = /\\[!-/:-@[-`{-~]/g

/** Whether a backslash in front of a character makes text of it. */
export function isEscapable(character: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(character)
}

type Targets = readonly [link: Part, secondLink?: Part]

/** The parts of a form, and the index behind it. */
interface Form<P> {
  readonly children: P
  readonly end: number
}

/** What bounds a run of characters: asked for each that no escape covers. */
type Bound = (character: string | undefined) => 'inside' | 'end' | 'broken'

class LineReader {
  readonly #text: string
  readonly #offset: number
  /** Where the line starts, where it ends without its line ending, and its number. */
  #start = 0
  #end = 0
  #number: number
  /**
   * Every `<!--` between one that failed and its `-->` would fail at the same place: remembered so that it is looked for
   * once, not once a line.
   */
  #noCommentBefore = 0

  constructor(text: string, { offset, line }: TextStart) {
    this.#text = text
    this.#offset = offset
    this.#number = line
  }

  read(): Line[] {
    const lines: Line[] = []
    this.#end = this.#lineEnd()
    while (this.#start < this.#text.length) {
      const line = this.#line()
      if (line !== undefined) lines.push(line)
      this.#goOn()
    }
    return lines
  }

  #lineEnd(): number {
    lineEnd.lastIndex = this.#start
    return lineEnd.exec(this.#text)?.index ?? this.#text.length
  }

  /** Goes to the next line. */
  #goOn(): void {
    this.#start = this.#end + (this.#text.startsWith('\r\n', this.#end) ? 2 : 1)
    this.#end = this.#lineEnd()
    this.#number++
  }

  /** The line, or nothing for a blank one. */
  #line(): Line | undefined {
    switch (this.#text[this.#start]) {
      case '#':
        return this.#heading() ?? this.#textLine()
      case '-':
        return this.#divider() ?? this.#formLine('buttonLine', this.#button()) ?? this.#textLine()
      case '!':
        return this.#formLine('imageLine', this.#image(this.#start)) ?? this.#textLine()
      case '[':
        return (
          this.#formLine('imageLine', this.#linkedImage()) ??
          this.#formLine('linkLine', this.#link(this.#start)) ??
          this.#textLine()
        )
      case '`':
        return this.#block() ?? this.#textLine()
      case '<':
        return this.#comment() ?? this.#textLine()
      default:
        return this.#match(blank) ? undefined : this.#textLine()
    }
  }

  #match(pattern: RegExp, at: number = this.#start): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.#text)
  }

  #textLine(): TextLine {
    return { type: 'textLine', pieces: this.#pieces(this.#start, this.#end), position: this.#position() }
  }

  #heading(): Heading | undefined {
    const [whole, signs] = this.#match(headingStart) ?? []
    if (whole === undefined || signs === undefined) return undefined
    const pieces = this.#pieces(this.#start + whole.length, this.#end)
    return { type: 'heading', depth: signs.length === 1 ? 1 : 2, pieces, position: this.#position() }
  }

  /** Three or more `-` alone on a line. */
  #divider(): Divider | undefined {
    const dashes = this.#match(divider)?.[1]
    return dashes === undefined ? undefined : { type: 'divider', position: this.#position(this.#start + dashes.length) }
  }

  /**
   * `<!-- … -->` alone on its lines. As in CommonMark the first `-->` ends it, which in `<!-->` shares its dashes with
   * the opening. One that nothing closes runs to the end of the file. One that is followed by more on its last line is
   * no comment: its lines are text.
   */
  #comment(): Comment | undefined {
    if (!this.#text.startsWith('<!--', this.#start) || this.#start < this.#noCommentBefore) return undefined
    const close = this.#text.indexOf('-->', this.#start + '<!'.length)
    const end = close < 0 ? this.#text.length : close + '-->'.length
    if (close >= 0 && !this.#match(blank, end)) {
      this.#noCommentBefore = end
      return undefined
    }
    const start = this.#point(this.#start)
    while (this.#end < end) this.#goOn()
    return { type: 'comment', closed: close >= 0, position: { start, end: this.#point(end) } }
  }

  /**
   * A fence with an info string, up to a fence that is at least as long. One that nothing closes runs to the end of the
   * file, as in CommonMark.
   */
  #block(): Block | undefined {
    const [, marks, name] = this.#match(fence) ?? []
    if (marks === undefined || name === undefined) return undefined
    const start = this.#point(this.#start)
    const info = this.#spanOf(this.#end - name.length, this.#end)
    const { length } = this.#text
    let contentStart = length
    let closed = false
    while (!closed && this.#end < length) {
      this.#goOn()
      contentStart = Math.min(contentStart, this.#start)
      closed = (this.#match(closingFence)?.[1]?.length ?? 0) >= marks.length
    }
    const content = this.#spanOf(contentStart, closed ? this.#start : length)
    return { type: 'block', info, content, closed, position: { start, end: this.#point(this.#end) } }
  }

  /** A link, an image or a button alone on its line. */
  #formLine<T extends 'imageLine' | 'buttonLine' | 'linkLine', C>(
    type: T,
    form: Form<C> | undefined,
  ): { type: T; children: C; position: Position } | undefined {
    if (form === undefined || !this.#match(blank, form.end)) return undefined
    return { type, children: form.children, position: this.#position(form.end) }
  }

  /** `- [name](link "second link")`. */
  #button(): Form<readonly [name: Part, ...Targets]> | undefined {
    const start = this.#match(buttonStart)?.[0].length
    return start === undefined ? undefined : this.#link(this.#start + start)
  }

  /** `[label](link "second link")`. */
  #link(at: number): Form<readonly [label: Part, ...Targets]> | undefined {
    const label = this.#label(at)
    const resource = label && this.#resource(label.end, 'withTitle')
    return resource && { children: [label.children, ...resource.children], end: resource.end }
  }

  /** `![alt](path)`. */
  #image(at: number): Form<readonly [alt: Part, path: Part]> | undefined {
    const alt = this.#text[at] === '!' ? this.#label(at + 1) : undefined
    const resource = alt && this.#resource(alt.end, 'withoutTitle')
    return resource && { children: [alt.children, resource.children[0]], end: resource.end }
  }

  /** `[![alt](path)](link "second link")`. */
  #linkedImage(): Form<ImageLine['children']> | undefined {
    const image = this.#image(this.#start + 1)
    if (image === undefined || this.#text[image.end] !== ']') return undefined
    const resource = this.#resource(image.end + 1, 'withTitle')
    return resource && { children: [...image.children, ...resource.children], end: resource.end }
  }

  /** `[…]`; brackets inside are balanced, as in CommonMark, and hold no link or image of their own. */
  #label(at: number): Form<Part> | undefined {
    if (this.#text[at] !== '[') return undefined
    let depth = 0
    let isAfterBracket = false
    return this.#enclosed(at + 1, ']', (character) => {
      if (character === '(' && isAfterBracket) return 'broken'
      isAfterBracket = character === ']'
      if (character === '[') depth++
      else if (isAfterBracket && depth-- === 0) return 'end'
      return 'inside'
    })
  }

  /** `(destination)` or `(destination "title")`, the title only where `title` says so. */
  #resource(at: number, title: 'withTitle' | 'withoutTitle'): Form<Targets> | undefined {
    if (this.#text[at] !== '(') return undefined
    const link = this.#destination(this.#spacesEnd(at + 1))
    if (link === undefined) return undefined
    const behind = this.#spacesEnd(link.end)
    const hasSecond = title === 'withTitle' && behind > link.end && this.#text[behind] === '"'
    const second = hasSecond ? this.#enclosed(behind + 1, '"') : undefined
    const end = this.#spacesEnd(second?.end ?? link.end)
    if ((hasSecond && second === undefined) || this.#text[end] !== ')') return undefined
    return { children: second ? [link.children, second.children] : [link.children], end: end + 1 }
  }

  /** A destination up to a space or the parenthesis that closes it, or between `<` and `>`. */
  #destination(at: number): Form<Part> | undefined {
    if (this.#text[at] === '<') {
      return this.#enclosed(at + 1, '>', (character) => {
        if (character === '>') return 'end'
        return character === '<' ? 'broken' : 'inside'
      })
    }
    let depth = 0
    const end = this.#runEnd(at, (character = '') => {
      if (character <= ' ' || character === '\x7f') return 'end'
      if (character === '(') depth++
      else if (character === ')' && depth-- === 0) return 'end'
      return 'inside'
    })
    return end === undefined ? undefined : { children: this.#part(at, end), end }
  }

  /** Text up to a delimiter: the first of its sort, or the one that `bound` says. */
  #enclosed(
    start: number,
    close: string,
    bound: Bound = (one) => (one === close ? 'end' : 'inside'),
  ): Form<Part> | undefined {
    const end = this.#runEnd(start, bound)
    if (end === undefined || this.#text[end] !== close) return undefined
    return { children: this.#part(start, end), end: end + 1 }
  }

  /** Where a run of characters and escapes ends, at the end of the line at the latest; undefined where it is broken. */
  #runEnd(start: number, bound: Bound): number | undefined {
    let at = start
    while (at < this.#end) {
      const character = this.#text[at]
      const verdict = bound(character)
      if (verdict !== 'inside') return verdict === 'end' ? at : undefined
      at += character === '\\' && this.#match(escape, at) ? 2 : 1
    }
    return this.#end
  }

  #spacesEnd(at: number): number {
    return at + (this.#match(spaces, at)?.[0].length ?? 0)
  }

  /** A part without its delimiters; its position includes them. */
  #part(start: number, end: number): Part {
    const position = { start: this.#point(start - 1), end: this.#point(end + 1) }
    return { type: 'part', pieces: this.#pieces(start, end), position }
  }

  #pieces(start: number, end: number): Piece[] {
    const raw = this.#text.slice(start, end)
    const offset = this.#offset + start
    if (!raw.includes('\\')) return piecesOf(raw, offset)
    const found = Array.from(raw.matchAll(escapes), ({ index }) => offset + index)
    return piecesOf(raw, offset, found)
  }

  #spanOf(start: number, end: number): Span {
    return { start: this.#offset + start, end: this.#offset + end }
  }

  #position(end: number = this.#end): Position {
    return { start: this.#point(this.#start), end: this.#point(end) }
  }

  /** The point at an index of the line. */
  #point(index: number): Point {
    return { line: this.#number, column: index - this.#start + 1, offset: this.#offset + index }
  }
}
