import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPhoneNumber, judgeNumber, maskNumber, normalizeMobileNumber } from '../../src/text/phone-number.ts'

const accepted = [
  ['01012345678', '01012345678'],
  ['010-1234-5678', '01012345678'],
  ['010 1234 5678', '01012345678'],
  ['010.1234.5678', '01012345678'],
  ['(010)1234-5678', '01012345678'],
  ['010)1234-5678', '01012345678'],
  ['010·1234·5678', '01012345678'],
  ['010–1234—5678', '01012345678'],
  ['010‑1234−5678', '01012345678'],
  ['  010-1234-5678\t', '01012345678'],
  ['010\u00a01234\u00a05678', '01012345678'],
  ['\u202a010-1234-5678\u202c', '01012345678'],
  ['010\u200b12345678', '01012345678'],
  ['+82 10-1234-5678', '01012345678'],
  ['+82-10-1234-5678', '01012345678'],
  ['+82 (0)10-1234-5678', '01012345678'],
  ['+82 010-1234-5678', '01012345678'],
  ['+821012345678', '01012345678'],
  ['82-10-1234-5678', '01012345678'],
  ['821012345678', '01012345678'],
  ['0082 10 1234 5678', '01012345678'],
  ['０１０－１２３４－５６７８', '01012345678'],
  ['＋８２　１０（１２３４）５６７８', '01012345678'],
  ['011-234-5678', '0112345678'],
  ['011-2345-6789', '01123456789'],
  ['0162345678', '0162345678'],
  ['017-234-5678', '0172345678'],
  ['+82 18-234-5678', '0182345678'],
  ['019-2345-6789', '01923456789'],
] as const

const refused = [
  ['', 'not-digits', 0],
  ['-', 'not-digits', 0],
  ['홍길동', 'not-digits', 0],
  ['010-1234-567a', 'not-digits', 10],
  ['010-1234-5678, 010-8765-4321', 'not-digits', 22],
  ['010/1234/5678', 'not-digits', 11],
  ['010-1234-567', 'digit-count', 10],
  ['010-1234-56789', 'digit-count', 12],
  ['011-23-5678', 'digit-count', 9],
  ['+82 10-1234-567', 'digit-count', 10],
  ['+82 11-23-5678', 'digit-count', 9],
  ['012-1234-5678', 'not-mobile', 11],
  ['013-1234-5678', 'not-mobile', 11],
  ['015-1234-5678', 'not-mobile', 11],
  ['02-1234-5678', 'not-mobile', 10],
  ['031-123-4567', 'not-mobile', 10],
  ['070-1234-5678', 'not-mobile', 11],
  ['0505-123-4567', 'not-mobile', 11],
  ['1588-1234', 'not-mobile', 8],
  ['+1 202 555 0123', 'not-digits', 11],
  ['+81 90-1234-5678', 'not-digits', 12],
  ['+82 2-1234-5678', 'not-digits', 11],
  ['=A1', 'formula', 1],
  ['1.01235E+09', 'exponent', 8],
  ['1E9', 'exponent', 2],
  ['0'.repeat(100), 'not-digits', 0],
] as const

const lostZero = ['112345678']

/** Ten digits that begin with 10, as a spreadsheet leaves them. */
const restored = ['1012345678', '10-1234-5678', '10 1234 5678', '1012345678.0']

describe('a mobile number', () => {
  it.each(accepted)('%j is %s', (text, number) => {
    expect(normalizeMobileNumber(text)).toBe(number)
  })

  it.each(refused)('%j is none: %s, %i digits', (text, reason, digits) => {
    expect(judgeNumber(text)).toEqual({ type: 'invalid', reason, digits })
    expect(normalizeMobileNumber(text)).toBeUndefined()
  })

  it.each(lostZero)('%j has lost its zero', (text) => {
    expect(judgeNumber(text)).toEqual({ type: 'lost-zero' })
    expect(normalizeMobileNumber(text)).toBeUndefined()
  })

  it.each(restored)('%j has its zero again', (text) => {
    expect(judgeNumber(text)).toEqual({ type: 'mobile', number: '01012345678', hasLostZero: true })
    // Outside of lists nothing is put in.
    expect(normalizeMobileNumber(text)).toBeUndefined()
  })

  it.each(['="01012345678"', "'01012345678", "'+82 10-1234-5678"])(
    '%j is one that is kept from a spreadsheet',
    (text) => {
      expect(judgeNumber(text)).toEqual({ type: 'mobile', number: '01012345678' })
    },
  )

  it('is normalised to itself, and never twice to something else', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[+82010 .()-]{0,3}1[016-9][-. ]?\d{3,4}[- ]?\d{4}$/))
    fc.assert(
      fc.property(text, (typed) => {
        const number = normalizeMobileNumber(typed)
        if (number === undefined) return
        expect(number).toMatch(/^01\d{8,9}$/)
        expect(normalizeMobileNumber(number)).toBe(number)
        expect(normalizeMobileNumber(`+82 ${number.slice(1)}`)).toBe(number)
      }),
    )
  })
})

describe('a masked number', () => {
  it.each([
    ['01012345678', '010-****-5678'],
    ['010-1234-5678', '010-****-5678'],
    ['0112345678', '011-***-5678'],
    ['0212345678', '021-***-5678'],
    ['15881234', '********'],
    ['', ''],
  ])('%j is %j', (number, masked) => {
    expect(maskNumber(number)).toBe(masked)
  })
})

describe('a phone number of a sender', () => {
  it.each([
    '01012345678',
    '010-1234-5678',
    '0112345678',
    '02-123-4567',
    '02-1234-5678',
    '0212345678',
    '031-123-4567',
    '051-1234-5678',
    '064-123-4567',
    '070-1234-5678',
    '080-123-4567',
    '0505-123-4567',
    '1588-1234',
    '15771234',
    '1899-0000',
  ])('%s', (text) => {
    expect(isPhoneNumber(text)).toBe(true)
  })

  it.each([
    '',
    '0',
    '02-123-456',
    '01212345678',
    '+821012345678',
    '010 1234 5678',
    '(02)1234-5678',
    '0101234567',
    '1234-5678',
    '-15881234',
    '1588--1234',
    '０２１２３４５６７８',
    '112',
    '033123456',
    '0271234567890',
  ])('%j is none', (text) => {
    expect(isPhoneNumber(text)).toBe(false)
  })
})
