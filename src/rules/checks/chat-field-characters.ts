import { graphemesOf } from '../../text/text.ts'
import type { Span } from '../../diagnostic.ts'
import { literalRuns, type LocatedText, spanIn, templateOf } from '../../message/located.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule } from '../rule.ts'

const chatFields = ['chat_extra', 'chat_event'] as const
const allowed = /^[A-Za-z0-9_]$/

// How long they may be is said by the interface too, and another rule's.
export const chatFieldCharacters = defineRule<{ field: string; value: string }>()({
  id: 'chat-field-characters',
  tier: 'platform',
  severity: 'warning',
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
function stretchOfOthers({ pieces }: LocatedText): Span | undefined {
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
