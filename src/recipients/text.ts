import { hasUtf16Mark } from '../contract/text.ts'
import { type FilePlace, placeBehind } from './violations.ts'

/** `euc-kr` is what Excel in Korea calls "CSV": CP949. */
export type Encoding = 'utf-8' | 'euc-kr'

type UnreadableRule =
  | 'recipients-utf16'
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

/** The most characters a record may have: what is held must not depend on the file. */
export const maxRecordUnits: number = 256 * 1024

/**
 * Decodes a file as it is read, without its byte order mark.
 *
 * @throws UnreadableText where bytes are not in the encoding
 */
export async function* textIn(
  source: AsyncIterable<Uint8Array>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let place: FilePlace = { line: 1, column: 1 }
  let isStart = true
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)
      throw new UnreadableText('recipients-not-utf8', placeBehind(before, place))
    }
  }
  for await (const bytes of source) {
    if (isStart && hasUtf16Mark(bytes)) throw new UnreadableText('recipients-utf16', place)
    isStart = false
    const text = decode(bytes)
    yield text
    place = placeBehind(text, place)
  }
  decode()
}

/** A line and its number, from 1. */
export interface Line {
  readonly line: number
  readonly text: string
}

/**
 * Divides a text into its lines, as many at a time as a piece of it holds.
 *
 * @throws UnreadableText for a line that is too long
 */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<readonly Line[], void, undefined> {
  let rest = ''
  let line = 1
  for await (const text of texts) {
    rest += text
    // A CR that ends the piece may be half of a CRLF.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const lines = whole.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(whole.length)
    yield lines.map((each) => ({ line: line++, text: each }))
    if (rest.length > maxRecordUnits) throw new UnreadableText('recipient-row-too-large', { line, column: 1 })
  }
  if (rest !== '') yield [{ line, text: rest.replace(/\r$/, '') }]
}
