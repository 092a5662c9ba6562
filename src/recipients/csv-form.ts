import { type CsvBatch, csvRecords, type Delimiter } from './csv-records.ts'
import { type Encoding, textIn, UnreadableText } from './text.ts'

/** Deviations of a CSV file from RFC 4180. */
export interface CsvForm {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  /** The first line tells a spreadsheet the delimiter: `sep=;`. */
  readonly hasSeparatorLine: boolean
  readonly first: string
}

/**
 * Reads a file once to tell its encoding, and its first line to tell its delimiter.
 *
 * @throws UnreadableText for a file in another encoding
 */
export async function csvFormOf(open: () => AsyncIterable<Uint8Array>): Promise<CsvForm> {
  try {
    return { encoding: 'utf-8', ...layoutOf(await firstLineOf(textIn(open()))) }
  } catch (error) {
    if (!(error instanceof UnreadableText) || error.rule !== 'recipients-not-utf8') throw error
    return firstLineOf(textIn(open(), 'euc-kr')).then(
      (first) => ({ encoding: 'euc-kr', ...layoutOf(first) }),
      () => {
        throw error
      },
    )
  }
}

async function firstLineOf(texts: AsyncIterable<string>): Promise<string> {
  let head = ''
  for await (const text of texts) if (!/[\r\n]/.test(head)) head += text
  return head.split(/[\r\n]/, 1)[0] ?? ''
}

function layoutOf(first: string): Omit<CsvForm, 'encoding'> {
  const [, told] = /^"?sep=([,;\t])"?$/i.exec(first) ?? []
  if (told !== undefined) return { delimiter: told as Delimiter, hasSeparatorLine: true, first }
  const unquoted = first.replaceAll(/"(?:[^"]|"")*"/g, '')
  const [delimiter = ','] = unquoted.includes(',') ? [','] : (unquoted.match(/[;\t]/) ?? [','])
  return { delimiter: delimiter as Delimiter, hasSeparatorLine: false, first }
}

/** The records of a file below the line that tells a spreadsheet the delimiter. */
export async function* recordsIn(
  open: () => AsyncIterable<Uint8Array>,
  { encoding, delimiter, hasSeparatorLine }: CsvForm,
): AsyncGenerator<CsvBatch> {
  let hasSeparator = hasSeparatorLine
  for await (const batch of csvRecords(textIn(open(), encoding), delimiter)) {
    yield hasSeparator ? { ...batch, records: batch.records.slice(1) } : batch
    hasSeparator = false
  }
}
