import { describe, expect, it } from 'vitest'
import { checkRecipients, readAll, recipientsFile, violationsIn } from './read-file.ts'

const csv = (ref: string): string => `ref,receiver_number\n${ref},01012345678\n`

async function refOf(content: string, name = 'list.csv'): Promise<string | undefined> {
  const { rows } = await readAll(recipientsFile(content, name))
  expect(rows).toHaveLength(1)
  return rows[0]?.ref
}

describe('a reference', () => {
  it.each([
    ['고객 17', '고객 17'],
    ['" =1, x"', ' =1, x'],
    ['😀'.repeat(128), '😀'.repeat(128)],
    // Whoever joins by it compares bytes.
    ['가'.normalize('NFD'), '가'.normalize('NFD')],
    ['', undefined],
    ['  ', undefined],
  ])('stays as it stands: %s', async (cell, ref) => {
    expect(await refOf(csv(cell))).toBe(ref)
  })

  it('is read from NDJSON too', async () => {
    expect(await refOf('{"receiver_number":"01012345678","ref":"c-1"}', 'list.ndjson')).toBe('c-1')
    expect(await refOf('{"receiver_number":"01012345678","ref":null}', 'list.ndjson')).toBeUndefined()
    expect(await violationsIn(recipientsFile('{"receiver_number":"01012345678","ref":17}', 'list.ndjson'))).toEqual([
      '1:34 row 1 recipient-value-type {"column":"ref","found":"number"}',
    ])
  })

  it.each([
    ['a'.repeat(129), 'recipient-value-too-long {"column":"ref","actual":129,"max":128,"isReference":true}'],
    ['a\u0007', 'recipient-character {"column":"ref","code":"U+0007"}'],
    ['"a\tb"', 'recipient-character {"column":"ref","code":"U+0009"}'],
    ['"a\nb"', 'recipient-character {"column":"ref","code":"U+000A"}'],
    ['a\u0085', 'recipient-character {"column":"ref","code":"U+0085"}'],
  ])('is refused: %j', async (cell, violation) => {
    expect(await violationsIn(recipientsFile(csv(cell)))).toEqual([`2:1 row 2 ${violation}`])
  })

  it('is part of the digest, and changes none without it', async () => {
    const digest = async (content: string): Promise<string | undefined> =>
      (await checkRecipients(recipientsFile(content), { variables: [] })).digest
    expect(await digest(csv(''))).toBe(await digest('receiver_number\n01012345678\n'))
    expect(await digest(csv('a'))).not.toBe(await digest(csv('')))
    expect(await digest(csv('a'))).not.toBe(await digest(csv('b')))
  })

  it('is none where the message has a variable of the name: its values are about people', async () => {
    const { rows } = await readAll(recipientsFile(csv('김하늘')), { variables: [{ name: 'ref', isRequired: true }] })
    expect(rows).toMatchObject([{ values: new Map([['ref', '김하늘']]) }])
    expect(rows[0]).not.toHaveProperty('ref')
  })
})
