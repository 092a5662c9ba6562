import { describe, expect, it } from 'vitest'
import {
  type ImportedResults,
  importResults,
  type MalformedResult,
  type ResultFormat,
} from '../../src/results/import-results.ts'
import type { DeliveryResult } from '../../src/contract/contract.ts'
import { addDeliveries, sumOfResults, type ReportedMessage } from '../../src/ledger/results.ts'

interface Imported {
  readonly counts: ImportedResults
  readonly results: readonly ReportedMessage[]
  readonly malformed: readonly MalformedResult[]
}

/** Imports a text that comes in pieces of some size. */
async function imported(
  text: string | Buffer,
  format?: ResultFormat,
  pieceBytes = 7,
  columns: { readonly [header: string]: string } = {},
): Promise<Imported> {
  const bytes = Buffer.from(text)
  const results: ReportedMessage[] = []
  const malformed: MalformedResult[] = []
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const counts = await importResults({
    service: 'friend-talk',
    source: source(),
    format,
    columns,
    inbox: {
      record: async (some) => {
        results.push(...some)
        return { ...sumOfResults([{ recorded: some.length }]), deliveries: addDeliveries([]) }
      },
    },
    onMalformed: (one) => malformed.push(one),
    onProgress: () => {},
  })
  return { counts, results, malformed }
}

const doneAt = Date.UTC(2026, 5, 12, 5, 3, 5)
const first: DeliveryResult = { key: 'order-1', code: '0', doneAt }
const second: DeliveryResult = {
  key: 'order-2',
  code: 'B',
  doneAt: doneAt + 120,
  description: 'blocked, "for ever"',
  fallback: { code: '0', doneAt: doneAt + 60_120 },
}

const entries = [
  { msg_key: 'order-1', code: '0', desc: 'delivered', done_date: '2026-06-12 14:03:05.000' },
  {
    msg_key: 'order-2',
    code: 'B',
    desc: 'blocked, "for ever"',
    done_date: '2026-06-12 14:03:05.120',
    failback: { code: '0', done_date: '2026-06-12 14:04:05.120', dest: '01012345678' },
  },
]
const csv = [
  'msg_key,request_date,code,desc,done_date,failback.code,failback.done_date',
  'order-1,,0,delivered,2026-06-12 14:03:05.000,,',
  '"order-2",,B,"blocked, ""for ever""",2026-06-12 14:03:05.120,0,2026-06-12 14:04:05.120',
]

