import { describe, expect, it } from 'vitest'
import { checkRecipients, violationsIn, messagesIn, readAll, recipientsFile } from './read-file.ts'

const variables = [
  { name: '이름', isRequired: true, max: 3 },
  { name: '쿠폰', isRequired: false, max: 4 },
]
const head = 'receiver_number,이름,쿠폰\n'
const family = '👨\u200d👩\u200d👧'

const rows: readonly (readonly [what: string, row: string, violations: readonly string[]])[] = [
  ['everything', '010-1234-5678,홍길동,AB12', []],
  ['no optional value', '010-1234-5678,홍길동,', []],
  [
    'a tab and a line break in a value',
    '010-1234-5678,"\ta\n",',
    ['2:15 row 2 recipient-value-unlikely {"column":"이름"}'],
  ],
  ['no number', ',홍길동,', ['2:1 row 2 recipient-number-missing']],
  ['a blank number', ' ,홍길동,', ['2:1 row 2 recipient-number-missing']],
  ['a number of ten digits without its zero', '1012345678,홍길동,', []],
  ['an older number without its zero', '112345678,홍길동,', ['2:1 row 2 recipient-number-lost-zero']],
  [
    'a number with an exponent',
    '1.01235E+09,홍길동,',
    ['2:1 row 2 recipient-number-invalid {"reason":"exponent","digits":8}'],
  ],
  ['no required value', '01012345678,,A', ['2:13 row 2 recipient-value-missing {"column":"이름"}']],
  [
    'a value one too long',
    '01012345678,남궁길동,AB12',
    ['2:13 row 2 recipient-value-too-long {"column":"이름","actual":4,"max":3}'],
  ],
  ['a value that is short enough in NFC', `01012345678,${'각각각'.normalize('NFD')},`, []],
  [
    'several faults',
    '010,남궁길동,ABCDE',
    [
      '2:1 row 2 recipient-number-invalid {"reason":"digit-count","digits":3}',
      '2:5 row 2 recipient-value-too-long {"column":"이름","actual":4,"max":3}',
      '2:10 row 2 recipient-value-too-long {"column":"쿠폰","actual":5,"max":4}',
    ],
  ],
  ['NUL in a value', '01012345678,a\0b,', ['2:13 row 2 recipient-character {"column":"이름","code":"U+0000"}']],
  ['an escape in a value', '01012345678,\u001b,', ['2:13 row 2 recipient-character {"column":"이름","code":"U+001B"}']],
  ['what was to be filled in', '01012345678,#{,', ['2:13 row 2 recipient-value-variable {"column":"이름"}']],
  ...['NaN', 'nil', '\\N'].map((found): (typeof rows)[number] => {
    const said = JSON.stringify({ column: '이름', found })
    return ['what stands for nothing', `01012345678,${found},`, [`2:13 row 2 recipient-value-unlikely ${said}`]]
  }),
  ['a space in front', '01012345678, 김,', ['2:13 row 2 recipient-value-unlikely {"column":"이름"}']],
  ['a space behind', '01012345678,김\u00a0,', ['2:13 row 2 recipient-value-unlikely {"column":"이름"}']],
  ['words with a space between', '01012345678,김 1,', []],
  ['NUL in a number', '0101234567\0,a,', ['2:1 row 2 recipient-number-invalid {"reason":"not-digits","digits":10}']],
  [
    'what a wrong encoding has left',
    '01012345678,\ufffd,',
    ['2:13 row 2 recipient-character {"column":"이름","code":"U+FFFD"}'],
  ],
]

describe('a row', () => {
  it.each(rows)('has %s', async (_, row, violations) => {
    expect(await violationsIn(recipientsFile(`${head}${row}\n`), { variables })).toEqual(violations)
  })

  it.each([
    ['utf-16', 8],
    ['code-points', 5],
    ['graphemes', undefined],
  ] as const)('is measured in %s', async (characters, actual) => {
    const found =
      actual === undefined ? [] : [`2:13 row 2 recipient-value-too-long {"column":"이름","actual":${actual},"max":3}`]
    const source = recipientsFile(`${head}01012345678,${family},\n`)
    expect(await violationsIn(source, { variables, characters })).toEqual(found)
  })

  it('with a fault is not among the rows', async () => {
    const content = `${head}01012345678,가,\n01012345679,,\n01012345670,다,\n`
    const read = await readAll(recipientsFile(content), { variables })
    expect(read.rows.map(({ row, line }) => [row, line])).toEqual([
      [2, 2],
      [4, 4],
    ])
    expect(read.summary).toMatchObject({ rows: 3, errors: 1 })
  })

  it('takes CRLF in a value for LF', async () => {
    const read = await readAll(recipientsFile('receiver_number,이름\r\n01012345678,"a\r\nb"\r\n'), { variables })
    expect(read.rows[0]?.values.get('이름')).toBe('a\nb')
  })
})

