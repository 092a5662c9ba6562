import { classOf, hasInvisible, isBracket, isSpace, oddSpaceIn, spaceClass, standsFor } from './characters.ts'
import { type Change, insteadOf, lookAlike } from './correction.ts'

export interface LinkForm {
  readonly type: 'image' | 'button' | 'link'
  /** What makes a form of the line that the language has; none where it is one. */
  readonly changes: readonly Change[]
}

/**
 * Reads a line as an image, a button or a link, however it is mistyped.
 *
 * @param line without its line ending
 * @param offset where it starts in the source
 * @returns undefined for a line without a clear trace of one
 */
export function readLinkForm(line: string, offset: number): LinkForm | undefined {
  return new LinkReader(line, offset).read()
}

const lead = new RegExp(
  `^(?:[>＞]{1,3}(?=${spaceClass}*(?:${classOf('-')}|[*+•])?${spaceClass}*[!！[［])|${spaceClass})*`,
  'u',
)
const bullet = new RegExp(
  String.raw`(?:- \[[ xX]?\]|[-*+•][ \t]+[-*+•]|-\.|[oO](?=\s)|[a-zA-Z가-하]\.|\(\d{1,2}\)|_|${classOf('-')}{1,3}|[^\p{L}\p{N}\s[\](){}<>［］（）｛｝＜＞【】「」『』〔〕〖〗《》〈〉｢｣⟦⟧❲❳❨❩⟮⟯"'!！❗\\#＃_]{1,2}\ufe0f?|ㆍ|\d{1,2}[.)]|[①-⑳])`,
  'uy',
)

/** The bullet that starts at an offset of a line. */
export function bulletAt(line: string, start: number): string | undefined {
  bullet.lastIndex = start
  return bullet.exec(line)?.[0]
}

