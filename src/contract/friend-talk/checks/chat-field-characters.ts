import { graphemesOf, placeholder } from '../../../text/text.ts'
import { contractCheck } from '../../contract.ts'

const allowed = /^[A-Za-z0-9_]$/

// How long they may be is said by the interface too, and another rule's.
export const chatFieldCharacters = contractCheck<{ field: string; value: string }>({
  id: 'chat-field-characters',
  check({ texts }, report) {
    for (const { pointer, text, template } of texts) {
      const [field] = /chat_(?:extra|event)$/.exec(pointer) ?? []
      const range = field && stretchOfOthers(text)
      if (field && range) report({ pointer, range, args: { field, value: template } })
    }
  },
  en: ({ field, value }) =>
    `"${field}" is "${value}"; some services take only letters A–Z, digits and "_" there. Replace the other characters.`,
  ko: ({ field, value }) =>
    `"${field}" 값이 "${value}"입니다. 영문, 숫자, "_"만 받는 서비스가 있으니 다른 글자는 바꾸세요.`,
})

/** From the first to the last character that is not allowed. */
function stretchOfOthers(text: string): { readonly start: number; readonly end: number } | undefined {
  const others = Array.from(graphemesOf(text)).filter(
    ({ segment }) => !allowed.test(segment) && segment !== placeholder,
  )
  const [first, last] = [others[0], others.at(-1)]
  return first && last && { start: first.index, end: last.index + last.segment.length }
}
