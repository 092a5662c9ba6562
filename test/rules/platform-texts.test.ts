import { describe, expect, it } from 'vitest'
import { encodableInEucKr } from '../../src/text/euc-kr.ts'
import {
  block,
  card,
  carousel,
  decomposed,
  expectRow,
  family,
  image,
  list,
  platformDiagnostics,
  type Row,
  text,
  variable,
  wide,
} from './platform-diagnostics.ts'

const times = (count: number, unit = '가'): string => unit.repeat(count)
const graphemes = { readings: { bytes: 'utf-8', characters: 'graphemes' } } as const
const headed = (header: string, settings = ''): string => list({ header, settings })
const fallback = (msg: string, { id = 'sms-standard', settings = '', flag = 'N' } = {}): string =>
  text('x', `ad_flag: ${flag}\n${settings}failback_data:\n  api_unique_id: ${id}\n  msg: ${msg}\n`)
const info = 'ad_flag: N\n'

const rows: readonly Row[] = [
  // How long a text is
  { rule: 'header-may-be-cut', source: headed(times(20, 'a')) },
  {
    rule: 'header-may-be-cut',
    source: headed(`${times(20, 'a')}«b»`),
    pointer: '/header',
    measure: [21, 20, 'characters'],
  },
  { rule: 'header-may-be-cut', source: headed(`\\[#{a}${times(15)}`, variable(4)) },
  {
    rule: 'header-may-be-cut',
    source: headed(`\\[#{a}${times(15)}«가»`, variable(4)),
    measure: [21, 20, 'characters'],
  },
  { rule: 'header-may-be-cut', source: headed(`${decomposed(times(20, '각'))}«${decomposed('각')}»`) },
  { rule: 'header-may-be-cut', source: headed(`${times(15, 'a')}«${family}»`) },
  { rule: 'header-may-be-cut', source: headed(times(20, family)), context: graphemes },
  { rule: 'header-may-be-cut', source: headed(`${times(20, family)}«\\]»`), context: graphemes },
  { rule: 'header-may-be-cut', source: headed(`${times(17)}«#{a}»`, variable(4)), measure: [21, 20, 'characters'] },
  { rule: 'text-may-be-cut', source: image(times(400)) },
  { rule: 'text-may-be-cut', source: image(`${times(400)}«a»`), pointer: '/msg', measure: [401, 400, 'characters'] },
  { rule: 'text-may-be-cut', source: wide(`${times(75)}\n`) },
  { rule: 'text-may-be-cut', source: wide(`${times(75)}\n«b»`), measure: [77, 76, 'characters'] },
  { rule: 'text-may-be-cut', source: wide(`#{a}\\[${times(65)}«나다»`, variable(10)), measure: [78, 76, 'characters'] },
  { rule: 'text-may-be-cut', source: wide(decomposed(times(76, '각'))) },
  { rule: 'text-may-be-cut', source: wide(`${decomposed(times(76, '각'))}«${decomposed('힣')}»`) },
  { rule: 'text-may-be-cut', source: wide(`${times(66)}«${family}끝»`), measure: [78, 76, 'characters'] },
  { rule: 'text-may-be-cut', source: text(times(401)) },

  // How many lines it has
  { rule: 'text-may-not-show', source: carousel({ msg: '한 줄 #{a}', settings: variable(4) }) },
  {
    rule: 'text-may-not-show',
    source: carousel({ msg: `가\\*${family}\n\n«둘#{a}»\n${decomposed('셋')}`, settings: variable(4) }),
    pointer: '/msg',
    measure: [4, 1, 'lines'],
  },
  { rule: 'text-may-not-show', source: list({ msg: '가\r\n«#{a}»', settings: variable(4) }) },
  { rule: 'text-may-not-show', source: wide('가\n나') },
  { rule: 'many-line-breaks', source: text(times(100, '가\n')) },
  {
    rule: 'many-line-breaks',
    source: text(`${times(100, '가\n')}«${decomposed('각')}\\*»\n끝`),
    pointer: '/msg',
    measure: [102, 100, 'lines'],
  },
  {
    rule: 'many-line-breaks',
    source: image(`${times(50, '가\n\n')}«#{a}»`, variable(4)),
    measure: [101, 100, 'lines'],
  },
  { rule: 'many-line-breaks', source: wide('가\n나') },
  { rule: 'many-line-breaks', source: wide('가\n나\n«다»'), measure: [3, 2, 'lines'] },
  { rule: 'many-line-breaks', source: wide(`${family}\r\n\r\n«#{a} 나\\*»\r\n다`, variable(4)) },
  { rule: 'many-line-breaks', source: carousel({ cards: card('가\n\n나') }) },
  {
    rule: 'many-line-breaks',
    source: carousel({ cards: card('가\n\n나\n«다»') }),
    pointer: '/carousel/list/0/message',
    measure: [4, 3, 'lines'],
  },

  // Advertising
  ...['(광고) x', '무료수신거부 080-123-4567'].map((line) => ({
    rule: 'text-repeats-ad-label',
    source: text(line, info),
  })),
  ...[
    '광고 문의 x',
    '문자 수신거부하신 고객은 제외됩니다.',
    '수신거부는 앱 설정에서 할 수 있어요.',
    '수신거부 시 쿠폰이 사라져요.',
    '고객센터 080-123-4567',
    '본 메시지는 (광고) 표시 의무를 준수합니다.',
  ].map((line) => ({ rule: 'text-repeats-ad-label', source: text(line) })),
  { rule: 'text-repeats-ad-label', source: text('«(광고)» 여름'), pointer: '/msg', fixed: undefined },
  ...[
    '«(광고)» 여름\n무료수신거부 080-123-4567',
    '«[광고]»\n\n여름',
    '여름\n※ «무료 수신거부 080-123-4567»\n끝',
    '여름\n«무료거부: 0801234567»',
    '여름\n[«무료수신거부] 080-000-0000»',
    '여름\n☎«무료수신거부(080-000-0000»)',
    '여름\n«080-000-0000» (무료수신거부)',
    '여름! «무료수신거부 080-000-0000»',
    '문자 «수신거부 080-000-0000»',
    '여름\n(«무료수신거부)»',
    '«(광/고)» 여름',
    '«( 광고 )» 여름',
    '«(AD)» 여름',
    '«(光告)» 여름',
    '«(광·고)» 여름',
    '(광주고) 여름, (ADHD) 검사',
  ].map((line) => ({ rule: 'text-repeats-ad-label', source: text(line) })),
  { rule: 'text-repeats-ad-label', source: list({ header: '«(광고)» 가' }), pointer: '/header' },
  {
    rule: 'text-repeats-ad-label',
    source: carousel({ cards: card('x\n«수신거부 안내»', '가') }),
    pointer: '/carousel/list/0/message',
  },
  { rule: 'text-repeats-ad-label', source: text('x\n- [«(광고)» 보기](https://a.kr)'), fixed: undefined },
  { rule: 'text-repeats-ad-label', source: fallback('(광고) 여름 무료수신거부 080-123-4567', { flag: 'Y' }) },
  ...[
    fallback('(광고)가게 여름 무료수신거부 080-123-4567', { flag: 'Y' }),
    fallback('여름'),
    fallback('(광고)가게 여름\n  무료거부 #{번호}', { flag: 'Y', settings: 'vars: { 번호: { max: 12 } }\n' }),
    fallback('«여름 무료수신거부 080-123-4567»', { flag: 'Y' }),
    fallback('«(광/고) 여름 0801234567»', { flag: 'Y' }),
    fallback('«(광고) 여름 문의 02-123-4567»', { flag: 'Y' }),
    text('x', 'failback_data:\n  api_unique_id: lms\n  msg: «여름»\n'),
  ].map((source) => ({ rule: 'fallback-without-ad-notice', source })),
  { rule: 'looks-like-advertising', source: text('오늘만 할인') },
  { rule: 'looks-like-advertising', source: text('주문하신 상품입니다. 19세일 때, 영업(세일즈) 담당', info) },
  { rule: 'looks-like-advertising', source: text(decomposed('봄 특강, 세일즈 상담'), info) },
  { rule: 'looks-like-advertising', source: text('오늘 «할인»과 쿠폰, 할인', info), pointer: '/msg' },
  { rule: 'looks-like-advertising', source: text(`\\*#{a}${family} «${decomposed('쿠폰')}»`, `${info}${variable(4)}`) },
  { rule: 'looks-like-advertising', source: text('\\*x «특가»', info) },
  {
    rule: 'looks-like-advertising',
    source: text('x\n- [«이벤트» 보기](https://a.kr)', info),
    pointer: '/attachment/button/0/name',
  },
  {
    rule: 'looks-like-advertising',
    source: carousel({
      settings: info,
      cards: card(`여름 «세일»\n${block('coupon', 'title: 10% «할인» 쿠폰\ndescription: «혜택»')}`),
    }),
    also: ['ad-flag-needed'],
  },
  { rule: 'looks-like-advertising', source: fallback('할인', { settings: info }) },

  // The fallback
  { rule: 'fallback-too-long', source: fallback(times(45)) },
  {
    rule: 'fallback-too-long',
    source: fallback(`${times(45)}«a»`),
    pointer: '/failback_data/msg',
    measure: [91, 90, 'bytes'],
  },
  { rule: 'fallback-too-long', source: fallback(`${decomposed(times(45, '각'))}«${decomposed('각')}»`) },
  {
    rule: 'fallback-too-long',
    source: fallback(`"\\x41#{a}${times(40)}«나»"`, { settings: variable(4) }),
  },
  {
    rule: 'fallback-too-long',
    source: fallback(`${times(40)}«${family}»`),
    also: ['fallback-not-euc-kr'],
    measure: [102, 90, 'bytes'],
  },
  { rule: 'fallback-too-long', source: fallback(`${times(45)}«나»`, { id: 'SMS-standard' }) },
  { rule: 'fallback-too-long', source: fallback(times(1000), { id: 'LMS-standard' }) },
  {
    rule: 'fallback-too-long',
    source: fallback(`${times(1000)}«나»`, { id: 'mms-standard' }),
    measure: [2002, 2000, 'bytes'],
  },
  { rule: 'fallback-too-long', source: fallback(`${times(1000)}«나»`, { id: 'other' }) },
  { rule: 'fallback-too-long', source: fallback(times(46), { id: 'other' }) },
  { rule: 'fallback-not-euc-kr', source: fallback(`${decomposed('똠방각하 펲시')} ♥ ㈜ ￦ A~`) },
  { rule: 'fallback-not-euc-kr', source: fallback(`가 «${family}» 나 «•₩»!`), pointer: '/failback_data/msg' },
  { rule: 'fallback-not-euc-kr', source: fallback(`가#{a}«1️⃣»${decomposed('각')}«é»`, { settings: variable(4) }) },
  { rule: 'fallback-not-euc-kr', source: fallback('"가\\n나 «\\U0001F389» 다\\t«\\u2022»"') },
  { rule: 'fallback-not-euc-kr', source: fallback('|-\n    가 «🎁»\n    나 «🎁🎁»') },
  { rule: 'fallback-not-euc-kr', source: text('🎁') },
]

