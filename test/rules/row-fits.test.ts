import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteReadings, characterReadings } from '../../src/text/text.ts'
import { rowFits } from '../../src/rules/row-fits.ts'
import { rowLimits } from '../../src/rules/row-limits.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { compileSource } from '../compile-source.ts'

const source = `---
kind: ft-wide-item-list
vars:
  머리: { max: 10 }
  이름: { max: 10, fallback: 고객 }
  코드: { max: 5 }
  제목: { max: 5 }
---
# #{머리}

#{이름}님, 이번 주 소식이에요.

## 첫 소식 #{제목}
[![](https://img.example.com/1.png)](https://m.shop.example.com/#{코드})

## 둘째 소식
[![](https://img.example.com/2.png)](https://m.shop.example.com/b)

## 셋째 소식
[![](https://img.example.com/3.png)](https://m.shop.example.com/c)
`
const list = templateOf(source)

function templateOf(text: string): CompiledTemplate {
  const { template, diagnostics } = compileSource(text)
  if (template === undefined) throw new Error(JSON.stringify(diagnostics))
  return template
}

const readings = byteReadings.flatMap((bytes) => characterReadings.map((characters) => ({ bytes, characters })))
const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '가',
    '각',
    '\u1100\u1161',
    '\u0301',
    'e\u0301',
    '👩‍👩‍👧',
    'ǡ',
    '\u0323',
    ' ',
    '',
    '%',
    '/',
    '\u{1F1F0}\u{1F1F7}',
  ),
)
const value = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').normalize('NFC'))
const row = fc.record({ 머리: value, 이름: value, 코드: value, 제목: value })

describe('the quick check of a recipient', () => {
  test.each(readings)('passes nobody whom the exact one refuses ($bytes, $characters)', (reading) => {
    const fits = rowFits(list, reading)
    const check = rowLimits(list, reading)
    fc.assert(
      fc.property(row, (values) => {
        if (fits(new Map(Object.entries(values)))) expect(check(values)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['usual values', { 머리: '봄 소식', 이름: '김하나', 코드: 'A 1/한글', 제목: '커피' }, true],
    ['a fallback', { 머리: '봄 소식', 코드: 'A1', 제목: '커피' }, true],
    ['a missing value', { 머리: '봄 소식', 제목: '커피' }, false],
    ['a text of variables that is blank', { 머리: ' ', 코드: 'A1', 제목: '커피' }, false],
    ['a text at its limit', { 머리: '가나다라마바사아자차', 코드: 'A1', 제목: '커피' }, true],
    ['a text over it', { 머리: '가나다라마바사아자차카', 코드: 'A1', 제목: '커피' }, false],
    ['a value that joins what stands before it', { 머리: '봄', 코드: 'A1', 제목: '\u0323커피' }, false],
  ])('says of %s whether it is certain', (_, values, expected) => {
    const fits = rowFits(list, { bytes: 'utf-8', characters: 'utf-16' })
    expect(fits(new Map(Object.entries(values)))).toBe(expected)
  })
})
