import { describe, expect, it } from 'vitest'
import { violationsIn, readAll, recipientsFile } from './read-file.ts'

const variables = [
  { name: '이름', isRequired: true },
  { name: '쿠폰', isRequired: false },
]

const headers: readonly (readonly [what: string, header: string, violations: readonly string[]])[] = [
  ['all columns', 'receiver_number,이름,쿠폰,ref', []],
  [
    'no column for a variable with a fallback',
    'receiver_number,이름',
    ['1:1 file recipients-variable-without-column {"column":"쿠폰","rows":1}'],
  ],
  ['columns that mean nothing', '이름,지점,receiver_number,비고,쿠폰', []],
  ['a name like one that is there', 'receiver_number,이름,이름2,쿠폰', []],
  ['no numbers', '이름,쿠폰', ['1:1 file recipients-column-missing {"column":"receiver_number"}']],
  ['no values', 'receiver_number,쿠폰', ['1:1 file recipients-column-missing {"column":"이름"}']],
  [
    'numbers in upper case',
    '이름,Receiver_Number,쿠폰',
    ['1:4 file recipients-column-missing {"column":"receiver_number","suggestion":"Receiver_Number"}'],
  ],
  ['white space around names', ' 이름\t, receiver_number,\u3000쿠폰', []],
  ...['전화번호', '휴대폰 번호', '휴대전화', '수신번호', 'phone', 'Phone Number', 'mobile', 'number'].map(
    (name): readonly [string, string, readonly string[]] => [
      `numbers called ${name}`,
      `이름,${name},쿠폰`,
      [`1:4 file recipients-column-missing {"column":"receiver_number","suggestion":"${name}"}`],
    ],
  ),
  ['numbers called otherwise beside the right name', 'receiver_number,이름,전화번호,쿠폰', []],
  ...['성함', '고객명', '고객 이름', 'name', 'Customer Name', '이 름'].map(
    (name): readonly [string, string, readonly string[]] => [
      `names called ${name}`,
      `receiver_number,쿠폰,${name}`,
      [`1:20 file recipients-column-missing {"column":"이름","suggestion":"${name}"}`],
    ],
  ),
  [
    'a misspelt variable',
    'receiver_number,이르,쿠폰',
    ['1:17 file recipients-column-missing {"column":"이름","suggestion":"이르"}'],
  ],
  [
    'a misspelt variable with a fallback',
    '이름,receiver_number,쿠퐁',
    ['1:20 file recipients-variable-without-column {"column":"쿠폰","rows":1,"suggestion":"쿠퐁"}'],
  ],
  ['a name twice', 'receiver_number,이름,"이름",쿠폰', ['1:20 file recipients-column-duplicate {"column":"이름"}']],
  [
    'a name composed and decomposed',
    `receiver_number,이름,${'이름'.normalize('NFD')},쿠폰`,
    ['1:20 file recipients-column-duplicate {"column":"이름"}'],
  ],
  ['a name that is empty', 'receiver_number,,이름,쿠폰', []],
  ['a broken quote', 'receiver_number,"이름', ['1:17 file recipient-quote-unclosed']],
  ['a broken quote and columns', 'receiver_number,"이"름', ['1:1 file recipient-quote-misplaced']],
]

describe('a header', () => {
  it.each(headers)('has %s', async (_, header, violations) => {
    const cells = header.split(',').map((name) => (/receiver_number/i.test(name) ? '01012345678' : 'a'))
    expect(await violationsIn(recipientsFile(`${header}\n${cells.join(',')}\n`), { variables })).toEqual(violations)
  })

  it('suggests each name once', async () => {
    const coupons = ['coupon1', 'coupon2'].map((coupon) => ({ name: coupon, isRequired: true }))
    expect(
      await violationsIn(recipientsFile('receiver_number,coupon3\n01012345678,a\n'), { variables: coupons }),
    ).toEqual([
      '1:1 file recipients-column-missing {"column":"coupon2"}',
      '1:17 file recipients-column-missing {"column":"coupon1","suggestion":"coupon3"}',
    ])
  })

  it('that lacks a column does not hide what is wrong with the rows', async () => {
    const content = 'receiver_number,쿠폰\n123,a\n01012345678,b\n'
    expect(await violationsIn(recipientsFile(content), { variables })).toEqual([
      '1:1 file recipients-column-missing {"column":"이름"}',
      '2:1 row 2 recipient-number-invalid {"reason":"not-mobile","digits":3}',
    ])
  })

  it('with a warning alone sends its rows', async () => {
    const content = 'receiver_number,이름,쿠퐁\n01012345678,a,b\n'
    const { rows, summary } = await readAll(recipientsFile(content), { variables })
    expect(rows).toHaveLength(1)
    expect(summary).toMatchObject({ errors: 0, warnings: 1 })
    expect(summary.digest).toBeDefined()
  })

  it('may be missing with everything else', async () => {
    for (const content of ['', '\ufeff', 'receiver_number\n', 'receiver_number', 'receiver_number\n\n\n']) {
      expect(await violationsIn(recipientsFile(content))).toEqual(['1:1 file recipients-empty'])
    }
  })

  it('is not asked for in another format', async () => {
    for (const [name, extension] of [
      ['recipients.xlsx', '.xlsx'],
      ['recipients', ''],
      ['a.csv/recipients.txt', '.txt'],
    ]) {
      const source = { path: name ?? '', open: () => expect.unreachable() }
      expect(await violationsIn(source)).toEqual([
        `1:1 file recipients-format-unknown ${JSON.stringify({ extension })}`,
      ])
    }
  })

  it('may stand in a file with an extension in upper case', async () => {
    const { rows } = await readAll(recipientsFile('receiver_number\n01012345678\n', 'LIST.CSV'))
    expect(rows).toHaveLength(1)
  })
})
