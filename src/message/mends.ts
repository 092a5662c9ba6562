import { type Kind, kinds } from '../contract/kinds.ts'
import type { Fix, Span, TextEdit } from '../diagnostic.ts'
import type { Fault, FaultArgs, Rule } from '../fault.ts'
import { plainly } from '../language/near-miss/characters.ts'

/** The place of a fault in its source. */
interface Wrong {
  readonly span: Span
  /** What stands there. */
  readonly text: string
}

type Mending<Args> = (args: Args, wrong: Wrong) => Fix | undefined

/** In the form that `plainly` gives them: of a Korean vowel alone that is the letter of a syllable. */
const flags: ReadonlyMap<string, 'Y' | 'N'> = new Map([
  ...['true', 'y', 'yes', 'on', '1', 'o', '예', '네', '광고', 'ᅭ'].map((word) => [word, 'Y'] as const),
  ...['false', 'n', 'no', 'off', '0', 'x', '아니오', '아니요', '비광고', 'ᅮ'].map((word) => [word, 'N'] as const),
])

const mendings: { readonly [R in Rule]?: Mending<FaultArgs[R]> } = {
  'number-unquoted': ({ text }, { span }) => replacing(span, `"${text}"`, 'safe'),
  'value-type': ({ key }, wrong) => (key === 'ad_flag' ? flagFix(wrong) : undefined),
  'value-not-allowed': ({ key, value, suggestion }, wrong) =>
    key === 'ad_flag'
      ? flagFix(wrong)
      : suggested(value, suggestion ?? (key === 'kind' ? kindOf(value) : undefined), wrong),
  'key-unknown': ({ key, suggestion }, wrong) => suggested(key, suggestion, wrong),
  'sender-unknown': ({ sender, suggestion }, wrong) => suggested(sender, suggestion, wrong),
  'block-unknown': ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  'directive-unknown': ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  'suppression-rule-unknown': ({ rule, suggestion }, wrong) => suggested(rule, suggestion, wrong),
  'variable-undeclared': ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  'image-not-found': ({ path, suggestion }, wrong) => suggested(path, suggestion, wrong),
  'link-without-scheme': ({ link, suggestion }, wrong) => suggested(link, suggestion, wrong),
  'second-link-not-web': ({ link, suggestion }, wrong) => suggested(link, suggestion, wrong),
}

/** The changes that build what was meant by a fault of the reader, where that is clear or likely. */
export function fixOf({ rule, span, args, fix }: Fault, source: string): Fix | undefined {
  if (fix) return fix.edits.length === 0 ? undefined : { ...fix, edits: withLineBreaks(fix.edits, source) }
  // A union's members cannot be told apart by an index of its own type.
  const mending = mendings[rule] as Mending<Fault['args']> | undefined
  return mending?.(args, { span, text: source.slice(span.start, span.end) })
}

/** Edits of which the line breaks are those of the file. */
function withLineBreaks(edits: readonly TextEdit[], source: string): readonly TextEdit[] {
  if (!edits.some(({ text }) => text.includes('\n'))) return edits
  const lineBreak = /\r\n?|\n/.exec(source)?.[0] ?? '\n'
  return edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, lineBreak) }))
}

function replacing(span: Span, text: string, safety: 'safe' | 'unsafe'): Fix {
  return { safe: safety === 'safe', edits: [{ ...span, text }] }
}

function flagFix({ span, text }: Wrong): Fix | undefined {
  const flag = flags.get(plainly(text).replace(/^["']|(?:[.,;"']|<br\/?>)$/g, ''))
  return flag && replacing(span, flag, 'safe')
}

/** The kind of which a name has all but the start, as in `friendtalk-text`. */
function kindOf(value: string): Kind | undefined {
  const plain = plainly(value).replaceAll(/[\s_]/g, '-')
  return kinds.findLast((kind) => plain.endsWith(kind.slice('ft'.length)))
}

/** Puts the suggestion where the wrong name stands, which the place of the fault may surround with more. */
function suggested(name: string, suggestion: string | undefined, { span, text }: Wrong): Fix | undefined {
  const at = text.indexOf(name)
  if (suggestion === undefined || at < 0) return undefined
  const start = span.start + at
  // Letters in another case or width have no other meaning in a word of the language.
  const isSame = plainly(name) === plainly(suggestion) && /^[a-z-]+$/.test(suggestion)
  return replacing({ start, end: start + name.length }, suggestion, isSame ? 'safe' : 'unsafe')
}
