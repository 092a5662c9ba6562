import type { Span } from '../diagnostic.ts'
import type { Piece } from '../language/document.ts'
import { isVariableName } from '../language/pieces.ts'
import { literalRuns, matchesIn } from '../message/located.ts'

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
  // A single mark is that of a hashtag unless it stands on both sides.
  String.raw`##…##`,
  String.raw`(?<!#)#…#(?!#)`,
  String.raw`\[\*…\*\]`,
  String.raw`\*\|…\|\*`,
  String.raw`<…>`,
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
  const runs = texts
    .flatMap(({ pieces }) => literalRuns(pieces))
    .filter(({ text }) => known.some((one) => text.includes(one)))
  if (runs.length === 0) return []
  const name = `(${known.join('|')})`
  const pattern = new RegExp(notations.map((one) => one.replace('…', name)).join('|'), 'gu')
  const found = new Map<number, VariableSlip>()
  for (const { match, span } of matchesIn(runs, pattern)) {
    // An escaped character is meant as it is.
    if (span.end - span.start !== match[0].length) continue
    const meant = match.slice(1).find((one) => one !== undefined) ?? ''
    found.set(span.start, { span, text: match[0], name: meant })
  }
  return [...found.values()]
}
