import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { violationsIn, inPieces, readAll, recipientsFile } from './read-file.ts'

const name = { name: '이름', isRequired: false }
const head = 'receiver_number,이름\n'

describe('a CSV file', () => {
  it('gives its rows with their numbers, lines and values', async () => {
    const content = `이름,ref,receiver_number\n홍길동,k-1,010-1234-5678\n"김, ""하늘""",,+82 10-8765-4321\n`
    const { rows, summary } = await readAll(recipientsFile(content), { variables: [name] })
    expect(rows).toEqual([
      { row: 2, line: 2, receiver_number: '01012345678', ref: 'k-1', values: new Map([['이름', '홍길동']]) },
      { row: 3, line: 3, receiver_number: '01087654321', values: new Map([['이름', '김, "하늘"']]) },
    ])
    expect(summary).toMatchObject({ rows: 2, errors: 0, warnings: 0, violations: [], more: 0 })
    expect(summary.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s, the last one with nothing, and have a byte order mark', async (_, end) => {
    const lines = ['receiver_number,이름', '01012345678,"두', '줄"', '', '"01087654321",끝']
    for (const mark of ['', '\ufeff']) {
      for (const last of ['', end, end + end, `${end},${end},${end}`]) {
        const content = mark + lines.join(end).replace(`${end}${end}`, end) + last
        const { rows, summary } = await readAll(recipientsFile(content), { variables: [name] })
        expect(summary.violations).toEqual([])
        expect(rows.map(({ line, values }) => [line, values.get('이름')])).toEqual([
          [2, '두\n줄'],
          [4, '끝'],
        ])
      }
    }
  })

  it('keeps a byte order mark that is no longer at the start of the file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `\ufeff가${at},0107${String(at).padStart(7, '0')}`)
    const read = await readAll(recipientsFile(['이름,receiver_number', ...rows].join('\n')), { variables: [name] })
    const kept = read.rows.filter(({ values }) => values.get('이름')?.startsWith('\ufeff가'))
    expect(kept).toHaveLength(rows.length)
  })

  it.each([
    ['receiver_number,이름\r\n01012345678,a\n01012345679,"b\r"\r01012345670,c\r\n\n\r', [2, 3, 5]],
    ['receiver_number,이름\n01012345678,a\r01012345679,"b\n"\n01012345670,c\r', [2, 3, 5]],
  ])('may end its lines in different ways: %j', async (content, lines) => {
    const { rows, summary } = await readAll(recipientsFile(content), { variables: [name] })
    expect(summary.violations.map(({ rule }) => rule)).toEqual(['recipient-value-unlikely'])
    expect(rows.map(({ line }) => line)).toEqual(lines)
    expect(rows.map(({ values }) => values.get('이름'))).toEqual(['a', 'b\n', 'c'])
  })

  it('takes an empty cell for no value, and keeps blanks', async () => {
    const { rows } = await readAll(recipientsFile(`${head}01012345678,\n01012345679,""\n01012345670," a "\n`), {
      variables: [name],
    })
    expect(rows.map(({ values }) => [...values])).toEqual([[], [], [['이름', ' a ']]])
  })

  it('brings names and values to NFC', async () => {
    const content = `receiver_number,${'이름'.normalize('NFD')}\n01012345678,${'각'.normalize('NFD')}\n`
    const { rows } = await readAll(recipientsFile(content), { variables: [name] })
    expect(rows[0]?.values).toEqual(new Map([['이름', '각']]))
  })

  it.each(['__proto__', 'constructor', 'toString', 'receiver_number', 'msg_key'])(
    'may have a variable named %s',
    async (variable) => {
      const isColumn = variable === 'receiver_number'
      const content = isColumn ? 'receiver_number\n01012345678\n' : `receiver_number,${variable}\n01012345678,a\n`
      const { rows, summary } = await readAll(recipientsFile(content), {
        variables: [{ name: variable, isRequired: true }],
      })
      expect(summary.violations).toEqual([])
      expect(rows[0]?.values).toEqual(new Map([[variable, isColumn ? '01012345678' : 'a']]))
    },
  )

  it('gives back what was written, in whatever pieces it comes', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '가', '"', ',', '\n', ';', '😀', ' ', '\t', "'"),
      maxLength: 8,
    })
    const file = fc.record({
      cells: fc.array(cell, { minLength: 1, maxLength: 20 }),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      mark: fc.constantFrom('', '\ufeff'),
      pieceBytes: fc.integer({ min: 1, max: 40 }),
      isQuoted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(file, async ({ cells, end, mark, pieceBytes, isQuoted }) => {
        const written = (text: string): string =>
          isQuoted || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
        const numbers = cells.map((_, index) => `0101234${String(index).padStart(4, '0')}`)
        const lines = cells.map((text, index) => `${written(text)},${numbers[index] ?? ''}`)
        const content = mark + ['이름,receiver_number', ...lines].join(end)
        const { rows, summary } = await readAll(inPieces(content, pieceBytes), { variables: [name] })
        expect(summary.violations.filter(({ rule }) => rule !== 'recipient-value-unlikely')).toEqual([])
        expect(rows.map(({ receiver_number }) => receiver_number)).toEqual(numbers)
        expect(rows.map(({ values }) => values.get('이름') ?? '')).toEqual(cells)
      }),
    )
  })
})

