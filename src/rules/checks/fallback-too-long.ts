import type { Message } from '../../message/message.ts'
import { worstOverflow } from '../measure.ts'
import { defineRule, type Measure } from '../rule.ts'

/** Of the text of a short and of a long text message, in EUC-KR. */
const maxShortBytes = 90
const maxLongBytes = 2000

export const fallbackTooLong = defineRule<Measure & { service: string; isShort: boolean; varies: boolean }>()({
  id: 'fallback-too-long',
  tier: 'platform',
  severity: 'warning',
  check({ message, draft, readings: { characters } }, report) {
    if (message.failback?.msg === undefined) return
    const service = serviceOf(message)
    const isShort = service.toLowerCase().startsWith('sms')
    const max = isShort ? maxShortBytes : maxLongBytes
    const readings = { bytes: 'euc-kr', characters } as const
    for (const entry of draft.texts) {
      if (entry.pointer !== '/failback_data/msg') continue
      const found = worstOverflow(entry, { max, unit: 'bytes' }, { variables: message.variables, readings })
      if (found) report({ ...found, args: { ...found.measure, service, isShort, varies: entry.hasVariable } })
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
