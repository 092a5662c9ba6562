import { type ResultInbox, type ResultSums, sumOfResults } from '../ledger/results.ts'
import type { Contract, DeliveryResult, FaultyResult, ResultFault } from '../contract/contract.ts'
import { columnName, type ColumnNames, renamedColumns } from '../recipients/column-names.ts'
import { openCsv } from '../recipients/csv-form.ts'
import type { RecipientColumns } from '../recipients/recipient.ts'
import { linesOf, textIn, UnreadableText } from '../recipients/text.ts'
import { redactor } from '../service/redact.ts'
import { contractNamed } from '../contract/contracts.ts'
import { entriesOf } from './read-results.ts'

export const resultFormats = ['ndjson', 'json', 'csv'] as const

export type ResultFormat = (typeof resultFormats)[number]

export interface MalformedResult {
  /** From 1; that of the entry in its list where the file is JSON. */
  readonly line: number
  readonly fault: ResultFault
}

export interface ImportOptions {
  /** The id of the service whose results they are. */
  readonly service: string
  readonly source: AsyncIterable<Uint8Array>
  /** Told by the first bytes when absent. */
  readonly format?: ResultFormat | undefined
  /** Names of columns by what a CSV file calls them. */
  readonly columns?: RecipientColumns | undefined
  readonly inbox: Pick<ResultInbox, 'record'>
  readonly onMalformed: (malformed: MalformedResult) => void
  /** Told how many results were recorded, repeated or foreign so far. */
  readonly onProgress: (results: number) => void
}

export interface ImportedResults extends ResultSums {
  readonly malformed: number
}

/** Lines of NDJSON and CSV are streamed; JSON has to be held as a whole. */
const maxJsonBytes = 256 * 1024 * 1024
const resultsAtOnce = 1_000

/** An entry as the webhook has it, or what stands in the place of one. */
type Item = { readonly line: number } & (FaultyResult | { readonly entry: unknown })

/** Records the results of a file. What is malformed is told, and the others are recorded. Rejects with LedgerError. */
export async function importResults(options: ImportOptions): Promise<ImportedResults> {
  const { service, source, format, columns, inbox, onMalformed, onProgress } = options
  const reading = { results: contractNamed(service).results, renamed: renamedColumns(columns) }
  const redact = redactor([])
  let [sum, malformed] = [sumOfResults([]), 0]
  let waiting: DeliveryResult[] = []
  const record = async (): Promise<void> => {
    if (waiting.length === 0) return
    const recorded = await inbox.record(waiting)
    waiting = []
    sum = sumOfResults([sum, recorded])
    onProgress(sum.recorded + sum.repeated + sum.foreign)
  }
  const items = format === undefined ? itemsOfAny(source, reading) : readers[format](source, reading)
  for await (const item of readable(items)) {
    const read = 'fault' in item ? item : reading.results.read(item.entry, redact)
    if ('result' in read) waiting.push(read.result)
    else {
      malformed++
      onMalformed({ line: item.line, fault: read.fault })
    }
    if (waiting.length >= resultsAtOnce) await record()
  }
  await record()
  return { ...sum, malformed }
}

type Source = AsyncIterable<Uint8Array>

interface Reading {
  readonly results: Contract['results']
  readonly renamed: ColumnNames
}

const readers: { readonly [F in ResultFormat]: (source: Source, reading: Reading) => AsyncIterable<Item> } = {
  ndjson: ndjsonItems,
  json: jsonItems,
  csv: csvItems,
}

/** Looks at the first bytes where the format is not given: JSON starts with a brace or a bracket, CSV with its header. */
async function* itemsOfAny(source: Source, reading: Reading): AsyncGenerator<Item> {
  const chunks = source[Symbol.asyncIterator]()
  let seen = Buffer.alloc(0)
  let start = ''
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    seen = Buffer.concat([seen, next.value])
    start = /^(?:\u00EF\u00BB\u00BF)?\s*(\S?)/.exec(seen.toString('latin1'))?.[1] ?? ''
    if (start !== '') break
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield seen
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  yield* readers[start === '[' ? 'json' : start === '{' ? 'ndjson' : 'csv'](whole(), reading)
}

/** Each line is one result, or a body of the webhook as it was logged. */
async function* ndjsonItems(source: Source, { results }: Reading): AsyncGenerator<Item> {
  for await (const lines of linesOf(textIn(source))) {
    for (const { line, text } of lines) {
      if (text.trim() === '') continue
      const body = entriesOf(text, results, 'line')
      if ('fault' in body) yield { line, fault: body.fault }
      else for (const entry of body.entries) yield { line, entry }
    }
  }
}

async function* jsonItems(source: Source, { results }: Reading): AsyncGenerator<Item> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxJsonBytes) return yield { line: 1, fault: { type: 'too-large' } }
  }
  const body = entriesOf(Buffer.concat(chunks), results)
  if ('fault' in body) yield { line: 1, fault: body.fault }
  else for (const [index, entry] of body.entries.entries()) yield { line: index + 1, entry }
}

async function* csvItems(source: Source, { results, renamed }: Reading): AsyncGenerator<Item> {
  let header: readonly string[] | undefined
  for await (const { records } of (await openCsv(source)).records) {
    for (const { line, cells } of records) {
      if (header === undefined) {
        header = cells.map((cell) => renamed.get(columnName(cell)) ?? columnIn(results, cell))
        const fault = headerFault(header, results)
        if (fault) return yield { line, fault }
      } else if (cells.some((cell) => cell.trim() !== '')) yield { line, entry: results.entryOfRow(header, cells) }
    }
  }
  // An export that failed is empty, too.
  if (header === undefined) yield { line: 1, fault: { type: 'missing', field: results.required[0] ?? '' } }
}

/** Returns the column that a cell names in whatever case; a point stands for an underscore. */
function columnIn({ columns }: Reading['results'], cell: string): string {
  const name = cell.trim().toLowerCase().replaceAll('.', '_')
  return [...columns].find((column) => column.toLowerCase() === name) ?? name
}

function headerFault(header: readonly string[], results: Reading['results']): ResultFault | undefined {
  const repeated = header.find((name, index) => results.columns.has(name) && header.indexOf(name) !== index)
  if (repeated !== undefined) return { type: 'key-repeated', field: repeated }
  const field = results.required.find((name) => !header.includes(name))
  return field === undefined ? undefined : { type: 'missing', field }
}

const faults = {
  'recipients-not-utf8': 'not-utf8',
  'recipients-utf16': 'not-utf8',
  'recipients-web-page': 'web-page',
  'recipients-workbook': 'workbook',
  'recipient-row-too-large': 'too-large',
  'recipient-quote-misplaced': 'quote-wrong',
  'recipient-quote-unclosed': 'quote-wrong',
} as const satisfies { readonly [R in UnreadableText['rule']]: ResultFault['type'] }

/** The items of a source up to where it cannot be read any further. */
async function* readable(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const { rule, place } = error
    yield { line: place.line, fault: { type: faults[rule] } }
  }
}
