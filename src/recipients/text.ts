import { isAscii } from 'node:buffer'
import { hasUtf16Mark } from '../text/text.ts'
import { type FilePlace, placeBehind } from './violations.ts'

/** `euc-kr` is what Excel in Korea calls "CSV": CP949. */
export type Encoding = 'utf-8' | 'euc-kr'

type UnreadableRule =
  | 'recipients-utf16'
  | 'recipients-web-page'
  | 'recipients-workbook'
  | 'recipients-not-utf8'
  | 'recipient-row-too-large'
  | 'recipient-quote-misplaced'
  | 'recipient-quote-unclosed'

/** A file cannot be read further than to a place. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
  readonly rule: UnreadableRule
  readonly place: FilePlace

  constructor(rule: UnreadableRule, place: FilePlace) {
    super(rule)
    this.rule = rule
    this.place = place
  }
}

/** The most bytes a line, and the most characters a record may have: what is held must not depend on the file. */
export const maxRecordUnits: number = 256 * 1024

const lineFeed = 0x0a

/**
 * Decodes a file as it is read, some whole lines at a time, without its byte order mark.
 *
 * @param onKorean called if it is in EUC-KR: nothing before its first line that is no UTF-8 tells the two apart
 * @throws UnreadableText where a line is not in the encoding, or too long
 */
export async function* textIn(
  source: AsyncIterable<Uint8Array>,
  onKorean?: () => void,
): AsyncGenerator<string, void, undefined> {
  let encoding: Encoding = 'utf-8'
  let isPlain = true
  let place: FilePlace = { line: 1, column: 1 }
  let rest: Uint8Array = new Uint8Array()

  function* decoded(bytes: Uint8Array): Generator<string> {
    let text = textOf(bytes, encoding, place)
    if (text === undefined && isPlain && onKorean) {
      text = textOf(bytes, 'euc-kr', place)
      if (text !== undefined) {
        encoding = 'euc-kr'
        onKorean()
      }
    }
    if (text === undefined) {
      const before = textOf(bytes.subarray(0, firstWrongByte(bytes)), encoding, place) ?? ''
      yield before.slice(0, before.lastIndexOf('\n') + 1)
      throw new UnreadableText('recipients-not-utf8', placeBehind(before, place))
    }
    isPlain &&= isAscii(bytes)
    place = placeBehind(text, place)
    yield text
  }

  for await (const bytes of source) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const foreign = place.line === 1 ? foreignContent(rest) : undefined
    if (foreign) throw new UnreadableText(foreign, place)
    const end = rest.lastIndexOf(lineFeed) + 1
    if (end > 0) {
      yield* decoded(rest.subarray(0, end))
      rest = rest.subarray(end)
    } else if (rest.length > maxRecordUnits) throw new UnreadableText('recipient-row-too-large', place)
  }
  yield* decoded(rest)
}

/** Decodes the bytes at a place; undefined if they are not in the encoding. */
function textOf(bytes: Uint8Array, encoding: Encoding, { line }: FilePlace): string | undefined {
  try {
    // A byte order mark is one at the start of the file alone.
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: line > 1 }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Recognises a file that holds no text of rows by its first bytes. */
function foreignContent(bytes: Uint8Array): UnreadableRule | undefined {
  if (hasUtf16Mark(bytes)) return 'recipients-utf16'
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  // A zip archive, as workbooks are, or the container of older ones.
  if (['PK\x03\x04', '\xD0\xCF\x11\xE0'].some((mark) => start.startsWith(mark))) return 'recipients-workbook'
  return /^(?:\xEF\xBB\xBF)?\s*<(?:!doctype\s+html|html|head|meta|table|style)\b/i.test(start)
    ? 'recipients-web-page'
    : undefined
}

/** Returns the offset of the first byte that is not UTF-8. */
export function firstWrongByte(bytes: Uint8Array): number {
  let at = 0
  for (const char of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    // A wrong byte is decoded as U+FFFD; one that the file has itself is EF BF BD.
    if (char === '\uFFFD' && !(bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd)) return at
    at += Buffer.byteLength(char)
  }
  return at
}

/** A line and its number, from 1. */
export interface Line {
  readonly line: number
  readonly text: string
}

export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<readonly Line[], void, undefined> {
  let line = 1
  for await (const text of texts) {
    const lines = text.split(/\r\n|\n|\r/)
    if (lines.at(-1) === '') lines.pop()
    yield lines.map((each) => ({ line: line++, text: each }))
  }
}
