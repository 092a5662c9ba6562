import { type CsvBatch, csvRecords, type Delimiter } from './csv-records.ts'
import type { ListNotes } from './recipient.ts'
import { type Encoding, textIn } from './text.ts'

/**
 * Opens a CSV file that may deviate from RFC 4180, to be read once, and tells its delimiter by its first line.
 *
 * @throws UnreadableText for a file that holds no text
 */
export async function openCsv(source: AsyncIterable<Uint8Array>) {
  let encoding = 'utf-8' as Encoding
  const decoded = textIn(source, () => (encoding = 'euc-kr'))
  const head = (await decoded.next()).value ?? ''
  const first = head.split(/[\r\n]/, 1)[0] ?? ''
  // The first line may tell a spreadsheet the delimiter: `sep=;`.
  const [, told] = /^"?sep=([,;\t])"?$/i.exec(first) ?? []
  const unquoted = first.replaceAll(/"(?:[^"]|"")*"/g, '')
  const likely = unquoted.includes(',') ? ',' : (/[;\t]/.exec(unquoted)?.[0] ?? ',')
  const delimiter = (told ?? likely) as Delimiter
  async function* whole(): AsyncGenerator<string> {
    yield head
    yield* decoded
  }
  const texts = whole()
  async function* below(): AsyncGenerator<CsvBatch> {
    let isAbove = told !== undefined
    for await (const batch of csvRecords(texts, delimiter)) {
      yield isAbove ? { ...batch, records: batch.records.slice(1) } : batch
      isAbove = false
    }
  }
  return {
    first,
    texts,
    /** The records below the line that tells a spreadsheet the delimiter. */
    records: below(),
    /** Returns the deviations, once the file is read. */
    notes: (): ListNotes => ({
      ...(encoding === 'euc-kr' && { encoding }),
      ...(delimiter !== ',' && { delimiter }),
      ...(told !== undefined && { hasSeparatorLine: true }),
    }),
  }
}
