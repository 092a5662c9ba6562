import type { Span } from '../diagnostic.ts'
import { classOf, invisibles, plainly, spaceClass, withoutInvisibles } from '../language/near-miss/characters.ts'
import type { Piece } from '../language/document.ts'
import { variableName } from '../language/pieces.ts'
import { type Draft, type PayloadText, takesVariables } from './draft.ts'
import { type LiteralRun, literalRuns, spanIn } from './literal-runs.ts'

/** Text that was likely meant to be a variable, and that is sent as it stands. */
export interface ForeignVariable {
  readonly span: Span
  /** As typed. */
  readonly text: string
  /** In Unicode NFC. */
  readonly name: string
  /** Whether it says more than a name, as in `{{name|upper}}`: what that means differs from tool to tool. */
  readonly hasMore: boolean
  /** Whether characters or spaces alone make it another thing than `#{name}`. */
  readonly isMistyped: boolean
  readonly entry: PayloadText
}

const sign = classOf('#')
const open = classOf('{')
const close = classOf('}')
const space = `${spaceClass}{0,2}`
const name = String.raw`[\p{L}\p{M}\p{N}_${invisibles}]{1,64}?`
const more = String.raw`(?:${space}(?<more>${classOf('|')}[^{}｛｝\r\n]*))?`

/** Marks that stand around names in one tool or another. */
const marks = String.raw`[#＃♯﹟{｛﹛❴}｝﹜❵[［\]］(（)）<＜〈«《>＞〉»》【】「」%％$＄&@*|!=;]`

/** What stands for `#{name}`, in the order in which it is looked for. */
const notations: readonly {
  readonly pattern: RegExp
  /** Whether the text can hardly mean anything else; other notations do so only where the name is declared. */
  readonly isPlain: boolean
  readonly isMistyped?: true
}[] = [
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
  // What stands before tells other things from a variable: an escaped "#{name}", a longer row of braces.
  {
    pattern: new RegExp(
      String.raw`(?<![#＃{｛$%])(?:\{\{${space}(?<name2>${name})${space}(?<more2>\|[^{}\r\n]*)?\}\}|[$%]\{${space}(?<name>${name})${space}(?<more>\|[^{}\r\n]*)?\})(?!\})`,
      'gu',
    ),
    isPlain: true,
  },
  { pattern: new RegExp(String.raw`\{\{\{${space}(?<name>${name})${space}\}\}\}`, 'gu'), isPlain: false },
  {
    pattern: new RegExp(
      String.raw`(?<left>${marks}{1,4}${space})(?<name>[\p{L}\p{M}\p{N}_]{1,64})(?=(?<right>${space}${marks}{1,4})?)`,
      'gu',
    ),
    isPlain: false,
  },
]

/** Most texts hold none of the characters that a notation starts with. */
const hint = /[{｛﹛❴}｝%％$＄<＜〈«《[［【「@&*#＃♯﹟]/

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
        if (source.slice(one.span.start, one.span.end) !== one.text) continue
        const foreign = { ...one, entry }
        if (!isLabel(foreign, source)) found.push(foreign)
      }
    }
  }
  return found
}

function holdsHint(pieces: readonly Piece[]): boolean {
  for (const piece of pieces) if (piece.type !== 'variable' && hint.test(piece.value)) return true
  return false
}

