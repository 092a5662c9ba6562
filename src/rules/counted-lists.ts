import { buttonListsOf } from './button-lists.ts'
import type { CountLimit } from './count-limit.ts'

/** The buttons of a message or of each of its cards. */
export const countedButtons: CountLimit = {
  list: ({ message }) =>
    buttonListsOf(message).map(({ pointer, buttons }) => ({ pointer, spans: buttons.map(({ span }) => span) })),
  name: { one: 'button', many: 'buttons', ko: '버튼이 {}개' },
  unit: 'buttons',
}

/** The items of a wide item list. */
export const countedItems: CountLimit = {
  list: ({ message }) =>
    'items' in message ? [{ pointer: '/attachment/item/list', spans: message.items.map(({ span }) => span) }] : [],
  name: { one: 'item', many: 'items', ko: '아이템이 {}개' },
  unit: 'items',
}

/** The cards of a carousel. */
export const countedCards: CountLimit = {
  list: ({ message }) =>
    'cards' in message ? [{ pointer: '/carousel/list', spans: message.cards.map(({ span }) => span) }] : [],
  name: { one: 'card', many: 'cards', ko: '카드가 {}개' },
  unit: 'cards',
}
