import { classOf, isBracket, spaceClass, standsFor } from './characters.ts'
import { type Change, insteadOf, lookAlike } from './correction.ts'
import { LineCursor } from './cursor.ts'
import { isLineEnd, leads, readResource, startsLink } from './resources.ts'

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
  const mark = otherMark.exec(line)?.[0].trim()
  if (mark !== undefined) {
    const start = offset + line.indexOf(mark)
    const change = { start, end: offset + line.indexOf('['), text: '!', slip: insteadOf('!', mark), safe: false }
    return { type: 'image', changes: [change] }
  }
  const cursor = new LineCursor(line, offset)
  const indent = lead.exec(line)?.[0] ?? ''
  if (indent !== '') cursor.remove(indent.length, { type: /[>＞]/u.test(indent) ? 'quoted' : 'indented' })
  const hasBullet = readBullet(cursor)
  const type = isImageStart(cursor) ? 'image' : hasBullet ? 'button' : 'link'
  const isRead = type === 'image' ? readImage(cursor) : readLink(cursor)
  return isRead && readEnd(cursor, type) ? { type, changes: cursor.changes } : undefined
}

/** What the mark of an image is taken for. */
const otherMark = /^\s*[|?¡¿]\s*(?=\[[^[\]]*\]\([^()]*\.(?:png|jpe?g|gif|webp)\)\s*$)/iu
const lead = new RegExp(
  `^(?:[>＞]{1,3}(?=${spaceClass}*(?:${classOf('-')}|[*+•])?${spaceClass}*[!！[［])|${spaceClass})*`,
  'u',
)
const bullet = new RegExp(
  String.raw`(?:- \[[ xX]\]|- \[\](?![(（])|[-*+•][ \t]+[-*+•]|-\.|[oO](?=\s)|[a-zA-Z가-하]\.|\(\d{1,2}\)|_|${classOf('-')}{1,3}|[^\p{L}\p{N}\s[\](){}<>［］（）｛｝＜＞【】「」『』〔〕〖〗《》〈〉｢｣⟦⟧❲❳❨❩⟮⟯"'!！❗\\#＃_]{1,2}\ufe0f?|ㆍ|\d{1,2}[.)]|[①-⑳])`,
  'uy',
)

/** The bullet that starts at an offset of a line. */
export function bulletAt(line: string, start: number): string | undefined {
  bullet.lastIndex = start
  return bullet.exec(line)?.[0]
}

/** A name of which the bracket in front is missing. */
const unopened = /^[^[()（）]{1,40}\]\(/u

/** Reads what stands for the `- ` of a button. */
function readBullet(cursor: LineCursor): boolean {
  const { line, at } = cursor
  const found = bulletAt(line, at)
  if (found === undefined) return false
  const end = at + found.length
  const next = cursor.spacesEnd(end)
  const isUnopened = next > end && unopened.test(line.slice(next))
  if (!isBracket(line[next], 'open') && !standsFor(line[next], '!') && !isUnopened) return false
  if (isImageStart(cursor, next)) {
    cursor.remove(next, { type: 'bullet-not-needed', found })
    return false
  }
  if (found !== '-') {
    const slip =
      found[0] !== '-' && standsFor(found[0], '-') ? lookAlike(found, '-') : ({ type: 'bullet', found } as const)
    cursor.change(at, end, { text: '-', slip, safe: true })
  }
  cursor.at = end
  if (next === end) cursor.change(end, end, { text: ' ', slip: { type: 'space-missing', after: '-' }, safe: true })
  else cursor.plainSpaces(next)
  return true
}

function isImageStart(cursor: LineCursor, start: number = cursor.at): boolean {
  const { line } = cursor
  const bang = isBracket(line[start], 'open') ? cursor.spacesEnd(start + 1) : start
  if (!standsFor(line[bang], '!')) return false
  return isBracket(line[cursor.spacesEnd(standsFor(line[bang + 1], '!') ? bang + 2 : bang + 1)], 'open')
}

function readImage(cursor: LineCursor): boolean {
  const isLinked = isBracket(cursor.character, 'open')
  if (isLinked) {
    cursor.take('[')
    cursor.noSpaces()
  }
  cursor.take('!')
  cursor.removeDoubled('!')
  cursor.noSpaces()
  if (!readLabel(cursor) || !readResource(cursor, 'image')) return false
  if (!isLinked) return true
  if (isLineEnd(cursor.rest)) {
    cursor.insert(']()')
    return true
  }
  cursor.noSpaces()
  if (isBracket(cursor.character, 'close')) cursor.take(']')
  else cursor.insert(']')
  cursor.noSpaces()
  return isBracket(cursor.character, 'open') && readResource(cursor, 'link')
}

function readLink(cursor: LineCursor): boolean {
  if (standsFor(cursor.character, '(') && readSwapped(cursor)) return true
  const isNamed = isBracket(cursor.character, 'open') ? readLabel(cursor) : readUnopened(cursor)
  return isNamed && readResource(cursor, 'link')
}

/** Reads `(name)[link]`. */
function readSwapped(cursor: LineCursor): boolean {
  const [whole, name, link = ''] =
    /^[(（]([^()（）[\]［］]+)[)）]\s?[[［]([^()（）[\]［］\s]+)[\]］]/u.exec(cursor.rest) ?? []
  if (whole === undefined || !startsLink(link, 0)) return false
  const end = cursor.at + whole.length
  cursor.change(cursor.at, end, { text: `[${name}](${link})`, slip: { type: 'swapped' }, safe: false })
  cursor.at = end
  return true
}

/** Reads `name]`. */
function readUnopened(cursor: LineCursor): boolean {
  const { line, at } = cursor
  const close = line.indexOf('](', at)
  if (close <= at || line.slice(at, close).includes('[') || !leads(cursor, close + 2)) return false
  cursor.insert('['.repeat(1 + surplusClosers(line.slice(at, close))))
  cursor.at = close + 1
  return true
}

/** Reads `[…]` up to where its `(` is expected. */
function readLabel(cursor: LineCursor): boolean {
  const { line } = cursor
  const isOwn = standsFor(cursor.character, '[')
  cursor.take('[')
  const start = cursor.at
  for (let at = start; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '{') {
      const close = line.slice(at, at + 80).indexOf('}')
      if (close > 0) at += close
    } else if (isBracket(line[at], 'close')) {
      const next = cursor.spacesEnd(at + 1)
      const isOpened = isOwn && standsFor(line[next], '(')
      if (isOpened || (isBracket(line[next], 'open') && leads(cursor, next + 1))) {
        correctUnbalanced(cursor, at)
        cursor.at = at
        cursor.take(']')
        cursor.noSpaces()
        return true
      }
      if (
        isOwn &&
        standsFor(line[at], ']') &&
        next === at + 1 &&
        leads(cursor, next) &&
        /[)）]/u.test(line.slice(next))
      ) {
        const isSwapped = standsFor(line[at - 1], '(')
        cursor.at = at + 1
        if (isSwapped) cursor.change(at - 1, at + 1, { text: '](', slip: { type: 'swapped' }, safe: false })
        else {
          cursor.at = at
          cursor.take(']')
          cursor.insert('(')
        }
        return true
      }
      // A bracket of another sort that ends elsewhere is none of a name.
      if (!isOwn) return false
    } else if (
      isOwn &&
      standsFor(line[at], '(') &&
      at > start &&
      leads(cursor, at + 1) &&
      // Behind words in brackets of their own, parentheses are text.
      surplusClosers(line.slice(start, at)) <= 0
    ) {
      cursor.at = at
      cursor.insert(']')
      return true
    }
  }
  return false
}