describe('a number', () => {
  const content = 'receiver_number\n010-1234-5678\n01087654321\n+82 10-1234-5678\n01012345678\n'

  it('may come once, however it is written', async () => {
    expect(await violationsIn(recipientsFile(content))).toEqual([
      '4:1 row 4 recipient-duplicate {"number":"010-****-5678","firstRow":2}',
      '5:1 row 5 recipient-duplicate {"number":"010-****-5678","firstRow":2}',
    ])
  })

  it('counts as there when its row has another fault', async () => {
    const faulty = `${head}01012345678,,\n01012345678,가,\n`
    expect(await violationsIn(recipientsFile(faulty), { variables })).toEqual([
      '2:13 row 2 recipient-value-missing {"column":"이름"}',
      '3:1 row 3 recipient-duplicate {"number":"010-****-5678","firstRow":2}',
    ])
  })

  it('is in the safe list where there is one', async () => {
    const safeList = new Set(['01012345678'])
    const source = recipientsFile('receiver_number\n010-1234-5678\n011-234-5678\n')
    expect(await violationsIn(source, { safeList })).toEqual([
      '3:1 row 3 recipient-not-in-safe-list {"number":"011-***-5678"}',
    ])
    expect((await violationsIn(source, { safeList: new Set() })).length).toBe(2)
  })

  it('is never printed whole', async () => {
    const faulty =
      'receiver_number\n112345678\n010-1234-567\n010123456789\n0212345678\n01012345678 01087654321\n010-1234-5678\n01012345678\n'
    const messages = await messagesIn(recipientsFile(faulty), { safeList: new Set() })
    expect(messages).toHaveLength(8)
    expect(messages.join('\n')).not.toMatch(/\d{5}|1234/)
  })
})

describe('a msg_key', () => {
  it("is friendtalk's: a column of that name is refused at its place", async () => {
    expect(await violationsIn(recipientsFile('receiver_number,msg_key\n01012345678,k-1\n'))).toEqual([
      '1:17 file recipients-column-key',
    ])
    const lines =
      '{"receiver_number":"01012345678"}\n{"msg_key":"k","receiver_number":"01012345679"}\n{"msg_key":"l"}\n'
    expect(await violationsIn(recipientsFile(lines, 'a.ndjson'))).toContain('2:2 row 2 recipients-column-key')
  })

  it('may be the name of a variable', async () => {
    const named = [{ name: 'msg_key', isRequired: true }]
    const read = await readAll(recipientsFile('receiver_number,msg_key\n01012345678,k-1\n'), { variables: named })
    expect(read.summary.violations).toEqual([])
    expect(read.rows[0]?.values).toEqual(new Map([['msg_key', 'k-1']]))
  })
})

describe('a reference', () => {
  it.each(['01012345678', '010-1234-5678', 'a-01112345678', '+82 10 1234 5678', '０１０１２３４５６７８'])(
    'holds no mobile number: %s',
    async (number) => {
      expect(await violationsIn(recipientsFile(`receiver_number,ref\n01012345678,${number}\n`))).toEqual([
        '2:13 row 2 recipient-number-kept {"column":"ref"}',
      ])
    },
  )

  it.each(['1012345678', '20261124-0001', 'A0101234', '010123456789', '1-01-2345'])(
    'may be another number: %s',
    async (ref) => {
      expect(await violationsIn(recipientsFile(`receiver_number,ref\n01012345678,${ref}\n`))).toEqual([])
    },
  )
})

describe('many violations', () => {
  const content = `receiver_number\n${'1\n'.repeat(250)}`

  it('are kept up to a number and counted beyond', async () => {
    expect(await checkRecipients(recipientsFile(content), { variables: [] })).toMatchObject({
      rows: 250,
      errors: 250,
      violations: { length: 100 },
      more: 150,
    })
    expect(await checkRecipients(recipientsFile(content), { variables: [], maxViolations: 0 })).toMatchObject({
      errors: 250,
      violations: [],
      more: 250,
    })
  })
})
