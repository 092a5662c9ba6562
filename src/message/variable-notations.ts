import { once } from '../contract/once.ts'
import { classOf, invisibles, spaceClass } from '../dialect/near-miss/characters.ts'

const sign = classOf('#')
const open = classOf('{')
const close = classOf('}')
const bar = '[|｜∣│ㅣ¦]'
const space = `${spaceClass}{0,2}`
const name = String.raw`[\p{L}\p{M}\p{N}_${invisibles}]{1,64}?`
/** A name that starts with a letter. */
const plainName = String.raw`\p{L}[\p{L}\p{M}\p{N}_]{0,31}`
/** A name of several words, as of a field of a record. */
const path = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]{0,63}(?:[ \t.'"[\]-]{1,3}[\p{L}\p{M}\p{N}_]{1,64}){0,7}['"\]]{0,2}`
const more = String.raw`(?:${space}(?<more>${bar}[^{}｛｝\r\n]*))?`
/** Signs that stand before braces in one tool or another; behind a letter they end what stands before. */
const prefix = String.raw`(?<![\p{L}\p{N}])[@!&~]`

/** Marks that stand around names in one tool or another. */
const marks = String.raw`[#＃♯﹟{｛﹛❴}｝﹜❵[［\]］(（)）<＜〈«《≪⟪>＞〉»》≫⟫【】〔〕〖〗「」%％$＄&@*|!=;~]`

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
export const notations = once((): readonly Notation[] => [
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
  // As HTML or a browser has it.
  { pattern: new RegExp(String.raw`&#(?:35|x23);\{${space}(?<name>${name})${space}\}`, 'giu'), isPlain: true },
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
  {
    pattern: new RegExp(
      String.raw`[[［【〔〖「<＜]{1,2}${space}(?<name>${name})${space}(?<more>${bar}[^[\]［］{}｛｝<>|\r\n]{1,40}?)[\]］】〕〗」>＞]{1,2}(?![(（])`,
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
  { pattern: new RegExp(String.raw`\{\{\{${space}(?<path>${path})${space}\}\}\}`, 'gu'), isPlain: false },
  // A condition or a loop of a template.
  {
    pattern: new RegExp(String.raw`(?<![#＃{｛])\{\{(?<logic>[#/^])${space}(?<path>${path})${space}\}\}`, 'gu'),
    isPlain: true,
  },
  ...[
    [String.raw`(?<![#＃{｛])\{%[-~+]?`, String.raw`[-~+]?%\}`],
    ['<%[-_]?', '[-_]?%>'],
    [String.raw`(?<![#＃{｛])\{[#:@]`, String.raw`\}`],
  ].map(([opening = '', closing = '']) => ({
    pattern: new RegExp(
      String.raw`${opening}[ \t]{0,2}(?<logic>(?:else ?)?if|els?if|unless|for|foreach|each|case|switch|when|while|set|assign)[ \t(]{1,3}(?<path>${path})[^{}%\r\n]{0,60}?[ \t]{0,2}${closing}`,
      'giu',
    ),
    isPlain: true,
  })),
  {
    pattern:
      /(?<![#＃{｛])(?:\{%[-~+]?[ \t]{0,2}(?<logic>(?<path>end\w{2,12}|else))[ \t]{0,2}[-~+]?%\}|\{(?<logic2>[:/])(?<name>if|else|each|for|unless)\})/giu,
    isPlain: true,
  },
  // A name of several words.
  {
    pattern: new RegExp(
      String.raw`(?<![#＃{｛])(?:\$?\{\{|[$＄%]\{)${space}(?<path>${path})${space}(?<more>\|[^{}\r\n]*)?\}{1,2}(?!\})`,
      'gu',
    ),
    isPlain: true,
  },
  {
    pattern: new RegExp(String.raw`\*\|${space}(?<name>${name})${space}(?<more>:[^|*\r\n]{0,40})?\|\*`, 'gu'),
    isPlain: true,
  },
  {
    pattern: new RegExp(String.raw`\{\{${space}(?<name>${name})${space}(?<more>[:：][^{}\r\n]{1,40})\}\}`, 'gu'),
    isPlain: false,
  },
  { pattern: new RegExp(String.raw`\{\$(?![\p{N}])(?<name>${name})\}`, 'gu'), isPlain: true },
  { pattern: /(?<![%\w./=&?-])%(?<path>[a-z]{1,32}(?:\.[\p{L}_]{1,32}){1,4})%(?!\w)/giu, isPlain: true },
  { pattern: new RegExp(String.raw`<%=${space}(?<path>${path})${space}%>`, 'gu'), isPlain: true },
  { pattern: new RegExp(String.raw`\[%=?${space}(?<path>${path})${space}%\]`, 'gu'), isPlain: false },
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
  // Percent signs after a digit or beside each other are percentages or decoration, and in an address they stand for characters.
  {
    pattern: new RegExp(
      String.raw`(?<![%％[\w./=&?-]|\d\s)[%％](?![\da-f]{2}[%％])(?<name>${plainName})[%％](?![%％\]\w])`,
      'giu',
    ),
    isPlain: true,
  },
  // "#" in front of brackets, or of a name that only a brace closes.
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#＃&])[#＃](?:\[(?<name>${plainName})\]|\((?<name2>${plainName})\))`,
      'gu',
    ),
    isPlain: true,
  },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}#＃&]|[{｛]\s?)[#＃](?<name>${plainName})[}｝]`, 'gu'),
    isPlain: true,
  },
  // Braces or "#" around a name in front of 님 or 씨.
  {
    pattern: new RegExp(
      String.raw`(?<![#＃$%{｛(\[])(?:\{(?<name>${plainName})\}|#(?<name2>${plainName})#)(?=님|씨)`,
      'gu',
    ),
    isPlain: true,
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
export function marksAround(left: string, right: string, next: string): MarksAround | undefined {
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

/** What follows a name in a sentence. */
export const behindName =
  /^(?:님|씨|번|점|원|회|호|일)?(?:께(?:서|만|도)?|의|이|가|은|는|을|를|에게?서?|도|만|과|와|으?로|입니다|이에요|예요)?$/u

/** Whether it is a hashtag that stands behind a sign, and not what follows a name. */
function isTag(next: string): boolean {
  const [letters] = /^\p{L}+/u.exec(next) ?? []
  return letters === undefined ? /^[^\s\p{P}]|^_/u.test(next) : !behindName.test(letters)
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
  [/[{｛]\s?@\s?$/u, /^\s?[}｝]/u],
  [/[{｛]\s?$/u, /^\s?[)）\]］]/u],
  [/[(（[［]\s?$/u, /^\s?[}｝]/u],
  [/(?<![\p{L}\p{N}])[@!&~][{｛]{1,2}\s?$/u, /^\s?[}｝]{1,2}/u],
  [/[%$＄]?[{｛]\s?[{｛]\s?$/u, /^\s?[}｝]\s?[}｝]/u],
  [/<%=?\s?$|\{%\s?$/u, /^\s?%[>}]/u],
  [/\[%\s?$/u, /^\s?%\]/u],
  [/[{｛]\s?$/u, /^\s?[}｝]\s?[#＃♯﹟](?!\p{N})/u],
  [/(?<![\p{L}\p{N}])3[{｛]$/u, /^\s?[}｝]/u],
  [/[%$＄]?[{｛﹛❴]+\s?[!$#=%]{0,2}\s?$/u, /^\s?%?[}｝﹜❵]+/u],
  [/[%％]\s?[({｛（[［]$/u, /^[)}｝）\]］](?:[%％]|s)?/u],
  [/[%％]{1,2}$/u, /^[%％]{1,2}/u],
  [/[%％]{1,2}\s$/u, /^\s[%％]{1,2}/u],
  [/[%％]$/u, /^/u, true],
  [/[$＄]\s?[({｛（[]$/u, /^[)}｝）\]]/u],
  [/[$＄]$/u, /^[$＄]?/u, true],
  [/[$＄]\s$/u, /^\s[$＄]/u],
  [/&$/u, /^;/u],
  [/[[［]\s?\*$/u, /^\*\s?[\]］]/u],
  [/\[{1,2}\s?[!=]?$/u, /^\s?\]{1,2}(?![(（])/u],
  [/<{1,2}\s?$/u, /^\s?>{1,2}/u],
  [/[［＜〈«《≪⟪【〔〖「]$/u, /^[］＞〉»》≫⟫】〕〗」]/u],
  [/(?<![\p{L}\p{N}])@$/u, /^@?/u, true],
  [/@$/u, /^@?/u],
  [/[{｛]$/u, /^/u, true],
]