/** Takes away a bracket that is typed twice at an end of a name, or adds the one that a word in brackets has too few. */
function correctUnbalanced(cursor: LineCursor, end: number): void {
  const start = cursor.at
  const name = cursor.line.slice(start, end)
  const surplus = surplusClosers(name)
  if (surplus > 0 && /(?<!\\)\]$/.test(name)) cursor.drop(end - 1, end, { type: 'doubled', found: ']' })
  else if (surplus > 0) cursor.insert('['.repeat(surplus))
  else if (surplus < 0 && name.startsWith('[')) cursor.drop(start, start + 1, { type: 'doubled', found: '[' })
}

/** How many brackets more than it opens a name closes. What is escaped is part of the name. */
function surplusClosers(name: string): number {
  const brackets = name.replaceAll(/\\./gs, '')
  return brackets.split(']').length - brackets.split('[').length
}

/** Reads what stands behind a form: nothing, or something that cannot be its part. */
function readEnd(cursor: LineCursor, type: LinkForm['type']): boolean {
  const { line, at: start, rest } = cursor
  if (isLineEnd(rest)) {
    const odd = /[^ \t]/u.exec(rest)?.[0]
    if (odd !== undefined) cursor.change(start, line.length, { text: '', slip: lookAlike(odd, ''), safe: true })
    return true
  }
  const text = rest.trimStart()
  // Tags, comments and attributes say nothing.
  const isWords = /[\p{L}\p{N}]/u.test(rest.replace(/<br\s*\/?>|<!--.*?-->|\{(?:[:#.][^{}]*|[^{}]*=[^{}]*)\}/giu, ''))
  // A line of text that starts with a link is reported as that.
  if (type === 'link' && isWords) return false
  const end = line.length
  const slip = { type: 'followed', text: rest.trim() } as const
  const another = /^\s*[,;|/·]?\s*(\[[^[\]]+\]\([^()\s]+\))\s*$/u.exec(rest)?.[1]
  // A remark is for nobody to read.
  const remark = /^#[ \t]+([^\s#].*?)\s*$/u.exec(text)?.[1]
  const second = /^\s*["“”'(（]\s*(https?:\/\/[^\s"“”')）]+)\s*["“”')）]\s*$/iu.exec(rest)?.[1]
  if (second !== undefined && type === 'button') {
    cursor.change(start - 1, end, { text: ` "${second}")`, slip, safe: false, span: cursor.spanOf(start, end) })
  } else {
    // Words go to a line of their own; marks alone have nothing to say.
    const span = cursor.spanOf(end - text.length, end)
    const below =
      type === 'button' && another !== undefined ? `- ${another}` : remark === undefined ? text : `<!-- ${remark} -->`
    cursor.change(start, end, { text: isWords ? `\n${below}` : '', slip, safe: false, span })
  }
  cursor.at = end
  return true
}
