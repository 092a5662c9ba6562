import { describe, expect, it } from 'vitest'
import { checkRecipients, inPieces, recipientsFile } from './read-file.ts'

const variables = [
  { name: '이름', isRequired: false },
  { name: '쿠폰', isRequired: false },
]
const csv = 'receiver_number,이름,쿠폰,ref\n01012345678,가,,k\n01087654321,,b,\n'

async function digestOf(content: string, { name = 'a.csv', vars = variables } = {}): Promise<string | undefined> {
  return (await checkRecipients(recipientsFile(content, name), { variables: vars })).digest
}

describe('the digest of recipients', () => {
  it.each([
    [
      'written in another way',
      '\ufeffreceiver_number,이름,쿠폰,ref\r\n"+82 10-1234-5678",가,"",k\r\n010 8765 4321,,b,',
      'a.csv',
    ],
    ['with rows in another order', 'receiver_number,이름,쿠폰,ref\n01087654321,,b,\n01012345678,가,,k\n', 'a.csv'],
    [
      'with columns in another order and others beside',
      '비고,ref,쿠폰,receiver_number,이름\nx,k,,01012345678,가\ny,,b,01087654321,\n',
      'a.csv',
    ],
    [
      'as NDJSON',
      '{"receiver_number":"01012345678","이름":"가","ref":"k"}\n{"receiver_number":"01087654321","쿠폰":"b"}\n',
      'a.ndjson',
    ],
  ])('is the same %s', async (_, content, name) => {
    expect(await digestOf(content, { name })).toBe(await digestOf(csv))
  })

  it('does not depend on the order of variables or on the pieces of the file', async () => {
    expect(await digestOf(csv, { vars: variables.toReversed() })).toBe(await digestOf(csv))
    expect((await checkRecipients(inPieces(csv, 3), { variables })).digest).toBe(await digestOf(csv))
  })

  it.each([
    ['a row is missing', 'receiver_number,이름,쿠폰,ref\n01012345678,가,,k\n'],
    ['a number differs', csv.replace('01012345678', '01012345679')],
    ['a value differs', csv.replace('가', '나')],
    ['a value stands in another column', csv.replace('가,', ',가')],
    ['a reference is missing', csv.replace(',k', ',')],
  ])('differs when %s', async (_, content) => {
    expect(await digestOf(content)).not.toBe(await digestOf(csv))
  })

  it('differs when the message uses other variables', async () => {
    expect(await digestOf(csv, { vars: [{ name: '이름', isRequired: false }] })).not.toBe(await digestOf(csv))
  })
})
