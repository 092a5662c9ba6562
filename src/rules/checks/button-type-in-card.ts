import type { ButtonType } from '../../contract/friend-talk/kinds.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule } from '../rule.ts'

const typesInCard: readonly ButtonType[] = ['WL', 'AL', 'BK', 'MD', 'BF']

export const buttonTypeInCard = defineRule<{ type: ButtonType }>()({
  id: 'button-type-in-card',
  tier: 'platform',
  severity: 'warning',
  check({ message }, report) {
    for (const { pointer, buttons, card } of buttonListsOf(message)) {
      if (card === undefined) continue
      for (const [index, { type }] of buttons.entries()) {
        if (type === undefined || typesInCard.includes(type.value)) continue
        report({ span: type.span, pointer: `${pointer}/${index}/type`, args: { type: type.value } })
      }
    }
  },
  words: {
    en: ({ type }) => ({
      message: `A ${type} button in a card may be refused by some services. Use ${typesInCard.slice(0, -1).join(', ')} or ${typesInCard.at(-1)}.`,
    }),
    ko: ({ type }) => ({
      message: `카드의 ${type} 버튼은 일부 서비스에서 거절될 수 있습니다. ${typesInCard.join(', ')} 중에서 고르세요.`,
    }),
  },
})