const scheme = String.raw`[a-z][a-z0-9+.-]*[:：;；]`
const host = String.raw`[\p{L}\p{N}-]+(?:[.．][\p{L}\p{N}-]+)*[.．](?:[a-z]{2,}|한국)(?=[/／?#:：\s)）"“”'’]|$)`
/** What leads somewhere: a scheme, a host or a variable. */
const linkStart = new RegExp(
  String.raw`(?:${scheme}|h?t?tps?[/／:：;]|www[.．]|${host}|[#＃]\s?[{｛(（]|\{\{|\$\{)`,
  'iuy',
)
/** A name of which the bracket in front is missing. */
const unopened = /^[^[\]()（）]{1,40}\]\(/u
const imageName = /\.(?:png|jpe?g|gif|webp|bmp|heic|avif)$/iu
const withScheme = /^(?:[a-z][a-z0-9+.-]*:|[#＃]\{)/iu
const imagePath = /^[^\s()[\]][^()[\]]*?\.(?:png|jpe?g|gif|webp|bmp|heic|avif)(?![\p{L}\p{N}])/iu
const closing = new RegExp(`^${spaceClass}*$`)

class LinkReader {
  readonly #line: string
  readonly #offset: number
  readonly #changes: Change[] = []
  #at = 0
  /** Whether a comma stands between two links. */
  #comma = false
  /** Whether the parenthesis that closes the form is read. */
  #isClosed = false

  constructor(line: string, offset: number) {
    this.#line = line
    this.#offset = offset
  }

  read(): LinkForm | undefined {
    this.#indentation()
    const hasBullet = this.#bullet()
    const type = this.#isImageStart() ? 'image' : hasBullet ? 'button' : 'link'
    const isRead = type === 'image' ? this.#image() : this.#link()
    return isRead && this.#end(type) ? { type, changes: this.#changes } : undefined
  }

  /** Reads what stands in front of the line, the mark of a quote too. */
  #indentation(): void {
    const end = lead.exec(this.#line)?.[0].length ?? 0
    if (end > 0) this.#remove(end, /[>＞]/u.test(this.#line.slice(0, end)) ? { type: 'quoted' } : { type: 'indented' })
  }

  /** Reads what stands for the `- ` of a button. */
  #bullet(): boolean {
    const found = bulletAt(this.#line, this.#at)
    if (found === undefined) return false
    const end = this.#at + found.length
    const next = this.#spacesEnd(end)
    const isUnopened = next > end && unopened.test(this.#line.slice(next))
    if (!isBracket(this.#line[next], 'open') && !standsFor(this.#line[next], '!') && !isUnopened) return false
    if (this.#isImageStart(next)) {
      this.#remove(next, { type: 'bullet-not-needed', found })
      return false
    }
    if (found !== '-') {
      const isDash = standsFor(found[0], '-')
      const slip = isDash ? lookAlike(found, '-') : ({ type: 'bullet', found } as const)
      this.#change(this.#at, end, { text: '-', slip, safe: true })
    }
    this.#at = end
    if (next === end) this.#change(end, end, { text: ' ', slip: { type: 'space-missing', after: '-' }, safe: true })
    else this.#plainSpaces(next)
    return true
  }

  #isImageStart(start = this.#at): boolean {
    const line = this.#line
    const bang = isBracket(line[start], 'open') ? this.#spacesEnd(start + 1) : start
    if (!standsFor(line[bang], '!')) return false
    const next = this.#spacesEnd(standsFor(line[bang + 1], '!') ? bang + 2 : bang + 1)
    return isBracket(line[next], 'open')
  }

  #image(): boolean {
    const isLinked = isBracket(this.#line[this.#at], 'open')
    if (isLinked) {
      this.#take('[')
      this.#noSpaces()
    }
    this.#take('!')
    if (standsFor(this.#line[this.#at], '!')) this.#remove(this.#at + 1, { type: 'doubled', found: '!' })
    this.#noSpaces()
    if (!this.#label() || !this.#resource('image')) return false
    if (!isLinked) return true
    this.#noSpaces()
    if (isBracket(this.#line[this.#at], 'close')) this.#take(']')
    else this.#insert(']')
    this.#noSpaces()
    return isBracket(this.#line[this.#at], 'open') && this.#resource('link')
  }

  #link(): boolean {
    if (standsFor(this.#line[this.#at], '(') && this.#swapped()) return true
    if (!isBracket(this.#line[this.#at], 'open')) return this.#unopened() && this.#resource('link')
    return this.#label() && this.#resource('link')
  }

  /** `(name)[link]`. */
  #swapped(): boolean {
    const found = /^[(（]([^()（）[\]［］]+)[)）]\s?[[［]([^()（）[\]［］\s]+)[\]］]/u.exec(this.#line.slice(this.#at))
    if (!found || !startsLink(found[2] ?? '', 0)) return false
    const end = this.#at + found[0].length
    const text = `[${found[1]}](${found[2]})`
    this.#change(this.#at, end, { text, slip: { type: 'swapped' }, safe: false })
    this.#at = end
    return true
  }

  /** `name](link)`. */
  #unopened(): boolean {
    const line = this.#line
    const close = line.indexOf('](', this.#at)
    if (close <= this.#at || line.slice(this.#at, close).includes('[') || !this.#leads(close + 2)) return false
    this.#insert('[')
    this.#at = close + 1
    return true
  }

  /** Reads `[…]` up to where its `(` is expected. */
  #label(): boolean {
    const line = this.#line
    const isOwn = standsFor(line[this.#at], '[')
    this.#take('[')
    for (let at = this.#at; at < line.length; at++) {
      if (line[at] === '\\') {
        at++
        continue
      }
      if (line[at] === '{') {
        const close = line.slice(at, at + 80).indexOf('}')
        if (close > 0) at += close
        continue
      }
      if (isBracket(line[at], 'close')) {
        const next = this.#spacesEnd(at + 1)
        const isOpened = standsFor(line[next], '(') && (isOwn || this.#leads(next + 1))
        if (isOpened || (isBracket(line[next], 'open') && this.#leads(next + 1))) {
          this.#unbalanced(at)
          this.#at = at
          this.#take(']')
          this.#noSpaces()
          return true
        }
        if (isOwn && standsFor(line[at], ']') && next === at + 1 && this.#leads(next) && hasCloser(line, next)) {
          if (standsFor(line[at - 1], '(')) {
            this.#change(at - 1, at + 1, { text: '](', slip: { type: 'swapped' }, safe: false })
            this.#at = at + 1
            return true
          }
          this.#at = at
          this.#take(']')
          this.#insert('(')
          return true
        }
        // A bracket of another sort that ends elsewhere is none of a name.
        if (!isOwn) return false
      } else if (isOwn && standsFor(line[at], '(') && at > this.#at && this.#leads(at + 1)) {
        this.#at = at
        this.#insert(']')
        return true
      }
    }
    return false
  }

  /** A bracket that is typed twice at an end of a name. */
  #unbalanced(end: number): void {
    const name = this.#line.slice(this.#at, end)
    const [opened, closed] = [name.split('[').length, name.split(']').length]
    if (closed > opened && name.endsWith(']')) {
      this.#change(end - 1, end, { text: '', slip: { type: 'doubled', found: ']' }, safe: false })
    } else if (opened > closed && name.startsWith('[')) {
      this.#change(this.#at, this.#at + 1, { text: '', slip: { type: 'doubled', found: '[' }, safe: false })
    }
  }

  /** Whether what stands at an offset leads somewhere. */
  #leads(at: number): boolean {
    const start = this.#spacesEnd(at)
    return (
      startsLink(this.#line, start) || this.#line[at] === '<' || imagePath.test(this.#line.slice(start, start + 200))
    )
  }

  /** Reads `(destination "second link")`. */
  #resource(of: 'image' | 'link'): boolean {
    if (
      isBracket(this.#line[this.#at], 'open') &&
      (standsFor(this.#line[this.#at], '(') || this.#line[this.#at] !== '<')
    ) {
      this.#take('(')
    } else if (this.#line[this.#at] === '<' && this.#line[this.#at - 1] !== '(' && this.#changes.at(-1)?.text !== '(') {
      this.#take('(')
    }
    const isDoubled = standsFor(this.#line[this.#at], '(') && this.#leads(this.#at + 1)
    if (isDoubled) this.#remove(this.#at + 1, { type: 'doubled', found: this.#line[this.#at] ?? '' })
    this.#oddSpaces()
    const start = this.#at
    const end = this.#line[start] === '<' ? this.#enclosed() : this.#destination(of)
    if (end === undefined) return false
    const destination = this.#line.slice(start, end).replace(/^</, '').replace(/>$/, '')
    const isClear =
      startsLink(destination, 0) || (of === 'image' && imageName.test(destination.replaceAll(/\s+/gu, '')))
    // Brackets and parentheses side by side are typed for nothing else.
    if (!isClear && this.#changes.some(({ slip }) => !isOutside(slip.type))) return false
    if (of === 'link') this.#secondLink()
    this.#oddSpaces()
    const next = this.#line[this.#at + 1]
    if (isDoubled && standsFor(next, ')')) this.#remove(this.#at + 1, { type: 'doubled', found: next ?? '' })
    if (this.#isClosed) return true
    const isInner =
      of === 'image' && standsFor(this.#line[this.#at], ']') && isBracket(this.#line[this.#at + 1], 'open')
    if (isBracket(this.#line[this.#at], 'close') && !isInner) this.#take(')')
    else if (closing.test(this.#line.slice(this.#at)) && isClear) this.#insert(')')
    else return of === 'image' && this.#line[this.#at] === ']' && isClear && this.#insert(')')
    return true
  }

  /** `<destination>`. */
  #enclosed(): number | undefined {
    const close = this.#line.indexOf('>', this.#at)
    const paren = /\s["“]|[)）]/u.exec(this.#line.slice(this.#at))?.index ?? -1
    if (close >= 0) {
      this.#at = close + 1
      return this.#at
    }
    if (paren < 0) return undefined
    this.#at = this.#line.slice(0, this.#at + paren).trimEnd().length
    this.#insert('>')
    return this.#at
  }

  /** A destination without angle brackets; what is wrong in it is changed. */
  #destination(of: 'image' | 'link'): number | undefined {
    const line = this.#line
    const start = this.#at
    let end = this.#wordEnd(start, of)
    if (of === 'image') {
      const close = this.#closeOf(start)
      const path = line.slice(start, close).trimEnd()
      const isSplit = !imageName.test(path) && imageName.test(path.replaceAll(/\s+/gu, ''))
      if (close > end && isSplit) {
        for (const { index, 0: gap } of path.matchAll(/\s+/gu)) {
          const at = start + index
          this.#change(at, at + gap.length, { text: '', slip: { type: 'space-in-link' }, safe: false })
        }
        end = start + path.length
      } else if (close > end && /\s/u.test(path) && imageName.test(path)) {
        end = start + path.length
        this.#change(start, start, {
          text: '<',
          slip: { type: 'space-in-path' },
          safe: true,
          span: this.#spacesIn(start, end),
        })
        this.#backslashes(start, end)
        this.#change(end, end, { text: '>', slip: { type: 'space-in-path' }, safe: true })
      } else this.#backslashes(start, end)
    } else {
      const comma = /[,;，、|]\s*(?=(?:["“”'‘]\s*)?https?:\/\/|["“”]|$)/iu.exec(line.slice(start, end))
      if (
        comma &&
        comma.index > 0 &&
        (comma[0].length + comma.index < end - start || isQuote(line[this.#spacesEnd(end)]))
      ) {
        const at = start + comma.index
        const isLast = at + 1 === end
        this.#change(at, at + 1, {
          text: isLast ? '' : ' ',
          slip: { type: 'instead', found: comma[0].charAt(0), expected: ' ' },
          safe: false,
        })
        if (isLast) {
          this.#at = end
          return end
        }
        this.#at = at
        this.#comma = true
        return at
      }
      for (let next = this.#spacesEnd(end); next > end; next = this.#spacesEnd(end)) {
        // A link goes on behind a space where nothing but more of it follows.
        const more = this.#wordEnd(next, of)
        const isCut = /[:：][/／\\]{0,2}$/u.test(line.slice(start, end))
        if (
          more === next ||
          (withScheme.test(line.slice(next)) && !isCut) ||
          isQuote(line[next]) ||
          !(standsFor(line[more], ')') || isCut)
        )
          break
        this.#change(end, next, { text: '', slip: { type: 'space-in-link' }, safe: false })
        end = more
      }
    }
    // A parenthesis or a bracket of the wrong sort, which belongs to no other.
    const last = line[end - 1]
    if (last === '(' && closing.test(line.slice(end))) {
      this.#change(end - 1, end, { text: ')', slip: { type: 'instead', found: '(', expected: ')' }, safe: true })
      this.#isClosed = true
    } else if (last === '>' && !line.slice(start, end).includes('<')) {
      this.#change(end - 1, end, { text: '', slip: { type: 'look-alike', found: '>', expected: '' }, safe: false })
    }
    this.#at = end
    return end > start ? end : undefined
  }

  #backslashes(start: number, end: number): void {
    for (let at = this.#line.indexOf('\\', start); at >= 0 && at < end; at = this.#line.indexOf('\\', at + 1)) {
      if (!/[\p{L}\p{N}_]/u.test(this.#line[at + 1] ?? '')) continue
      this.#change(at, at + 1, { text: '/', slip: { type: 'backslash' }, safe: false })
    }
  }

  #secondLink(): void {
    const line = this.#line
    const behind = this.#comma ? this.#at + 1 : this.#at
    const at = this.#spacesEnd(behind)
    const isParenthesis = line[at] === '(' && at > behind && startsLink(line, at + 1)
    const isQuoted = isQuote(line[at]) || isParenthesis
    if (!isQuoted && !((at > behind || this.#comma) && withScheme.test(line.slice(at)))) return
    if (this.#comma) this.#at = at
    else if (at === behind) {
      this.#change(at, at, {
        text: ' ',
        slip: { type: 'space-missing', after: line.slice(Math.max(0, at - 8), at) },
        safe: true,
      })
    } else this.#plainSpaces(at)
    this.#at = at
    if (isQuoted) this.#take('"')
    else this.#change(at, at, { text: '"', slip: { type: 'missing', expected: '"' }, safe: false })
    this.#noSpacesInQuotes()
    const start = this.#at
    let end = start
    while (end < line.length && !isQuote(line[end]) && !isSpace(line[end]) && !standsFor(line[end], ')')) end++
    this.#at = end
    if (isQuote(line[this.#spacesEnd(end)])) this.#noSpacesInQuotes()
    if (isQuote(line[this.#at]) || (isParenthesis && line[this.#at] === ')')) {
      this.#take('"')
      while (isQuote(line[this.#at])) this.#remove(this.#at + 1, { type: 'doubled', found: line[this.#at] ?? '' })
    } else {
      this.#at = end
      this.#change(end, end, { text: '"', slip: { type: 'missing', expected: '"' }, safe: false })
    }
  }

  #noSpacesInQuotes(): void {
    const end = this.#spacesEnd(this.#at)
    if (end === this.#at) return
    this.#change(this.#at, end, { text: '', slip: { type: 'space-in-link' }, safe: false })
    this.#at = end
  }

  /** What stands behind the form: nothing, or something that cannot be its part. */
  #end(type: LinkForm['type']): boolean {
    const start = this.#at
    if (closing.test(this.#line.slice(start))) return true
    const rest = this.#line.slice(start)
    // A line of text that starts with a link is reported as that.
    if (type === 'link' && holdsWords(rest)) return false
    const second = /^\s*["“”'(（]\s*(https?:\/\/[^\s"“”')）]+)\s*["“”')）]\s*$/iu.exec(rest)?.[1]
    if (second !== undefined && type === 'button') {
      this.#change(start - 1, this.#line.length, {
        text: ` "${second}")`,
        slip: { type: 'followed', text: rest.trim() },
        safe: false,
        span: { start: this.#offset + start, end: this.#offset + this.#line.length },
      })
      this.#at = this.#line.length
      return true
    }
    const slip = { type: 'followed', text: rest.trim() } as const
    // Words go to a line of their own; marks alone have nothing to say.
    const isWords = holdsWords(rest)
    const text = isWords ? `\n${rest.trimStart()}` : ''
    const span = {
      start: this.#offset + start + rest.length - rest.trimStart().length,
      end: this.#offset + this.#line.length,
    }
    this.#change(start, this.#line.length, { text, slip, safe: false, span })
    this.#at = this.#line.length
    return true
  }

  #wordEnd(start: number, of: 'image' | 'link'): number {
    const line = this.#line
    let depth = 0
    let at = start
    for (; at < line.length; at++) {
      const character = line[at]
      if (character === '{') {
        at = this.#variableEnd(at)
        continue
      }
      if (character === '(') depth++
      else if (standsFor(character, ')') && depth-- === 0) break
      else if (of === 'image' && depth <= 0 && isBracket(character, 'close')) break
      else if (at > start && /[\]］}｝>＞〉》」』】〕]/u.test(character ?? '') && closing.test(line.slice(at + 1)))
        break
      else if (isSpace(character) && !hasInvisible(character)) break
      else if (of === 'link' && at > start && isQuote(character) && character !== "'") break
    }
    return at
  }

  /** The brace that closes a variable; the spaces in front of it do not belong there. */
  #variableEnd(open: number): number {
    const found = /^\{{1,2}(\s*)([^{}()"\s]{1,40})(\s*)([^{}()"\s]{0,40})\}{1,2}/u.exec(
      this.#line.slice(open, open + 100),
    )
    if (!found) return open
    const [whole = '', before = '', name = '', behind = ''] = found
    const nameStart = open + whole.search(/[^{\s]/u)
    this.#variableSpaces(nameStart - before.length, nameStart)
    const nameEnd = nameStart + name.length
    this.#variableSpaces(nameEnd, nameEnd + behind.length)
    return open + whole.length - 1
  }

  #variableSpaces(start: number, end: number): void {
    if (end > start && !this.#changes.some((change) => change.start === this.#offset + start)) {
      this.#change(start, end, { text: '', slip: { type: 'space-in-link' }, safe: false })
    }
  }

  /** The last closing parenthesis of the line, or its end. */
  #closeOf(start: number): number {
    const line = this.#line
    let close = start
    while (close < line.length && !isBracket(line[close], 'close')) close++
    return close
  }

  #spacesIn(start: number, end: number): { start: number; end: number } {
    const first = this.#line.slice(start, end).search(/\s/u)
    return { start: this.#offset + start + first, end: this.#offset + start + first + 1 }
  }

  #spacesEnd(from: number): number {
    let at = from
    while (isSpace(this.#line[at])) at++
    return at
  }

  /** Spaces that must be there, up to an offset: a blank for each run that holds others. */
  #plainSpaces(end: number): void {
    const typed = this.#line.slice(this.#at, end)
    if (!/^[ \t]+$/.test(typed)) {
      this.#change(this.#at, end, { text: ' ', slip: lookAlike(oddSpaceIn(typed), ' '), safe: true })
    }
    this.#at = end
  }

  /** Spaces that may be there. */
  #oddSpaces(): void {
    const end = this.#spacesEnd(this.#at)
    const typed = this.#line.slice(this.#at, end)
    if (/[^ \t]/.test(typed))
      this.#change(this.#at, end, { text: '', slip: lookAlike(oddSpaceIn(typed), ''), safe: true })
    this.#at = end
  }

  /** Spaces that may not be there. */
  #noSpaces(): void {
    const end = this.#spacesEnd(this.#at)
    if (end > this.#at) this.#remove(end, { type: 'space', before: this.#line[end] ?? '' })
  }

  #take(expected: '[' | ']' | '(' | ')' | '!' | '"'): void {
    const found = this.#line[this.#at] ?? ''
    if (found !== expected) {
      this.#change(this.#at, this.#at + 1, { text: expected, slip: insteadOf(expected, found), safe: true })
    }
    this.#at++
  }

  #insert(expected: string): true {
    this.#change(this.#at, this.#at, { text: expected, slip: { type: 'missing', expected }, safe: false })
    return true
  }

  #remove(end: number, slip: Change['slip']): void {
    this.#change(this.#at, end, { text: '', slip, safe: true })
    this.#at = end
  }

  #change(start: number, end: number, change: Pick<Change, 'text' | 'slip' | 'safe' | 'span'>): void {
    this.#changes.push({ start: this.#offset + start, end: this.#offset + end, ...change })
  }
}

/** Whether there is something to read in what stands behind a form. */
function holdsWords(rest: string): boolean {
  return /[\p{L}\p{N}]/u.test(rest.replace(/<br\s*\/?>|<!--.*?-->/iu, ''))
}

/** Slips in front of a form say nothing of whether it is one. */
function isOutside(type: Change['slip']['type']): boolean {
  return type === 'indented' || type === 'bullet' || type === 'space-missing'
}

function isQuote(character: string | undefined): boolean {
  return standsFor(character, '"')
}

function startsLink(text: string, at: number): boolean {
  linkStart.lastIndex = at
  return linkStart.test(text)
}

function hasCloser(line: string, from: number): boolean {
  return /[)）]/u.test(line.slice(from))
}
