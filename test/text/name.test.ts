import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameName, normalizeName } from '../../src/text/text.ts'

describe('names that look the same are the same', () => {
  it.each([
    ['여름'.normalize('NFD'), '여름'],
    ['ｒ１－ｓａｌｅ', 'r1-sale'],
    [' r1\r\n', 'r1'],
    ['\ufeff\u3000r1\u00a0', 'r1'],
    ['①', '1'],
    ['ﬁrst', 'first'],
  ])('%j is %j', (text, name) => {
    expect(normalizeName(text)).toBe(name)
    expect(isSameName(text, name)).toBe(true)
  })

  it.each([
    '',
    ' \t',
    'r\u200b1',
    'r\u00ad1',
    'r\u202e1',
    'r\u2800',
    'r\u3164',
    'r\uffa0',
    'r\ufe0f',
    'r\u0000',
    'r\u0085',
    'r\n1',
    'r\u20281',
    'r\ud800',
    'r\ue000',
  ])('%j is no name', (text) => {
    expect(normalizeName(text)).toBeUndefined()
    expect(isSameName(text, 'r')).toBe(false)
    expect(isSameName(text, text)).toBe(true)
  })

  it('keeps apart what differs otherwise', () => {
    for (const other of ['R1', 'r2', 'r-1', 'r 1', 'r1.']) expect(isSameName('r1', other)).toBe(false)
  })

  it('has one form of each', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = normalizeName(text)
        if (name !== undefined) expect(normalizeName(name)).toBe(name)
        expect(isSameName(text, name ?? text)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})
