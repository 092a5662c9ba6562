import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAny, parsePlain } from '../../src/dialect/parse.ts'

const heads = [
  '---\nkind: ft-text\n---\n',
  '---\nkind: ft-text\n---\n',
  '---\r\nkind: x\r\n---\r\n',
  '---\n---\n',
  '---\na: b\n---',
  '---\na\n--- \n',
  '---\na\n----\nb\n---\n',
  '--- \na\n---\n',
  '---\nx',
  'a\n',
  '',
]
const atoms = [
  ...'a¦가¦😀¦\u0301¦\u00A0¦\u2028¦\0¦ ¦  ¦\t¦\n¦\n¦\n¦\n\n¦\r\n¦\r'.split('¦'),
  ...'# ¦## ¦###¦#¦- ¦-¦---¦----¦[¦]¦](¦](x)¦)¦(¦![¦!¦<¦>¦"¦|'.split('¦'),
  ...'[![a](b)](c)¦![a](b.png)¦- [n](https://a.kr)¦- [n](https://a.kr "t")¦[n](u)¦ "q")¦~¦*a*'.split('¦'),
  ...'\\¦\\*¦\\[¦\\\\¦#{이름}¦#{이름|x}¦#{¦}¦{¦```¦````¦``` button¦```button¦`'.split('¦'),
  ...'<!--¦-->¦<!-- x -->¦<!-->¦`a`¦:¦name: x¦- name: x¦type: WL'.split('¦'),
]
const files = fc
  .tuple(fc.constantFrom(...heads), fc.array(fc.constantFrom(...atoms), { maxLength: 16 }))
  .map(([head, body]) => head + body.join(''))

describe('the shortcut for plain files', () => {
  it('gives what micromark gives, or nothing', () => {
    let taken = 0
    fc.assert(
      fc.property(files, (source) => {
        const plain = parsePlain(source)
        if (plain === undefined) return
        taken++
        expect(plain).toEqual(parseAny(source))
      }),
      { numRuns: 6000 },
    )
    expect(taken).toBeGreaterThan(1000)
  })

  it.each([
    ['text that starts like a link', '---\nkind: ft-text\n---\n[공지] 안녕하세요\n'],
    ['a block', '---\nkind: ft-text\n---\n안녕\n\n```button\nname: a\ntype: BK\n```\n'],
    ['a comment over several lines', '---\nkind: ft-text\n---\n<!-- a\nb -->\n'],
    ['a block without an end', '---\nkind: ft-text\n---\n```button'],
    ['Windows line endings', '---\r\nkind: ft-text\r\n---\r\n안녕\r\n\r\n- [a](https://a.kr "https://b.kr")\r\n'],
  ])('takes %s', (_, source) => {
    expect(parsePlain(source)).toEqual(parseAny(source))
  })

  it.each([
    ['spaces behind the end of the frontmatter', '---\nkind: ft-text\n--- \na\n'],
    ['a NUL', '---\nkind: ft-text\n---\na\0\n'],
    ['a line that a CR alone ends', '---\nkind: ft-text\n---\na\rb\n'],
    ['no frontmatter', 'a\n'],
  ])('leaves %s', (_, source) => {
    expect(parsePlain(source)).toBeUndefined()
  })
})
