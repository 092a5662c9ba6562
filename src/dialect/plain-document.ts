import type { Block, Comment, Divider, Document, Heading, Line, Part, TextLine } from './document.ts'
import { piecesOf } from './pieces.ts'

/**
 * A shortcut of `parse`: takes a file apart that is made of the plain forms nearly every file is made of.
 *
 * It exists for speed alone and decides nothing: whatever it does not know for sure it leaves to micromark, and a
 * test compares the two on generated files.
 *
 * @param source without a byte order mark
 * @returns what micromark gives for the same source, or undefined where the file needs it
 */
export function parsePlain(source: string): Document | undefined {
  // micromark replaces NUL, and a lone CR ends a line.
  if (source.includes('\0') || loneReturn.test(source)) return undefined
  const opening = /^---\r?\n/.exec(source)?.[0].length
  if (opening === undefined) return undefined
  const closing = closingFence(source, opening)
  if (closing === undefined) return undefined
  const end = closing + '---'.length
  const lines = new Scanner(source).linesFrom(nextLine(source, end))
  return lines && { source, frontmatter: { span: { start: 0, end }, content: { start: opening, end: closing } }, lines }
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

/** Where the line behind a line's end starts. */
function nextLine(source: string, end: number): number {
  return source[end] === '\r' ? end + 2 : end + 1
}

const blank = /[ \t]*(?=[\r\n]|$)/y
const headingStart = /(#{1,2})(?:[ \t]+|(?=[\r\n]|$))/y
const dividerLine = /(-{3,})[ \t]*(?=[\r\n]|$)/y
const fenceStart = /(`{3,})[ \t]*([^\s`][^`\r\n]*)(?=[\r\n]|$)/y
const commentLine = /(<!--(?!-?>)(?:(?!-->)[^\r\n])*-->)[ \t]*(?=[\r\n]|$)/y
const label = String.raw`\[([^[\]\\\r\n]*)\]`
const destination = String.raw`\(([^\0-\x20\x7f()<\\]+)`
const resource = String.raw`${destination}(?:([ \t]+)"([^"\\\r\n]*)")?\)`
const end = String.raw`[ \t]*(?=[\r\n]|$)`
const imageLine = new RegExp(String.raw`!${label}${destination}\)${end}`, 'y')
const linkedImageLine = new RegExp(String.raw`\[!${label}${destination}\)\]${resource}${end}`, 'y')
const linkLine = new RegExp(`${label}${resource}${end}`, 'y')
const buttonLine = new RegExp(String.raw`-([ \t]+)${label}${resource}${end}`, 'y')

/** A link, image or button that something else stands behind. */
const followedForm = new RegExp(String.raw`^(?:- )?(?:!${label}${destination}\)|${label}${resource})[ \t]*[^ \t]`)

/** Signals a line that only micromark can tell. */
const unsure = Symbol('unsure')

class Scanner {
  readonly #source: string
  /** Where the line starts, where it ends without its line ending, and its number from 1. */
  #start = 0
  #end = 0
  #number = 1

  constructor(source: string) {
    this.#source = source
  }

  linesFrom(first: number): Line[] | undefined {
    const source = this.#source
    for (let at = source.indexOf('\n'); at >= 0 && at < first; at = source.indexOf('\n', at + 1)) this.#number++
    const lines: Line[] = []
    for (this.#start = first; this.#start < source.length; this.#number++) {
      this.#end = this.#lineEnd(this.#start)
      const line = this.#line()
      if (line === unsure) return undefined
      if (line !== undefined) lines.push(line)
      this.#start = nextLine(source, this.#end)
    }
    return lines
  }

  #lineEnd(start: number): number {
    const at = this.#source.indexOf('\n', start)
    if (at < 0) return this.#source.length
    return at > start && this.#source[at - 1] === '\r' ? at - 1 : at
  }

  /** The line, or nothing for a blank one. */
  #line(): Line | typeof unsure | undefined {
    if (this.#match(blank)) return undefined
    switch (this.#source[this.#start]) {
      case '#':
        return this.#heading() ?? this.#text()
      case '-':
        return this.#divider() ?? this.#form(buttonLine)
      case '!':
        return this.#form(imageLine)
      case '[':
        return this.#form(this.#source[this.#start + 1] === '!' ? linkedImageLine : linkLine)
      case '`':
        return this.#block()
      case '<':
        return this.#comment()
      default:
        return this.#text()
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#start
    return pattern.exec(this.#source)
  }

  #text(): TextLine {
    return { type: 'textLine', pieces: this.#pieces(this.#start, this.#end), position: this.#position(this.#end) }
  }

  #heading(): Heading | undefined {
    const [whole, signs] = this.#match(headingStart) ?? []
    if (whole === undefined || signs === undefined) return undefined
    const pieces = this.#pieces(this.#start + whole.length, this.#end)
    return { type: 'heading', depth: signs.length === 1 ? 1 : 2, pieces, position: this.#position(this.#end) }
  }

  #divider(): Divider | undefined {
    const dashes = this.#match(dividerLine)?.[1]
    return dashes === undefined ? undefined : { type: 'divider', position: this.#position(this.#start + dashes.length) }
  }

  #comment(): Comment | TextLine | typeof unsure {
    if (!this.#source.startsWith('<!--', this.#start)) return this.#text()
    const comment = this.#match(commentLine)?.[1]
    if (comment === undefined) return unsure
    return { type: 'comment', closed: true, position: this.#position(this.#start + comment.length) }
  }

  /** An image, link or button, or text where nothing in the line could be one. */
  #form(pattern: RegExp): Line | typeof unsure {
    const found = this.#match(pattern)
    if (found === null) {
      const line = this.#source.slice(this.#start, this.#end)
      // Behind a form nothing may follow; what opens and is none needs a closer look.
      return line.includes('](') && !followedForm.test(line) ? unsure : this.#text()
    }
    const position = this.#position(this.#start + found[0].trimEnd().length)
    const groups = found.slice(1).filter((group) => group !== undefined)
    switch (pattern) {
      case imageLine: {
        const [alt = '', path = ''] = groups
        const at = this.#start + '!['.length
        return { type: 'imageLine', children: [this.#part(alt, at), this.#part(path, at + alt.length + 2)], position }
      }
      case linkedImageLine: {
        const [alt = '', path = '', ...rest] = groups
        const at = this.#start + '[!['.length
        const pathAt = at + alt.length + 2
        const targets = this.#targets(rest, pathAt + path.length + ')]('.length)
        return { type: 'imageLine', children: [this.#part(alt, at), this.#part(path, pathAt), ...targets], position }
      }
      case buttonLine: {
        const [space = '', name = '', ...rest] = groups
        const at = this.#start + '-['.length + space.length
        const children = [this.#part(name, at), ...this.#targets(rest, at + name.length + 2)] as const
        return { type: 'buttonLine', children, position }
      }
      default: {
        const [name = '', ...rest] = groups
        const at = this.#start + '['.length
        const children = [this.#part(name, at), ...this.#targets(rest, at + name.length + 2)] as const
        return { type: 'linkLine', children, position }
      }
    }
  }

  #targets([link = '', space = '', title]: readonly string[], at: number): [link: Part, secondLink?: Part] {
    const first = this.#part(link, at)
    return title === undefined ? [first] : [first, this.#part(title, at + link.length + space.length + 1)]
  }

  /** A part without its delimiters; its position includes them. */
  #part(text: string, start: number): Part {
    const point = (offset: number): { line: number; column: number; offset: number } => ({
      line: this.#number,
      column: offset - this.#start + 1,
      offset,
    })
    return {
      type: 'part',
      pieces: piecesOf(text, start),
      position: { start: point(start - 1), end: point(start + text.length + 1) },
    }
  }

  /** A block, or text where a line only starts like one; the scan goes on behind its last line. */
  #block(): Block | TextLine | typeof unsure {
    if (!this.#source.startsWith('```', this.#start)) return this.#text()
    const [, fence, info] = this.#match(fenceStart) ?? []
    if (fence === undefined || info === undefined) return unsure
    const start = { line: this.#number, column: 1, offset: this.#start }
    const infoSpan = { start: this.#end - info.length, end: this.#end }
    const contentStart = nextLine(this.#source, this.#end)
    const closing = new RegExp(`${fence}\`*[ \\t]*(?=[\\r\\n]|$)`, 'y')
    for (let at = contentStart; at < this.#source.length; at = nextLine(this.#source, this.#end)) {
      this.#start = at
      this.#number++
      this.#end = this.#lineEnd(at)
      if (!this.#match(closing)) continue
      const position = { start, end: { line: this.#number, column: this.#end - at + 1, offset: this.#end } }
      return { type: 'block', info: infoSpan, content: { start: contentStart, end: at }, closed: true, position }
    }
    return unsure
  }

  #pieces(start: number, until: number): TextLine['pieces'] {
    const raw = this.#source.slice(start, until)
    return raw.includes('\\') ? piecesOf(raw, start, escapesIn(raw, start)) : piecesOf(raw, start)
  }

  #position(until: number): NonNullable<Line['position']> {
    return {
      start: { line: this.#number, column: 1, offset: this.#start },
      end: { line: this.#number, column: until - this.#start + 1, offset: until },
    }
  }
}

/** Where the backslashes stand that escape an ASCII punctuation character. */
function escapesIn(raw: string, offset: number): number[] {
  return Array.from(raw.matchAll(/\\[!-/:-@[-`{-~]/g), ({ index }) => offset + index)
}
