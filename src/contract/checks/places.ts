import { parentOf } from '../../text/json-text.ts'
import { onceFor } from '../../text/once.ts'
import {
  type ButtonContent,
  type CouponContent,
  type Placed,
  type PriceField,
  priceFields,
  type ReadContent,
} from '../content.ts'

export interface PlacedButton extends ButtonContent<Placed> {
  readonly pointer: string
  readonly index: number
  readonly isInCard: boolean
}

export const buttonsOf: (content: ReadContent) => readonly PlacedButton[] = onceFor((content) =>
  content.lists.flatMap(({ unit, pointer, card }) => {
    if (unit !== 'buttons') return []
    const buttons = 'cards' in content ? content.cards[card ?? 0]?.buttons : content.buttons
    return (buttons ?? []).map((button, index) => {
      return { ...button, index, pointer: `${pointer}/${index}`, isInCard: card !== undefined }
    })
  }),
)

export function couponsOf(content: ReadContent): readonly CouponContent<Placed>[] {
  const places = 'cards' in content ? content.cards : [content]
  return places.flatMap(({ coupon }) => coupon ?? [])
}

/** Returns the prices of a message and of its cards, each by what they are. */
export function pricesOf(content: ReadContent): readonly ReadonlyMap<PriceField, Placed>[] {
  const places = 'cards' in content ? content.cards : 'items' in content ? [] : [content]
  return places.flatMap(({ price }) => {
    const stated = priceFields.flatMap((field) => {
      const placed = price?.fields[field]
      return placed === undefined ? [] : [[field, placed] as const]
    })
    return stated.length === 0 ? [] : [new Map(stated)]
  })
}

export function holderOf({ pointer }: Placed): string {
  return parentOf(pointer)
}

/** Returns whether a text holds a variable: its value is not known before it is sent. */
export function hasVariable(
  { texts }: { readonly texts: readonly { readonly pointer: string; readonly hasVariable: boolean }[] },
  { pointer }: Placed,
): boolean {
  return texts.some((text) => text.pointer === pointer && text.hasVariable)
}
