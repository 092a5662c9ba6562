import { imageEnding, isBracket, isSpace, lead, oddSpaceIn, signBetween, standsFor } from './characters.ts'
import { type Change, insteadOf, lookAlike } from './correction.ts'
import { bulletAt, type LinkForm } from './links.ts'

/**
 * Reads a line by its parts: a name and one to three destinations. Where only marks stand between them, and brackets
 * among these, the marks that the form has are put in their place.
 *
 * @param line without its line ending
 * @param offset where it starts in the source
 * @param least how many brackets a button or a tail has at least: text has one pair, too
 * @returns undefined for a line that holds anything else
 */
export function readParts(
  line: string,
  offset: number,
  least: 'two pairs' | 'one pair' = 'two pairs',
): LinkForm | undefined {
  const destinations = destinationsOf(line)
  const [first, second, third] = destinations
  if (first === undefined || destinations.length > 3) return undefined
  const name = nameBefore(line, first.start)
  if (name === undefined) return undefined
  const opening = line.slice(name.bulletEnd, name.start)
  const joint = line.slice(name.end, first.start)
  const isImage = first.isImage || (/[!！]/u.test(opening) && first.looksLikeImage)
  const end = destinations.at(-1)?.end ?? line.length
  if (!isMarks(line.slice(end))) return undefined
  const isUnnamed = name.end === name.start
  const texts = isUnnamed ? [...destinations] : [name, ...destinations]
  const by = (
    [open, inner, ...others]: readonly [string, string, ...string[]],
    type: LinkForm['type'],
  ): LinkForm | undefined => {
    const marks = isUnnamed ? [open + inner, ...others] : [open, inner, ...others]
    const changes = changesOf({ line, offset, texts, marks })
    return changes.length === 0 ? undefined : { type, changes }
  }
  if (isImage) {
    if (!/^[!！[［1]/u.test(opening) || !hasBracket(opening + joint)) return undefined
    const path = line.slice(first.start, first.end)
    const [before, behind] = /\s/u.test(path) ? ['](<', '>)'] : ['](', ')']
    if (second === undefined) return by([`![`, before, behind], 'image')
    const middle = line.slice(first.end, second.start)
    if (second.isImage || !hasBracket(middle) || !isMarks(middle)) return undefined
    const linked = ['[![', before, `${behind}](`] as const
    if (third === undefined) return by([...linked, ')'], 'image')
    return isSecondLink(line, second, third) ? by([...linked, ' "', '")'], 'image') : undefined
  }
  if (isUnnamed || third !== undefined) return undefined
  const isAround =
    name.hasBullet && /[[［]\s?$/u.test(opening) && joint.trim() === '' && /^\s*[)）]/u.test(line.slice(end))
  const isNamed = isAround || (hasBracket(opening + joint) && (opening !== '' || hasCloser(joint)) && isOpened(joint))
  const isSparse = least === 'one pair' && isLink(line, first) && hasOnePair(opening, joint, line.slice(end))
  if (!isNamed && !isSparse) return undefined
  const type = name.hasBullet ? 'button' : 'link'
  const start = name.hasBullet ? '- [' : '['
  if (second === undefined) return by([start, '](', ')'], type)
  if (line.slice(first.start, first.end) === line.slice(second.start, second.end)) {
    texts.pop()
    return by([start, '](', ')'], type)
  }
  return isSecondLink(line, first, second) ? by([start, '](', ' "', '")'], type) : undefined
}

/** What closes a name, and what stands between it and a link. */
const nameEnd = new RegExp(String.raw`^\s?[\]］]\s?(?:[:：]|${signBetween})?\s?$`, 'u')
const signBehindName = new RegExp(String.raw`[\]］]\s?${signBetween}\s?$`, 'u')
/** No sign behind a name is longer, with its bracket and spaces. */
const maxSignUnits = 10

/** Whether a name in front of a link is in brackets, or the link behind a name. */
function hasOnePair(opening: string, joint: string, end: string): boolean {
  return opening === ''
    ? /^[(（<＜]\s?$/u.test(joint) && hasCloser(end)
    : /^[[［]\s?$/u.test(opening) && nameEnd.test(joint) && !hasBracket(end)
}

/** Whether a destination leads somewhere, whatever stands in front of it. */
function isLink(line: string, { start, end }: Destination): boolean {
  return /:\/\/|^www\./iu.test(line.slice(start, end))
}

interface Destination {
  readonly start: number
  readonly end: number
  /** A path of an image, without a scheme. */
  readonly isImage: boolean
  readonly looksLikeImage: boolean
}

const ends = String.raw`\s()[\]{}<>（）［］｛｝＜＞【】「」『』《》〈〉"“”„‟|\x60`
const destination = new RegExp(
  String.raw`(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)(?:#\{[^{}]*\}|[,;\\](?!\s*(?:["“]|https?:|$|\s))|[^${ends},;\\])+|(?<=[([{<:（［｛＜\]"'“‘\x60]\s?|\]9)(?!9)(?:#\{[^{}]*\}[^${ends}]*(?=[)\]}>]+\s*$)|[^${ends}!:](?:[^${ends}]|[ ](?=[^\s()[\]])){0,200}?${imageEnding}(?=[${ends}!'‘’\x60]|0?(?:$|[\])]|\())|(?<=!)[^${ends}!]+${imageEnding})`,
  'giu',
)
const imageName = new RegExp(`${imageEnding}$`, 'iu')

/** What every destination holds. */
const holdsDestination = new RegExp(String.raw`:\/\/|www\.|#\{|${imageEnding}`, 'iu')

function destinationsOf(line: string): Destination[] {
  if (!holdsDestination.test(line)) return []
  return [...line.matchAll(destination)].map(({ index, 0: found }) => {
    // A single quote may be part of an address or a path, but not where it stands around all of it.
    const start = index + (/^['‘’]/.test(found) ? 1 : 0)
    const isQuoted = /['‘’]/.test(line[start - 1] ?? '')
    const text = found.slice(start - index).replace(isQuoted ? /['‘’]$/ : '', '')
    const looksLikeImage = imageName.test(text)
    return {
      start,
      end: start + text.length,
      looksLikeImage,
      isImage: looksLikeImage && !/^(?:[a-z]+:\/\/|www\.)/iu.test(text),
    }
  })
}

interface Name {
  readonly start: number
  readonly end: number
  readonly hasBullet: boolean
  readonly bulletEnd: number
}

const leading = new RegExp(`^${lead}`, 'u')

/** The name in front of the first destination, without the marks around it. */
function nameBefore(line: string, limit: number): Name | undefined {
  const first = leading.exec(line)?.[0].length ?? 0
  const found = bulletAt(line, first)
  let bulletEnd = first + (found?.length ?? 0)
  while (isSpace(line[bulletEnd])) bulletEnd++
  const hasBullet = found !== undefined
  let start = bulletEnd
  while (start < limit && (isMark(line[start]) || (line[start] === '1' && isBracket(line[start + 1], 'open')))) start++
  let end = limit
  // A sign that leads from a name in brackets to its link.
  const closed = signBehindName.exec(line.slice(Math.max(start, limit - maxSignUnits), limit))
  if (closed) end -= closed[0].length
  while (end > start && (isMark(line[end - 1]) || standsFor(line[end - 1], ':') || line.startsWith(']9', end - 2))) {
    if (line[end - 1] === '}' && /#\{[^{}]*\}$/u.test(line.slice(start, end))) break
    end--
  }
  const name = line.slice(start, end)
  if (name.length > 60 || /[()[\]{}<>|]/u.test(name.replaceAll(/#\{[^{}]*\}/gu, ''))) return undefined
  return { start, end, hasBullet, bulletEnd }
}

function isMark(character: string | undefined): boolean {
  return (
    isSpace(character) ||
    isBracket(character, 'open') ||
    isBracket(character, 'close') ||
    standsFor(character, '"') ||
    standsFor(character, '!') ||
    character === '`'
  )
}

function isMarks(text: string): boolean {
  return Array.from(text.replaceAll(missedShift, '')).every(
    (character) => isMark(character) || standsFor(character, ':') || character === '\\',
  )
}

/** The digits of the keys that parentheses are on. */
const missedShift = /(?<=\])9|^0|(?<=["”])0/gu

function hasBracket(text: string): boolean {
  return Array.from(text).some((character) => isBracket(character, 'open') || isBracket(character, 'close'))
}

function hasCloser(text: string): boolean {
  return Array.from(text).some((character) => isBracket(character, 'close'))
}

/** Whether a bracket stands right in front of a destination. */
function isOpened(joint: string): boolean {
  return isBracket(joint.trimEnd().at(-1), 'open') || /[([]\s?\]$|\]9$|[(]["'“‘\x60]$/u.test(joint)
}

function isSecondLink(line: string, first: Destination, second: Destination): boolean {
  return (
    /^https?:/u.test(line.slice(second.start, second.end)) &&
    isMarks(line.slice(first.end, second.start).replace(joints, ''))
  )
}

/** What people type between two links. */
const joints = /\s*(?:[-,;|/=、，\\]|pc\s?[=:]?)\s*/iu

interface Built {
  readonly line: string
  readonly offset: number
  readonly texts: readonly { readonly start: number; readonly end: number }[]
  /** What stands in front of each text, and behind the last. */
  readonly marks: readonly string[]
}

/** Puts marks between texts, each change as short as it can be. */
function changesOf({ line, offset, texts, marks }: Built): Change[] {
  return marks.flatMap((built, index) => {
    const from = texts[index - 1]?.end ?? 0
    const to = texts[index]?.start ?? line.length
    const typed = line.slice(from, to)
    if (typed === built) return []
    let same = 0
    while (same < typed.length && typed[same] === built[same]) same++
    let tail = 0
    while (tail < Math.min(typed.length, built.length) - same && typed.at(-1 - tail) === built.at(-1 - tail)) tail++
    const found = typed.slice(same, typed.length - tail)
    const expected = built.slice(same, built.length - tail)
    return [
      {
        start: offset + from + same,
        end: offset + to - tail,
        text: expected,
        slip: slipOf(found, expected),
        safe: false,
        // The character in front of a line is one of the line above.
        ...(found === '' && from + same === 0 && { span: { start: offset, end: offset + 1 } }),
      },
    ]
  })
}

function slipOf(found: string, expected: string): Change['slip'] {
  if (found === '') return { type: 'missing', expected }
  if (found.trim() === '') return expected === '' ? { type: 'space', before: '' } : { type: 'missing', expected }
  if (expected === '') {
    const isHidden = Array.from(found).every(isSpace)
    return isHidden ? lookAlike(oddSpaceIn(found), '') : { type: 'needless', found: found.trim() }
  }
  return expected === '[' || expected === ']' || expected === '(' || expected === ')' || expected === '!'
    ? insteadOf(expected, found.trim())
    : { type: 'instead', found: found.trim(), expected }
}
