import { describe, expect, it } from 'vitest'
import {
  block,
  card,
  carousel,
  decomposed,
  expectRow,
  family,
  platformDiagnostics,
  type Row,
  text,
  variable,
} from './platform-diagnostics.ts'

const rule = 'link-format'
const line = (link: string, settings = ''): string => text(`x\n- [a](${link})`, settings)
const field = (name: string, link: string): string =>
  text(`x\n${block('button', `name: a\ntype: AL\nscheme_ios: a://b\nurl_mobile: https://a.kr\n${name}: ${link}`)}`)
const mobile = (link: string, settings = ''): string =>
  text(`x\n${block('button', `name: a\ntype: WL\nurl_mobile: ${link}`)}`, settings)
const path = (characters: number): string => `https://a.kr/${'a'.repeat(characters - 'https://a.kr/'.length)}`

/** Links that are read as those of an app, and what they most likely were. */
const fixed: readonly (readonly [link: string, meant: string | undefined])[] = [
  ['http:s//a.kr', undefined],
  ['localhost:3000/b', undefined],
]

const inBlock: readonly (readonly [link: string, meant: string | undefined])[] = [
  ['https//:a.kr:80', undefined],
  ['/b', undefined],
  ['shop://a', undefined],
  ['봄', undefined],
]

const rows: readonly Row[] = [
  // The start of a link
  ...fixed.map(([link, meant]) => ({
    rule,
    source: line(`«${link}»`),
    pointer: '/attachment/button/0/scheme_android',
    fixed: meant === undefined ? undefined : line(meant),
  })),
  ...inBlock.map(([link, meant]) => ({
    rule,
    source: mobile(`«${link}»`),
    pointer: '/attachment/button/0/url_mobile',
    fixed: meant === undefined ? undefined : mobile(meant),
  })),
  { rule, source: mobile('"«https:/a»#{a}/b"', variable(4)) },
  { rule, source: mobile('"\\x41«b»"').replace('\\x41«', '«\\x41') },
  { rule, source: line('#{a}/b', variable(4)) },
  { rule, source: line('HTTPS://a.kr') },
  { rule, source: line('https://봄.한국/여름?q=가을#겨울') },
  { rule, source: line('https://a_b.kr.:8080/?a=b&c=%20') },
  { rule, source: line('intent://a/#Intent;scheme=b;end') },
  { rule, source: line('https://a.kr/a_(b)') },
  { rule, source: line('https://a.kr/?a[b]=c&d[]') },
  { rule, source: line('https://a.kr/?a=b!') },
  ...['10.0.0.1', '172.16.0.1', '172.31.0.1', '192.168.0.3:8080', '127.0.0.1', '169.254.1.1'].map((host) => ({
    rule,
    source: line(`http://«${host}»/a`),
    pointer: '/attachment/button/0/url_mobile',
    fixed: undefined,
  })),
  { rule, source: line('http://172.32.0.1/a') },
  { rule, source: line('http://10.example.com/a') },
  { rule, source: line('https://[::1]/') },
  { rule, source: field('scheme_android', '«home»') },
  { rule, source: field('scheme_android', 'https://a.kr') },
  { rule, source: field('url_pc', '«a://b»') },
  {
    rule,
    source: carousel({ cards: card(`x\n${block('coupon', 'title: 1원 할인 쿠폰\ndescription: a\nurl_pc: «/b»')}`) }),
    pointer: '/carousel/list/0/attachment/coupon/url_pc',
  },
  // Of a second link the reader says so.
  { rule, source: line('https://a.kr "a://b"') },
  { rule, source: line('a://b "b.kr"') },
  { rule, source: line('a://b "https://«b»/"'), pointer: '/attachment/button/0/url_mobile' },

  // The host
  { rule, source: line('«http://»/a'), fixed: undefined },
  { rule, source: line('https://«localhost:3000»/a') },
  { rule, source: line('https://«www,a.kr»/a') },
  { rule, source: line('https://me@«a..kr»?b') },
  { rule, source: line('https://«.kr»') },
  { rule, source: line('https://#{a}/b', variable(4)) },
  { rule, source: line('https://a#{a}', variable(4)) },
  { rule, source: line('«https://»https://a.kr'), fixed: line('https://a.kr') },
  { rule, source: line('«https://»http//a.kr'), fixed: undefined },
  {
    rule,
    source: text('x').replace('kind: ft-text', 'kind: ft-image').replace('x\n', '[![a](b.png)](https://«a»)\nx\n'),
    pointer: '/attachment/image/img_link',
  },

  // Characters
  { rule, source: line('<https://a.kr/봄« »a b>'), fixed: undefined },
  { rule, source: line('https://a.kr/#{a}/«{»id}', variable(4)) },
  { rule, source: mobile('"https://a.kr/\\x41«\\n»"') },
  { rule, source: line(`https://a.kr/${decomposed('각')}${family}«|»b`) },
  { rule, source: line('https://a.kr/%ea%B0%81') },
  { rule, source: line('https://a.kr/?a=1«&amp;»b=2'), fixed: line('https://a.kr/?a=1&b=2') },
  { rule, source: line('https://a.kr/a...b?c=...#{a}', variable(4)) },
  // So is a variable of another tool.
  { rule, source: line('https://a.kr/?a={{b.c}}&d=${e}') },
  // An open variable is an error already.
  { rule, source: line('https://a.kr/#{b') },

  // The length
  { rule, source: line(path(500)) },
  {
    rule,
    source: line(`${path(500)}«b»`),
    pointer: '/attachment/button/0/url_mobile',
    measure: [501, 500, 'characters'],
  },
  { rule, source: line(`${path(496)}#{a}`, variable(4)) },
  { rule, source: line(`${path(497)}«#{a}»`, variable(4)), measure: [501, 500, 'characters'] },
  { rule, source: line(`${path(496)}#{a}«!b»`, variable(4)), measure: [502, 500, 'characters'] },
  { rule, source: line(`${path(499)}${decomposed('각')}«${decomposed('힣')}»`) },
  { rule, source: line(`${path(495)}«${family}»`) },
  {
    rule,
    source: line(`${path(499)}${family}«!»`),
    context: { readings: { bytes: 'utf-8', characters: 'graphemes' } },
  },
]

describe('the format of links', () => {
  it.each(rows.map((row) => ({ row, shown: row.source.slice(0, 300) })))('is found in $shown', ({ row }) =>
    expectRow(row),
  )

  it('is told in words for whatever is wrong', () => {
    const links = [
      '«',
      '/b',
      'https://a',
      'https://https://a.kr',
      '"https://a.kr/{ }"',
      'https://a.kr/?a&amp;b',
      path(501),
    ]
    const messages = links
      .slice(1)
      .flatMap((link) =>
        (['en', 'ko'] as const).map((lang) => platformDiagnostics(mobile(link), { lang })[0]?.message ?? ''),
      )
    messages.push(
      ...(['en', 'ko'] as const).map((lang) => platformDiagnostics(line('tel:1'), { lang })[0]?.message ?? ''),
    )
    for (const [index, message] of messages.entries()) {
      expect(message).toMatch(index % 2 === 0 ? /^["A-Z].*\.$/ : /[가-힣].*요\.$/)
      expect(message).not.toMatch(/undefined|\[object|NaN/)
    }
    expect(new Set(messages).size).toBe(messages.length)
  })
})

describe('the weight of a payload', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const rest = JSON.stringify({
    button: names.map((name) => ({ name, type: 'WL', url_pc: 'https://b.kr/', url_mobile: 'https://a.kr/' })),
  }).length
  /** A message whose attachment has so many bytes, half of them in a link of three-byte characters. */
  const weighing = (bytes: number): string => {
    const spare = bytes - rest
    const hangul = Math.floor(spare / 6)
    const links = names.map(() => ['https://a.kr/', 'https://b.kr/'])
    let left = spare - hangul * 3
    const filled = links.map(([first = '', second = ''], index) => {
      const more = Math.min(left, 480)
      left -= more
      return `- [${names[index]}](${first}${'a'.repeat(more)} "${second}${index === 4 ? '가'.repeat(hangul) : ''}")`
    })
    return text(`x\n${filled.join('\n')}`)
  }
  const weights = (source: string): unknown[] =>
    platformDiagnostics(source)
      .filter((found) => found.rule === 'payload-heavy')
      .map(({ pointer, actual, limit, unit, start, end }) => [
        pointer,
        actual,
        limit,
        unit,
        source.slice(start.offset, start.offset + 14),
        end.offset - start.offset,
      ])

  it('is counted in bytes of the JSON text', () => {
    expect(weights(weighing(4000))).toEqual([])
    expect(weights(weighing(4001))).toEqual([
      ['/attachment', 4001, 4000, 'bytes', 'https://b.kr/가', 13 + Math.floor((4001 - rest) / 6)],
    ])
  })

  it('is counted for a carousel', () => {
    const cards = (count: number): string =>
      carousel({ cards: Array.from({ length: count }, () => card(`x\n- [a](${path(490)} "${path(490)}")`)).join('') })
    expect(weights(cards(5))).toEqual([])
    expect(weights(cards(8))).toMatchObject([['/carousel', expect.any(Number), 8000, 'bytes', 'https://a.kr/a', 490]])
  })
})
