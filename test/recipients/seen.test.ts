import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeenNumbers } from '../../src/recipients/seen.ts'

describe('the numbers that were seen', () => {
  it('are exactly those that were added', () => {
    const number = fc.oneof(
      fc.stringMatching(/^010\d{8}$/),
      fc.stringMatching(/^01[16-9]\d{7,8}$/),
      // Numbers that differ in little.
      fc.stringMatching(/^01[016-9]0000000[0-3]{0,1}$/).filter((text) => text.length === 11 || text[2] !== '0'),
    )
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const seen = new SeenNumbers()
        const expected = new Set<string>()
        for (const one of numbers) {
          expect(seen.add(one)).toBe(expected.has(one))
          expected.add(one)
        }
      }),
    )
  })

  it.each([
    ['01000000000', '01099999999'],
    ['0110000000', '01100000000'],
    ['0119999999', '01199999999'],
    ['01199999999', '01600000000'],
    ['01999999999', '0199999999'],
    ['01000065535', '01000065536'],
  ])('tell %s from %s', (one, other) => {
    const seen = new SeenNumbers()
    expect([seen.add(one), seen.add(other), seen.add(one), seen.add(other)]).toEqual([false, false, true, true])
  })
})
