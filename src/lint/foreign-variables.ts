import type { Span } from '../diagnostic.ts'
import { variableName } from '../language/pieces.ts'
import type { PayloadText } from '../message/draft.ts'
import { type LiteralRun, literalRuns, spanIn } from '../message/literal-runs.ts'
import { takesVariables } from '../message/variables.ts'
import type { Subject } from './rule.ts'

/** Text that another tool would read as a variable, and that is sent as it stands. */
export interface ForeignVariable {
  readonly span: Span
  /** As typed. */
  readonly text: string
  /** In Unicode NFC. */
  readonly name: string
  /** Whether it says more than a name, as in `{{name|upper}}`: what that means differs from tool to tool. */
  readonly hasMore: boolean
  /** Whether the text can hardly mean anything else; `{name}` and `%name%` do so only where the name is declared. */
  readonly isPlain: boolean
  readonly entry: PayloadText
}

// What stands before tells other things from a variable: an escaped "#{name}", a longer row of braces, "50%name%".
const notations =
  /(?<![#{$])(\$?\{{1,3})[ \t]*([\p{L}\p{M}\p{N}_]{1,64})[ \t]*(\|[^{}\r\n]*)?(\}{1,3})(?!\})|(?<![\d%])%([\p{L}\p{M}\p{N}_]{1,64})%/gu

/** The variables of a message that are written as in other tools: `{{name}}`, `${name}`, `{name}`, `%name%`. */
export function foreignVariables({ draft, document: { source } }: Subject): ForeignVariable[] {
  // Two fields may share one text: the link of an app is that of both platforms.
  const seen = new Set<PayloadText['text']>()
  const found: ForeignVariable[] = []
  for (const entry of draft.texts) {
    const { field, text } = entry
    if (!text.pieces.some((piece) => piece.type === 'text' && /[{%]/.test(piece.value))) continue
    if (seen.has(text) || !takesVariables(field)) continue
    seen.add(text)
    for (const run of literalRuns(text.pieces)) {
      for (const one of foreignIn(run)) {
        // Where an escape stands for one of the characters, they are meant.
        if (source.slice(one.span.start, one.span.end) === one.text) found.push({ ...one, entry })
      }
    }
  }
  return found
}

function foreignIn(run: LiteralRun): Omit<ForeignVariable, 'entry'>[] {
  return [...run.text.matchAll(notations)].flatMap(
    ({ index, 0: text, 1: open, 2: inner, 3: more, 4: close, 5: only }) => {
      const name = (inner ?? only ?? '').normalize('NFC')
      const span = spanIn(run, index, index + text.length)
      const braces = open?.replace('$', '').length
      if (span === undefined || braces !== close?.length || !variableName.test(name)) return []
      const isPlain = braces === 2 || open === '${'
      return [{ span, text, name, hasMore: more !== undefined, isPlain }]
    },
  )
}
