import type { Scalar } from 'yaml'

export interface ScalarLayout {
  /** The start of the value, behind a quote or a block header. */
  readonly start: number
  /**
   * For each UTF-16 unit of the value its offset in the source, and the end as one more; absent where the value
   * stands in the source as it is.
   */
  readonly offsets?: readonly number[]
}

/** Lengths of the escapes of a double-quoted scalar that stand for a code point, their backslash included. */
const codePointEscapes: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 }
const fold = /[ \t]*(?:\r?\n[ \t]*)+/y
const escapedBreak = /\\\r?\n[ \t]*/y

/**
 * Finds where each unit of a YAML scalar's value stands: escapes, quotes, folded lines and indentation make value
 * and source differ.
 */
export function scalarLayout(value: string, type: Scalar['type'], source: string): ScalarLayout {
  switch (type) {
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return blockLayout(value, source)
    case 'QUOTE_SINGLE':
    case 'QUOTE_DOUBLE':
      return source.startsWith(value, 1) && source.length === value.length + 2
        ? { start: 1 }
        : flowLayout(value, source, type)
    default:
      return value === source ? { start: 0 } : flowLayout(value, source, 'PLAIN')
  }
}

function flowLayout(value: string, source: string, type: 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE'): ScalarLayout {
  const start = type === 'PLAIN' ? 0 : 1
  const offsets: number[] = []
  let at = start
  while (offsets.length < value.length && at < source.length) {
    const isSpace = source[at] === ' ' || source[at] === '\t'
    const folded = isSpace || source[at] === '\n' || source[at] === '\r' ? matchAt(fold, source, at) : ''
    if (folded !== '') {
      // One line break folds to a space; of more than one, each after the first is a line feed.
      const units = Math.max(1, folded.split('\n').length - 2)
      for (let i = 0; i < units; i++) offsets.push(at)
      at += folded.length
    } else if (type === 'QUOTE_DOUBLE' && source[at] === '\\') {
      const ignored = matchAt(escapedBreak, source, at).length
      if (ignored === 0) {
        const length = codePointEscapes[source[at + 1] ?? ''] ?? 2
        const isPair =
          length === codePointEscapes['U'] && Number.parseInt(source.slice(at + 2, at + length), 16) > 0xffff
        offsets.push(at, ...(isPair ? [at] : []))
        at += length
      }
      at += ignored
    } else if (isSpace) {
      // The whole run at once: looking for a line break behind each of its spaces would cost its square.
      while (offsets.length < value.length && (source[at] === ' ' || source[at] === '\t')) offsets.push(at++)
    } else {
      offsets.push(at)
      at += type === 'QUOTE_SINGLE' && source[at] === "'" ? 2 : 1
    }
  }
  return layoutOf(start, offsets, value, at)
}

function blockLayout(value: string, source: string): ScalarLayout {
  const start = source.indexOf('\n') + 1
  // The header may state an indentation; what it leaves over stands in the value.
  const sourceIndent = /^(?:[ \t]*\r?\n)*( *)/.exec(source.slice(start))?.[1]?.length ?? 0
  const valueIndent = /^\n*( *)/.exec(value)?.[1]?.length ?? 0
  const indent = Math.max(0, sourceIndent - valueIndent)
  const offsets: number[] = []
  let at = start
  let column = 0
  while (offsets.length < value.length && at < source.length) {
    const char = source[at]
    if (column < indent && char === ' ') column++
    else if (char === '\n' || (char === '\r' && source[at + 1] === '\n')) {
      const unit = value[offsets.length]
      if (unit === '\n' || unit === ' ') offsets.push(at)
      column = 0
      if (char === '\r') at++
    } else {
      offsets.push(at)
      column = indent
    }
    at++
  }
  return layoutOf(start, offsets, value, at)
}

function layoutOf(start: number, offsets: number[], value: string, end: number): ScalarLayout {
  while (offsets.length < value.length) offsets.push(end)
  return { start, offsets: [...offsets.slice(0, value.length), end] }
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}
