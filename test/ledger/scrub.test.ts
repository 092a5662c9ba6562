import { describe, expect, it } from 'vitest'
import { scrubbed } from '../../src/ledger/scrub.ts'

describe('a description that quotes the recipient', () => {
  const personal = { number: '01012345678', values: { name: '김하나', code: 'A"1', initial: '김', all: '김하나님' } }

  it.each([
    ['bad 01012345678', 'bad ***'],
    ['bad 010-1234-5678 or +82 10-1234-5678', 'bad *** or ***'],
    ['bad 01099998888', 'bad ***'],
    ['안녕 김하나님, 김하나', '안녕 ***, ***'],
    [`https://a.kr/${encodeURIComponent('김하나')}`, 'https://a.kr/***'],
    ['{"code":"A\\"1"}', '{"code":"***"}'],
    ['김밥 150 of 2026-01-31', '김밥 150 of 2026-01-31'],
  ])('%s becomes %s', (description, expected) => {
    expect(scrubbed(description, [personal])).toBe(expected)
  })

  it('is of bounded size', () => {
    expect(scrubbed('가'.repeat(2_000), [personal])).toHaveLength(500)
  })
})