function foreignIn(run: LiteralRun, declared: ReadonlySet<string>): Omit<ForeignVariable, 'entry'>[] {
  const found: Omit<ForeignVariable, 'entry'>[] = []
  const taken = new Uint8Array(run.text.length)
  const hasBrace = /[{｛﹛❴]/.test(run.text)
  const hasName = isNamed(run.text, declared)
  for (const { pattern, isPlain, isMistyped = false } of notations) {
    if (isPlain ? !hasBrace : !hasName) continue
    for (const { index, 0: text, groups = {} } of run.text.matchAll(pattern)) {
      const typed = Object.entries(groups).find(([key, value]) => key.startsWith('name') && value !== undefined)?.[1]
      const around = groups['left'] === undefined ? undefined : marksAround(groups['left'], groups['right'] ?? '')
      if (groups['left'] !== undefined && around === undefined) continue
      const from = index + (around?.skipped ?? 0)
      const front = run.text[from - 1] ?? ''
      // An escape means the characters, and a digit a percentage.
      if (front === '\\' || (/\d/.test(front) && /^[%％]/u.test(text))) continue
      const until = index + text.length + (around?.closing ?? 0)
      if (typed === undefined || taken.subarray(from, until).includes(1)) continue
      const meant = nameMeant(typed, declared)
      const span = spanIn(run, from, until)
      if (span === undefined || !variableName.test(meant) || (!isPlain && !declared.has(meant))) continue
      const hasMore = (groups['more'] ?? groups['more2']) !== undefined
      taken.fill(1, from, until)
      found.push({ span, text: run.text.slice(from, until), name: meant, hasMore, isMistyped })
    }
  }
  return found.toSorted((a, b) => a.span.start - b.span.start)
}

/** Whether a text holds one of some names, or letters that may stand for one. */
function isNamed(text: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false
  if (names.size > maxNamesLookedFor || /[\uff01-\uff5e]|\p{M}/u.test(text)) return true
  for (const one of names) if (text.includes(one)) return true
  return false
}

const maxNamesLookedFor = 20

/**
 * Which of the marks around a declared name belong to it.
 *
 * @returns how many in front of it do not, and how many behind it do; undefined where none makes it a variable
 */
function marksAround(left: string, right: string): { skipped: number; closing: number } | undefined {
  for (const [opening, closing] of notationMarks) {
    const skipped = left.search(opening)
    if (skipped < 0) continue
    const behind = closing.exec(right)
    if (behind) return { skipped, closing: behind[0].length }
  }
  return undefined
}

/** What opens a name and what closes it; the first that fits counts. */
const notationMarks: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/[{｛(（]\s?[#＃♯﹟]\s?$/u, /^\s?[}｝)）]/u],
  [/[#＃♯﹟]\s?[{｛﹛(（[［<＜〈《「【]+\s?$/u, /^\s?[}｝﹜)）\]］>＞〉》」】]*/u],
  [/[#＃♯﹟]{1,2}$/u, /^[#＃♯﹟]{1,2}|^[}｝﹜]|^/u],
  [/\*\|\s?$/u, /^\s?\|?\*/u],
  [/[%$＄]?[{｛]\s?[{｛]\s?$/u, /^\s?[}｝]\s?[}｝]/u],
  [/<%=?\s?$|\{%\s?$/u, /^\s?%[>}]/u],
  [/[%$＄]?[{｛﹛❴]+\s?[!$#=%]{0,2}\s?$/u, /^\s?%?[}｝﹜❵]+/u],
  [/[%％]\s?[({｛（[［]$/u, /^[)}｝）\]］](?:[%％]|s)?/u],
  [/[%％]{1,2}$/u, /^[%％]{1,2}/u],
  [/[$＄]\s?[({｛（[]?$/u, /^[)}｝）\]]|^[$＄]|^/u],
  [/&$/u, /^;/u],
  [/\[{1,2}\s?[!=]?$/u, /^\s?\]{1,2}(?![(（])/u],
  [/<{1,2}\s?$/u, /^\s?>{1,2}/u],
  [/[［＜〈«《【「]$/u, /^[］＞〉»》】」]/u],
  [/@$/u, /^/u],
]

/** A name without characters that nobody sees; full-width letters are those of a declared name. */
export function nameMeant(typed: string, declared: ReadonlySet<string>): string {
  const clean = withoutInvisibles(typed).normalize('NFC')
  if (declared.has(clean)) return clean
  const plain = plainly(clean)
  return [...declared].find((known) => plainly(known) === plain) ?? clean
}

/** Texts in which words stand in brackets. */
const labelledFields: ReadonlySet<string> = new Set(['msg', 'message', 'header', 'title', 'description'])

/** Whether it is a heading for the variable of the same name beside it or below: `[name] #{name}`. */
function isLabel({ span, text, name: variable, entry: { field } }: ForeignVariable, source: string): boolean {
  if (!labelledFields.has(field)) return false
  if (!/^(?:[[［【「<＜〈«《@]|[#＃](?![{｛(（[［<＜【「])(?!.*[#＃}｝]$))/u.test(text)) return false
  const start = source.lastIndexOf('\n', span.start - 1) + 1
  const lineEnd = source.indexOf('\n', span.end)
  const nextEnd = lineEnd < 0 ? -1 : source.indexOf('\n', lineEnd + 1)
  return source.slice(start, nextEnd < 0 ? source.length : nextEnd).includes(`#{${variable}`)
}
