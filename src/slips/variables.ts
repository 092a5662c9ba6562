import type { Span } from '../diagnostic.ts'
import type { Piece } from '../language/document.ts'
import { isVariableName } from '../language/pieces.ts'

/** A declared variable in the notation of another tool, or with other characters. */
export interface VariableSlip {
  readonly span: Span
  readonly text: string
  readonly name: string
}

/** The notations, with the name in the place of `…`. */
const notations = [
  String.raw`\{\{ *… *\}\}`,
  String.raw`[$#＃%]\{\{? *… *\}?\}`,
  String.raw`[＃#$][｛{] *… *[｝}]`,
  String.raw`[#＃][(（[［] *… *[)）\]］]`,
  String.raw`%%?…%%?`,
  String.raw`<<…>>`,
  String.raw`(?<![#$＃{])\{ *… *\}(?!\})`,
  String.raw`\[…\](?!\()`,
]

/** Finds declared variables that would be sent as they are typed. */
export function variableSlips(
  texts: readonly { readonly pieces: readonly Piece[] }[],
  names: readonly string[],
): VariableSlip[] {
  const known = names.filter(isVariableName).toSorted((a, b) => b.length - a.length)
  if (known.length === 0) return []
  const name = `(${known.join('|')})`
  const pattern = new RegExp(notations.map((one) => one.replace('…', name)).join('|'), 'gu')
  const found = new Map<number, VariableSlip>()
  for (const piece of texts.flatMap(({ pieces }) => pieces)) {
    const { span } = piece
    // What an escape stands for is meant.
    if (piece.type !== 'text' || piece.value.length !== span.end - span.start) continue
    for (const match of piece.value.matchAll(pattern)) {
      const start = span.start + match.index
      const meant = match.slice(1).find((one) => one !== undefined) ?? ''
      found.set(start, { span: { start, end: start + match[0].length }, text: match[0], name: meant })
    }
  }
  return [...found.values()]
}
