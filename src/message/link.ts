import type { LinkTargets } from '../contract/payload.ts'
import { distance } from 'fastest-levenshtein'
import { type Violation, violation } from '../violation.ts'
import type { Span } from '../diagnostic.ts'
import { hasInvisible, invisibles, invisibleSpans, plainMark, wideMarks } from '../dialect/near-miss/characters.ts'
import { type Change, lookAlike, nearMiss } from '../dialect/near-miss/correction.ts'
import type { Part } from '../dialect/document.ts'
import { spanOf } from '../dialect/document.ts'
import { isEmpty, type LiteralRun, literalRuns, type LocatedText, spanIn, templateOf, textOfPart } from './located.ts'

/** What a link opens: a web page, an application, or nothing that the language knows. */
type LinkType = 'web' | 'app' | 'none'

const scheme = /^[a-z][a-z0-9+.-]*:/i
const webScheme = /^https?:\/\//i
/** A scheme and its marks, as they may be typed. */
const typedScheme = /^([a-zａ-ｚ]{3,7})\s?([:：﹕ː∶︰꞉;；.,"“”]{0,2}\s?[/／\\⁄∕⧸╱₩]{0,4}\.?)(?=[\p{L}\p{N}])/iu
const likeHost = /^[\p{L}\p{N}-]+(?:[.．。,][\p{L}\p{N}-]+)*[.．。,](?:[a-z]{2,}|한국)(?:[/／?#:]|$)/iu

/** The scheme of an app with other marks, or fewer. With three slashes the link of an app names no host. */
const typedAppScheme =
  /^([a-z][a-z0-9+-]{2,})(?::?\s?[/／\\]{2,3}|[:;：﹕∶︰꞉]\s?[/／\\]{1,3})(?<!(?<![/:]):\/{2,3})(?=[\p{L}\p{N}#])/iu

interface MistypedStart {
  readonly typed: string
  readonly meant: string
}

/** What stands for `https://` at the start of a link: other letters, capitals, other or fewer marks. */
function mistypedScheme(link: string): MistypedStart | undefined {
  if (/^https?:\/\/[^/\\]/.test(link)) return undefined
  const [tooMany] = /^(?!https?:)[htps]{3,6}:\/{3}(?=[\p{L}\p{N}])/iu.exec(link) ?? []
  if (tooMany !== undefined) return { typed: tooMany, meant: 'https://' }
  const [typed, letters = '', marks = ''] = typedScheme.exec(link) ?? []
  if (typed === undefined || !/[:：﹕ː∶︰꞉;；/／\\⁄∕⧸╱₩]/u.test(marks) || !likeHost.test(link.slice(typed.length)))
    return mistypedAppScheme(link)
  const word = letters.normalize('NFKC').toLowerCase()
  const isLike = /^[htps]{3,7}$/.test(word) || distance(word, 'https') <= 1 || distance(word, 'http') <= 1
  return isLike
    ? { typed, meant: word.includes('s') || distance(word, 'http') > 1 ? 'https://' : 'http://' }
    : mistypedAppScheme(link)
}

/** The scheme of an application in characters that look like its own. */
function mistypedAppScheme(link: string): MistypedStart | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(link)) return undefined
  const [typed, app = ''] = typedAppScheme.exec(link) ?? []
  return typed === undefined ? undefined : { typed, meant: `${app.normalize('NFKC').toLowerCase()}://` }
}

/**
 * What a link opens whose start is read as it was meant. One that starts with a variable opens a web page: the variable
 * holds the start of its URL.
 */
function linkTypeOf(link: LocatedText): LinkType {
  if (link.pieces[0]?.type === 'variable') return 'web'
  const text = templateOf(link)
  if (webScheme.test(text)) return 'web'
  return scheme.test(text) && !typedAppScheme.test(text) ? 'app' : 'none'
}

/** Whether a link may be a variable in another notation: what it is then called is known with the variables. */
function mayBeVariable(link: LocatedText): boolean {
  return /^3?[^\p{L}\p{N}\s./\\:?-][^./:?]*$/u.test(templateOf(link))
}

/** A name of a file, which is no host. */
const fileName = /^[^/]+\.(?:png|jpe?g|gif|webp|svg|pdf|html?|php|jsp|md)(?:[?#].*)?$/iu

/** The web address that was likely meant by a link that opens nothing. */
function suggestionFor(link: string): { suggestion?: string } {
  const address = link.replace(/^[:：]?[/／]{1,3}/u, '')
  // A variable may be part of a host.
  const host = address.includes('#{') ? address.replaceAll(/#\{[^{}]*\}/g, 'x') : address
  return likeHost.test(host) && !fileName.test(address) ? { suggestion: `https://${address}` } : {}
}

function withoutScheme(text: LocatedText, opens: { readonly isWeb?: true } = {}): Violation {
  const link = templateOf(text)
  return appViolation(text) ?? violation('link-without-scheme', text.span, { link, ...suggestionFor(link), ...opens })
}

/** The first characters of a text: where they stand in the source, and what stands behind them. */
interface TextStart {
  readonly span: Span
  readonly rest: LocatedText['pieces']
}

/** @returns undefined where a variable stands among the characters */
function startOf(pieces: LocatedText['pieces'], units: number): TextStart | undefined {
  const start = pieces[0]?.span.start ?? 0
  let left = units
  for (const [index, piece] of pieces.entries()) {
    if (piece.type !== 'text') return undefined
    const { value, span } = piece
    if (left <= value.length) {
      const behind = pieces.slice(index + 1)
      if (left === value.length) return { span: { start, end: span.end }, rest: behind }
      const end = span.start + left
      const cut = { type: 'text', value: value.slice(left), span: { start: end, end: span.end } } as const
      return { span: { start, end }, rest: [cut, ...behind] }
    }
    left -= value.length
  }
  return undefined
}

const wide = new RegExp(`[${wideMarks}]`, 'u')
/** A mark in full width. */
export const anyWide = new RegExp(wide, 'gu')
const hostEnd = /[/?#／？＃]|$/u
/**
 * A mark between characters of ASCII, or one of a query. Beside Hangul it may be part of a title, and a wave between two
 * numbers is a range.
 */
const wideInPath = new RegExp(
  String.raw`(?<=[!-~])(?!＃[{｛])[${wideMarks.replace('～', '')}](?=[!-~])|(?<=/)～(?=[!-~])|[？＆](?=[\w-]{1,40}[=＝])|(?<=[?&？＆][\w-]{1,40})＝`,
  'gu',
)

/** The marks of a text beside variables, each of which stands for characters of ASCII. */
function wideMarksInPath(
  text: string,
  { isBehind, isBefore }: { readonly isBehind: boolean; readonly isBefore: boolean },
): { readonly index: number; readonly 0: string }[] {
  const before = isBehind ? variable : ''
  return Array.from(`${before}${text}${isBefore ? variable : ''}`.matchAll(wideInPath), ({ index, 0: mark }) => {
    return { index: index - before.length, 0: mark }
  })
}

const variable = 'x'
const anyScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/** What makes marks of ASCII of those that were found in full width. */
export function plainMarks(
  run: LiteralRun,
  found: readonly { readonly index: number; readonly 0: string }[],
  isSafe: (at: number) => boolean,
): Change[] {
  return found.flatMap(({ index: at, 0: typed }) => {
    const span = spanIn(run, at, at + 1)
    const text = plainMark(typed)
    return span ? [{ ...span, text, slip: lookAlike(typed, text), safe: isSafe(at) }] : []
  })
}

/**
 * What makes marks of ASCII of those in full width behind the scheme of a link. In a host they mean nothing else; in
 * what follows they may be meant.
 */
function wideChanges({ pieces }: LocatedText, link: string, start = anyScheme.exec(link)?.[0]): Change[] {
  if (start === undefined || !wide.test(link)) return []
  const isWeb = /^h?t?tps?\b/i.test(start.normalize('NFKC'))
  return literalRuns(pieces).flatMap((run, index, runs) => {
    const from = index === 0 ? start.length : 0
    const path = index === 0 && isWeb ? from + run.text.slice(from).search(hostEnd) : from - 1
    const found = [
      ...Array.from(run.text.matchAll(anyWide)).filter((match) => match.index >= from && match.index <= path),
      ...wideMarksInPath(run.text, { isBehind: index > 0, isBefore: index < runs.length - 1 }).filter(
        (match) => match.index > path,
      ),
    ]
    return plainMarks(run, found, (at) => at <= path)
  })
}

/** The scheme and the host of a link. */
const origin = new RegExp(`^[^/?#]*(?:/[${invisibles}]*/[^/?#]*)?`)

/** The characters in the scheme and the host of a link that nobody sees; in what follows they break nothing. */
function hiddenViolation({ pieces }: LocatedText, link: string): Violation | undefined {
  if (!hasInvisible(link)) return undefined
  const [run] = literalRuns(pieces)
  if (run === undefined) return undefined
  const end = origin.exec(run.text)?.[0].length ?? 0
  const changes = invisibleSpans(run.text).flatMap((one): Change[] => {
    const span = one.start < end ? spanIn(run, one.start, one.end) : undefined
    return span ? [{ ...span, text: '', slip: lookAlike(one.found, ''), safe: true }] : []
  })
  return changes.length === 0 ? undefined : nearMiss('link', changes)
}

interface Address {
  readonly text: LocatedText
  readonly mistyped?: Violation
}

/** Reads a link of a line as it was meant: nothing else depends on how the start of a web address is written. */
function readAddress(part: Part): Address {
  const text = textOfPart(part, spanOf(part))
  const link = templateOf(text)
  const hidden = hiddenViolation(text, link)
  if (hidden) return { text, mistyped: hidden }
  const mistyped = mistypedScheme(link)
  const start = mistyped && startOf(text.pieces, mistyped.typed.length)
  if (mistyped === undefined || start === undefined) {
    const found = wideViolation(text, link)
    return found ? { text, mistyped: found } : { text }
  }
  const span = { start: text.span.start, end: start.span.end }
  const found = startMistyped(text, start.span, mistyped)
  return {
    text: { span: text.span, pieces: [{ type: 'text', value: mistyped.meant, span }, ...start.rest] },
    mistyped: { ...found, isReadAsMeant: true },
  }
}

/** What is mistyped in a web address that stands in a block. */
export function addressViolation(text: LocatedText): Violation | undefined {
  const link = templateOf(text)
  const marks = '://'
  const isBare = link.startsWith(marks) && likeHost.test(link.slice(marks.length))
  const start = startViolation(text, mistypedScheme(link) ?? (isBare ? { typed: marks, meant: 'https://' } : undefined))
  return hiddenViolation(text, link) ?? start ?? wideViolation(text, link) ?? hostAlone(text, link)
}

/** What else is no address of the web may be meant for a service that takes it: `link-format` says so. */
function hostAlone(text: LocatedText, link: string): Violation | undefined {
  // A variable at the start holds that of the address.
  if (text.pieces[0]?.type === 'variable') return undefined
  const { suggestion } = suggestionFor(link)
  if (suggestion === undefined || scheme.test(link) || /[,，。]/u.test(link)) return undefined
  return violation('link-without-scheme', text.span, { link, suggestion, isWeb: true })
}

/** What is mistyped in the link of an app. */
export function appViolation(text: LocatedText): Violation | undefined {
  const link = templateOf(text)
  const [typed, name = ''] = typedAppScheme.exec(link) ?? []
  return (
    hiddenViolation(text, link) ??
    startViolation(text, typed === undefined ? undefined : { typed, meant: `${name}://` }) ??
    wideViolation(text, link)
  )
}

function wideViolation(text: LocatedText, link: string): Violation | undefined {
  const changes = wideChanges(text, link)
  return changes.length === 0 ? undefined : nearMiss('link', changes)
}

function startViolation(text: LocatedText, mistyped: MistypedStart | undefined): Violation | undefined {
  const start = mistyped && startOf(text.pieces, mistyped.typed.length)
  return start && startMistyped(text, start.span, mistyped)
}

/** The violation of a link of which the first characters are mistyped. */
function startMistyped(text: LocatedText, span: Span, { typed: found, meant: expected }: MistypedStart): Violation {
  const start = { ...span, text: expected, slip: { type: 'instead', found, expected }, safe: false } as const
  return nearMiss('link', [start, ...wideChanges(text, templateOf(text), found)])
}

type Targets = { readonly [K in keyof LinkTargets]?: LocatedText }

interface LinkResult {
  readonly type: LinkType
  readonly targets: Targets
  readonly violations: readonly Violation[]
}

/** The targets that a link and its second link stand for, of a button, an item or a tail. */
export function readTargets(link: Part, second: Part | undefined): LinkResult {
  const { text: first, mistyped } = readAddress(link)
  const violations: Violation[] = []
  const type = linkTypeOf(first)
  if (isEmpty(first)) violations.push(violation('link-empty', first.span, {}))
  else if (mistyped) violations.push(mistyped)
  else if (type === 'none') violations.push(withoutScheme(first))
  const { text: other, mistyped: otherMistyped } = second ? readAddress(second) : {}
  if (other && isEmpty(other)) violations.push(violation('link-empty', other.span, {}))
  else if (otherMistyped) violations.push(otherMistyped)
  else if (other && linkTypeOf(other) !== 'web') {
    const address = templateOf(other)
    violations.push(violation('second-link-not-web', other.span, { link: address, ...suggestionFor(address) }))
  }
  const targets: Targets =
    type === 'web'
      ? { url_mobile: first, ...(other && { url_pc: other }) }
      : type === 'app'
        ? { scheme_android: first, scheme_ios: first, ...(other && { url_mobile: other }) }
        : mayBeVariable(first)
          ? { url_mobile: first }
          : {}
  return { type, targets, violations }
}

/** The one web link of an image; only a web link without a second is one. */
export function readImageLink(
  link: Part,
  second: Part | undefined,
): { link?: LocatedText; violations: readonly Violation[] } {
  const { text, mistyped } = readAddress(link)
  const violations: Violation[] = []
  const type = linkTypeOf(text)
  if (isEmpty(text)) violations.push(violation('link-empty', text.span, {}))
  else if (type === 'none') violations.push(withoutScheme(text, { isWeb: true }))
  else if (type === 'app') violations.push(violation('link-scheme-not-allowed', text.span, { link: templateOf(text) }))
  if (second !== undefined) violations.push(violation('second-link-not-allowed', spanOf(second), {}))
  const all = mistyped ? [mistyped, ...violations] : violations
  return violations.length > 0 && !mayBeVariable(text) ? { violations: all } : { link: text, violations: all }
}
