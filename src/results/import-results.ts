import { parse } from 'csv-parse/sync'
import type { DeliveryResult, RecordedResults, ResultInbox } from '../ledger/results.ts'
import { type Frame, type FrameBatch, framesOf, textOf } from '../recipients/frames.ts'
import { redactor } from '../service/redact.ts'
import { entriesIn, jsonIn, readResult, type ResultFault } from './read-results.ts'

export const resultFormats = ['ndjson', 'json', 'csv'] as const

export type ResultFormat = (typeof resultFormats)[number]

/** Something in a file that is no result. */
export interface MalformedResult {
  /** From 1; that of the entry in its list where the file is JSON. */
  readonly line: number
  readonly fault: ResultFault
}

export interface ImportOptions {
  readonly source: AsyncIterable<Uint8Array>
  /** Told by the first bytes when absent. */
  readonly format?: ResultFormat | undefined
  readonly inbox: ResultInbox
  readonly onMalformed: (malformed: MalformedResult) => void
  /** Told how many results were recorded, repeated or foreign so far. */
  readonly onProgress: (results: number) => void
}

export interface ImportedResults extends Pick<RecordedResults, 'recorded' | 'repeated' | 'foreign'> {
  readonly malformed: number
}

/** Lines of NDJSON and CSV are streamed; JSON has to be held as a whole. */
const maxJsonBytes = 256 * 1024 * 1024
const resultsAtOnce = 1_000

type Item = { readonly line: number } & (
  | { readonly fault: ResultFault }
  /** An entry as the webhook has it. */
  | { readonly entry: unknown }
)

/** Records the results of a file. What is malformed is told, and the others are recorded. Rejects with LedgerError. */
export async function importResults(options: ImportOptions): Promise<ImportedResults> {
  const { inbox, onMalformed, onProgress } = options
  const redact = redactor([])
  const sum = { recorded: 0, repeated: 0, foreign: 0, malformed: 0 }
  let waiting: DeliveryResult[] = []
  const record = async (): Promise<void> => {
    if (waiting.length === 0) return
    const { recorded, repeated, foreign } = await inbox.record(waiting)
    waiting = []
    sum.recorded += recorded
    sum.repeated += repeated
    sum.foreign += foreign
    onProgress(sum.recorded + sum.repeated + sum.foreign)
  }
  const { source, format } = await withFormat(options)
  for await (const item of itemsOf(source, format)) {
    const read = 'fault' in item ? ({ type: 'malformed', fault: item.fault } as const) : readResult(item.entry, redact)
    if (read.type === 'malformed') {
      sum.malformed++
      onMalformed({ line: item.line, fault: read.fault })
    } else waiting.push(read.result)
    if (waiting.length >= resultsAtOnce) await record()
  }
  await record()
  return sum
}

function itemsOf(source: AsyncIterable<Uint8Array>, format: ResultFormat): AsyncIterable<Item> {
  switch (format) {
    case 'ndjson':
      return ndjsonItems(source)
    case 'json':
      return jsonItems(source)
    case 'csv':
      return csvItems(source)
  }
}

