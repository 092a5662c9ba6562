import { describe, expect, it } from 'vitest'
import { violationsIn, readAll, recipientsFile } from './read-file.ts'

const variables = [
  { name: '이름', isRequired: true },
  { name: '쿠폰', isRequired: false },
]
const number = '"receiver_number":"010-1234-5678"'

describe('an NDJSON file', () => {
  it.each(['list.ndjson', 'list.jsonl', 'LIST.NDJSON'])('gives its rows: %s', async (name) => {
    const content = `\ufeff{${number},"이름":"홍길동","ref":"k"}\r\n{"이름":"a","쿠폰":null,"receiver_number":"01087654321"}\n\n \n`
    const { rows, summary } = await readAll(recipientsFile(content, name), { variables })
    expect(summary.violations).toEqual([])
    expect(rows).toEqual([
      { row: 1, line: 1, receiver_number: '01012345678', ref: 'k', values: new Map([['이름', '홍길동']]) },
      { row: 2, line: 2, receiver_number: '01087654321', values: new Map([['이름', 'a']]) },
    ])
  })

  it.each(['__proto__', 'constructor'])('may have a variable named %s', async (name) => {
    const variable = [{ name, isRequired: true }]
    const source = recipientsFile(`{${number},"${name}":"a"}\n`, 'a.ndjson')
    const { rows, summary } = await readAll(source, { variables: variable })
    expect(summary.violations).toEqual([])
    expect(rows[0]?.values).toEqual(new Map([[name, 'a']]))
    expect(await violationsIn(recipientsFile(`{${number}}\n`, 'a.ndjson'), { variables: variable })).toEqual([
      `1:1 row 1 recipient-value-missing {"column":"${name}"}`,
    ])
  })

  it('is empty without rows', async () => {
    expect(await violationsIn(recipientsFile('\n\n', 'a.ndjson'))).toEqual(['1:1 file recipients-empty'])
  })
})

const lines: readonly (readonly [what: string, line: string, violations: readonly string[]])[] = [
  ['text', 'receiver_number', ['1:1 row 1 recipient-not-json']],
  ['an object that is not closed', `  {${number}`, ['1:3 row 1 recipient-not-json']],
  ['two objects', `{${number}}{}`, ['1:1 row 1 recipient-not-json']],
  ['a list', '["01012345678"]', ['1:1 row 1 recipient-not-object {"found":"list"}']],
  ['a text', '"01012345678"', ['1:1 row 1 recipient-not-object {"found":"text"}']],
  ['null', 'null', ['1:1 row 1 recipient-not-object {"found":"nothing"}']],
  ['no number', '{"이름":"a"}', ['1:1 row 1 recipient-number-missing']],
  ['null for a number', '{"이름":"a","receiver_number":null}', ['1:11 row 1 recipient-number-missing']],
  [
    'a number that is one',
    '{"이름":"a","receiver_number":1012345678}',
    ['1:11 row 1 recipient-number-not-text {"found":"number"}'],
  ],
  [
    'a list of numbers',
    '{"이름":"a","receiver_number" : ["01012345678"]}',
    ['1:11 row 1 recipient-number-not-text {"found":"list"}'],
  ],
  [
    'a value that is a number',
    `{${number},"이름":7}`,
    ['1:36 row 1 recipient-value-type {"column":"이름","found":"number"}'],
  ],
  [
    'a value that is an object',
    `{${number},"이름":{"a":1}}`,
    ['1:36 row 1 recipient-value-type {"column":"이름","found":"mapping"}'],
  ],
  ['an empty value', `{${number},"이름":""}`, ['1:36 row 1 recipient-value-missing {"column":"이름"}']],
  [
    'half a character',
    `{${number},"이름":"\\ud83d"}`,
    ['1:36 row 1 recipient-character {"column":"이름","code":"U+D83D"}'],
  ],
  ['a key like one that is there', `{${number},"이름":"a","이름2":"b"}`, []],
]

describe('a line of NDJSON', () => {
  it.each(lines)('has %s', async (_, line, violations) => {
    // Every variable is there in some line.
    const content = `${line}\n{"receiver_number":"01087651234","이름":"a","쿠폰":"b"}\n`
    expect(await violationsIn(recipientsFile(content, 'a.ndjson'), { variables })).toEqual(violations)
  })
})

describe('a variable that no line of NDJSON has', () => {
  it.each([
    [
      'nothing like it',
      `{${number},"이름":"a"}\n`,
      ['1:1 file recipients-variable-without-column {"column":"쿠폰","rows":1}'],
    ],
    ['its key with white space', `{${number},"이름":"a"," 쿠폰 ":"b"}\n`, []],
  ])('is reported beside %s', async (_, content, violations) => {
    expect(await violationsIn(recipientsFile(content, 'a.ndjson'), { variables })).toEqual(violations)
  })

  it('is reported however much else there is', async () => {
    const content = `{"receiver_number":"1","이름":"a"}\n`.repeat(200)
    const found = await violationsIn(recipientsFile(content, 'a.ndjson'), { variables })
    expect(found[0]).toBe('1:1 file recipients-variable-without-column {"column":"쿠폰","rows":200}')
  })
})
