import { describe, expect, it } from 'vitest'
import { decomposed, expectStyleRow, type StyleRow, styleDiagnostics, text } from './style-diagnostics.ts'

const rows: readonly StyleRow[] = [
  { rule: 'variable-unused', source: text('가', 'vars:\n  «나»: { max: 3 }\n  «다»: { max: 3 }\n') },
  {
    rule: 'variable-unused',
    source: text('#{나}', 'vars:\n  나: { max: 3 }\n  «다»: { max: 3 }\n'),
    fixed: text('#{나}', 'vars:\n  나: { max: 3 }\n'),
  },
  {
    rule: 'suppression-unused',
    source: text('가\n<!-- friendtalk-disable-next-line «not-nfc» -- 이유 -->\n나').replaceAll('\n', '\r\n'),
    fixed: text('가\n나').replaceAll('\n', '\r\n'),
  },
  { rule: 'markdown-in-text', source: text('오늘만 «**특가**»\n> 인용 *강조*') },
  { rule: 'trailing-space', source: text('가«  »\n나'), fixed: text('가\n나') },
  { rule: 'not-nfc', source: text(`«${decomposed('가')}»`), fixed: text('가') },
  { rule: 'link-inside-text', severity: 'error', source: text('자세히 «[공지](https://a.kr)» 보기') },
  { rule: 'image-inside-text', severity: 'error', source: text('여기 «![그림](a.png)» 보기') },
  {
    rule: 'variable-notation',
    source: text('#{이름}님, «{{이름}}»님', 'vars:\n  이름: { max: 3 }\n'),
    fixed: text('#{이름}님, #{이름}님', 'vars:\n  이름: { max: 3 }\n'),
    isUnsafe: true,
  },
  ...['##이름##', '#이름#', '[*이름*]', '*|이름|*', '<이름>'].map((written) => ({
    rule: 'variable-notation',
    source: text(`#{이름}님, «${written}»님 이름 #이름 @이름`, 'vars:\n  이름: { max: 3 }\n'),
    fixed: text('#{이름}님, #{이름}님 이름 #이름 @이름', 'vars:\n  이름: { max: 3 }\n'),
    isUnsafe: true as const,
  })),
  { rule: 'variable-unused', source: text('이름을 말씀해 주세요', 'vars:\n  «이름»: { max: 3 }\n') },
]

describe('a rule of style', () => {
  it.each(rows)('$rule finds what is marked in $source', (row) => expectStyleRow(row))

  it.each(['문의: help@example.com', '문의: 010-1234-5678', '\\[공지](https://a.kr)', '[1차](12/1~12/5)'])(
    'finds nothing in %s',
    (body) => {
      expect(styleDiagnostics(text(body))).toEqual([])
    },
  )

  it('about persons is off until a configuration turns it on', () => {
    const settings = { 'email-in-message': 'warning', 'phone-number-in-message': 'error' } as const
    const found = styleDiagnostics(text('help@example.com, help@example.kr\n010-1234-5678'), { rules: settings })
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['email-in-message', 'warning'],
      ['email-in-message', 'warning'],
      ['phone-number-in-message', 'error'],
    ])
  })
})