const named = rows.map((row) => ({ row, rule: row.rule, shown: row.source.slice(0, 300) }))

describe('a rule of the platform about texts', () => {
  it.each(named)('$rule finds what is marked in $shown', ({ row }) => expectRow(row))

  it('names both numbers where services differ', () => {
    const messages = (['en', 'ko'] as const).map(
      (lang) => platformDiagnostics(wide('가\n나\n다'), { lang })[0]?.message,
    )
    expect(messages).toEqual([
      'The text has 3 lines; some services may take only 1 line break (2 lines), others up to 5 line breaks (6 lines). Remove or join 1.',
      '본문이 3줄입니다. 줄바꿈을 5번(6줄)까지 받는 서비스도 있지만 1번(2줄)까지만 받는 서비스가 있으니 1줄을 줄이세요.',
    ])
  })

  it('lists the words that it found', () => {
    const [found] = platformDiagnostics(text(`${decomposed('할인')} 쿠폰 할인`, info))
    expect(found?.message).toContain('"할인", "쿠폰" may')
  })
})

describe('EUC-KR', () => {
  it('has what code page 949 has', () => {
    const codePoints = Array.from({ length: 0x10000 - 0x80 }, (_, index) => String.fromCodePoint(index + 0x80))
    const encodable = codePoints.filter(encodableInEucKr)
    expect(encodable).toHaveLength(17_048)
    expect(encodable.filter((character) => /[가-힣]/.test(character))).toHaveLength(11_172)
  })

  it.each(['a', '~', '\n', '\u007f', '가', '힣', '뷁', 'ㅋ', '漢', '·', '…', '’', '♥', '€', '①'])(
    'has %j',
    (character) => {
      expect(encodableInEucKr(character)).toBe(true)
    },
  )

  it.each(['é', '•', '–', '—', '₩', '\u00a0', '\u200b', '😀', 'ᄀ', '\ufffd', ''])('lacks %j', (character) => {
    expect(encodableInEucKr(character)).toBe(character === '')
  })
})
