import type { ButtonType } from '../../contract/kinds.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule } from '../rule.ts'

const typesInCard: readonly ButtonType[] = ['WL', 'AL', 'BK', 'MD', 'BF']

export const buttonTypeInCard = defineRule<{ type: ButtonType }>({
  id: 'button-type-in-card',
  tier: 'platform',
  severity: 'warning',
  source: 'button types in a card',
  summary: {
    en: 'A card has a button of a type that some services do not take there.',
    ko: '일부 서비스의 카드에서 쓸 수 없는 종류의 버튼이 있습니다.',
  },
  why: {
    en: 'Sibling services take WL, AL, BK, MD and BF in a card. BC and BT hand the chat over to consultants or to a bot, which they allow below a whole message only.',
    ko: '다른 서비스의 카드에서는 WL, AL, BK, MD, BF 버튼만 쓸 수 있습니다. 상담원이나 봇으로 넘기는 BC와 BT는 카드가 없는 메시지에서만 받습니다.',
  },
  bad: { source: carouselWith('```button\nname: 문의\ntype: BC\n```') },
  good: { source: carouselWith('```button\nname: 문의\ntype: BK\n```') },
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

function carouselWith(button: string): string {
  return `---
kind: ft-carousel-feed
---
겨울 신메뉴를 소개합니다.

## 라떼
![라떼](latte.png)
부드러운 우유
${button}

## 핫초코
![핫초코](choco.png)
진한 초콜릿
`
}
