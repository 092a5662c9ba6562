import type { Span } from '../../diagnostic.ts'
import { type Delimiter, isSpace, oddSpaceIn, standsFor } from './characters.ts'
import { type Change, insteadOf, lookAlike } from './correction.ts'

/** A place in a line that is read from its start to its end, and the changes to what stands before it. */
export class LineCursor {
  readonly line: string
  readonly changes: Change[] = []
  /** The index in the line of the character that is read next. */
  at = 0
  readonly #offset: number

  constructor(line: string, offset: number) {
    this.line = line
    this.#offset = offset
  }

  get character(): string | undefined {
    return this.line[this.at]
  }

  /** What is not read yet. */
  get rest(): string {
    return this.line.slice(this.at)
  }

  /** Where the spaces end that stand at an index. */
  spacesEnd(from: number = this.at): number {
    let at = from
    while (isSpace(this.line[at])) at++
    return at
  }

  /** Reads spaces that must be there, up to an index: a blank for each run that holds others. */
  plainSpaces(end: number): void {
    this.#spaces(end, ' ')
  }

  /** Reads spaces that may be there. */
  oddSpaces(): void {
    this.#spaces(this.spacesEnd(), '')
  }

  #spaces(end: number, text: string): void {
    const typed = this.line.slice(this.at, end)
    if (/[^ \t]/.test(typed)) this.change(this.at, end, { text, slip: lookAlike(oddSpaceIn(typed), text), safe: true })
    this.at = end
  }

  /** Reads spaces that may not be there. */
  noSpaces(): void {
    const end = this.spacesEnd()
    if (end > this.at) this.remove(end, { type: 'space', before: this.line[end] ?? '' })
  }

  /** Reads a mark, or what is typed in its place. */
  take(expected: Delimiter): void {
    const found = this.character ?? ''
    if (found !== expected) {
      this.change(this.at, this.at + 1, { text: expected, slip: insteadOf(expected, found), safe: true })
    }
    this.at++
  }

  /** Adds a mark that is missing. */
  insert(expected: string): void {
    // The character in front of a line is one of the line above.
    const span = this.at === 0 ? { span: this.spanOf(0, 1) } : {}
    this.change(this.at, this.at, { text: expected, slip: { type: 'missing', expected }, safe: false, ...span })
  }

  /** Reads what is not needed. */
  remove(end: number, slip: Change['slip']): void {
    this.change(this.at, end, { text: '', slip, safe: true })
    this.at = end
  }

  /** Takes away a mark that is typed twice. */
  removeDoubled(delimiter: Delimiter): boolean {
    const { character } = this
    const isDoubled = character !== undefined && standsFor(character, delimiter)
    if (isDoubled) this.remove(this.at + 1, { type: 'doubled', found: character })
    return isDoubled
  }

  /** Takes away what may have been meant. */
  drop(start: number, end: number, slip: Change['slip']): void {
    this.change(start, end, { text: '', slip, safe: false })
  }

  change(start: number, end: number, change: Pick<Change, 'text' | 'slip' | 'safe' | 'span'>): void {
    this.changes.push({ start: this.#offset + start, end: this.#offset + end, ...change })
  }

  /** Whether a change starts at an index. */
  isChangedAt(index: number): boolean {
    return this.changes.some(({ start }) => start === this.#offset + index)
  }

  /** The place in the source of a stretch of the line. */
  spanOf(start: number, end: number): Span {
    return { start: this.#offset + start, end: this.#offset + end }
  }
}
