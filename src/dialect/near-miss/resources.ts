import {
  classOf,
  hasInvisible,
  imageEnding,
  isBracket,
  isSpace,
  oddSpaceIn,
  spaceClass,
  standsFor,
} from './characters.ts'
import { type Change, lookAlike } from './correction.ts'
import type { LineCursor } from './cursor.ts'

const scheme = String.raw`[a-z][a-z0-9+.-]*[:：;；]`
const host = String.raw`[\p{L}\p{N}-]+(?:[.．][\p{L}\p{N}-]+)*[.．](?:[a-z]{2,}|한국)(?=[/／?#:：\s)）"“”'’]|$)`
/** What leads somewhere: a scheme, a host or a variable. */
const linkStart = new RegExp(
  String.raw`(?:${scheme}|h?t?tps?[/／:：;]|www[.．]|${host}|[#＃]\s?[{｛(（]|\{\{|\$\{)`,
  'iuy',
)
const withScheme = /^(?:[a-z][a-z0-9+.-]*:|[#＃]\{)/iu
const imageName = new RegExp(`${imageEnding}$`, 'iu')
const imagePath = new RegExp(String.raw`^[^\s()[\]][^()[\]]*?${imageEnding}(?![\p{L}\p{N}])`, 'iu')
const spaces = new RegExp(`^${spaceClass}*$`)

/** A path from the root of a file system, of Windows as well. */
const absolutePath = /^(?:[a-z]:(?!\/\/)|[a-z]：[\\/]|\/|\\[\\\p{L}\p{N}_])/iu
/** The start of the scheme of an app that a space cuts off, and what stands behind the space. */
const schemeStart = /^[a-z][a-z0-9+-]{0,20}$/i
const schemeEnd = /^(?!https?:)[a-z0-9+-]{1,20}:\/\/[\p{L}\p{N}#]/iu

export function isAbsolutePath(path: string): boolean {
  return absolutePath.test(path)
}

/** Whether nothing but spaces is left of a line. */
export function isLineEnd(rest: string): boolean {
  return spaces.test(rest)
}

/** Whether a link starts at an index of a text. */
export function startsLink(text: string, at: number): boolean {
  linkStart.lastIndex = at
  return linkStart.test(text)
}

/** Whether what stands at an index of the line leads somewhere. */
export function leads(cursor: LineCursor, at: number): boolean {
  const { line } = cursor
  const start = cursor.spacesEnd(at)
  return startsLink(line, start) || line[at] === '<' || imagePath.test(line.slice(start, start + 200))
}

function isQuote(character: string | undefined): boolean {
  return standsFor(character, '"')
}

const quoteEntity = /&(?:quot|[lrb]dquo|[lr]squo|apos|#(?:34|39|x22|x27|822[01]|821[67]));/iy

/** What stands for a quote at an index of a line: a character, or its entity in HTML. */
function quoteAt(line: string, at: number): string | undefined {
  const character = line[at]
  if (isQuote(character)) return character
  if (character !== '&') return undefined
  quoteEntity.lastIndex = at
  return quoteEntity.exec(line)?.[0]
}

/** Reads the quotes at an end of a second link. */
function takeQuotes(cursor: LineCursor): void {
  const { line, at: start } = cursor
  const found = quoteAt(line, start) ?? ''
  if (found.length > 1) {
    const slip = { type: 'instead', found, expected: '"' } as const
    cursor.change(start, start + found.length, { text: '"', slip, safe: true })
    cursor.at = start + found.length
  } else cursor.take('"')
  while (cursor.removeDoubled('"'));
}

/** Reads `(destination "second link")` of an image or of a link, however it is mistyped. */
export function readResource(cursor: LineCursor, of: 'image' | 'link'): boolean {
  const { line, character, changes } = cursor
  const isAngle = character === '<' && (line[cursor.at - 1] === '(' || changes.at(-1)?.text === '(')
  if (isBracket(character, 'open') && !isAngle) cursor.take('(')
  // Behind another slip, such words may be what people read; those of a device are none.
  const isBehindSpace = changes.every(({ slip }) => slip.type === 'space') && /^[ \t]?[a-z]/i.test(cursor.rest)
  if (of === 'link' && (changes.length === 0 || isBehindSpace)) dropWords(cursor)
  const isDoubled = standsFor(cursor.character, '(') && leads(cursor, cursor.at + 1) && cursor.removeDoubled('(')
  cursor.oddSpaces()
  const start = cursor.at
  if (endsOpen.test(line.slice(0, start)) && isBegun(cursor.rest)) {
    const isEnclosed = cursor.character === '<'
    cursor.at = line.trimEnd().length
    cursor.insert(isEnclosed ? '>)' : ')')
    return true
  }
  const { isClosed, hasComma } = cursor.character === '<' ? readEnclosed(cursor) : readDestination(cursor, of)
  if (cursor.at === start) return false
  const destination = line.slice(start, cursor.at).replace(/^</, '').replace(/>$/, '')
  const joined = destination.replaceAll(/\s+/gu, '')
  const isClear = startsLink(destination, 0) || (of === 'image' ? imageName : withScheme).test(joined)
  // Brackets and parentheses side by side are typed for nothing else.
  if (!isClear && changes.some(({ slip }) => !isOutside(slip))) return false
  if (of === 'link') readSecondLink(cursor, hasComma ? cursor.at + 1 : cursor.at)
  else dropTitle(cursor)
  cursor.oddSpaces()
  const next = line[cursor.at + 1]
  if (isDoubled && next !== undefined && standsFor(next, ')'))
    cursor.remove(cursor.at + 1, { type: 'doubled', found: next })
  if (isClosed) return true
  const isInner = of === 'image' && standsFor(cursor.character, ']') && isBracket(line[cursor.at + 1], 'open')
  if (isBracket(cursor.character, 'close') && !isInner) cursor.take(')')
  else if (isClear && (isLineEnd(cursor.rest) || (of === 'image' && cursor.character === ']'))) cursor.insert(')')
  else return false
  return true
}

/** The end of a form of which the link is on the next line, or not typed yet. */
export const endsOpen = /[\]］]\s?[(（]\s*$/u
/** Nothing, or the first characters of an address, in brackets or not. */
const begunAddress = new RegExp(
  String.raw`^${classOf('<')}?(?:h(?:t(?:tps?)?)?|https?:\/{0,2}|w{1,3}\.?)?${spaceClass}*$`,
  'iu',
)

/** Whether no more is typed of a link than its start. */
function isBegun(rest: string): boolean {
  return rest.length <= maxBegunUnits && begunAddress.test(rest)
}

/** No start of a link is longer, with spaces behind it. */
const maxBegunUnits = 50

/** A word in front of an address that says what it is. */
const wordBefore =
  /^[ \t]?(?:(?:PC|[Mm]obile|[Ww]eb|AOS|iOS|[Aa]ndroid|app|APP)[ \t]?[:：][ \t]*(?=[a-z][a-z0-9+.-]*:\/\/)|(?:(?:[가-힣]{1,8}|URL|url|[Ll]ink|pc|[Mm]o?)[ \t]?[:：][ \t]*|\p{L}{1,8}[ \t]?[:：][ \t]+|(?:[가-힣]{1,8}|URL|url|link)[ \t]+)(?=https?:\/\/[\p{L}\p{N}]))/u

/** Takes away what says that an address is one. */
function dropWords(cursor: LineCursor): void {
  const found = wordBefore.exec(cursor.rest)?.[0]
  if (found === undefined) return
  const end = cursor.at + found.length
  cursor.drop(cursor.at, end, { type: 'needless', found: found.trim() })
  cursor.at = end
}

/** A title behind the path of an image, as Markdown has it, or a size, as other programs have it. */
const imageTitle = /^\s+(?:(?<quote>["'])(?<title>(?:(?!\k<quote>|:\/\/).)*)\k<quote>|(?<size>=\d*x\d*))(?=\s*\))/

function dropTitle(cursor: LineCursor): void {
  const found = imageTitle.exec(cursor.rest)
  if (found === null) return
  const { title, size = '' } = found.groups ?? {}
  const end = cursor.at + found[0].length
  cursor.drop(cursor.at, end, { type: 'needless', found: title ?? size })
  cursor.at = end
}

/** Slips in front of a form say nothing of whether it is one; signs that are no bullets of a list stand before text, too. */
function isOutside(slip: Change['slip']): boolean {
  if (slip.type === 'bullet') return /^[-*+•·ㆍ\d]/u.test(slip.found)
  return slip.type === 'indented' || slip.type === 'space-missing'
}

/** What a destination says of what follows it. */
interface DestinationEnd {
  /** Whether the parenthesis that closes the form is read. */
  readonly isClosed?: true
  /** Whether a comma stands in front of the second link. */
  readonly hasComma?: true
}

/** Reads `<destination>`. */
function readEnclosed(cursor: LineCursor): DestinationEnd {
  const { line, at } = cursor
  const close = line.indexOf('>', at)
  const end = /\s["“]|[)）]/u.exec(cursor.rest)?.index
  if (close >= 0) cursor.at = close + 1
  else if (end !== undefined) {
    cursor.at = line.slice(0, at + end).trimEnd().length
    cursor.insert('>')
  }
  return {}
}

/** Reads a destination without angle brackets. */
function readDestination(cursor: LineCursor, of: 'image' | 'link'): DestinationEnd {
  const { line, at: start } = cursor
  const word = wordEnd(cursor, start, of)
  const comma = of === 'link' ? readUpToComma(cursor, word) : undefined
  if (comma) return comma
  const end = of === 'image' ? readPath(cursor, word) : readAddress(cursor, word)
  cursor.at = end
  // A parenthesis or a bracket of the wrong sort, which belongs to no other.
  const last = line[end - 1]
  if (last === '(' && end > start && isLineEnd(line.slice(end))) {
    cursor.change(end - 1, end, { text: ')', slip: { type: 'instead', found: '(', expected: ')' }, safe: true })
    return { isClosed: true }
  }
  if (last === '>' && !line.slice(start, end).includes('<')) {
    cursor.drop(end - 1, end, { type: 'look-alike', found: '>', expected: '' })
  }
  return {}
}

/** Reads the path of an image, whose spaces and backslashes are changed; returns where it ends. */
function readPath(cursor: LineCursor, end: number): number {
  const { line, at: start } = cursor
  const close = pathClose(line, start)
  const path = line.slice(start, close).trimEnd()
  const pathEnd = start + path.length
  const space = path.search(/\s/u)
  if (close > end && !imageName.test(path) && imageName.test(path.replaceAll(/\s+/gu, ''))) {
    for (const { index, 0: gap } of path.matchAll(/\s+/gu)) {
      cursor.drop(start + index, start + index + gap.length, { type: 'space-in-link' })
    }
    return pathEnd
  }
  if (close > end && space >= 0 && imageName.test(path)) {
    const slip = { type: 'space-in-path' } as const
    const span = cursor.spanOf(start + space, start + space + 1)
    cursor.change(start, start, { text: '<', slip, safe: true, span })
    correctBackslashes(cursor, pathEnd)
    cursor.change(pathEnd, pathEnd, { text: '>', slip, safe: true })
    return pathEnd
  }
  correctBackslashes(cursor, end)
  return end
}

/** The bracket that closes an image, behind its path: one that closes no parenthesis of the path, or the first. */
function pathClose(line: string, start: number): number {
  let first = line.length
  let depth = 0
  for (let at = start; at < line.length; at++) {
    if (standsFor(line[at], '(')) depth++
    else if (isBracket(line[at], 'close')) {
      first = Math.min(first, at)
      if (depth === 0) return at
      if (standsFor(line[at], ')')) depth--
    }
  }
  return first
}

function correctBackslashes(cursor: LineCursor, end: number): void {
  const { line } = cursor
  // With other slashes it is absolute all the same.
  if (isAbsolutePath(line.slice(cursor.at, end))) return
  for (let at = line.indexOf('\\', cursor.at); at >= 0 && at < end; at = line.indexOf('\\', at + 1)) {
    if (!/[\p{L}\p{N}_]/u.test(line[at + 1] ?? '')) continue
    cursor.change(at, at + 1, { text: '/', slip: { type: 'backslash' }, safe: false })
  }
}

/** Reads a link up to a comma that stands in front of the second one; undefined where there is none. */
function readUpToComma(cursor: LineCursor, end: number): DestinationEnd | undefined {
  const { line, at: start } = cursor
  const comma = commaIn(line.slice(start, end))
  if (comma === undefined || comma.index === 0) return undefined
  if (comma.index + comma[0].length === end - start && !isQuote(line[cursor.spacesEnd(end)])) return undefined
  const at = start + comma.index
  const isLast = at + 1 === end
  const slip = { type: 'instead', found: comma[0].charAt(0), expected: ' ' } as const
  cursor.change(at, at + 1, { text: isLast ? '' : ' ', slip, safe: false })
  cursor.at = isLast ? end : at
  return isLast ? {} : { hasComma: true }
}

/** The first comma, or what is typed for one, outside of variables, whose fallback may be a link. */
function commaIn(text: string): RegExpExecArray | undefined {
  let [at, isInside] = [0, false]
  for (const found of text.matchAll(/[,;，、|]\s*(?=(?:["“”'‘]\s*)?https?:\/\/|["“”]|$)/giu)) {
    for (; at < found.index; at++) if (text[at] === '{' || text[at] === '}') isInside = text[at] === '{'
    if (!isInside) return found
  }
  return undefined
}

/** Reads a link; returns where it ends. It goes on behind a space where nothing but more of it follows. */
function readAddress(cursor: LineCursor, word: number): number {
  const { line, at: start } = cursor
  const isClosed = /[)）]\s*$/u.test(line)
  let end = word
  for (let next = cursor.spacesEnd(end); next > end; next = cursor.spacesEnd(end)) {
    const more = wordEnd(cursor, next, 'link')
    const typed = line.slice(start, end)
    const isCut =
      /[:：][/／\\]{0,2}$/u.test(typed) || (schemeStart.test(typed) && schemeEnd.test(line.slice(next, next + 40)))
    if (more === next || quoteAt(line, next) !== undefined) break
    // Words that somebody looks for stand apart.
    const isQuery = /[?#]/.test(typed) && /[\p{L}\p{N}][ \t]+[\p{L}\p{N}]/u.test(line.slice(end - 1, next + 1))
    const isLast = standsFor(line[more], ')')
    if (!isCut && (withScheme.test(line.slice(next)) || !(isLast || (isQuery && isClosed)))) break
    // Behind an address in ASCII, a word in Hangul says what the link is for.
    if (!isQuery && !isCut && !/[^!-~]/.test(typed) && /^[가-힣]+$/.test(line.slice(next, more))) {
      cursor.drop(end, more, { type: 'needless', found: line.slice(next, more) })
    } else if (isQuery) cursor.change(end, next, { text: '%20', slip: { type: 'space-in-query' }, safe: false })
    else cursor.drop(end, next, spaceSlip(line.slice(end, next)))
    end = more
  }
  return end
}

/** Reads a second link, in quotes, in parentheses or in nothing, behind the first. */
function readSecondLink(cursor: LineCursor, behind: number): void {
  const { line } = cursor
  const hasComma = behind > cursor.at
  const at = cursor.spacesEnd(behind)
  const isParenthesis = line[at] === '(' && at > behind && startsLink(line, at + 1)
  const isQuoted = quoteAt(line, at) !== undefined || isParenthesis
  if (!isQuoted && !((at > behind || hasComma) && withScheme.test(line.slice(at)))) return
  if (!hasComma && at === behind) {
    const slip = { type: 'space-missing', after: line.slice(Math.max(0, at - 8), at) } as const
    cursor.change(at, at, { text: ' ', slip, safe: true })
  } else if (!hasComma) cursor.plainSpaces(at)
  cursor.at = at
  if (isQuoted) takeQuotes(cursor)
  else cursor.insert('"')
  dropSpaces(cursor)
  let end = cursor.at
  while (end < line.length && quoteAt(line, end) === undefined && !endsLink(line[end])) end++
  // A link that no quote closes ends at the parenthesis.
  if (quoteAt(line, cursor.spacesEnd(end)) === undefined) {
    end = cursor.at
    while (end < line.length && !endsLink(line[end]) && !standsFor(line[end], ')')) end++
  }
  while (end > cursor.at && isSpace(line[end - 1])) end--
  cursor.at = end
  if (quoteAt(line, cursor.spacesEnd()) !== undefined) dropSpaces(cursor)
  if (quoteAt(line, cursor.at) !== undefined || (isParenthesis && cursor.character === ')')) takeQuotes(cursor)
  else cursor.insert('"')
}

/** Reads spaces inside of quotes. */
function dropSpaces(cursor: LineCursor): void {
  const { at: start } = cursor
  const end = cursor.spacesEnd()
  cursor.oddSpaces()
  if (end > start && !cursor.isChangedAt(start)) cursor.drop(start, end, { type: 'space-in-link' })
  cursor.at = end
}

/** What is wrong with spaces in a link: one that is no blank is told by its name. */
function spaceSlip(typed: string): Change['slip'] {
  return /[^ \t]/.test(typed) ? lookAlike(oddSpaceIn(typed), '') : { type: 'space-in-link' }
}

/** Whether a character is a space that can be seen: others may stand inside of a word. */
function endsLink(character: string | undefined): boolean {
  return isSpace(character) && !hasInvisible(character)
}

/** Where a destination ends at the latest: at a space, a quote or a parenthesis that is not its own. */
function wordEnd(cursor: LineCursor, start: number, of: 'image' | 'link'): number {
  const { line } = cursor
  let depth = 0
  let at = start
  for (; at < line.length; at++) {
    const character = line[at]
    if (character === '{') {
      at = variableEnd(cursor, at)
      continue
    }
    if (character === '(') depth++
    else if (standsFor(character, ')') && depth-- === 0) break
    else if (of === 'image' && depth <= 0 && isBracket(character, 'close')) break
    else if (at > start && /[\]］}｝>＞〉》」』】〕]/u.test(character ?? '') && isLineEnd(line.slice(at + 1))) break
    else if (endsLink(character)) break
    else if (of === 'link' && at > start && isQuote(character) && character !== "'") break
  }
  return at
}

/** The brace that closes a variable; the spaces in front of it do not belong there. */
function variableEnd(cursor: LineCursor, open: number): number {
  const found = /^\{{1,2}(\s*)([^{}()"\s]{1,40})(\s*)([^{}()"\s]{0,40})\}{1,2}/u.exec(
    cursor.line.slice(open, open + 100),
  )
  if (!found) return open
  const [whole = '', before = '', name = '', behind = ''] = found
  const nameStart = open + whole.search(/[^{\s]/u)
  const nameEnd = nameStart + name.length
  for (const [start, end] of [
    [nameStart - before.length, nameStart],
    [nameEnd, nameEnd + behind.length],
  ] as const) {
    if (end > start && !cursor.isChangedAt(start)) cursor.drop(start, end, { type: 'space-in-link' })
  }
  return open + whole.length - 1
}
