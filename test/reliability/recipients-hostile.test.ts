import { describe, expect, it } from 'vitest'
import type { RecipientSource } from '../../src/recipients/recipient.ts'
import { checkRecipients, violationsIn, inPieces, readAll, recipientsFile } from '../recipients/read-file.ts'

const variables = [{ name: '이름', isRequired: true }]
const head = 'receiver_number,이름\n'
/** 이름 in EUC-KR. */
const eucKr = Buffer.from([0xc0, 0xcc, 0xb8, 0xa7])

const encodings: readonly (readonly [what: string, content: Uint8Array, violations: readonly string[]])[] = [
  [
    'EUC-KR as a whole, which is read',
    Buffer.concat([Buffer.from('receiver_number,'), eucKr, Buffer.from('\n01012345678,a\n')]),
    [],
  ],
  [
    'EUC-KR in some rows',
    Buffer.concat([Buffer.from(`${head}01012345678,가`), eucKr, Buffer.from('\n01012345679,b\n0,'), eucKr]),
    ['2:14 file recipients-not-utf8'],
  ],
  [
    'a character cut off at the end',
    Buffer.from(`${head}01012345678,가`).subarray(0, -1),
    ['2:13 file recipients-not-utf8'],
  ],
  ['UTF-16, little-endian', Buffer.from(`\ufeff${head}`, 'utf16le'), ['1:1 file recipients-utf16']],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${head}`, 'utf16le').swap16(), ['1:1 file recipients-utf16']],
]

describe('a file in another encoding', () => {
  it.each(encodings)('%s', async (_, content, violations) => {
    expect(await violationsIn(recipientsFile(content), { variables })).toEqual(violations)
  })

  it('is found as NDJSON too', async () => {
    const content = Buffer.concat([
      Buffer.from('{"receiver_number":"01012345678","이름":"'),
      eucKr,
      Buffer.from('"}\n'),
    ])
    expect(await violationsIn(recipientsFile(content, 'a.ndjson'), { variables })).toEqual([
      '1:40 file recipients-not-utf8',
    ])
  })
})

describe('a large file is not held', () => {
  /** A file of many equal pieces, and the most memory that bytes took while it was read. */
  function repeated(piece: string, count: number, first: string): { source: RecipientSource; peakBytes: () => number } {
    let peak = 0
    const source: RecipientSource = {
      path: 'a.csv',
      async *open() {
        yield Buffer.from(first)
        const bytes = Buffer.from(piece)
        for (let index = 0; index < count; index++) {
          peak = Math.max(peak, process.memoryUsage().arrayBuffers)
          yield bytes
        }
      },
    }
    return { source, peakBytes: () => peak }
  }

  const mebibyte = 'a'.repeat(1 << 20)

  it.each([
    { what: 'in one line', piece: mebibyte, count: 100, first: head, errors: 1 },
    { what: 'behind a quote', piece: mebibyte, count: 100, first: `${head}1,"`, errors: 1 },
    { what: 'in lines behind a quote', piece: `${'a'.repeat(8191)}\n`, count: 6400, first: `${head}1,"`, errors: 1 },
    { what: 'in lines that open quotes', piece: '"a,b\n', count: 50_000, first: head, errors: 1 },
    { what: 'in blank lines', piece: '\n'.repeat(1 << 16), count: 1, first: head, errors: 1 },
    { what: 'in commas', piece: `${','.repeat(60_000)}1\n`, count: 100, first: head, errors: 100 },
    { what: 'in quotes', piece: '"'.repeat(1 << 20), count: 100, first: head, errors: 1 },
  ])('$what', async ({ piece, count, first, errors }) => {
    const before = process.memoryUsage().arrayBuffers
    const { source, peakBytes } = repeated(piece, count, first)
    expect((await checkRecipients(source, { variables })).errors).toBe(errors)
    // What is not collected yet counts too; all of it would be more.
    expect(peakBytes() - before).toBeLessThan(Math.max(32 << 20, 0.8 * piece.length * count))
  })

  it('in a header of many columns', async () => {
    const names = Array.from({ length: 8000 }, (_, index) => `열${index % 4000}`)
    const summary = await checkRecipients(recipientsFile(`${names.join(',')}\n`), { variables })
    expect(summary).toMatchObject({ errors: 4002, more: 3902 })
  })

  it('with a line of brackets as JSON', async () => {
    const content = `${'['.repeat(60_000)}\n${'{"a":'.repeat(12_000)}\n`
    expect(await violationsIn(recipientsFile(content, 'a.ndjson'))).toEqual([
      '1:1 row 1 recipient-not-json',
      '2:1 row 2 recipient-not-json',
    ])
  })
})

describe('an error of the file system', () => {
  it('is thrown to whoever reads', async () => {
    const source: RecipientSource = {
      path: 'a.csv',
      // oxlint-disable-next-line require-yield
      async *open() {
        throw new Error('EIO')
      },
    }
    await expect(checkRecipients(source, { variables })).rejects.toThrow('EIO')
  })
})

describe('a file is read alike wherever its stretches are cut', () => {
  const stretchBytes = 65_536
  const row = '01012345678,"a""b\r\n,""가"\r\n01012345679,"c"\r\n'
  const offsets = Array.from({ length: Buffer.byteLength(row) + 1 }, (_, index) => index)

  it('inside quotes, characters and line breaks', async () => {
    for (const offset of offsets) {
      const before = stretchBytes - offset - Buffer.byteLength(`${head}01012345670,\n`)
      const content = `${head}01012345670,${'x'.repeat(before)}\n${row}`
      const { rows, summary } = await readAll(inPieces(content, stretchBytes), { variables })
      expect(summary.violations).toEqual([])
      expect(rows.slice(1).map(({ line, values }) => [line, values.get('이름')])).toEqual([
        [3, 'a"b\n,"가'],
        [5, 'c'],
      ])
    }
  })
})
