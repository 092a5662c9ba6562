import type { Span } from '../diagnostic.ts'
import { escapePointer } from './draft.ts'

/**
 * The span of every value of a payload, in its order. What contains others spans them all; a part of a value that
 * is known only as a whole has the whole's span.
 */
export function sourceMap(payload: unknown, spans: ReadonlyMap<string, Span>): Map<string, Span> {
  const map = new Map<string, Span>()
  visit(payload, '', undefined)
  return map

  function visit(value: unknown, pointer: string, inherited: Span | undefined): Span | undefined {
    const own = spans.get(pointer) ?? inherited
    // Reserves the place before the children's.
    map.set(pointer, own ?? { start: 0, end: 0 })
    if (typeof value !== 'object' || value === null) return own
    let union = own
    for (const [key, child] of Object.entries(value)) {
      const span = visit(child, `${pointer}/${escapePointer(key)}`, own)
      if (own === undefined && span !== undefined) union = union ? unite(union, span) : span
    }
    if (union !== undefined) map.set(pointer, union)
    return union
  }
}

function unite(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}
