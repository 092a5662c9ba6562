import type { Position } from '../diagnostic.ts'

/** Finds lines and columns in a source. A line ends with LF, CRLF or CR. */
export class LineIndex {
  readonly #starts: readonly number[]

  constructor(source: string) {
    const starts = [0]
    if (source.includes('\r')) {
      for (const { index, 0: ending } of source.matchAll(/\r\n|\n|\r/g)) starts.push(index + ending.length)
    } else for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = starts
  }

  /** The position of an offset in UTF-16 units. */
  at(offset: number): Position {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1, offset }
  }

  /** The offset of a line and column, both from 1. */
  offsetOf({ line, column }: Pick<Position, 'line' | 'column'>): number {
    return (this.#starts[line - 1] ?? this.#starts.at(-1) ?? 0) + column - 1
  }
}
