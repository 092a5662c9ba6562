import type { Span, TextEdit } from '../diagnostic.ts'

/** A source that came from another one by edits, and where everything in it stood. */
export class Revision {
  readonly source: string
  readonly #before: Revision | undefined
  /** Sorted, none overlapping another. */
  readonly #edits: readonly PlacedEdit[]

  private constructor(source: string, before?: Revision, edits: readonly PlacedEdit[] = []) {
    this.source = source
    this.#before = before
    this.#edits = edits
  }

  /** The source as it is. */
  static of(source: string): Revision {
    return new Revision(source)
  }

  /** Whether anything was edited. */
  get isEdited(): boolean {
    return this.#before !== undefined
  }

  /** The source with one more round of edits. Of edits that overlap the first one is made. */
  edited(groups: readonly (readonly TextEdit[])[]): Revision {
    const made: PlacedEdit[] = []
    let result = ''
    let copied = 0
    for (const { start, end, text } of groupsApart(groups).flat()) {
      result += this.source.slice(copied, start)
      made.push({ start, end, text, at: result.length })
      result += text
      copied = end
    }
    return new Revision(result + this.source.slice(copied), this, made)
  }

  /** Where a span of this source is in the one that nothing was edited in. */
  spanBefore(span: Span): Span {
    if (this.#before === undefined) return span
    const start = this.#offsetBefore(span.start, 'start')
    const end = span.end === span.start ? start : this.#offsetBefore(span.end, 'end')
    return this.#before.spanBefore({ start, end: Math.max(start, end) })
  }

  /** The same edits for the source that nothing was edited in; undefined where they touch what was. */
  editsBefore(edits: readonly TextEdit[]): readonly TextEdit[] | undefined {
    if (this.#before === undefined) return edits
    const moved: TextEdit[] = []
    for (const { start, end, text } of edits) {
      if (this.#isEdited(start, end)) return undefined
      moved.push({ start: this.#offsetBefore(start, 'start'), end: this.#offsetBefore(end, 'end'), text })
    }
    return this.#before.editsBefore(moved)
  }

  #isEdited(start: number, end: number): boolean {
    const last = this.#lastAt(end)
    return last !== undefined && last.at + last.text.length >= start
  }

  #offsetBefore(offset: number, side: 'start' | 'end'): number {
    const last = this.#lastAt(offset)
    if (last === undefined) return offset
    const behind = offset - last.at - last.text.length
    if (behind > 0 || (behind === 0 && side === 'start')) return last.end + behind
    return side === 'start' ? last.start : last.end
  }

  /** The last edit that starts at an offset or before it. */
  #lastAt(offset: number): PlacedEdit | undefined {
    let low = 0
    let high = this.#edits.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#edits[middle]?.at ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return this.#edits[low - 1]
  }
}

interface PlacedEdit extends TextEdit {
  /** Where its text stands in the edited source. */
  readonly at: number
}

/** The groups of edits that lie apart, in order; a group is made as a whole or not at all. */
export function groupsApart(groups: readonly (readonly TextEdit[])[]): readonly (readonly TextEdit[])[] {
  const sorted = groups.filter((edits) => edits.length > 0).toSorted((a, b) => startOf(a) - startOf(b))
  const made: (readonly TextEdit[])[] = []
  let done = -1
  for (const edits of sorted) {
    if (startOf(edits) < done) continue
    made.push(edits)
    // Two insertions at one place would depend on their order.
    done = Math.max(...edits.map(({ start, end }) => (start === end ? end + 1 : end)))
  }
  return made
}

function startOf(edits: readonly TextEdit[]): number {
  return edits[0]?.start ?? 0
}
