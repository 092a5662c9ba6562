import { onceFor } from '../../../text/once.ts'
import type { ButtonContent, Placed, ReadContent } from '../../content.ts'

/** A button with its JSON Pointer. */
export interface PlacedButton extends ButtonContent<Placed> {
  readonly pointer: string
  readonly index: number
  readonly isInCard: boolean
}

/** Returns the buttons of a message and of its cards. */
export const buttonsOf: (content: ReadContent) => readonly PlacedButton[] = onceFor((content) =>
  content.lists.flatMap(({ unit, pointer, card }) => {
    if (unit !== 'buttons') return []
    const buttons = 'cards' in content ? content.cards[card ?? 0]?.buttons : content.buttons
    return (buttons ?? []).map((button, index) => {
      return { ...button, index, pointer: `${pointer}/${index}`, isInCard: card !== undefined }
    })
  }),
)

/** Returns whether a text holds a variable: its value is not known before it is sent. */
export function hasVariable(
  { texts }: { readonly texts: readonly { readonly pointer: string; readonly hasVariable: boolean }[] },
  { pointer }: Placed,
): boolean {
  return texts.some((text) => text.pointer === pointer && text.hasVariable)
}
