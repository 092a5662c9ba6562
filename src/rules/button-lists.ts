import type { ButtonNode, CardNode, Message } from '../message/message.ts'

/** Buttons that stand together, in the order in which they are shown. */
export interface ButtonList {
  /** JSON Pointer of the list in the payload. */
  readonly pointer: string
  readonly buttons: readonly ButtonNode[]
  /** The card they stand in, where they stand in one. */
  readonly card?: CardNode
}

/** Every list of buttons of a message. */
export function buttonListsOf(message: Message): readonly ButtonList[] {
  if (!('cards' in message)) return [{ pointer: '/attachment/button', buttons: message.buttons }]
  return message.cards.map((card, index) => ({
    pointer: `/carousel/list/${index}/attachment/button`,
    buttons: card.buttons,
    card,
  }))
}
