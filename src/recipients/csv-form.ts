import { hasUtf16Mark } from '../contract/text.ts'

/** How a CSV file is written, where that is not as RFC 4180 has it. */
export interface CsvForm {
  /** `euc-kr` is what Excel in Korea calls "CSV": CP949. */
  readonly encoding: 'utf-8' | 'euc-kr'
  readonly delimiter: Delimiter
  /** Whether the first line tells a spreadsheet the delimiter: `sep=;`. */
  readonly hasSeparatorLine: boolean
}

export type Delimiter = ',' | ';' | '\t'

const maxHeadUnits = 64 * 1024

/** Reads a file once to tell its encoding, and its first line to tell its delimiter. */
export async function csvFormOf(open: () => AsyncIterable<Uint8Array>): Promise<CsvForm> {
  const utf8 = await headIn(open, 'utf-8')
  const korean = utf8 === undefined ? await headIn(open, 'euc-kr') : undefined
  const head = utf8 ?? korean ?? ''
  return { encoding: korean === undefined ? 'utf-8' : 'euc-kr', ...layoutOf(head) }
}

/** The start of a file in an encoding; undefined where some of the file is not in it. */
async function headIn(
  open: () => AsyncIterable<Uint8Array>,
  encoding: CsvForm['encoding'],
): Promise<string | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let head = ''
  let isStart = true
  try {
    for await (const bytes of open()) {
      // What is UTF-16 is told apart where the file is read.
      if (isStart && hasUtf16Mark(Buffer.from(bytes))) return ''
      isStart = false
      const text = decoder.decode(bytes, { stream: true })
      if (head.length < maxHeadUnits) head += text
    }
    return head + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function layoutOf(head: string): Omit<CsvForm, 'encoding'> {
  const [first = ''] = head.split(/\r\n?|\n/, 1)
  const [, told] = /^"?sep=([,;\t])"?$/i.exec(first) ?? []
  if (told !== undefined) return { delimiter: told as Delimiter, hasSeparatorLine: true }
  const unquoted = first.replaceAll(/"(?:[^"]|"")*"/g, '')
  const [delimiter = ','] = unquoted.includes(',') ? [','] : (unquoted.match(/[;\t]/) ?? [','])
  return { delimiter: delimiter as Delimiter, hasSeparatorLine: false }
}

/** The bytes of a file as UTF-8. */
export async function* asUtf8(
  source: AsyncIterable<Uint8Array>,
  encoding: CsvForm['encoding'],
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') {
    yield* source
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const bytes of source) yield Buffer.from(decoder.decode(bytes, { stream: true }))
  yield Buffer.from(decoder.decode())
}
