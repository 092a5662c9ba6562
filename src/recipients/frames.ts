import { isUtf8 } from 'node:buffer'
import { type FilePlace, placeBehind } from './violations.ts'
import { hasUtf16Mark } from '../contract/text.ts'
import type { CsvForm } from './csv-form.ts'

/** The most bytes a record may have. Longer ones are no recipients, and what is held must not depend on the file. */
export const maxRecordBytes: number = 64 * 1024
/** How many bytes are taken apart at a time. */
const stretchBytes = 64 * 1024

/** The bytes of one record, or of what stands in the place of one. */
export interface Frame {
  readonly type: 'record' | 'quote-unclosed' | 'quote-misplaced' | 'too-large' | 'not-utf8' | 'utf16'
  /** Offsets of the record in the batch's bytes, without its line break. */
  readonly start: number
  readonly end: number
  /** The line on which it starts, from 1. */
  readonly line: number
  /** The offset of what is wrong with it; `start` where nothing is. */
  readonly at: number
}

/** Some records that follow each other. */
export interface FrameBatch {
  readonly bytes: Buffer
  readonly frames: readonly Frame[]
}

/** How a record ends: that of CSV may hold line breaks in quotes. */
type Framing = 'csv' | 'lines'

/** The text of a record up to an offset of its batch. */
export function textOf({ bytes }: FrameBatch, { start, end }: Frame, until = end): string {
  return bytes.toString('utf8', start, until)
}

/** Returns where a frame is wrong. */
export function placeOfViolation(batch: FrameBatch, frame: Frame): FilePlace {
  return placeBehind(textOf(batch, frame, frame.at), frame.line)
}

/**
 * Divides a file into records without holding more than a few of them. A byte order mark is skipped. One record
 * that is broken costs its own line: reading goes on with the next.
 */
export async function* framesOf(
  source: AsyncIterable<Uint8Array>,
  framing: Framing,
  form?: Omit<CsvForm, 'encoding'>,
): AsyncGenerator<FrameBatch> {
  const framer = new Framer(framing, form)
  let isStart = true
  for await (const stretch of stretchesOf(source)) {
    let { bytes } = stretch
    if (isStart) {
      isStart = false
      if (hasUtf16Mark(bytes)) {
        yield { bytes, frames: [{ type: 'utf16', start: 0, end: 0, line: 1, at: 0 }] }
        return
      }
      if (hasUtf8Mark(bytes)) bytes = bytes.subarray(3)
    }
    yield framer.frame(bytes, stretch.isLast)
  }
}

function hasUtf8Mark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** The bytes of a file in pieces of an even size, whatever pieces they come in: scanning starts over at each. */
async function* stretchesOf(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; from += stretchBytes) {
      const part = chunk.subarray(from, from + stretchBytes)
      held.push(part)
      heldBytes += part.length
      if (heldBytes < stretchBytes) continue
      yield { bytes: Buffer.concat(held), isLast: false }
      held = []
      heldBytes = 0
    }
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

class Framer {
  readonly #endOf: typeof lineEnd
  #rest: Buffer = Buffer.alloc(0)
  #line = 1
  /** Inside a line that is no record: nothing of it is held. */
  #isSkipping = false

  constructor(framing: Framing, { delimiter = ',', hasSeparatorLine = false }: Partial<CsvForm> = {}) {
    const byte = delimiter.charCodeAt(0)
    this.#endOf =
      framing === 'csv'
        ? (stretch, start, maxBytes) => csvRecordEnd(stretch, start, { maxBytes, delimiter: byte })
        : lineEnd
    this.#isSkipping = hasSeparatorLine
  }

  frame(more: Buffer, isLast: boolean): FrameBatch {
    const bytes = this.#rest.length === 0 ? more : Buffer.concat([this.#rest, more])
    const frames: Frame[] = []
    let start = 0
    while (start < bytes.length) {
      const next = this.#isSkipping
        ? this.#skipLine({ bytes, isLast }, start)
        : this.#readRecord({ bytes, isLast }, start, frames)
      if (next === undefined) break
      start = next
    }
    this.#rest = Buffer.from(bytes.subarray(start))
    return { bytes, frames: isUtf8(bytes.subarray(0, start)) ? frames : frames.map((frame) => judged(bytes, frame)) }
  }

