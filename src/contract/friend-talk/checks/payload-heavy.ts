import { countBytes } from '../../../text/text.ts'
import { contractCheck } from '../../contract.ts'

/** Of the JSON text of each part of the message record, in UTF-8. */
const maxBytesOfPart = { attachment: 4000, carousel: 8000 } as const

interface HeavyPart {
  readonly actual: number
  readonly limit: number
  readonly part: string
  readonly field: string
  readonly fieldBytes: number
  readonly isLink: boolean
}

export const payloadHeavy = contractCheck<HeavyPart>({
  id: 'payload-heavy',
  tier: 'platform',
  check({ payload, texts }, report) {
    for (const [part, limit] of Object.entries(maxBytesOfPart)) {
      const [, value] = Object.entries(payload).find(([name]) => name === part) ?? []
      const json = value === undefined ? '' : JSON.stringify(value)
      // No unit has more than three bytes: most parts need not be counted.
      if (json.length * 3 <= limit) continue
      const actual = countBytes(json, 'utf-8')
      // No one place is too much; the longest text is the one to shorten first.
      const [longest] = texts
        .filter(({ pointer }) => pointer.startsWith(`/${part}/`))
        .map((text) => ({ ...text, bytes: countBytes(text.template, 'utf-8') }))
        .toSorted((a, b) => b.bytes - a.bytes)
      if (actual <= limit || longest === undefined) continue
      const field = longest.pointer.slice(longest.pointer.lastIndexOf('/') + 1)
      const args = { actual, limit, part, field, fieldBytes: longest.bytes, isLink: longest.role === 'link' }
      report({ pointer: `/${part}`, at: longest.pointer, measure: { actual, limit, unit: 'bytes' }, args })
    }
  },
  words: {
    en: ({ actual, limit, part, field, fieldBytes, isLink }) => ({
      message: `"${part}" has ${actual} bytes of JSON; some services may take only ${limit}. Shorten its ${isLink ? 'links' : 'texts'}, first of all this "${field}" of ${fieldBytes} bytes.`,
    }),
    ko: ({ actual, limit, part, field, fieldBytes, isLink }) => ({
      message: `"${part}"의 JSON이 ${actual}바이트입니다. ${limit}바이트까지만 받는 서비스가 있으니, 가장 긴 이 "${field}"(${fieldBytes}바이트)부터 ${isLink ? '링크를' : '문구를'} 줄이세요.`,
    }),
  },
})
