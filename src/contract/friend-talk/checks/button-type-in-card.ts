import { contractCheck } from '../../contract.ts'
import type { ButtonType } from '../payload.ts'
import { buttonsOf } from './buttons.ts'

const typesInCard: readonly ButtonType[] = ['WL', 'AL', 'BK', 'MD', 'BF']

export const buttonTypeInCard = contractCheck<{ type: string }>({
  id: 'button-type-in-card',
  tier: 'platform',
  check({ content }, report) {
    for (const { type, isInCard } of buttonsOf(content)) {
      if (type === undefined || !isInCard || typesInCard.some((name) => name === type.value)) continue
      report({ pointer: type.pointer, args: { type: String(type.value) } })
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
