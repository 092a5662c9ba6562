import { linkFields } from '../../contract/payload.ts'
import type { Span } from '../../diagnostic.ts'
import { type LocatedText, templateOf } from '../../message/located.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule, type Subject } from '../rule.ts'

export const linkRepeated = defineRule<{ link: string }>()({
  id: 'link-repeated',
  tier: 'style',
  severity: 'warning',
  check({ message }, report) {
    for (const siblings of linksOf(message)) {
      if (siblings.length < 2) continue
      const seen = new Set<string>()
      for (const { targets, span } of siblings) {
        let key = ''
        let link = ''
        let first: Span | undefined
        for (const field of linkFields) {
          const text = targets[field]
          first ??= text?.span
          const template = text === undefined ? '' : templateOf(text)
          if (link === '') link = template
          // No text may hold NUL.
          key += `${template}\0`
        }
        if (link === '') continue
        if (seen.has(key)) report({ span: first ?? span, args: { link } })
        seen.add(key)
      }
    }
  },
  words: {
    en: ({ link }) => ({ message: `"${link}" is where another one above leads already; is the link right?` }),
    ko: ({ link }) => ({ message: `위에 "${link}" 주소로 연결되는 것이 이미 있습니다. 링크가 맞는지 확인하세요.` }),
  },
})

interface Linked {
  readonly targets: { readonly [field: string]: LocatedText | undefined }
  readonly span: Span
}

/** What stands side by side with links of its own. */
function linksOf(message: Subject['message']): readonly (readonly Linked[])[] {
  const buttons = buttonListsOf(message).map((list) =>
    list.buttons.map(({ attributes, span }) => ({ targets: attributes, span })),
  )
  if (!('items' in message)) return buttons
  return [...buttons, message.items.map(({ targets = {}, span }) => ({ targets, span }))]
}
