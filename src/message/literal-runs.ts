import type { Span } from '../diagnostic.ts'
import type { Piece } from '../language/document.ts'

/** Characters between two variables, and where each of their UTF-16 units stands in the source. */
export interface LiteralRun {
  readonly text: string
  readonly places: readonly Span[]
}

/** The texts before, between and after the variables of a text: one more than it has variables. */
export function literalRuns(pieces: readonly Piece[]): LiteralRun[] {
  const runs = [{ text: '', places: [] as Span[] }]
  for (const piece of pieces) {
    if (piece.type === 'variable') {
      runs.push({ text: '', places: [] })
      continue
    }
    const run = runs.at(-1)
    if (run === undefined) continue
    const { value, span } = piece
    const isLiteral = value.length === span.end - span.start
    run.text += value
    for (let unit = 0; unit < value.length; unit++) {
      run.places.push(isLiteral ? { start: span.start + unit, end: span.start + unit + 1 } : span)
    }
  }
  return runs
}

/** Where some characters of a run stand in the source: from `from` up to and without `to`, in UTF-16 units. */
export function spanIn({ places }: LiteralRun, from: number, to: number): Span | undefined {
  const [first, last] = [places[from], places[to - 1]]
  return first && last && { start: first.start, end: last.end }
}
