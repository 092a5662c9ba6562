import type { Span } from '../diagnostic.ts'
import { plainly, withoutInvisibles } from '../dialect/near-miss/characters.ts'
import type { Piece } from '../dialect/document.ts'
import { isVariableName } from '../dialect/pieces.ts'
import { type Draft, type PayloadText, takesVariables } from './draft.ts'
import { type LiteralRun, literalRuns, placeIn, spanIn } from './located.ts'
import { behindName, marksAround, notations } from './variable-notations.ts'

/** Text that was likely meant to be a variable, and that is sent as it stands. */
export interface ForeignVariable {
  readonly span: Span
  /** As typed, in one line. */
  readonly text: string
  /** In Unicode NFC. */
  readonly name: string
  /** Whether it says more than a name, as in `{{name|upper}}`: what that means differs from tool to tool. */
  readonly hasMore: boolean
  /** Whether it is a condition or a loop of a template: a message has none. */
  readonly isLogic: boolean
  /** Whether characters or spaces alone make it another thing than `#{name}`. */
  readonly isMistyped: boolean
  /** Where the first line break in it is. */
  readonly lineBreak?: Span
  /** Whether a fallback stands behind it that is not part of it. */
  readonly hasFallbackBehind: boolean
  /** Whether a brace further on may be the one that closes it, or it may say to which place of a page an address leads. */
  readonly hasOtherMeaning: boolean
  readonly entry: PayloadText
}

/** Most texts hold none of the characters that a notation starts with. */
const hint = /[{｛﹛❴}｝%％$＄<＜〈«《≪⟪[［【〔〖「@&*#＃♯﹟]|__/
/** What starts a notation that needs no declared name, but for braces. */
const plainHint = /\*\||<%|\[%|[%％]\p{L}|[#＃](?:[[(]|\p{L}+[#}｝])/u
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
      for (const one of foreignIn(run, declared, source)) {
        // Where an escape stands for one of the characters, they are meant.
        if (inOneLine(source.slice(one.span.start, one.span.end)) !== one.text) continue
        const hasOtherMeaning = one.hasOtherMeaning || closedBelow.test(source.slice(one.span.end, one.span.end + 80))
        const foreign = { ...one, hasOtherMeaning, entry }
        if (!isLabel(foreign, source)) found.push(foreign)
      }
    }
  }
  // What ends a condition goes with it: they are one mistake.
  const isOpening = ({ isLogic, text }: ForeignVariable): boolean => isLogic && !endsLogic.test(text)
  return found.some(isOpening) ? found.filter((one) => !one.isLogic || isOpening(one)) : found
}

/** What ends a condition or a loop of a template, or stands between its cases. */
const endsLogic = /^\{{1,2}(?:[/^:]|%[-~+]?\s*(?:end|else\b))/

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

/** What stands between a name and its fallback. */
const barBehind = /^[ \t]?[|｜∣│ㅣ¦]/u
/** A fallback that only a brace closes. */
const fallbackBehind = /^[ \t]?[|｜∣│ㅣ¦][^{}｛｝|\n]{1,40}[}｝%％\])）]/u

const inAddress = /:\/\/\S*$/u

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

