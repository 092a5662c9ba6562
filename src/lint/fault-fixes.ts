import type { Fix, Span } from '../diagnostic.ts'
import type { Fault, FaultArgs, Rule } from '../fault.ts'

/** The place of a fault in its source. */
interface Wrong {
  readonly span: Span
  /** What stands there. */
  readonly text: string
}

type Mend<Args> = (args: Args, wrong: Wrong) => Fix | undefined

const flags: ReadonlyMap<string, 'Y' | 'N'> = new Map([
  ...['true', 'y', 'yes', '"y"', "'y'"].map((word) => [word, 'Y'] as const),
  ...['false', 'n', 'no', '"n"', "'n'"].map((word) => [word, 'N'] as const),
])

const mends: { readonly [R in Rule]?: Mend<FaultArgs[R]> } = {
  'number-unquoted': ({ text }, { span }) => replacing(span, `"${text}"`, 'safe'),
  'value-type': ({ key }, wrong) => (key === 'ad_flag' ? flagFix(wrong) : undefined),
  'value-not-allowed': ({ key, value, suggestion }, wrong) =>
    key === 'ad_flag' ? flagFix(wrong) : suggested(value, suggestion, wrong),
  'key-unknown': ({ key, suggestion }, wrong) => suggested(key, suggestion, wrong),
  'sender-unknown': ({ sender, suggestion }, wrong) => suggested(sender, suggestion, wrong),
  'block-unknown': ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  'directive-unknown': ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  'suppression-rule-unknown': ({ rule, suggestion }, wrong) => suggested(rule, suggestion, wrong),
  'variable-undeclared': ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  'image-not-found': ({ path, suggestion }, wrong) => suggested(path, suggestion, wrong),
  'variable-unclosed': (_, { span }) => replacing({ ...span, end: span.start }, '\\', 'safe'),
  // Where a text may stand the characters were meant; elsewhere the escaped line would be the next fault.
  'heading-not-allowed': ({ place }, { span }) =>
    place === 'message' || place === 'before-items' ? replacing({ ...span, end: span.start }, '\\', 'safe') : undefined,
}

/** The change that mends a fault of the reader, where there is one that cannot be wrong or that is likely meant. */
export function fixOf({ rule, span, args }: Fault, source: string): Fix | undefined {
  // A union's members cannot be told apart by an index of its own type.
  const mend = mends[rule] as Mend<Fault['args']> | undefined
  return mend?.(args, { span, text: source.slice(span.start, span.end) })
}

function replacing(span: Span, text: string, safety: 'safe' | 'unsafe'): Fix {
  return { safe: safety === 'safe', edits: [{ ...span, text }] }
}

function flagFix({ span, text }: Wrong): Fix | undefined {
  const flag = flags.get(text.toLowerCase())
  return flag && replacing(span, flag, 'safe')
}

/** Puts the suggestion where the wrong name stands, which the place of the fault may surround with more. */
function suggested(name: string, suggestion: string | undefined, { span, text }: Wrong): Fix | undefined {
  const at = text.indexOf(name)
  if (suggestion === undefined || at < 0) return undefined
  const start = span.start + at
  return replacing({ start, end: start + name.length }, suggestion, 'unsafe')
}