const brokenRows: readonly (readonly [what: string, content: string, violations: readonly string[]])[] = [
  ['too few cells', '01012345678\n', ['2:12 row 2 recipient-cell-count {"actual":1,"expected":2}']],
  ['too many cells', '01012345678,김,"하늘"\n', ['2:15 row 2 recipient-cell-count {"actual":3,"expected":2}']],
  [
    'a blank line between rows',
    '01012345678,a\n\n\n1,b\n',
    ['5:1 row 5 recipient-number-invalid {"reason":"not-mobile","digits":1}'],
  ],
  ['emptied cells between rows', '01012345678,a\n , \n01012345679,b\n', []],
  ['a quote inside a cell', '01012345679,a\n01012345678,5" 화면\n123,a\n', ['3:1 file recipient-quote-misplaced']],
  ['a formula of a spreadsheet', '="01012345678",a\n01012345679,="a"\n', ['3:1 file recipient-quote-misplaced']],
  ['text behind a closing quote', '"01012345678"0,a\n', ['2:1 file recipient-quote-misplaced']],
  ['a quote that is not closed', '01012345678,"a\n01012345679,b\n123,c\n', ['2:13 file recipient-quote-unclosed']],
  [
    'a quote that the next one seems to close',
    '01012345678,"a\n01012345679,"b"\n1,d\n',
    ['2:1 file recipient-quote-misplaced'],
  ],
  ['the last cell opened and not closed', '01012345678,"', ['2:13 file recipient-quote-unclosed']],
  [
    'a fault behind a cell of several lines',
    '01012345678,"두\n줄"\n"010\n123",a\n',
    ['4:1 row 3 recipient-number-invalid {"reason":"digit-count","digits":6}'],
  ],
  [
    'a fault in a later cell of a later line',
    '"0101\n2345678","a\0b"\n',
    ['3:10 row 2 recipient-character {"column":"이름","code":"U+0000"}'],
  ],
  ['a fault behind an emoji', '😀,a\n', ['2:1 row 2 recipient-number-invalid {"reason":"not-digits","digits":0}']],
]

describe('rows that are not in order', () => {
  it.each(brokenRows)('%s', async (_, rows, violations) => {
    expect(await violationsIn(recipientsFile(head + rows), { variables: [name] })).toEqual(violations)
  })

  it('end the reading, and a file with one has no digest', async () => {
    const { summary } = await readAll(recipientsFile(`${head}01012345678,a\n01012345679,"b\n01012345670,c\n\n`))
    expect(summary).toMatchObject({ errors: 1 })
    expect(summary).not.toHaveProperty('digest')
  })
})
