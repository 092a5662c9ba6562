import type { Span, TextEdit } from '../diagnostic.ts'

/** Where the line of an offset starts. */
export function lineStartOf(source: string, offset: number): number {
  let start = offset
  while (start > 0 && source[start - 1] !== '\n' && source[start - 1] !== '\r') start--
  return start
}

/** Where the line of an offset ends, its line ending not counted. */
export function lineEndOf(source: string, offset: number): number {
  let end = offset
  while (end < source.length && source[end] !== '\n' && source[end] !== '\r') end++
  return end
}

/** Where the line after that of an offset starts. */
export function nextLineStartOf(source: string, offset: number): number {
  const end = lineEndOf(source, offset)
  return end + (source.startsWith('\r\n', end) ? 2 : end < source.length ? 1 : 0)
}

/** A stretch with the spaces and tabs around it. */
export function withBlanks(text: string, { start, end }: Span): Span {
  let first = start
  let last = end
  while (isBlank(text[first - 1])) first--
  while (isBlank(text[last])) last++
  return { start: first, end: last }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

/**
 * The edit that takes whole lines of a body away. Where blank lines stand around them one of these stays: lines that
 * are not sent leave one blank line in a text, but without them every blank line would be sent.
 */
export function withoutLines(source: string, span: Span): TextEdit {
  let start = lineStartOf(source, span.start)
  let end = nextLineStartOf(source, span.end)
  const isBelow = end < source.length && isBlankAt(source, end)
  while (start > 0 && isBlankAt(source, previousLineStart(source, start))) start = previousLineStart(source, start)
  let lastBlank = end
  while (end < source.length && isBlankAt(source, end)) {
    lastBlank = end
    end = nextLineStartOf(source, end)
  }
  if (start < lineStartOf(source, span.start)) start = nextLineStartOf(source, start)
  else if (isBelow) end = lastBlank
  return { start, end, text: '' }
}

/** The edit that takes the whole lines of a comment in YAML away; blank lines have no meaning there. */
export function withoutYamlLines(source: string, { start, end }: Span): TextEdit {
  return { start: lineStartOf(source, start), end: nextLineStartOf(source, end), text: '' }
}

function previousLineStart(source: string, lineStart: number): number {
  if (lineStart === 0) return 0
  return lineStartOf(source, source.startsWith('\r\n', lineStart - 2) ? lineStart - 2 : lineStart - 1)
}

function isBlankAt(source: string, lineStart: number): boolean {
  return source.slice(lineStart, lineEndOf(source, lineStart)).trim() === ''
}

/** Of stretches that are sorted and lie apart the last that starts at an offset or before it. */
export function lastStart<T extends Pick<Span, 'start'>>(stretches: readonly T[], offset: number): T | undefined {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return stretches[low - 1]
}
