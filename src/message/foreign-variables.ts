import { once } from '../contract/once.ts'
import type { Span } from '../diagnostic.ts'
import { classOf, invisibles, plainly, spaceClass, withoutInvisibles } from '../dialect/near-miss/characters.ts'
import type { Piece } from '../dialect/document.ts'
import { isVariableName } from '../dialect/pieces.ts'
import { type Draft, type PayloadText, takesVariables } from './draft.ts'
import { type LiteralRun, literalRuns, placeIn, spanIn } from './located.ts'

/** Text that was likely meant to be a variable, and that is sent as it stands. */
export interface ForeignVariable {
  readonly span: Span
  /** As typed, in one line. */
  readonly text: string
  /** In Unicode NFC. */
  readonly name: string
  /** Whether it says more than a name, as in `{{name|upper}}`: what that means differs from tool to tool. */
  readonly hasMore: boolean
  /** Whether characters or spaces alone make it another thing than `#{name}`. */
  readonly isMistyped: boolean
  /** Where the first line break in it is. */
  readonly lineBreak?: Span
  /** Whether a brace further on may be the one that closes it. */
  readonly isClosedLater: boolean
  readonly entry: PayloadText
}

/** Most texts hold none of the characters that a notation starts with. */
const hint = /[{｛﹛❴}｝%％$＄<＜〈«《[［【〔〖「@&*#＃♯﹟]|__/
/** Nearly all texts have these characters alone; testing for them takes half the time. */
const common = /^[ \n\w가-힣.,!?:/~()'-]*$/

/** The variables of a message that are not written as `#{name}`, but as in other tools or with other characters. */
export function foreignVariables(draft: Draft, source: string, declared: ReadonlySet<string>): ForeignVariable[] {
  // Two fields may share one text: the link of an app is that of both platforms.
  const seen = new Set<PayloadText['text']>()
  const found: ForeignVariable[] = []
  for (const entry of draft.texts) {
    const { field, text } = entry
    if (!holdsHint(text.pieces)) continue
    if (seen.has(text) || !takesVariables(field)) continue
    seen.add(text)
    for (const run of literalRuns(text.pieces)) {
      for (const one of foreignIn(run, declared)) {
        // Where an escape stands for one of the characters, they are meant.
        if (inOneLine(source.slice(one.span.start, one.span.end)) !== one.text) continue
        const isClosedLater = one.isClosedLater || closedBelow.test(source.slice(one.span.end, one.span.end + 80))
        const foreign = { ...one, isClosedLater, entry }
        if (!isLabel(foreign, source)) found.push(foreign)
      }
    }
  }
  return found
}

/** A brace at the start of the next line: below a title it is another text. */
const closedBelow = /^[ \t]*(?:\r\n|\r|\n)[ \t]*[}｝]/u
/** What is typed of a variable, up to its name. */
const unclosed = /[{｛﹛❴][^}｝﹜❵)）\]］>＞]*$/u
/** No variable goes on behind more characters. */
export const maxBehind = 100
/** The next brace, where it closes something. */
const nextBraceCloses = /^[^{}｛｝]*[}｝]/u

/** Whether a variable that nothing closes may go on up to a brace in what stands behind it. */
export function isClosedIn(behind: string): boolean {
  return nextBraceCloses.test(behind)
}

/** A stretch of the source in one line, each line break with the spaces around it as a blank. */
export function inOneLine(typed: string): string {
  return /[\r\n]/.test(typed) ? typed.replaceAll(/\s*[\r\n]\s*/g, ' ') : typed
}

function holdsHint(pieces: readonly Piece[]): boolean {
  for (const piece of pieces) {
    if (piece.type === 'variable') continue
    const { value } = piece
    if (common.test(value) ? value.includes('__') : hint.test(value)) return true
  }
  return false
}

