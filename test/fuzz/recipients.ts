import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { readExclusionList } from '../../src/recipients/exclusion-list.ts'
import type { RecipientVariable } from '../../src/recipients/recipient.ts'
import { recipientWording } from '../../src/rules/violations.ts'
import { inPieces, readAll } from '../recipients/read-file.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, hostileText } from './texts.ts'

const variables: readonly RecipientVariable[] = [
  { name: '이름', isRequired: true, max: 5 },
  { name: '코드', isRequired: false },
  { name: '__proto__', isRequired: false },
]

const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 10_000_000, max: 10_000_040 }).map((last) => `010${last}`) },
  { weight: 1, arbitrary: fc.constantFrom('010-1234-5678', '+82 10 1234 5678', '1012345678', '02-123-4567', '', ' ') },
)
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('하늘', 'a', '', '"b"', 'c,d', '가'.normalize('NFD')) },
  { weight: 1, arbitrary: hostileText },
)
const header = fc.constantFrom(
  'receiver_number,이름',
  '이름,receiver_number,코드',
  'receiver_number,이름,msg_key,ref',
  '\uFEFFreceiver_number,이름,__proto__',
  'receiver_number;이름',
  'recever_number,이름,이름',
  '',
)
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = fc
  .tuple(
    header,
    fc.array(fc.tuple(number, value, value, value), { maxLength: 12 }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([first, rows, end]) => {
    const columns = first.replace('\uFEFF', '').split(/[,;]/)
    const numberAt = Math.max(0, columns.indexOf('receiver_number'))
    const lines = rows.map(([own, ...values]) =>
      columns.map((_, index) => quoted(index === numberAt ? own : (values[index % 3] ?? ''))).join(','),
    )
    return [first, ...lines].join(end)
  })
const ndjson = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .record(
            { receiver_number: number, 이름: value, 코드: value, msg_key: value, ref: value },
            { requiredKeys: ['receiver_number'] },
          )
          .map((row) => JSON.stringify(row)),
      },
      { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join('\n'))

interface RecipientFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly pieceBytes: number
}

/** With a byte changed: most are no UTF-8 then. */
function withByte(bytes: Buffer, at: number, byte: number): Buffer {
  if (bytes.length > 0 && byte > 0) bytes[at % bytes.length] = byte
  return bytes
}

const file: fc.Arbitrary<RecipientFile> = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constantFrom('a.csv', 'A.CSV', 'a.txt'), damaged(csv, 3)),
      fc.tuple(fc.constantFrom('a.ndjson', 'a.jsonl', 'a.csv'), damaged(ndjson, 3)),
    ),
    fc.nat(),
    fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 255 }) }),
    fc.constantFrom('utf8' as const, 'utf8' as const, 'utf8' as const, 'utf16le' as const),
    fc.constantFrom(1, 2, 7, 64, 1000),
  )
  .map(([[name, text], at, byte, encoding, pieceBytes]) => ({
    name,
    bytes: withByte(Buffer.from(text, encoding), at, byte),
    // Many pieces of a long file take long, and say no more.
    pieceBytes: text.length > 5_000 ? 1000 : pieceBytes,
  }))

/** Bytes of recipients files and of lists of numbers that are not sent to. */
export function recipients(): Target {
  return targetOf(file, checkRecipientsFile)
}

/** @throws for a promise that is broken */
async function checkRecipientsFile({ name, bytes, pieceBytes }: RecipientFile): Promise<void> {
  const whole = await readAll(inPieces(bytes, bytes.length || 1, name), { variables })
  const pieces = await readAll(inPieces(bytes, pieceBytes, name), { variables })
  if (!isDeepStrictEqual(whole, pieces)) throw new Error('read otherwise in pieces')
  const { rows, summary } = whole
  if ((summary.errors === 0) !== (summary.digest !== undefined)) throw new Error('a digest beside errors, or none')
  if (rows.some(({ receiver_number }) => !/^01[016789]\d{7,8}$/.test(receiver_number))) throw new Error('no number')
  const distinct = new Set(rows.map(({ receiver_number }) => receiver_number))
  if (summary.errors === 0 && distinct.size !== rows.length) throw new Error('a number twice, and nobody says so')
  if (summary.errors === 0 && rows.length !== summary.rows) throw new Error('rows are lost, and nobody says so')
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n|\n|\r/)
  for (const found of summary.violations) {
    const { line, column } = found.place
    if (line < 1 || line > lines.length || column < 1 || column > (lines[line - 1]?.length ?? 0) + 1) {
      throw new Error(`${found.rule} at ${line}:${column} is not in the file`)
    }
    for (const lang of ['en', 'ko'] as const) {
      const { message } = recipientWording(found, lang)
      if (message === '' || /\bundefined\b/.test(message.replaceAll(/"[^"]*"/g, '')))
        throw new Error(`a hole: ${message}`)
    }
  }
  const list = await readExclusionList(inPieces(bytes, pieceBytes, name))
  if (list.type === 'wrong' && list.violations.length === 0) throw new Error('a list is wrong without a reason')
}
