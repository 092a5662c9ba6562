import { describe, expect, it } from 'vitest'
import { notesIn } from '../../src/recipients/list-notes.ts'
import { readRecipients } from '../../src/recipients/read.ts'
import type { RecipientSource, RecipientSummary } from '../../src/recipients/recipient.ts'
import { listed, recipientsFile } from './read-file.ts'

const variables = [{ name: '이름', isRequired: true }]
const plain = 'receiver_number,이름\n01012345678,김하늘\n01087654321,박새봄\n'
/** `receiver_number,이름` and two rows as Excel in Korea saves them. */
const cp949 = Buffer.concat([
  Buffer.from('receiver_number,'),
  Buffer.from([0xc0, 0xcc, 0xb8, 0xa7]),
  Buffer.from('\r\n010-1234-5678,'),
  Buffer.from([0xb1, 0xe8, 0xc7, 0xcf, 0xb4, 0xc3]),
  Buffer.from('\r\n010-8765-4321,'),
  Buffer.from([0xb9, 0xda, 0xbb, 0xf5, 0xba, 0xbd]),
  Buffer.from('\r\n'),
])

async function read(
  content: string | Uint8Array,
  columns?: RecipientSource['columns'],
): Promise<{ numbers: readonly string[]; summary: RecipientSummary }> {
  const source = recipientsFile(content, 'list.csv')
  const reading = readRecipients({ ...source, ...(columns && { columns }) }, { variables })
  const numbers: string[] = []
  for await (const { receiver_number: number, values } of reading.rows())
    numbers.push(`${number} ${values.get('이름')}`)
  return { numbers, summary: await reading.summary() }
}

describe('a list as a spreadsheet saves it', () => {
  it.each<[string, string | Uint8Array, string | undefined]>([
    ['in CP949', cp949, 'read as EUC-KR (CP949)'],
    ['with semicolons', plain.replaceAll(',', ';'), 'read with semicolons between columns'],
    ['with tabs', plain.replaceAll(',', '\t'), 'read with tabs between columns'],
    ['below sep=,', `sep=,\r\n${plain}`, 'read from below the line "sep="'],
    [
      'below sep=; and a mark',
      `\uFEFFsep=;\n${plain.replaceAll(',', ';')}`,
      'read with semicolons between columns, read from below the line "sep="',
    ],
    ['with columns and rows that are empty', `${plain.replaceAll('\n', ',,\n')},,,\n,,,\n`, undefined],
    ['with fewer cells where a column has no name', plain.replace('이름\n', '이름,,\n'), undefined],
    [
      'with numbers as formulas',
      plain.replace('01012345678', '"=""01012345678"""').replace('01087654321', '="010-8765-4321"'),
      undefined,
    ],
    ['with an apostrophe', plain.replace('01012345678', "'01012345678"), undefined],
    [
      'without the zero of numbers',
      plain.replace('01012345678', '1012345678').replace('01087654321', '10-8765-4321'),
      '2 numbers without their zero',
    ],
  ])('is read %s, and gives the same digest', async (_, content, note) => {
    const { numbers, summary } = await read(content)
    expect(listed(summary)).toEqual([])
    expect(numbers).toEqual(['01012345678 김하늘', '01087654321 박새봄'])
    const { hasNoRef, ...notes } = summary.notes
    expect(hasNoRef).toBe(true)
    expect(notesIn('en', notes)).toBe(note)
    expect(summary.digest).toBe((await read(plain)).summary.digest)
  })

  it('is refused where its bytes are neither UTF-8 nor CP949', async () => {
    const broken = Buffer.concat([Buffer.from(plain), Buffer.from([0xff, 0xff, 0x0a])])
    expect(listed((await read(broken)).summary)).toEqual(['4:1 file recipients-not-utf8'])
  })

  it('is refused where a column without a name holds something', async () => {
    const { summary } = await read('receiver_number,이름,\n01012345678,김하늘,\n01087654321,박새봄,x\n')
    expect(listed(summary)).toEqual(['3:17 row 3 recipient-cell-count {"actual":3,"expected":2}'])
  })
})

it('columns have names of their own, and each is known by what it is for', async () => {
  const content = plain.replace('receiver_number,이름', '휴대폰번호,성함')
  const columns = { 휴대폰번호: 'receiver_number', ['성함'.normalize('NFD')]: '이름' }
  expect((await read(content, columns)).numbers).toEqual(['01012345678 김하늘', '01087654321 박새봄'])
})

describe('another file under the name of a list', () => {
  it.each<[string, string | Uint8Array]>([
    ['recipients-workbook', Buffer.from('PK\x03\x04\x14\x00\x06\x00\n', 'latin1')],
    ['recipients-workbook', Buffer.from('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 'latin1')],
    ['recipients-web-page', '\uFEFF\r\n<table border="1"><tr><td>receiver_number</td></tr></table>'],
    ['recipients-web-page', '<!DOCTYPE HTML>\n<html><body>'],
  ])('is called what it is: %s', async (rule, content) => {
    expect(listed((await read(content)).summary)).toEqual([`1:1 file ${rule}`])
  })
})