function foreignIn(run: LiteralRun, declared: ReadonlySet<string>, source: string): Omit<ForeignVariable, 'entry'>[] {
  const hasBrace = /[{｛﹛❴]/.test(run.text)
  const mayBePlain = hasBrace || plainHint.test(run.text)
  const hasName = isNamed(run.text, declared)
  if (!mayBePlain && !hasName) return []
  const found: Omit<ForeignVariable, 'entry'>[] = []
  const taken = new Uint8Array(run.text.length)
  for (const { pattern, isPlain, isMistyped = false } of notations()) {
    if (isPlain ? !mayBePlain : !hasName) continue
    for (const { index, 0: text, groups = {} } of run.text.matchAll(pattern)) {
      const { left, right = '', more = groups['more2'] } = groups
      const name = groups['name'] ?? groups['name2'] ?? nameOfPath(groups['path'] ?? '', declared)
      // A section that nothing ends is a variable.
      if (groups['logic'] === '#' && declared.has(groups['path'] ?? '') && !source.includes('{{/')) continue
      const end = index + text.length + right.length
      const around = left === undefined ? undefined : marksAround(left, right, run.text.slice(end, end + 10))
      if (left !== undefined && around === undefined) continue
      const first = index + (around?.skipped ?? 0)
      const exact = nameMeant(name, declared)
      const isExact = around?.isOpen !== true || declared.has(exact)
      const meant = isExact ? exact : nameBefore(name, declared)
      const behind = isExact ? (around?.closing ?? 0) : meant.length - name.length
      const { from, until } = withBraces(run.text, first, index + text.length + behind)
      const before = run.text.slice(Math.max(0, from - 2), from)
      // An escape means the characters, and a digit a percentage.
      if (before.endsWith('\\') || (/\d\s?$/.test(before) && /^[%％]/u.test(run.text.slice(from)))) continue
      if (taken.subarray(from, until).includes(1)) continue
      const span = spanIn(run, from, until)
      if (span === undefined || !isVariableName(meant) || (!isPlain && !declared.has(meant))) continue
      taken.fill(1, from, until)
      if (isAmongWords(run.text, from, until)) continue
      const typed = run.text.slice(from, until)
      const isOpen = hasBrace && unclosed.test(typed)
      const rest = run.text.slice(until, until + maxBehind)
      const hasFallbackBehind = (isOpen && barBehind.test(rest)) || fallbackBehind.test(rest)
      const lineBreak = typed.includes('\n') ? placeIn(run, from + typed.indexOf('\n')) : undefined
      found.push({
        span,
        text: inOneLine(typed),
        name: meant,
        hasMore: more !== undefined,
        isLogic: (groups['logic'] ?? groups['logic2']) !== undefined,
        isMistyped,
        hasFallbackBehind,
        hasOtherMeaning:
          hasFallbackBehind ||
          (signsBefore.test(before) && /^[$＄%％#＃@]/u.test(typed)) ||
          (isOpen && isClosedIn(rest)) ||
          (/^#\w+$/.test(typed) && inAddress.test(run.text.slice(Math.max(0, from - maxBehind), from))),
        ...(lineBreak && { lineBreak }),
      })
    }
  }
  return found.toSorted((a, b) => a.span.start - b.span.start)
}

/** Signs and brackets that may be part of the notation of a variable that starts with a sign. */
const signsBefore = /[$＄%％#＃[［{｛.]$/u

/** A stretch with the braces directly around it, or without those that close what is opened further in front. */
function withBraces(text: string, from: number, until: number): { readonly from: number; readonly until: number } {
  const typed = text.slice(from, until)
  const opened = typed.match(/[{｛]/gu)?.length ?? 0
  const tooMany = (typed.match(/[}｝]/gu)?.length ?? 0) - opened
  if (tooMany > 0) {
    if (opened === 0) return { from, until }
    if (/^[{｛]+$/u.test(text.slice(Math.max(0, from - tooMany), from))) return { from: from - tooMany, until }
    const isOpenedBefore = /[{｛][^}｝\n]*$/u.test(text.slice(Math.max(0, from - maxBehind), from))
    return { from, until: isOpenedBefore ? until - tooMany : until }
  }
  let around = 0
  while (/[{｛]/u.test(text[from - around - 1] ?? '') && /[}｝]/u.test(text[until + around] ?? '')) around++
  return { from: from - around, until: until + around }
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

/**
 * The name that a path such as `customer.name` stands for: its last part where that is declared, or where all of it in one
 * word is too long.
 */
function nameOfPath(path: string, declared: ReadonlySet<string>): string {
  const parts = path.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const last = parts.at(-1) ?? ''
  const joined = parts.join('_')
  return declared.has(last) || !isVariableName(joined) ? last : joined
}

/** The declared name that some letters behind a sign start with; empty where there is none. */
function nameBefore(letters: string, declared: ReadonlySet<string>): string {
  const [name = ''] = [...declared].filter((known) => letters.startsWith(known)).toSorted((a, b) => b.length - a.length)
  // A longer word is one of its own, a hashtag or an account for instance.
  return behindName.test(letters.slice(name.length)) ? name : ''
}

/** Whether a text holds one of some names, or letters that may stand for one. */
function isNamed(text: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false
  if (names.size > maxNamesLookedFor || /[\uff01-\uff5e\u1100-\u11ff]|\p{M}|%7B/iu.test(text)) return true
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
  if (!/^(?:[[［【〔〖「<＜〈«《≪⟪@](?![[［<＜{｛%％#＃*])|[#＃](?![{｛(（[［<＜【「])(?!.*[#＃}｝]$))/u.test(text))
    return false
  const before =
    source
      .slice(Math.max(0, span.start - maxLabelUnits), span.start)
      .split(/[\r\n]/)
      .at(-1) ?? ''
  restOfTwoLines.lastIndex = span.end
  const rest = restOfTwoLines.exec(source)?.[0] ?? ''
  if (honorific.test(rest) || (closesBracket.test(text) && wordGoesOn.test(rest))) return false
  return `${before}${rest}`.includes(`#{${variable}`)
}

/** Behind a name, and behind no heading. */
const honorific = /^(?:님|씨|께|[ \t]?(?:고객|회원|구독자|독자|손)?님(?![ \t]*[:：]))/u

const closesBracket = /[^#＃@\p{L}\p{N}]$/u
/** A unit or a particle behind a name: `[amount]원`. The particles of a topic stand behind a heading too. */
const wordGoesOn = /^(?![은는][ \t])[\p{L}\p{N}]/u

/** A heading stands no further from its variable. */
const maxLabelUnits = 300
const restOfTwoLines = /[^\r\n]{0,300}(?:\r\n|\r|\n)?[^\r\n]{0,300}/y
