export function lineStartOf(source: string, offset: number): number {
  return Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1)) + 1
}

/** The end of the line at an offset, without its line ending. */
export function lineEndOf(source: string, offset: number): number {
  const length = source.slice(offset).search(/[\r\n]/)
  return length < 0 ? source.length : offset + length
}

export function nextLineStartOf(source: string, offset: number): number {
  const end = lineEndOf(source, offset)
  return end + (source.startsWith('\r\n', end) ? 2 : end < source.length ? 1 : 0)
}
