import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/words/language.ts'
import { anyImage, compileSource } from '../compile-source.ts'
import {
  block,
  card,
  carousel,
  decomposed,
  expectRow,
  list,
  platformDiagnostics,
  platformRules,
  text,
  wide,
} from './platform-diagnostics.ts'
import type { Row } from './platform-diagnostics.ts'

const buttons = (count: number): string =>
  Array.from({ length: count }, (_, index) => `- [b${index}](https://a.kr/${index})`).join('\n')
const app = (yaml: string): string => text(`x\n${block('button', `name: a\ntype: AL\n${yaml}`)}`)
const form = (name: string): string => `name: ${name}\ntype: BF\nbiz_form_key: k`
const bot = (yaml: string): string => text(`x\n${block('button', `name: a\ntype: BT\n${yaml}`)}`)
const coupon = (yaml: string): string => carousel({ cards: card(`x\n${block('coupon', yaml)}`) })
const titled = (title: string): string => coupon(`title: ${title}\ndescription: a\nurl_mobile: https://a.kr`)
const couponTitle = '/carousel/list/0/attachment/coupon/title'
const fallback = 'failback_data: { api_unique_id: lms-standard, msg: (광고)a 080-000-0000 }\n'

const rows: readonly Row[] = [
  // Buttons
  { rule: 'many-buttons', source: wide(`x\n${buttons(2)}`) },
  {
    rule: 'many-buttons',
    source: wide(`x\n${buttons(2)}\n«- [가](https://a.kr/a)»`),
    pointer: '/attachment/button',
    measure: [3, 2, 'buttons'],
  },
  { rule: 'many-buttons', source: text(`x\n${buttons(5)}`) },
  { rule: 'many-buttons', source: list({ after: `---\n${buttons(2)}` }) },
  {
    rule: 'many-buttons',
    source: list({ after: `---\n${buttons(2)}\n«- [a](https://a.kr/a)\n- [b](https://a.kr/b)»\n` }),
  },
  {
    rule: 'many-buttons',
    source: carousel({ cards: card() + card(`x\n${buttons(2)}\n«- [${decomposed('각')}](https://a.kr/a)»`) }),
    pointer: '/carousel/list/1/attachment/button',
  },
  { rule: 'app-link-with-one-target', source: app('scheme_ios: a://b\nscheme_android: a://b') },
  { rule: 'app-link-with-one-target', source: app('scheme_ios: a://b\nurl_mobile: https://a.kr') },
  { rule: 'app-link-with-one-target', source: text('x\n- [a](a://b)') },
  {
    rule: 'app-link-with-one-target',
    source: app('scheme_ios: «a://b»\nurl_pc: https://a.kr'),
    pointer: '/attachment/button/0',
    measure: [1, 2, 'fields'],
  },
  { rule: 'app-link-with-one-target', source: app('url_mobile: «"https://a.kr"»') },
  { rule: 'app-link-with-one-target', source: app('url_pc: https://a.kr') },
  { rule: 'business-form-name', source: text(`x\n${block('button', form('톡에서 설문하기'))}`) },
  { rule: 'business-form-name', source: text(`x\n${block('button', form(decomposed('톡에서 응모하기')))}`) },
  {
    rule: 'business-form-name',
    source: text(`x\n${block('button', form('"#{a}하기"'))}`, 'vars: { a: { max: 5 } }\n'),
  },
  {
    rule: 'business-form-name',
    source: text(`x\n${block('button', form('«"톡으로 설문"»'))}`),
    pointer: '/attachment/button/0/name',
    fixed: text(`x\n${block('button', form('톡에서 설문하기'))}`),
  },
  { rule: 'business-form-name', source: text(`x\n${block('button', form('«신청하기»'))}`), fixed: undefined },
  { rule: 'business-form-name', source: text(`x\n${block('button', form('«예약 설문»'))}`), fixed: undefined },
  {
    rule: 'business-form-name',
    source: text(`x\n- [a](https://a.kr)\n${block('button', 'name: 톡에서 예약하기\ntype: «BF»\nbiz_form_key: k')}`),
    pointer: '/attachment/button/1',
    fixed: undefined,
  },
  // None of the names fits the interface's limit of a card's button.
  { rule: 'business-form-name', source: carousel({ cards: card(`x\n${block('button', form('예약'))}`) }) },
  {
    rule: 'business-form-name',
    source: carousel({ cards: card(`x\n${block('button', form('«예약»'))}`) }),
    context: { readings: { bytes: 'characters', characters: 'utf-16' } },
  },
  {
    rule: 'button-type-in-card',
    source: carousel({ cards: card(`x\n${block('button', 'name: a\ntype: «BC»')}`) }),
    pointer: '/carousel/list/0/attachment/button/0/type',
  },
  {
    rule: 'button-type-in-card',
    source: carousel({ cards: card(`x\n${block('button', '- type: «"BT"»\n  name: 가')}`) }),
  },
  { rule: 'button-type-in-card', source: carousel({ cards: card(`x\n${block('button', 'name: a\ntype: MD')}`) }) },
  { rule: 'button-type-in-card', source: text(`x\n${block('button', 'name: a\ntype: BC')}`) },
  { rule: 'chat-field-characters', source: bot('chat_extra: Az_09') },
  {
    rule: 'chat-field-characters',
    source: bot('chat_extra: a«-b c.»d'),
    pointer: '/attachment/button/0/chat_extra',
  },
  { rule: 'chat-field-characters', source: bot(`chat_event: "a\\x41«${decomposed('각')}»b"`) },
  { rule: 'chat-field-characters', source: bot('chat_event: a«👨‍👩‍👧‍👦»\nchat_extra: ok') },
  { rule: 'chat-field-characters', source: bot(`chat_event: x«${decomposed('é')}»x`) },

  // The tail and coupons
  { rule: 'tail-without-mobile-link', source: carousel({ after: '---\n[a](https://a.kr)\n' }) },
  { rule: 'tail-without-mobile-link', source: carousel({ after: '---\n[a](a://b "https://a.kr")\n' }) },
  {
    rule: 'tail-without-mobile-link',
    source: carousel({ after: '---\n[가\\*](«a://b»)\n' }),
    pointer: '/carousel/tail',
  },
  {
    rule: 'tail-without-mobile-link',
    source: carousel({ after: `---\n${block('tail', 'scheme_ios: a://b\nurl_pc: «https://a.kr»')}\n` }),
  },
  { rule: 'tail-without-mobile-link', source: carousel({}) },
  ...[
    '1원 할인 쿠폰',
    '99999999원 할인 쿠폰',
    '1% 할인 쿠폰',
    '100% 할인 쿠폰',
    '배송비 할인 쿠폰',
    '일이삼사오육칠 무료 쿠폰',
    '사이즈 UP 쿠폰',
    decomposed('일이삼사오육칠 무료 쿠폰'),
  ].map((title) => ({ rule: 'coupon-title-format', source: titled(title) })),
  ...[
    ['100000000원 할인 쿠폰', undefined],
    ['0원 할인 쿠폰', undefined],
    ['101% 할인 쿠폰', undefined],
    ['일이삼사오육칠팔 무료 쿠폰', undefined],
    [`일이삼사오육👨‍👩‍👧‍👦 UP 쿠폰`, undefined],
    ['"무료 쿠폰"', undefined],
    ['생일 쿠폰', undefined],
    ['3,000원 할인 쿠폰', '3000원 할인 쿠폰'],
    ['"10,000원 할인쿠폰"', '10000원 할인 쿠폰'],
    ['10 % 할인 쿠폰', '10% 할인 쿠폰'],
    [decomposed('배송비할인쿠폰'), '배송비 할인 쿠폰'],
  ].map(([title, fixed]) => ({
    rule: 'coupon-title-format',
    source: titled(`«${title}»`),
    pointer: couponTitle,
    fixed: fixed === undefined ? undefined : titled(fixed),
  })),
  { rule: 'coupon-title-format', source: titled('«일이삼사오육👪 UP 쿠폰»') },
  {
    rule: 'coupon-title-format',
    source: titled('일이삼사오육👪 UP 쿠폰'),
    context: { readings: { bytes: 'utf-8', characters: 'code-points' } },
  },
  {
    rule: 'coupon-title-format',
    source: carousel({
      settings: 'vars: { a: { max: 4 } }\n',
      cards: card(`x\n${block('coupon', 'title: "#{a}님 쿠폰"\ndescription: a\nurl_mobile: https://a.kr')}`),
    }),
  },
  { rule: 'coupon-incomplete', source: coupon('title: 10% 할인 쿠폰\ndescription: a') },
  {
    rule: 'coupon-incomplete',
    source: coupon('title: 10% 할인 쿠폰').replace('```coupon', '«```coupon»'),
    pointer: '/carousel/list/0/attachment/coupon',
  },
  { rule: 'coupon-incomplete', source: coupon('description: 가').replace('```coupon', '«```coupon»') },
  { rule: 'coupon-incomplete', source: coupon('url_mobile: https://a.kr').replace('```coupon', '«```coupon»') },

  // The kinds of items
  { rule: 'ad-flag-needed', source: carousel({ settings: 'ad_flag: Y\n' }) },
  { rule: 'ad-flag-needed', source: text('x', 'ad_flag: N\n') },
  {
    rule: 'ad-flag-needed',
    source: carousel({ settings: 'ad_flag: «"N"»\n' }),
    pointer: '/ad_flag',
    fixed: undefined,
  },
  { rule: 'ad-flag-needed', source: list({ settings: 'ad_flag: «N»\n' }) },
  { rule: 'fallback-in-item-kind', source: text('x', fallback) },
  {
    rule: 'fallback-in-item-kind',
    source: list({ settings: `«failback_data»${fallback.slice(13)}` }),
    pointer: '/failback_data',
  },
  {
    rule: 'fallback-in-item-kind',
    source: carousel({
      settings: '«failback_data»:\n  # 발송 실패\n  api_unique_id: lms-standard\n  msg: (광고)가 080-000-0000\n',
    }),
  },
]