function foreignIn(run: LiteralRun, declared: ReadonlySet<string>): Omit<ForeignVariable, 'entry'>[] {
  const hasBrace = /[{｛﹛❴]/.test(run.text)
  const mayBePlain = hasBrace || /\*\||<%/.test(run.text)
  const hasName = isNamed(run.text, declared)
  if (!mayBePlain && !hasName) return []
  const found: Omit<ForeignVariable, 'entry'>[] = []
  const taken = new Uint8Array(run.text.length)
  for (const { pattern, isPlain, isMistyped = false } of notations()) {
    if (isPlain ? !mayBePlain : !hasName) continue
    for (const { index, 0: text, groups = {} } of run.text.matchAll(pattern)) {
      const { left, right = '', more = groups['more2'] } = groups
      const name = groups['name'] ?? groups['name2'] ?? nameOfPath(groups['path'] ?? '', declared)
      const end = index + text.length + right.length
      const around = left === undefined ? undefined : marksAround(left, right, run.text.slice(end, end + 10))
      if (left !== undefined && around === undefined) continue
      const from = index + (around?.skipped ?? 0)
      const front = run.text[from - 1] ?? ''
      // An escape means the characters, and a digit a percentage.
      if (front === '\\' || (/\d/.test(front) && /^[%％]/u.test(run.text.slice(from)))) continue
      const exact = nameMeant(name, declared)
      const isExact = around?.isOpen !== true || declared.has(exact)
      const meant = isExact ? exact : nameBefore(name, declared)
      const behind = isExact ? (around?.closing ?? 0) : meant.length - name.length
      const until = index + text.length + behind
      if (taken.subarray(from, until).includes(1)) continue
      const span = spanIn(run, from, until)
      if (span === undefined || !isVariableName(meant) || (!isPlain && !declared.has(meant))) continue
      taken.fill(1, from, until)
      if (isAmongWords(run.text, from, until)) continue
      const typed = run.text.slice(from, until)
      const isOpen = hasBrace && unclosed.test(typed)
      const lineBreak = typed.includes('\n') ? placeIn(run, from + typed.indexOf('\n')) : undefined
      found.push({
        span,
        text: inOneLine(typed),
        name: meant,
        hasMore: more !== undefined,
        isMistyped,
        isClosedLater: isOpen && isClosedIn(run.text.slice(until, until + maxBehind)),
        ...(lineBreak && { lineBreak }),
      })
    }
  }
  return found.toSorted((a, b) => a.span.start - b.span.start)
}

/** Whether other words stand in the same braces, as in `{name of it}`: then they are no marks of a variable. */
function isAmongWords(text: string, from: number, until: number): boolean {
  const typed = text.slice(from, until)
  const [isOpened, isClosed] = [/^[{｛]/u.test(typed), /[}｝]$/u.test(typed)]
  if (isOpened === isClosed) return false
  return isOpened
    ? /^[^{}｛｝\n]*[}｝]/u.test(text.slice(until, until + maxBehind))
    : !/[{｛]/u.test(typed) && /[{｛][^{}｛｝\n]*$/u.test(text.slice(Math.max(0, from - maxBehind), from))
}

/** The name that a path such as `customer.name` stands for: its last part where that is declared, or all of it in one word. */
function nameOfPath(path: string, declared: ReadonlySet<string>): string {
  const parts = path.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const last = parts.at(-1) ?? ''
  return declared.has(last) ? last : parts.join('_')
}

/** What follows a name in a sentence. */
const ending =
  /^(?:님|씨|번|점|원|회|호|일)?(?:께(?:서|만|도)?|의|이|가|은|는|을|를|에게?서?|도|만|과|와|으?로|입니다|이에요|예요)?$/u

/** The declared name that some letters behind a sign start with; empty where there is none. */
function nameBefore(letters: string, declared: ReadonlySet<string>): string {
  const [name = ''] = [...declared].filter((known) => letters.startsWith(known)).toSorted((a, b) => b.length - a.length)
  // A longer word is one of its own, a hashtag or an account for instance.
  return ending.test(letters.slice(name.length)) ? name : ''
}

/** Whether a text holds one of some names, or letters that may stand for one. */
function isNamed(text: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false
  if (names.size > maxNamesLookedFor || /[\uff01-\uff5e]|\p{M}|%7B/iu.test(text)) return true
  for (const one of names) if (text.includes(one)) return true
  return false
}

const maxNamesLookedFor = 20

/** A name without characters that nobody sees; full-width letters are those of a declared name. */
export function nameMeant(typed: string, declared: ReadonlySet<string>): string {
  const clean = withoutInvisibles(typed.includes('%') ? decoded(typed) : typed)
    .replaceAll(/\s/gu, '')
    .normalize('NFC')
  if (declared.has(clean)) return clean
  const plain = plainly(clean)
  return [...declared].find((known) => plainly(known) === plain) ?? clean
}

function decoded(typed: string): string {
  try {
    return decodeURIComponent(typed)
  } catch {
    return typed
  }
}

/** Texts in which words stand in brackets. */
const labelledFields: ReadonlySet<string> = new Set(['msg', 'message', 'header', 'title', 'description'])

/** Whether it is a heading for the variable of the same name beside it or below: `[name] #{name}`. */
function isLabel({ span, text, name: variable, entry: { field } }: ForeignVariable, source: string): boolean {
  if (!labelledFields.has(field)) return false
  if (!/^(?:[[［【〔〖「<＜〈«《@]|[#＃](?![{｛(（[［<＜【「])(?!.*[#＃}｝]$))/u.test(text)) return false
  const behind = /^\p{L}+/u.exec(source.slice(span.end, span.end + 10))?.[0]
  if (behind !== undefined && honorific.test(behind)) return false
  const start = Math.max(...['\n', '\r'].map((end) => source.lastIndexOf(end, span.start - 1))) + 1
  restOfTwoLines.lastIndex = span.end
  const rest = restOfTwoLines.exec(source)?.[0] ?? ''
  return `${source.slice(start, span.end)}${rest}`.includes(`#{${variable}`)
}

/** Behind a name, and behind no heading. */
const honorific = /^(?:님|씨|께)/u

const restOfTwoLines = /[^\r\n]*(?:\r\n|\r|\n)?[^\r\n]*/y

const sign = classOf('#')
const open = classOf('{')
const close = classOf('}')
const bar = '[|｜∣│ㅣ¦]'
const space = `${spaceClass}{0,2}`
const name = String.raw`[\p{L}\p{M}\p{N}_${invisibles}]{1,64}?`
/** A name of several words, or a word of a program that goes on with names. */
const path = String.raw`[\p{L}\p{M}\p{N}_]{1,64}(?:[ \t.'"[\]-]{1,3}[\p{L}\p{M}\p{N}_]{1,64}){0,7}['"\]]{0,2}`
const more = String.raw`(?:${space}(?<more>${bar}[^{}｛｝\r\n]*))?`
/** Signs that stand before braces in one tool or another; behind a letter they end what stands before. */
const prefix = String.raw`(?<![\p{L}\p{N}])[@!&~]`

/** Marks that stand around names in one tool or another. */
const marks = String.raw`[#＃♯﹟{｛﹛❴}｝﹜❵[［\]］(（)）<＜〈«《>＞〉»》【】〔〕〖〗「」%％$＄&@*|!=;~]`

/** What stands for `#{name}`. */
interface Notation {
  /** With the groups `name`, `more` for what stands behind a name and a bar, and `left` and `right` for marks. */
  readonly pattern: RegExp
  /** Whether the text can hardly mean anything else; other notations do so only where the name is declared. */
  readonly isPlain: boolean
  readonly isMistyped?: true
}

/** A name, and what stands behind it and a bar, over more than one line. */
function cut(opening: string, closingMarks: string): RegExp {
  const gap = String.raw`[\s${invisibles}]`
  const word = String.raw`[\p{L}\p{M}\p{N}_${invisibles}]{1,64}`
  return new RegExp(
    String.raw`${opening}(?=[^{}｛｝]{0,200}\n)${gap}{0,20}(?<name>${word}(?:${gap}{1,20}${word})?)${gap}{0,20}(?<more>${bar}[^{}｛｝|]{0,100})?${closingMarks}`,
    'gu',
  )
}

/** What stands for `#{name}`, in the order in which it is looked for. Making the patterns takes milliseconds. */
const notations = once((): readonly Notation[] => [
  // A line break inside.
  { pattern: cut(`${sign}${space}${open}{1,3}`, `${close}{1,3}`), isPlain: true, isMistyped: true },
  { pattern: cut(String.raw`(?:${prefix}|(?<![#＃♯﹟\\])[$＄%％]?)[{｛]{1,3}`, '[}｝]{1,3}'), isPlain: false },
  { pattern: cut(String.raw`[#＃♯﹟]\s?[(（[［<＜〈《「【]`, '[)）\\]］>＞〉》」】]'), isPlain: false },
  // Look-alike characters, a space, or another bracket.
  {
    pattern: new RegExp(String.raw`${sign}${open}{2,3}${space}(?<name>${name})${space}${close}{1,3}`, 'gu'),
    isPlain: true,
    isMistyped: true,
  },
  {
    pattern: new RegExp(
      String.raw`${sign}${space}${open}${space}(?<name>${name})${space}${more}${space}(?:${close}|[)）\]］>＞])`,
      'gu',
    ),
    isPlain: true,
    isMistyped: true,
  },
  // As a browser shows it.
  {
    pattern: /(?:[#＃]|%23)(?:\{|%7B)(?<name>(?:[\p{L}\p{M}\p{N}_]|%[0-9a-f]{2}){1,300})(?:\}|%7D)/giu,
    isPlain: false,
    isMistyped: true,
  },
  // A fallback behind a name.
  {
    pattern: new RegExp(
      String.raw`[#＃♯﹟]\s?[{｛(（[［<＜]{1,2}${space}(?<name>${name})${space}(?<more>${bar}{1,2}[^{}｛｝()（）|\r\n]{1,40})[}｝)）\]］>＞]{1,2}`,
      'gu',
    ),
    isPlain: false,
    isMistyped: true,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![#＃♯﹟$＄%％{｛]\s?)[{｛]${space}(?<name>${name})${space}(?<more>${bar}[^{}｛｝|\r\n]{1,40})[}｝](?![}｝])`,
      'gu',
    ),
    isPlain: false,
  },
  // What stands before tells other things from a variable: an escaped "#{name}", a longer row of braces.
  {
    pattern: new RegExp(
      String.raw`(?:${prefix}|(?<![#＃{｛$%]))(?:\{\{${space}(?<name2>${name})${space}(?<more2>\|[^{}\r\n]*)?\}\}|[$%]\{${space}(?<name>${name})${space}(?<more>\|[^{}\r\n]*)?\})(?!\})`,
      'gu',
    ),
    isPlain: true,
  },
  { pattern: new RegExp(String.raw`\{\{\{${space}(?<name>${name})${space}\}\}\}`, 'gu'), isPlain: false },
  // A name of several words, or a word of a program.
  {
    pattern: new RegExp(
      String.raw`(?<![#＃{｛])(?:\$?\{\{|[$%]\{)[#/^]?${space}(?<path>${path})${space}(?<more>\|[^{}\r\n]*)?\}{1,2}(?!\})`,
      'gu',
    ),
    isPlain: true,
  },
  { pattern: new RegExp(String.raw`\*\|${space}(?<name>${name})${space}\|\*`, 'gu'), isPlain: true },
  { pattern: new RegExp(String.raw`<%=${space}(?<path>${path})${space}%>`, 'gu'), isPlain: true },
  {
    pattern: new RegExp(
      String.raw`(?<left>.{0,2}(?:${marks}${spaceClass}?){1,4})(?!3[{｛])(?<name>[\p{L}\p{M}\p{N}_]{1,64})(?=(?<right>(?:${spaceClass}?${marks}){1,4})?)`,
      'gsu',
    ),
    isPlain: false,
  },
  { pattern: new RegExp(String.raw`__(?<name>[\p{L}\p{M}\p{N}]${name})__`, 'gu'), isPlain: false },
  {
    pattern: /(?<![\p{L}\p{M}\p{N}_]|[{｛]\s?)(?<name>[\p{L}\p{M}\p{N}_]{1,64})[}｝]/gu,
    isPlain: false,
  },
])

/** Marks around a name that are part of a notation. */
interface MarksAround {
  /** How many of those in front of it do not belong to it. */
  readonly skipped: number
  /** How many of those behind it do. */
  readonly closing: number
  /** Whether nothing has to close the name, so that letters may follow it. */
  readonly isOpen: boolean
}

/**
 * Which of the marks around a name belong to it.
 *
 * @param next what follows them, by which a hashtag is told from a sign
 * @returns undefined where none makes it a variable
 */
function marksAround(left: string, right: string, next: string): MarksAround | undefined {
  for (const [opening, closing, isOpen = false] of notationMarks) {
    const skipped = left.search(opening)
    if (skipped < 0) continue
    const behind = closing.exec(right)
    if (behind === null) continue
    const isWhole = behind[0].length === right.length
    if (!(isWhole && hashBehind.test(right) && isTag(next))) return { skipped, closing: behind[0].length, isOpen }
  }
  return undefined
}

/** Whether it is a hashtag that stands behind a sign, and not what follows a name. */
function isTag(next: string): boolean {
  const [letters] = /^\p{L}+/u.exec(next) ?? []
  return letters === undefined ? /^[^\s\p{P}]|^_/u.test(next) : !ending.test(letters)
}

const hashBehind = /^\s?[}｝]\s?[#＃♯﹟]$/u

/** What opens a name and what closes it; the first that fits counts. */
const notationMarks: readonly (readonly [opening: RegExp, closing: RegExp, isOpen?: true])[] = [
  [/[{｛(（]\s?[#＃♯﹟]\s?$/u, /^\s?[#＃♯﹟]?\s?[}｝)）]/u],
  [/[#＃♯﹟]\s?[{｛﹛(（[［<＜〈《「【]\s?$/u, /^\s?[}｝﹜)）\]］>＞〉》」】]?/u],
  [/[#＃♯﹟]\s?[{｛﹛(（[［<＜〈《「【]{2,3}\s?$/u, /^\s?[}｝﹜)）\]］>＞〉》」】]{0,3}/u],
  [/[#＃♯﹟]{1,2}$/u, /^[#＃♯﹟]{1,2}|^[}｝﹜]/u],
  [/[#＃♯﹟]$/u, /^/u, true],
  [/\*\|\s?$/u, /^\s?\|?\*/u],
  [/(?<![\p{L}\p{N}])[@!&~][{｛]{1,2}\s?$/u, /^\s?[}｝]{1,2}/u],
  [/[%$＄]?[{｛]\s?[{｛]\s?$/u, /^\s?[}｝]\s?[}｝]/u],
  [/<%=?\s?$|\{%\s?$/u, /^\s?%[>}]/u],
  [/\[%\s?$/u, /^\s?%\]/u],
  [/[{｛]\s?$/u, /^\s?[}｝]\s?[#＃♯﹟](?!\p{N})/u],
  [/(?<![\p{L}\p{N}])3[{｛]$/u, /^\s?[}｝]/u],
  [/[%$＄]?[{｛﹛❴]+\s?[!$#=%]{0,2}\s?$/u, /^\s?%?[}｝﹜❵]+/u],
  [/[%％]\s?[({｛（[［]$/u, /^[)}｝）\]］](?:[%％]|s)?/u],
  [/[%％]{1,2}$/u, /^[%％]{1,2}/u],
  [/[%％]$/u, /^/u, true],
  [/[$＄]\s?[({｛（[]$/u, /^[)}｝）\]]/u],
  [/[$＄]$/u, /^[$＄]?/u, true],
  [/&$/u, /^;/u],
  [/\[{1,2}\s?[!=]?$/u, /^\s?\]{1,2}(?![(（])/u],
  [/<{1,2}\s?$/u, /^\s?>{1,2}/u],
  [/[［＜〈«《【〔〖「]$/u, /^[］＞〉»》】〕〗」]/u],
  [/(?<![\p{L}\p{N}])@$/u, /^@?/u, true],
  [/@$/u, /^@?/u],
  [/[{｛]$/u, /^/u, true],
]
