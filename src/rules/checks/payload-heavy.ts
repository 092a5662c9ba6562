import { linkFields } from '../../contract/friend-talk/payload.ts'
import { countBytes } from '../../text/text.ts'
import { type PayloadText } from '../../message/draft.ts'
import { templateOf } from '../../message/located.ts'
import { defineRule, type Measure } from '../rule.ts'

/** Of the JSON text of each part of the message record, in UTF-8. */
const maxBytesOfPart = { attachment: 4000, carousel: 8000 } as const
type HeavyPart = keyof typeof maxBytesOfPart
const parts = Object.keys(maxBytesOfPart) as HeavyPart[]

export const payloadHeavy = defineRule<Measure & { part: HeavyPart; field: string; fieldBytes: number }>()({
  id: 'payload-heavy',
  tier: 'platform',
  severity: 'warning',
  check({ draft }, report) {
    for (const part of parts) {
      const [, value] = Object.entries(draft.payload).find(([name]) => name === part) ?? []
      if (value === undefined) continue
      const limit = maxBytesOfPart[part]
      // Most parts need not be counted.
      if (mostBytes(value) <= limit) continue
      const actual = countBytes(JSON.stringify(value), 'utf-8')
      if (actual <= limit) continue
      // No one place is too much; the longest text is the one to shorten first.
      const longest = heaviest(draft.texts.filter(({ pointer }) => pointer.startsWith(`/${part}/`)))
      if (longest === undefined) continue
      const measure = { actual, limit, unit: 'bytes' } as const
      const { entry, bytes } = longest
      const args = { ...measure, part, field: entry.field, fieldBytes: bytes }
      report({ span: entry.text.span, pointer: `/${part}`, measure, args })
    }
  },
  words: {
    en: ({ actual, limit, part, field, fieldBytes }) => ({
      message: `"${part}" has ${actual} bytes of JSON; some services may take only ${limit}. Shorten its ${isLink(field) ? 'links' : 'texts'}, first of all this "${field}" of ${fieldBytes} bytes.`,
    }),
    ko: ({ actual, limit, part, field, fieldBytes }) => ({
      message: `"${part}"의 JSON이 ${actual}바이트입니다. ${limit}바이트까지만 받는 서비스가 있으니, 가장 긴 이 "${field}"(${fieldBytes}바이트)부터 ${isLink(field) ? '링크를' : '문구를'} 줄이세요.`,
    }),
  },
})

function isLink(field: string): boolean {
  return linkFields.some((name) => name === field)
}

/** More bytes than the JSON text of data can have: no UTF-16 unit has more than three, or is escaped by more than six. */
function mostBytes(data: unknown): number {
  if (typeof data === 'string') return 2 + (isUnescaped(data) ? data.length * 3 : data.length * 6)
  if (typeof data !== 'object' || data === null) return JSON.stringify(data).length
  let bytes = 2
  if (Array.isArray(data)) {
    for (const item of data) bytes += mostBytes(item) + 1
    return bytes
  }
  const record = data as { readonly [key: string]: unknown }
  for (const key in record) bytes += key.length * 6 + mostBytes(record[key]) + 4
  return bytes
}

function isUnescaped(text: string): boolean {
  return !escaped.test(text)
}

// oxlint-disable-next-line no-control-regex -- JSON escapes them
const escaped = /["\\\0-\x1f]|\p{Surrogate}/u

function heaviest(texts: readonly PayloadText[]): { entry: PayloadText; bytes: number } | undefined {
  let most: { entry: PayloadText; bytes: number } | undefined
  for (const entry of texts) {
    const bytes = countBytes(templateOf(entry.text), 'utf-8')
    if (most === undefined || bytes > most.bytes) most = { entry, bytes }
  }
  return most
}
