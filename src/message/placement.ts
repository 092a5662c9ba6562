import type { Kind } from '../contract/kinds.ts'
import type { Place } from '../fault.ts'

/** What a part of a message may be made of. */
export type Content = 'header' | 'text' | 'image' | 'button' | 'coupon' | 'link' | 'tail'

/** What each kind is made of: the language's placement table. A place that a kind has not is absent. */
export const placement: { readonly [K in Kind]: { readonly [P in Place]?: readonly Content[] } } = {
  'ft-text': { message: ['text', 'button'] },
  'ft-image': { message: ['text', 'image', 'button'] },
  'ft-wide': { message: ['text', 'image', 'button'] },
  'ft-wide-item-list': {
    'before-items': ['header', 'text', 'button'],
    item: ['image', 'link'],
    'after-items': ['button'],
  },
  'ft-carousel-feed': {
    'before-items': ['text'],
    card: ['text', 'image', 'button', 'coupon'],
    'after-items': ['tail'],
  },
}
