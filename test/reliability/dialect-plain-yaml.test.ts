import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlainYaml } from '../../src/dialect/plain-yaml.ts'
import { parseAnyYaml } from '../../src/dialect/yaml.ts'

const keys = ['kind', 'id', 'a', 'b', 'c', '이름', '_x', 'y', 'on', '가\u0301', 'k1', '__proto__', 'constructor']
const oddKeys = ['null', 'true', 'e1', '1a', 'key with space', '"q"', "'q'", '?', '-', '<<', '~']
const values = [
  ...'x¦ft-text¦hello world¦안녕 고객¦10¦0¦010¦1.5¦1_000¦12:30¦2026-01-01¦1-2¦e5'.split('¦'),
  ...'"q"¦\'it\'¦""¦"q r: s"¦\'a # b\'¦https://a.kr/x?y=1#z¦x:y¦a#b¦😀¦0xg¦x,y¦a  b¦1 개'.split('¦'),
  ...'{ max: 10 }¦{ max: 10, example: 김하늘, fallback: 고객 }¦{ k: "x, y", l: 1 }¦{a: b}¦[a, b]¦[ 1, "x, y" ]¦{ a: b c  }¦x  '.split(
    '¦',
  ),
]
const oddValues = [
  ..."1e5¦0x1f¦0o7¦true¦False¦null¦~¦\"a\\n\"¦'it''s'¦{ a: b,c: d }¦{}¦{ a: }¦{ a: b, }".split('¦'),
  ...'{ a: 1, a: 2 }¦[a,b]¦[]¦[a, ]¦[a: b]¦[[a]]¦|¦>¦a: b¦a #b¦a:¦*a¦&a b¦!t x¦@x¦%x¦- x¦#{이름}님¦x{y'.split('¦'),
  ...'?x¦-x¦.5¦+1¦"x" y¦\u00A0x¦x\u2028y¦x\u3000¦\uFEFFx¦1e¦...¦---¦.nan¦\'¦x\ty'.split('¦'),
  ...'{ k: x:y }¦{ k: "x" y }¦{ k: x#y }¦{ "k": v }¦{ k: { l: m } }¦{ true: 1 }¦{ k: true }¦\uD800'.split('¦'),
]
const mostly = <T>(usual: readonly T[], odd: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 80, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })
const lines = fc
  .tuple(
    mostly(['', '', '', '', '  ', '  ', '- ', '- ', '    '], [' ', '\t', '  - ']),
    mostly(keys, oddKeys),
    mostly([': ', ': ', ': ', ':'], [':  ', ': \t', ' ']),
    mostly([...values, ...values, '', '', ''], oddValues),
  )
  .map((parts) => parts.join(''))
const ends = mostly(['\n'], ['\r\n', '\n\n', '\n \n', ' \n', '\r', '\n# c\n'])
const yaml = fc
  .tuple(fc.array(fc.tuple(lines, ends), { minLength: 1, maxLength: 4 }), lines, fc.boolean())
  .map(([all, last, isOpen]) => all.map(([line, end]) => line + end).join('') + (isOpen ? last : ''))

describe('the shortcut for plain YAML', () => {
  it('gives what the library gives, or nothing', () => {
    let taken = 0
    fc.assert(
      fc.property(yaml, (text) => {
        const root = parsePlainYaml(text, 7)
        if (root === undefined) return
        taken++
        expect({ root, violations: [] }).toEqual(parseAnyYaml(text, 7))
      }),
      { numRuns: 20_000 },
    )
    expect(taken).toBeGreaterThan(500)
  })

  it.each([
    'kind: ft-text\nid: a\nvars:\n  이름: { max: 10, example: 김하늘 }\n',
    '- name: 보기\n  type: WL\n  url_mobile: https://a.kr\n- name: 담기\n  type: BK\n',
    'a: b\r\nc: d\r\n',
  ])('takes %j', (text) => {
    expect({ root: parsePlainYaml(text, 0), violations: [] }).toEqual(parseAnyYaml(text, 0))
  })
})
