import { type HeavyPart, heavyPart } from '../../checks/heavy.ts'
import { contractCheck } from '../../contract.ts'
import { repeatedIn } from '../kinds.ts'

/** Limits of the JSON text of each part of the message record, in UTF-8. */
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

// The interface requires the text for these kinds too, so that there is one cannot be wrong: one line is the summary
// that a chat list shows. Several lines hold content of their own, which would be lost.
const maxLines = 1

export const textMayNotShow = contractCheck<{ actual: number }>({
  id: 'text-may-not-show',
  check({ kind, texts }, report) {
    const msg = texts.find(({ pointer }) => pointer === '/msg')
    if (repeatedIn(kind) === undefined || msg === undefined) return
    const breaks = Array.from(msg.text.matchAll(/\n+/g), ({ index, 0: found }) => index + found.length)
    if (breaks[0] === undefined) return
    const actual = breaks.length + 1
    const range = { start: breaks[0], end: msg.text.length }
    report({ pointer: '/msg', range, measure: { actual, limit: maxLines, unit: 'lines' }, args: { actual } })
  },
  en: ({ actual }) =>
    `The text has ${actual} lines, but some services show no text in this kind. Keep one line as a summary and move the rest into the items or cards.`,
  ko: ({ actual }) =>
    `본문이 ${actual}줄이지만 일부 서비스에서는 이 종류의 본문이 보이지 않습니다. 요약 한 줄만 남기고 나머지는 아이템이나 카드로 옮기세요.`,
})

export const tailWithoutMobileLink = contractCheck<object>({
  id: 'tail-without-mobile-link',
  check({ content }, report) {
    const { mobile, pc, android, ios } = ('cards' in content && content.tail?.targets) || {}
    // Where there is no link at all, the reader has said so.
    const first = pc ?? android ?? ios
    if (mobile === undefined && first) report({ pointer: '/carousel/tail', at: first.pointer, args: {} })
  },
  en: () => ({
    message:
      'The "more" button has no mobile link, which some services need. Add a web address in quotes, or "url_mobile" in a block.',
    help: '[더보기](exampleshop://menu "https://example.com/menu")',
  }),
  ko: () => ({
    message:
      '더보기 버튼에 모바일 링크가 없습니다. 모바일 링크가 꼭 있어야 하는 서비스가 있으니 따옴표 안에 웹 주소를 적거나 블록에 "url_mobile"을 더하세요.',
    help: '[더보기](exampleshop://menu "https://example.com/menu")',
  }),
})

const key = 'failback_data'

export const fallbackInItemKind = contractCheck<{ kind: string }>({
  id: 'fallback-in-item-kind',
  check({ kind, content }, report) {
    if (content.settings[key] === undefined || repeatedIn(kind) === undefined) return
    report({ pointer: `/${key}`, args: { kind } })
  },
  en: ({ kind }) => `Some services may refuse ${kind} with a fallback. Remove "${key}", or ask your provider.`,
  ko: ({ kind }) =>
    `대체 문자가 있는 ${kind} 메시지를 받지 않는 서비스가 있습니다. "${key}" 항목을 빼거나 이용하는 서비스에 확인하세요.`,
})
