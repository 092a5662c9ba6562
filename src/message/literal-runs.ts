import type { Span } from '../diagnostic.ts'
import type { Piece } from '../dialect/document.ts'

/** Characters between two variables, and the pieces that they come from. */
export interface LiteralRun {
  readonly text: string
  /** Each with the index in `text` at which it starts. */
  readonly pieces: readonly { readonly at: number; readonly value: string; readonly span: Span }[]
}

/** The texts before, between and after the variables of a text: one more than it has variables. */
export function literalRuns(pieces: readonly Piece[]): LiteralRun[] {
  const runs: LiteralRun[] = []
  let text = ''
  let ofRun: { at: number; value: string; span: Span }[] = []
  for (const piece of pieces) {
    if (piece.type === 'variable') {
      runs.push({ text, pieces: ofRun })
      text = ''
      ofRun = []
      continue
    }
    ofRun.push({ at: text.length, value: piece.value, span: piece.span })
    text += piece.value
  }
  runs.push({ text, pieces: ofRun })
  return runs
}

/** Where one UTF-16 unit of a run stands in the source. */
export function placeIn({ pieces }: LiteralRun, unit: number): Span | undefined {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle]?.at ?? 0) <= unit) low = middle
    else high = middle - 1
  }
  const piece = pieces[low]
  if (piece === undefined || unit < piece.at || unit >= piece.at + piece.value.length) return undefined
  const { value, span, at } = piece
  // What an escape stands for is shorter than what is written.
  if (value.length !== span.end - span.start) return span
  return { start: span.start + unit - at, end: span.start + unit - at + 1 }
}

/** Where some characters of a run stand in the source: from `from` up to and without `to`, in UTF-16 units. */
export function spanIn(run: LiteralRun, from: number, to: number): Span | undefined {
  const [first, last] = [placeIn(run, from), placeIn(run, to - 1)]
  return first && last && { start: first.start, end: last.end }
}
