const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The bytes of a file from some record on. */
export interface Stretch {
  readonly bytes: Uint8Array
  /** Whether the file ends with these bytes. */
  readonly isLast: boolean
}

/** Where a record ends, or why that cannot be said. Offsets are bytes. */
export type RecordEnd =
  /** `end` is before the line break, `next` behind it; `breaks` are the line breaks between start and `next`. */
  | { readonly type: 'record'; readonly end: number; readonly next: number; readonly breaks: number }
  /** A quote at `at` stands inside a cell without quotes, or before text in one with them; `cell` is on the line to blame. */
  | { readonly type: 'misplaced'; readonly at: number; readonly cell: number }
  /** The record is longer than a record may be. */
  | { readonly type: 'too-large' }
  /** The quote at `cell` is not closed within what a record may have, or not at all. */
  | { readonly type: 'unclosed'; readonly cell: number }
  /** More bytes are needed. */
  | { readonly type: 'open' }

/**
 * Finds the end of the CSV record (RFC 4180) that starts at `start`, never looking further than `maxBytes`. A line
 * ends with LF, CRLF or CR.
 */
export function csvRecordEnd({ bytes, isLast }: Stretch, start: number, maxBytes: number): RecordEnd {
  const limit = start + maxBytes
  let breaks = 0
  let cell = start
  let isQuoted = false
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte === undefined && !isLast) return { type: 'open' }
    if (!isQuoted && (byte === undefined || byte === lineFeed || byte === carriageReturn)) {
      return recordAt({ bytes, isLast }, at, breaks)
    }
    if (byte === undefined || at >= limit) return tooLarge(isQuoted, cell)
    switch (byte) {
      case quote:
        if (!isQuoted) {
          if (at !== cell) return { type: 'misplaced', at, cell: at }
          isQuoted = true
          break
        }
        // Behind the last byte comes nothing or more bytes: both are seen in the next round.
        if (bytes[at + 1] === quote) at++
        else if (endsCell(bytes[at + 1])) isQuoted = false
        else return { type: 'misplaced', at, cell }
        break
      case comma:
        if (!isQuoted) cell = at + 1
        break
      case carriageReturn:
        if (bytes[at + 1] !== lineFeed) breaks++
        break
      case lineFeed:
        breaks++
        break
      // Other bytes are text.
    }
  }
}

/** Finds the end of the line that starts at `start`, whatever quotes it has. */
export function lineEnd({ bytes, isLast }: Stretch, start: number, maxBytes: number): RecordEnd {
  const limit = start + maxBytes
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte === undefined && !isLast) return { type: 'open' }
    if (byte === undefined || byte === lineFeed || byte === carriageReturn) return recordAt({ bytes, isLast }, at, 0)
    if (at >= limit) return { type: 'too-large' }
  }
}

function endsCell(byte: number | undefined): boolean {
  return byte === undefined || byte === comma || byte === lineFeed || byte === carriageReturn
}

function tooLarge(isQuoted: boolean, cell: number): RecordEnd {
  return isQuoted ? { type: 'unclosed', cell } : { type: 'too-large' }
}

function recordAt({ bytes, isLast }: Stretch, end: number, breaks: number): RecordEnd {
  if (bytes[end] === undefined) return { type: 'record', end, next: end, breaks }
  if (bytes[end] !== carriageReturn) return { type: 'record', end, next: end + 1, breaks: breaks + 1 }
  if (end + 1 === bytes.length && !isLast) return { type: 'open' }
  const next = bytes[end + 1] === lineFeed ? end + 2 : end + 1
  return { type: 'record', end, next, breaks: breaks + 1 }
}
