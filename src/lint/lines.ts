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

/**
 * The edit that takes whole lines away. Where blank lines stand on both sides those below go too: what is read
 * around the lines has one blank line between it before and after.
 */
export function withoutLines(source: string, span: Span): TextEdit {
  const start = lineStartOf(source, span.start)
  let end = nextLineStartOf(source, span.end)
  if (isBlankAt(source, previousLineStart(source, start))) {
    while (end < source.length && isBlankAt(source, end)) end = nextLineStartOf(source, end)
  }
  return { start, end, text: '' }
}

function previousLineStart(source: string, lineStart: number): number {
  if (lineStart === 0) return 0
  return lineStartOf(source, source.startsWith('\r\n', lineStart - 2) ? lineStart - 2 : lineStart - 1)
}

function isBlankAt(source: string, lineStart: number): boolean {
  return source.slice(lineStart, lineEndOf(source, lineStart)).trim() === ''
}