const named = rows.map((row) => ({ row, rule: row.rule, shown: row.source }))

describe('a rule of the platform', () => {
  it.each(named)('$rule finds what is marked in $shown', ({ row }) => expectRow(row))

  const templates = new URL('../../templates/', import.meta.url)
  it.each(readdirSync(templates).filter((name) => name.endsWith('.md')))('finds nothing in the template %s', (name) => {
    expect(platformDiagnostics(readFileSync(new URL(name, templates), 'utf8'), { path: `templates/${name}` })).toEqual(
      [],
    )
  })

  it('is a warning', () => {
    expect(platformRules.filter(({ severity }) => severity !== 'warning')).toEqual([])
  })

  it.each(named.filter(({ shown }) => shown.includes('«')))(
    '$rule has words in both languages for $shown',
    ({ row }) => {
      const source = row.source.replaceAll(/[«»]/g, '')
      for (const lang of languages) {
        for (const { message, rule } of compileSource(source, { image: anyImage, ...row.context, lang }).diagnostics) {
          if (rule !== row.rule) continue
          expect(message).toMatch(lang === 'en' ? /^["A-Z].*[.?]$/s : /[가-힣].*요\.$/s)
          expect(message).not.toMatch(/undefined|\[object|NaN|\$\{/)
        }
      }
    },
  )
})
