import { type HeavyPart, heavyPart } from '../../checks/heavy.ts'
import { contractCheck } from '../../contract.ts'

/** Of the JSON text of each part of the message record, in UTF-8. */
const maxBytesOfPart = { attachment: 4000, carousel: 8000 } as const

export const payloadHeavy = contractCheck<HeavyPart>({
  id: 'payload-heavy',
  check(message, report) {
    for (const [part, limit] of Object.entries(maxBytesOfPart)) {
      const [, value] = Object.entries(message.payload).find(([name]) => name === part) ?? []
      const found = heavyPart(value, { pointer: `/${part}`, limit }, message)
      if (found) report(found)
    }
  },
  en: ({ actual, limit, part, field, fieldBytes, isLink }) =>
    `"${part}" has ${actual} bytes of JSON; some services may take only ${limit}. Shorten its ${isLink ? 'links' : 'texts'}, first of all this "${field}" of ${fieldBytes} bytes.`,
  ko: ({ actual, limit, part, field, fieldBytes, isLink }) =>
    `"${part}"의 JSON이 ${actual}바이트입니다. ${limit}바이트까지만 받는 서비스가 있으니, 가장 긴 이 "${field}"(${fieldBytes}바이트)부터 ${isLink ? '링크를' : '문구를'} 줄이세요.`,
})
