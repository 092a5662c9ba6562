import type { Fix, Span, TextEdit } from '../diagnostic.ts'
import type { MeantForm } from '../finding-types.ts'

/** A form that was mistyped, so that its line would be sent as text. */
export interface Slip {
  readonly span: Span
  readonly form: MeantForm
  /** The typed and the meant text; absent if they are not evident. */
  readonly difference?: { readonly found: string; readonly expected: string }
  readonly fix?: Fix | undefined
}

/** Makes a slip of a line and what it was meant as. Its place is where the two differ. */
export function slipOf(form: MeantForm, line: Span & { readonly text: string }, right: string): Slip {
  const { text } = line
  let [start, end, endRight] = [0, text.length, right.length]
  while (start < end && start < endRight && text[start] === right[start]) start++
  while (end > start && endRight > start && text[end - 1] === right[endRight - 1])
    [end, endRight] = [end - 1, endRight - 1]
  const span = { start: line.start + start, end: line.start + end }
  const difference = { found: text.slice(start, end), expected: right.slice(start, endRight) }
  const edits: readonly TextEdit[] = [{ ...span, text: difference.expected }]
  return { span, form, difference, fix: { safe: false, edits } }
}
