import { describe, expect, it } from 'vitest'
import { readExclusionList } from '../../src/recipients/exclusion-list.ts'
import { inPieces, listed, recipientsFile } from './read-file.ts'

const numbers = ['01000000001', '01199990000', '0161234567']

async function readList(content: string | Uint8Array, name: string): Promise<readonly string[] | number> {
  const result = await readExclusionList(recipientsFile(content, name))
  if (result.type === 'wrong') return listed({ ...result, rows: 0, errors: 1, warnings: 0, notes: {} })
  expect(result.list.has('01012345678')).toBe(false)
  return numbers.filter((number) => result.list.has(number)).length * 100 + result.list.numbers
}

describe('a list of numbers that are not sent to', () => {
  it.each<[string, string, string]>([
    ['one number a line', 'list.txt', numbers.join('\n')],
    ['without an extension, with a mark and CRLF', 'list', `\ufeff${numbers.join('\r\n')}\r\n`],
    ['numbers alone in a .csv', 'list.csv', `${numbers.join('\n')}\n\n\n`],
    ['a column of a CSV', 'list.csv', `when,receiver_number\n${numbers.map((one) => `2026,${one}`).join('\n')}\n`],
    ['a CSV that is called otherwise', 'list.txt', `receiver_number\n${numbers.join('\n')}\n`],
    ['NDJSON', 'list.ndjson', numbers.map((one) => JSON.stringify({ receiver_number: one, why: 1 })).join('\n')],
    ['other spellings and repeats', 'list.csv', '+82 10-0000-0001\n010-0000-0001\n011.9999.0000\n0161234567'],
  ])('is read: %s', async (_, name, content) => {
    expect(await readList(content, name)).toBe(303)
  })

  it.each([
    ['list.csv', `번호\n${numbers.join('\n')}\n`],
    ['list.txt', `사유,${'번호'.normalize('NFD')}\n${numbers.map((one) => `거부,${one}`).join('\n')}\n`],
  ])('has columns by names of its own: %s', async (name, content) => {
    const read = await readExclusionList({ ...recipientsFile(content, name), columns: { 번호: 'receiver_number' } })
    expect(read).toMatchObject({ type: 'list', list: { numbers: 3 } })
  })

  it('may have nobody where its header says what it is', async () => {
    expect(await readList('receiver_number\n', 'list.csv')).toBe(0)
  })

  it.each<[string, string, string | Uint8Array, readonly string[]]>([
    ['nothing in it', 'list.csv', '', ['1:1 file recipients-empty']],
    ['blank lines alone', 'list.txt', '\n\n', ['1:1 file recipients-empty']],
    ['no lines of NDJSON', 'list.ndjson', '', ['1:1 file recipients-empty']],
    [
      'a line that is no number',
      'list.txt',
      '01000000001\n0100000000x\n',
      ['2:1 row 2 recipient-number-invalid {"reason":"not-digits","digits":10}'],
    ],
    ['a lost zero', 'list.csv', '01000000001\n112345678\n', ['2:1 row 2 recipient-number-lost-zero']],
    [
      'another name of the column',
      'list.csv',
      'name,phone\nA,01000000001\n',
      ['1:6 file recipients-column-missing {"column":"receiver_number","suggestion":"phone"}'],
    ],
    [
      'a row of NDJSON without it',
      'list.ndjson',
      '{"receiver_number":"01000000001"}\n{"number":"01000000002"}\n',
      ['2:1 row 2 recipient-number-missing'],
    ],
    ['UTF-16', 'list.txt', Buffer.from('\ufeff01000000001', 'utf16le'), ['1:1 file recipients-utf16']],
  ])('is wrong: %s', async (_, name, content, violations) => {
    expect(await readList(content, name)).toEqual(violations)
  })

  it('has one digest for one list, however it is written', async () => {
    const digests = await Promise.all(
      [
        inPieces(numbers.join('\n'), 7, 'a.txt'),
        inPieces(`receiver_number\n${numbers.join('\r\n')}\r\n`, 1_000, 'b.csv'),
      ].map(async (source) => {
        const result = await readExclusionList(source)
        return result.type === 'list' ? result.list.digest : result
      }),
    )
    expect(digests[0]).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(digests[1]).toBe(digests[0])
  })
})
