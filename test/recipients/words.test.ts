import { describe, expect, it } from 'vitest'
import { type RecipientRuleId, Violations } from '../../src/recipients/violations.ts'
import { recipientWording } from '../../src/rules/violations.ts'
import type { RecipientArgs } from '../../src/violation.ts'

const examples: { readonly [R in RecipientRuleId]: readonly RecipientArgs[R][] } = {
  'recipients-format-unknown': [{ extension: '.xlsx' }, { extension: '.txt' }, { extension: '' }],
  'recipients-utf16': [{}],
  'recipients-not-utf8': [{}],
  'recipients-empty': [{}],
  'recipients-column-missing': [{ column: 'receiver_number', suggestion: '번호' }, { column: '이름' }],
  'recipients-column-duplicate': [{ column: '이름' }],
  'recipients-variable-without-column': [
    { column: '이름', rows: 1 },
    { column: '이름', rows: 25, suggestion: '성함' },
  ],
  'recipient-quote-unclosed': [{}],
  'recipient-quote-misplaced': [{}],
  'recipient-row-too-large': [{}],
  'recipient-cell-count': [
    { actual: 1, expected: 2 },
    { actual: 3, expected: 2 },
  ],
  'recipient-not-json': [{}],
  'recipient-not-object': [{ found: 'list' }, { found: 'nothing' }, { found: 'boolean' }],
  'recipient-number-missing': [{}],
  'recipient-number-not-text': [{ found: 'number' }, { found: 'mapping' }],
  'recipient-number-invalid': [
    { reason: 'exponent', digits: 8 },
    { reason: 'not-digits', digits: 0 },
    { reason: 'digit-count', digits: 1 },
    { reason: 'digit-count', digits: 12 },
    { reason: 'not-mobile', digits: 10 },
  ],
  'recipient-number-kept': [{ column: 'ref' }],
  'recipient-number-lost-zero': [{}],
  'recipient-value-type': [{ column: '이름', found: 'number' }],
  'recipient-value-missing': [{ column: '이름' }],
  'recipient-value-too-long': [{ column: '이름', actual: 4, max: 3 }],
  'recipient-character': [
    { column: '이름', code: 'U+0000' },
    { column: '이름', code: 'U+FFFD' },
  ],
  'recipient-line-break': [
    { column: '이름', field: 'name' },
    { column: '이름', field: 'header' },
  ],
  'recipients-web-page': [{}],
  'recipients-workbook': [{}],
  'recipient-value-unlikely': [{ column: '이름' }, { column: '이름', found: '#N/A' }],
  'recipient-value-variable': [{ column: '이름' }],
  'recipient-duplicate': [{ number: '010-****-5678', firstRow: 1 }],
  'recipients-column-key': [{}],
  'recipient-not-in-safe-list': [{ number: '010-****-5678' }],
}

const rows = Object.keys(examples) as RecipientRuleId[]

describe('the words for', () => {
  it.each(rows)('%s are sentences in both languages', (rule) => {
    const violations = new Violations(10)
    for (const args of examples[rule]) violations.add(rule, { place: () => ({ line: 1, column: 1 }) }, args)
    expect(violations.kept).toHaveLength(examples[rule].length)
    for (const found of violations.kept) {
      const [english, korean] = [recipientWording(found, 'en'), recipientWording(found, 'ko')]
      for (const { message, help } of [english, korean]) {
        expect(message).toMatch(/\S[.?]$/)
        expect(`${message}${help}`).not.toMatch(/undefined\S|NaN|\[object/)
      }
      expect(english.message).not.toMatch(/[가-힣]{4}/)
      expect(korean.message).toMatch(/(?:세요|니다)\.$/)
      expect(korean.help === undefined).toBe(english.help === undefined)
    }
  })
})