  /** Returns where reading goes on, or nothing when more bytes are needed. */
  #readRecord(stretch: { bytes: Buffer; isLast: boolean }, start: number, frames: Frame[]): number | undefined {
    const line = this.#line
    const found: RecordEnd = this.#endOf(stretch, start, maxRecordBytes)
    switch (found.type) {
      case 'open':
        return undefined
      case 'record':
        frames.push({ type: 'record', start, end: found.end, line, at: start })
        this.#line += found.breaks
        return found.next
      case 'too-large':
        frames.push({ type: 'too-large', start, end: start, line, at: start })
        this.#isSkipping = true
        return start
      case 'misplaced':
      case 'unclosed': {
        const { bytes } = stretch
        this.#line = lineAt(bytes, { start, at: found.cell, line })
        // A quote that stands wrong on a later line than its cell's first means that the first was not closed.
        const isMisplaced = found.type === 'misplaced' && lineAt(bytes, { start, at: found.at, line }) === this.#line
        const at = isMisplaced ? found.at : found.cell
        frames.push({ type: isMisplaced ? 'quote-misplaced' : 'quote-unclosed', start, end: at, line, at })
        // What follows may be in order: the line with the first doubtful quote is given up, and no more.
        this.#isSkipping = true
        return found.cell
      }
    }
  }

  #skipLine(stretch: { bytes: Buffer; isLast: boolean }, start: number): number | undefined {
    const found = lineEnd(stretch, start, stretch.bytes.length)
    if (found.type !== 'record') {
      // A CR that ends the bytes may be half of a CRLF.
      const end = stretch.bytes.at(-1) === 0x0d ? stretch.bytes.length - 1 : stretch.bytes.length
      return end > start ? end : undefined
    }
    this.#line += found.breaks
    this.#isSkipping = false
    return found.next
  }
}

/** The line of an offset in a record that starts on a known line. */
function lineAt(
  bytes: Buffer,
  { start, at, line }: { readonly start: number; readonly at: number; readonly line: number },
): number {
  return placeBehind(bytes.toString('latin1', start, at), line).line
}

function judged(bytes: Buffer, frame: Frame): Frame {
  if (frame.type !== 'record') return frame
  const record = bytes.subarray(frame.start, frame.end)
  return isUtf8(record) ? frame : { ...frame, type: 'not-utf8', at: frame.start + firstWrongByte(record) }
}

/** The offset of the first byte that is not UTF-8. */
function firstWrongByte(bytes: Buffer): number {
  // Decoding puts U+FFFD where bytes are wrong: the first that the bytes do not really hold is the place.
  let at = 0
  for (const char of bytes.toString('utf8')) {
    const width = Buffer.byteLength(char)
    if (char === '\uFFFD' && !isUtf8(bytes.subarray(at, at + width))) return at
    at += width
  }
  return at
}

const quote = 0x22
const equals = 0x3d
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The bytes of a file from some record on. */
interface Stretch {
  readonly bytes: Uint8Array
  /** Whether the file ends with these bytes. */
  readonly isLast: boolean
}

/** Where a record ends, or why that cannot be said. Offsets are bytes. */
type RecordEnd =
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
function csvRecordEnd(
  { bytes, isLast }: Stretch,
  start: number,
  { maxBytes, delimiter }: { readonly maxBytes: number; readonly delimiter: number },
): RecordEnd {
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
          if (at !== cell) {
            const formula = formulaEnd(bytes, { cell, at })
            if (formula === undefined) return { type: 'misplaced', at, cell: at }
            at = formula
            break
          }
          isQuoted = true
          break
        }
        // Behind the last byte comes nothing or more bytes: both are seen in the next round.
        if (bytes[at + 1] === quote) at++
        else if (endsCell(bytes[at + 1], delimiter)) isQuoted = false
        else return { type: 'misplaced', at, cell }
        break
      case delimiter:
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
function lineEnd({ bytes, isLast }: Stretch, start: number, maxBytes: number): RecordEnd {
  const limit = start + maxBytes
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte === undefined && !isLast) return { type: 'open' }
    if (byte === undefined || byte === lineFeed || byte === carriageReturn) return recordAt({ bytes, isLast }, at, 0)
    if (at >= limit) return { type: 'too-large' }
  }
}

function endsCell(byte: number | undefined, delimiter: number): boolean {
  return byte === undefined || byte === delimiter || byte === lineFeed || byte === carriageReturn
}

const maxFormulaBytes = 32

/** Returns the closing quote of a cell such as `="01012345678"`, by which spreadsheets are made to keep a zero. */
function formulaEnd(
  bytes: Uint8Array,
  { cell, at }: { readonly cell: number; readonly at: number },
): number | undefined {
  if (at !== cell + 1 || bytes[cell] !== equals) return undefined
  const [formula] = /^"[\d +-]*"/.exec(Buffer.from(bytes.subarray(at, at + maxFormulaBytes)).toString('latin1')) ?? []
  return formula === undefined ? undefined : at + formula.length - 1
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