describe('an import', () => {
  it.each<readonly [string, string | Buffer, ResultFormat]>([
    ['NDJSON', entries.map((entry) => JSON.stringify(entry)).join('\n'), 'ndjson'],
    ['bodies of the webhook, one a line', `${JSON.stringify({ results: entries })}\n`, 'ndjson'],
    ['a list in JSON', JSON.stringify(entries, null, 2), 'json'],
    ['a body of the webhook', JSON.stringify({ results: entries }), 'json'],
    ['CSV', csv.join('\n'), 'csv'],
    ['CSV of a spreadsheet', `\uFEFF${csv.join('\r\n')}\r\n,,,,,,\r\n`, 'csv'],
    ['CSV with semicolons', csv.join('\n').replaceAll(/,(?! )/g, ';'), 'csv'],
    // A column with a name of two bytes.
    ['CSV in EUC-KR', Buffer.from(csv.join('\n').replace('request_date', '\xB0\xA1'), 'latin1'), 'csv'],
  ])('reads %s, also where nobody says what it is', async (_name, text, format) => {
    const counts = { recorded: 2, repeated: 0, foreign: 0, malformed: 0, settled: 0, behind: 0 }
    expect(await imported(text, format)).toEqual({ counts, results: [first, second], malformed: [] })
    expect((await imported(text, undefined, 3)).results).toEqual([first, second])
  })

  it('reads CSV whose columns have names of their own', async () => {
    const text = csv.join('\n').replace('msg_key', '메시지키').replace(',code,', ', 결과 코드 ,')
    const columns = { 메시지키: 'msg_key', '결과 코드': 'code' }
    expect((await imported(text, 'csv', 7, columns)).results).toEqual([first, second])
    expect((await imported(text, 'csv')).malformed).toEqual([{ line: 1, fault: { type: 'missing', field: 'msg_key' } }])
  })

  it.each([
    ['workbook', 'PK\x03\x04 \n'],
    ['web-page', '<html><table>\n'],
  ])('calls a %s what it is', async (type, text) => {
    expect((await imported(text, 'csv')).malformed).toEqual([{ line: 1, fault: { type } }])
  })

  it('names each line that is malformed and records the others', async () => {
    const lines = [
      JSON.stringify(entries[0]),
      '{"msg_key":"order-3"}',
      'not JSON',
      '',
      '{"msg_key":"order-4","code":"0","done_date":"12.6.2026"}',
      '["order-5"]',
      JSON.stringify(entries[1]),
    ]
    const { results, malformed, counts } = await imported(lines.join('\n'), 'ndjson', 1_000)
    expect(results).toEqual([first, second])
    expect(counts).toMatchObject({ recorded: 2, malformed: 4 })
    expect(malformed).toEqual([
      { line: 2, fault: { type: 'missing', field: 'code' } },
      { line: 3, fault: { type: 'not-json' } },
      { line: 5, fault: { type: 'not-a-date', field: 'done_date' } },
      { line: 6, fault: { type: 'not-an-object' } },
    ])
  })

  it.each(['', '\uFEFF', '\n'])('takes no empty file for an export: %j', async (text) => {
    const { malformed } = await imported(text, undefined)
    expect(malformed).toEqual([{ line: 1, fault: { type: 'missing', field: 'msg_key' } }])
  })

  it('names what is malformed in JSON by its place in the list', async () => {
    const { malformed } = await imported(JSON.stringify([entries[0], { msg_key: 'order-3' }]), 'json')
    expect(malformed).toEqual([{ line: 2, fault: { type: 'missing', field: 'code' } }])
  })

  it('names what is malformed in CSV by the line on which it starts', async () => {
    const broken = [csv[0], 'order-1,,,,,,', '"a\nb",,0,,,,', 'order-3,,0,,yesterday,,', 'order-4,,0']
    const { results, malformed } = await imported(broken.join('\n'), 'csv')
    expect(results).toEqual([
      { key: 'a\nb', code: '0' },
      { key: 'order-4', code: '0' },
    ])
    expect(malformed).toEqual([
      { line: 2, fault: { type: 'missing', field: 'code' } },
      { line: 5, fault: { type: 'not-a-date', field: 'done_date' } },
    ])
  })

  it.each<readonly [string, string | Buffer, ResultFormat, MalformedResult]>([
    [
      'CSV with a column twice',
      'msg_key,code,CODE\na,B,0',
      'csv',
      { line: 1, fault: { type: 'key-repeated', field: 'code' } },
    ],
    [
      'CSV with two names of a column',
      'msg_key,code,failback.code,failback_code\na,B,0,0',
      'csv',
      { line: 1, fault: { type: 'key-repeated', field: 'failback_code' } },
    ],
    ['CSV without the columns', 'key,code\na,0', 'csv', { line: 1, fault: { type: 'missing', field: 'msg_key' } }],
    ['UTF-16', Buffer.from('\uFEFFmsg_key,code', 'utf16le'), 'csv', { line: 1, fault: { type: 'not-utf8' } }],
    ['JSON without results', '{"a":1}', 'json', { line: 1, fault: { type: 'no-results' } }],
    ['results that are no list', '{"results":"x"}', 'json', { line: 1, fault: { type: 'results-not-list' } }],
    ['a body in NDJSON without a list', '{"results":"x"}', 'ndjson', { line: 1, fault: { type: 'results-not-list' } }],
    ['a list that is cut off', '[{"msg_key":"a"', 'json', { line: 1, fault: { type: 'not-json' } }],
    ['Latin-1', Buffer.from('[{"msg_key":"\xe4"}]', 'latin1'), 'json', { line: 1, fault: { type: 'not-utf8' } }],
  ])('refuses %s', async (_name, text, format, expected) => {
    const { malformed, results } = await imported(text, format)
    expect(results).toEqual([])
    expect(malformed).toEqual([expected])
  })
})
