import type { Message } from '../../message/message.ts'
import { measure, overflowSpan, worstOf } from '../measure.ts'
import { defineRule, type Measure } from '../rule.ts'

/** Of the text of a short and of a long text message, in EUC-KR. */
const maxShortBytes = 90
const maxLongBytes = 2000

export const fallbackTooLong = defineRule<Measure & { service: string; isShort: boolean; varies: boolean }>({
  id: 'fallback-too-long',
  tier: 'platform',
  severity: 'warning',
  source: 'fallback text',
  summary: {
    en: 'The text of the fallback is longer than a text message.',
    ko: '대체 문자의 본문이 문자 메시지 한도보다 깁니다.',
  },
  why: {
    en: 'The fallback is a text message in EUC-KR: SMS takes 90 bytes, LMS and MMS take 2,000, a Hangul syllable has two. What is longer may be cut, refused or billed as another kind. "api_unique_id" says which it is; an id that says nothing is taken as a long one. Variables count with their "max".',
    ko: '대체 문자는 EUC-KR로 보내며 단문은 90바이트, 장문과 멀티미디어는 2,000바이트까지입니다. 한글은 한 글자가 2바이트입니다. 넘으면 잘리거나 거절되거나 다른 요금이 적용될 수 있습니다. 종류는 "api_unique_id"로 판단하고, 알 수 없으면 장문으로 봅니다. 변수는 "max" 길이로 셉니다.',
  },
  bad: {
    source: withFallback(
      '주문하신 상품이 강남점에 준비되었습니다. 영업시간 안에 방문하셔서 주문번호를 보여 주시면 바로 전해 드립니다.',
    ),
  },
  good: { source: withFallback('주문하신 상품이 강남점에 준비되었습니다.') },
  check({ message, draft, readings: { characters } }, report) {
    if (message.failback?.msg === undefined) return
    const service = serviceOf(message)
    const isShort = service.toLowerCase().startsWith('sms')
    const limit = isShort ? maxShortBytes : maxLongBytes
    const readings = { bytes: 'euc-kr', characters } as const
    const measuring = { unit: 'bytes', readings, ofVariable: worstOf(message.variables, 'bytes', readings) } as const
    for (const entry of draft.texts) {
      const { pointer, text } = entry
      if (pointer !== '/failback_data/msg') continue
      const actual = measure(text.pieces, measuring)
      if (actual <= limit) continue
      const found = { actual, limit, unit: 'bytes' } as const
      const varies = text.pieces.some(({ type }) => type === 'variable')
      report({
        span: overflowSpan(entry, limit, measuring),
        pointer,
        measure: found,
        args: { ...found, service, isShort, varies },
      })
    }
  },
  words: {
    en: ({ actual, limit, service, isShort, varies }) => ({
      message: `The fallback text has ${varies ? 'up to ' : ''}${actual} bytes in EUC-KR; "${service}" may take at most ${limit}. Shorten it by ${actual - limit}${isShort ? ' or use LMS' : ''}.`,
    }),
    ko: ({ actual, limit, service, isShort, varies }) => ({
      message: `${varies ? '변수 값이 가장 길면 ' : ''}대체 문자가 EUC-KR로 ${actual}바이트입니다. "${service}" 발송은 ${limit}바이트까지일 수 있으니 ${actual - limit}바이트를 줄이${isShort ? '거나 LMS를 쓰세요' : '세요'}.`,
    }),
  },
})

function serviceOf({ failback }: Message): string {
  const value = failback?.fields.find(({ name }) => name === 'api_unique_id')?.value.value
  return typeof value === 'string' ? value : ''
}

function withFallback(msg: string): string {
  return `---
kind: ft-text
failback_data:
  api_unique_id: sms-standard
  msg: ${msg}
---
주문하신 상품이 준비되었습니다.
`
}
