import { graphemesOf, isPlainText, placeholder } from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import { type LiteralRun, type LocatedText, pieceSource, spanIn } from '../message/located.ts'

/** A stretch of a composed text and the one of the run that it was composed of. */
interface Composed extends Span {
  readonly from: number
  readonly to: number
}

/** The characters of a run in Unicode NFC, each with its place in the source. */
export class ComposedText {
  readonly text: string
  readonly #run: LiteralRun
  /** By character; absent where the run is composed as it stands. */
  readonly #characters: readonly Composed[] | undefined

  constructor(run: LiteralRun) {
    this.#run = run
    const isComposed = isPlainText(run.text) || run.text === run.text.normalize('NFC')
    this.#characters = isComposed ? undefined : composedOf(run.text)
    this.text = this.#characters === undefined ? run.text : run.text.normalize('NFC')
  }

  /** The span in the source of the characters from `start` to `end`, exclusive; undefined if there are none. */
  spanOf(start: number, end: number): Span | undefined {
    if (!(start >= 0 && start < end && end <= this.text.length)) return undefined
    const characters = this.#characters
    if (characters === undefined) return spanIn(this.#run, start, end)
    const [first, last] = [lastStart(characters, start), lastStart(characters, end - 1)]
    return first && last && spanIn(this.#run, first.from, last.to)
  }
}

/** Returns a whole text with its variables as a template writes them, or as placeholders. */
export function composedTextOf({ pieces }: LocatedText, variables: 'written' | 'masked'): ComposedText {
  let text = ''
  const placed = pieces.map((piece) => {
    const source = pieceSource(piece)
    const value = piece.type === 'variable' && variables === 'masked' ? placeholder.repeat(source.length) : source
    const at = text.length
    text += value
    return { at, value, span: piece.span }
  })
  return new ComposedText({ text, pieces: placed })
}

function composedOf(text: string): readonly Composed[] {
  const characters: Composed[] = []
  let start = 0
  for (const { segment, index } of graphemesOf(text)) {
    const end = start + segment.normalize('NFC').length
    characters.push({ start, end, from: index, to: index + segment.length })
    start = end
  }
  return characters
}

/** Returns the last of sorted stretches that starts at an offset or before it. */
function lastStart(stretches: readonly Composed[], offset: number): Composed | undefined {
  return stretches.findLast(({ start }) => start <= offset)
}
