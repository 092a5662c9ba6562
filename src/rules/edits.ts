import type { TextEdit } from '../diagnostic.ts'

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

/** Returns a source with edits made, which are in order and lie apart. */
export function edited(source: string, edits: readonly TextEdit[]): string {
  let result = ''
  let copied = 0
  for (const { start, end, text } of edits) {
    result += source.slice(copied, start) + text
    copied = end
  }
  return result + source.slice(copied)
}
