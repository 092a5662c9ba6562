import { graphemesOf } from '../../contract/graphemes.ts'
import type { Span } from '../../diagnostic.ts'
import { literalRuns, spanIn } from '../../message/literal-runs.ts'
import { type TracedText, templateOf } from '../../message/traced.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule } from '../rule.ts'

const chatFields = ['chat_extra', 'chat_event'] as const
const allowed = /^[A-Za-z0-9_]$/

// How long they may be is said by the interface too, and another rule's.
export const chatFieldCharacters = defineRule<{ field: string; value: string }>({
  id: 'chat-field-characters',
  tier: 'platform',
  severity: 'warning',
  source: 'chat_extra, chat_event',
  summary: {
    en: '"chat_extra" or "chat_event" holds other characters than letters, digits and "_".',
    ko: '"chat_extra"나 "chat_event"에 영문, 숫자, "_"가 아닌 글자가 있습니다.',
  },
  why: {
    en: 'Sibling services take only A–Z, a–z, 0–9 and "_" there. With anything else the message may be refused, or the bot may get another value than was meant.',
    ko: '다른 서비스에서는 영문자, 숫자, "_"만 받습니다. 그 밖의 글자가 있으면 발송이 거절되거나 봇에 다른 값이 전달될 수 있습니다.',
  },
  bad: { source: botWith('summer-sale') },
  good: { source: botWith('summer_sale') },
  check({ message }, report) {
    for (const { pointer, buttons } of buttonListsOf(message)) {
      for (const [index, { attributes }] of buttons.entries()) {
        for (const field of chatFields) {
          const text = attributes[field]
          const span = text && stretchOfOthers(text)
          if (text === undefined || span === undefined) continue
          report({ span, pointer: `${pointer}/${index}/${field}`, args: { field, value: templateOf(text) } })
        }
      }
    }
  },
  words: {
    en: ({ field, value }) => ({
      message: `"${field}" is "${value}"; some services take only letters A–Z, digits and "_" there. Replace the other characters.`,
    }),
    ko: ({ field, value }) => ({
      message: `"${field}" 값이 "${value}"입니다. 영문, 숫자, "_"만 받는 서비스가 있으니 다른 글자는 바꾸세요.`,
    }),
  },
})

/** From the first to the last character that is not allowed. */
function stretchOfOthers({ pieces }: TracedText): Span | undefined {
  let stretch: Span | undefined
  for (const run of literalRuns(pieces)) {
    for (const { segment, index } of graphemesOf(run.text)) {
      if (allowed.test(segment)) continue
      const span = spanIn(run, index, index + segment.length)
      if (span) stretch = { start: stretch?.start ?? span.start, end: span.end }
    }
  }
  return stretch
}

function botWith(event: string): string {
  return `---
kind: ft-text
---
궁금한 점은 챗봇에게 물어보세요.

\`\`\`button
name: 챗봇에게 묻기
type: BT
chat_event: ${event}
\`\`\`
`
}
