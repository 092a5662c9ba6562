import { describe, expect, it } from 'vitest'
import type { Kind } from '../../src/contract/friend-talk/kinds.ts'
import { applyFixes } from '../../src/rules/apply-fixes.ts'
import type { AvoidedTerm } from '../../src/rules/rule.ts'
import { decomposed, styleDiagnostics, text } from './style-diagnostics.ts'

const terms: readonly AvoidedTerm[] = [
  { avoid: '카톡', use: '카카오톡', reason: '브랜드 표기' },
  { avoid: '카카오', use: '카카오톡' },
  { avoid: '단톡방' },
  { avoid: 'app', use: '앱' },
  { avoid: '무료', use: '0원 (무료)' },
  { avoid: '쿠폰', use: '"혜택"' },
]

const button = (name: string): string => text(`본문\n\n- [${name}](https://example.com)`)

describe('term-to-avoid', () => {
  it.each<{ what: string; source: string; found: readonly string[]; fixed?: string }>([
    { what: 'a word', source: text('카톡으로 알림'), found: ['카톡'], fixed: text('카카오톡으로 알림') },
    { what: 'twice on a line', source: text('카톡, 카톡'), found: ['카톡', '카톡'], fixed: text('카카오톡, 카카오톡') },
    { what: 'what is to be written', source: text('카카오톡으로 알림'), found: [] },
    {
      what: 'a part of what is to be written',
      source: text('카카오 알림'),
      found: ['카카오'],
      fixed: text('카카오톡 알림'),
    },
    { what: 'without another word', source: text('단톡방 초대'), found: ['단톡방'] },
    { what: 'Latin letters', source: text('app에서'), found: ['app'], fixed: text('앱에서') },
    { what: 'inside a longer Latin word', source: text('apple, snapp, app1'), found: [] },
    { what: 'other case', source: text('App에서'), found: [] },
    {
      what: 'beside a variable',
      source: text('#{이름}app', 'vars:\n  이름: { max: 5 }\n'),
      found: ['app'],
      fixed: text('#{이름}앱', 'vars:\n  이름: { max: 5 }\n'),
    },
    { what: 'a button', source: button('카톡 열기'), found: ['카톡'], fixed: button('카카오톡 열기') },
    { what: 'an address', source: text('본문\n\n- [열기](https://example.com/app)'), found: [] },
    {
      what: 'the fallback',
      source: text('본문', 'failback_data:\n  msg: 카톡 확인\n  api_unique_id: "1"\n'),
      found: ['카톡'],
      fixed: text('본문', 'failback_data:\n  msg: 카카오톡 확인\n  api_unique_id: "1"\n'),
    },
    {
      what: 'an escape',
      source: text(String.raw`\카톡 알림`),
      found: ['카톡'],
      fixed: text(String.raw`\카카오톡 알림`),
    },
    { what: 'what may not be written everywhere', source: text('쿠폰'), found: ['쿠폰'] },
    { what: 'a comment', source: text('본문\n<!-- 카톡 -->'), found: [] },
  ])('looks at $what', ({ source, found, fixed = source }) => {
    const all = styleDiagnostics(source, { terms })
    const diagnostics = all.filter(({ rule }) => rule === 'term-to-avoid')
    expect(diagnostics.map(({ start, end }) => source.slice(start.offset, end.offset))).toEqual(found)
    expect(applyFixes(source, diagnostics).source).toBe(source)
    expect(applyFixes(source, diagnostics, { unsafe: true }).source).toBe(fixed)
  })

  it.each([
    ['the text', text(decomposed('오늘은 카톡으로'))],
    ['nothing', text('오늘은 카톡으로')],
  ])('finds a word where %s is decomposed, and a decomposed word', (_, source) => {
    for (const avoid of ['카톡', decomposed('카톡')]) {
      const found = styleDiagnostics(source, { terms: [{ avoid, use: '카카오톡' }] }).find(
        ({ rule }) => rule === 'term-to-avoid',
      )
      expect(source.slice(found?.start.offset, found?.end.offset).normalize('NFC')).toBe('카톡')
    }
    expect(styleDiagnostics(source, { terms: [{ avoid: '카토' }] }).map(({ rule }) => rule)).not.toContain(
      'term-to-avoid',
    )
  })

  it('says why, is set and is suppressed', () => {
    const [found] = styleDiagnostics(text('카톡'), { terms })
    expect(found).toMatchObject({
      severity: 'warning',
      message: 'Write "카카오톡" instead of "카톡".',
      help: '브랜드 표기',
      pointer: '/msg',
    })
    expect(styleDiagnostics(text('카톡'), { terms, rules: { 'term-to-avoid': 'off' } })).toEqual([])
    const suppressed = text('<!-- friendtalk-disable-next-line term-to-avoid -- 인용문 -->\n카톡')
    expect(styleDiagnostics(suppressed, { terms })).toEqual([])
  })
})

describe('text-required', () => {
  it.each<{ pattern: string; kinds?: readonly Kind[]; body: string; isMissing: boolean }>([
    { pattern: '고객센터', body: '고객센터 1588-0000', isMissing: false },
    { pattern: '고객센터', body: '상담 1588-0000', isMissing: true },
    { pattern: '고객센터*-', body: '고객센터는\n1588-0000', isMissing: false },
    { pattern: '-*고객센터', body: '고객센터 1588-0000', isMissing: true },
    { pattern: String.raw`\*필독`, body: '필독', isMissing: true },
    { pattern: String.raw`\*필독`, body: '*필독', isMissing: false },
    { pattern: '고객센터', kinds: ['ft-wide'], body: '본문', isMissing: false },
    { pattern: '고객센터', kinds: ['ft-wide', 'ft-text'], body: '본문', isMissing: true },
    { pattern: '고객센터', body: '본문\n\n- [고객센터](https://example.com)', isMissing: false },
    { pattern: 'example', body: '본문\n\n- [열기](https://example.com)', isMissing: true },
    { pattern: decomposed('고객센터'), body: '고객센터', isMissing: false },
    { pattern: '(고객|상담)센터', body: '고객센터', isMissing: true },
  ])('$pattern in $kinds: $body', ({ pattern, kinds, body, isMissing }) => {
    const found = styleDiagnostics(text(body), { require: [{ pattern, ...(kinds && { kinds }) }] })
    expect(found.map(({ rule }) => rule)).toEqual(isMissing ? ['text-required'] : [])
  })

  it('marks the kind, says what it is told, and is suppressed above it', () => {
    const require = [{ pattern: '고객센터', message: '고객센터 번호를 적으세요.' }]
    const source = text('본문')
    const [found] = styleDiagnostics(source, { require })
    expect(source.slice(found?.start.offset, found?.end.offset)).toBe('ft-text')
    expect(found).toMatchObject({ severity: 'warning', message: '고객센터 번호를 적으세요.' })
    const directive = '# friendtalk-disable-next-line text-required -- 안내가 필요 없음\n'
    expect(styleDiagnostics(source.replace('kind:', `${directive}kind:`), { require })).toEqual([])
  })

  it('takes linear time for many stars', () => {
    const pattern = `${'*가'.repeat(200)}*나`
    const before = performance.now()
    styleDiagnostics(text('가'.repeat(900)), { require: [{ pattern }] })
    expect(performance.now() - before).toBeLessThan(2000)
  })
})