/** Looks at the first bytes where nobody says what a source is: JSON starts with a brace or a bracket, CSV with its header. */
async function withFormat({
  source,
  format,
}: ImportOptions): Promise<{ readonly source: AsyncIterable<Uint8Array>; readonly format: ResultFormat }> {
  if (format !== undefined) return { source, format }
  const chunks = source[Symbol.asyncIterator]()
  const seen: Uint8Array[] = []
  let start = ''
  while (start === '') {
    const next = await chunks.next()
    if (next.done === true) break
    seen.push(next.value)
    start = Buffer.concat(seen)
      .toString('latin1')
      .replace(/^\u00EF\u00BB\u00BF/, '')
      .trimStart()
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* seen
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  return { source: whole(), format: start.startsWith('[') ? 'json' : start.startsWith('{') ? 'ndjson' : 'csv' }
}

/** Each line is one result, or a body of the webhook as somebody logged it. */
async function* ndjsonItems(source: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  for await (const batch of framesOf(source, 'lines')) {
    for (const frame of batch.frames) {
      const { line } = frame
      const text = textIn(batch, frame)
      if (typeof text !== 'string') yield { line, fault: text }
      else if (text.trim() !== '') {
        const json = jsonIn(text)
        if ('fault' in json) {
          yield { line, fault: json.fault }
          continue
        }
        const body = entriesIn(json.value)
        if ('entries' in body) for (const entry of body.entries) yield { line, entry }
        else if (body.fault.type === 'no-results') yield { line, entry: json.value }
        else yield { line, fault: body.fault }
      }
    }
  }
}

async function* jsonItems(source: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes <= maxJsonBytes) continue
    yield { line: 1, fault: { type: 'too-large' } }
    return
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    yield { line: 1, fault: { type: 'not-utf8' } }
    return
  }
  const json = jsonIn(text)
  const body = 'fault' in json ? json : entriesIn(json.value)
  if ('fault' in body) yield { line: 1, fault: body.fault }
  else for (const [index, entry] of body.entries.entries()) yield { line: index + 1, entry }
}

/** The columns, and where the webhook has what stands in them. */
const columns: { readonly [column: string]: (cell: string) => object } = {
  msg_key: (cell) => ({ msg_key: cell }),
  code: (cell) => ({ code: cell }),
  desc: (cell) => ({ desc: cell }),
  done_date: (cell) => ({ done_date: cell }),
  failback_code: (cell) => ({ failback: { code: cell } }),
  failback_desc: (cell) => ({ failback: { desc: cell } }),
  failback_done_date: (cell) => ({ failback: { done_date: cell } }),
}

async function* csvItems(source: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  let header: readonly string[] | undefined
  for await (const batch of framesOf(source, 'csv')) {
    for (const frame of batch.frames) {
      const { line } = frame
      const cells = cellsIn(textIn(batch, frame))
      if (header === undefined) {
        header = Array.isArray(cells) ? cells.map((cell) => cell.trim().toLowerCase().replaceAll('.', '_')) : []
        const repeated = header.find((name, index) => Object.hasOwn(columns, name) && header?.indexOf(name) !== index)
        if (repeated !== undefined) {
          yield { line, fault: { type: 'key-repeated', field: repeated } }
          return
        }
        const missing = ['msg_key', 'code'].find((name) => header?.includes(name) !== true)
        if (missing === undefined) continue
        // Some spreadsheets write another delimiter: then the header is one cell.
        const isOther = header.length === 1 && /[;\t]/.test(header[0] ?? '')
        const fault: ResultFault = isOther ? { type: 'not-commas' } : { type: 'missing', field: missing }
        yield { line, fault: Array.isArray(cells) ? fault : cells }
        return
      }
      if (!Array.isArray(cells)) yield { line, fault: cells }
      else if (cells.some((cell) => cell.trim() !== '')) yield { line, entry: entryOf(header, cells) }
    }
  }
  // An export that failed is empty, too.
  if (header === undefined) yield { line: 1, fault: { type: 'missing', field: 'msg_key' } }
}

function entryOf(header: readonly string[], cells: readonly string[]): object {
  const parts = header.map((name, index) => columns[name]?.(cells[index] ?? '') ?? {})
  const failback = Object.assign({}, ...parts.map((part) => ('failback' in part ? part.failback : {})))
  return { ...Object.assign({}, ...parts), failback }
}

function cellsIn(text: string | ResultFault): string[] | ResultFault {
  if (typeof text !== 'string') return text
  const [cells = []]: string[][] = parse(text, { relax_column_count: true, skip_empty_lines: false })
  return cells
}

function textIn(batch: FrameBatch, frame: Frame): string | ResultFault {
  switch (frame.type) {
    case 'record':
      return textOf(batch, frame)
    case 'too-large':
      return { type: 'too-large' }
    case 'not-utf8':
    case 'utf16':
      return { type: 'not-utf8' }
    case 'quote-unclosed':
    case 'quote-misplaced':
      return { type: 'quote-wrong' }
  }
}
