import type { ButtonContent, CardContent, ContentList, Placed, ReadContent } from '../content.ts'
import { entriesOf, imageOf, optional, type Part, partOf, picked, settingsOf, valueOf, wholeOf } from '../reading.ts'
import { repeatedIn } from './kinds.ts'
import { buttonNames, couponNames, imageNames, targetNames } from './names.ts'
import { settings } from './settings.ts'

/** Reads a payload back into what it was built from. A payload that was never checked may have any shape. */
export function readPayload(kind: string, payload: unknown): ReadContent {
  const record = wholeOf(payload)
  const lists: ContentList[] = []
  const buttonsIn = (part: Part | undefined, card?: number): readonly ButtonContent<Placed>[] => {
    const entries = entriesOf(part, 'button')
    if (entries.length > 0)
      lists.push({ unit: 'buttons', pointer: `${part?.pointer}/button`, ...(card !== undefined && { card }) })
    return entries.map((entry) => {
      const type = valueOf(entry, 'type')
      return { ...(type && { type }), attributes: picked(entry, buttonNames) }
    })
  }
  const attachment = partOf(record, 'attachment')
  const shared = { kind, ...optional('msg', valueOf(record, 'msg')), settings: settingsOf(record, settings) }
  switch (repeatedIn(kind)) {
    case undefined:
      return {
        ...shared,
        buttons: buttonsIn(attachment),
        ...optional('image', imageOf(partOf(attachment, 'image'), imageNames)),
        lists,
      }
    case 'item': {
      const list = partOf(attachment, 'item')
      const items = entriesOf(list, 'list').map((entry) => ({
        ...optional('title', valueOf(entry, 'title')),
        image: imageOf(entry, imageNames) ?? {},
        targets: picked(entry, targetNames),
      }))
      if (items.length > 0) lists.push({ unit: 'items', pointer: `${list?.pointer}/list` })
      return {
        ...shared,
        ...optional('header', valueOf(record, 'header')),
        items,
        buttons: buttonsIn(attachment),
        lists,
      }
    }
    case 'card': {
      const carousel = partOf(record, 'carousel')
      const entries = entriesOf(carousel, 'list')
      if (entries.length > 0) lists.push({ unit: 'cards', pointer: `${carousel?.pointer}/list` })
      const cards = entries.map((card, index): CardContent<Placed> => {
        const parts = partOf(card, 'attachment')
        const coupon = partOf(parts, 'coupon')
        return {
          ...optional('header', valueOf(card, 'header')),
          ...optional('message', valueOf(card, 'message')),
          buttons: buttonsIn(parts, index),
          ...optional('image', imageOf(partOf(parts, 'image'), imageNames)),
          ...(coupon && { coupon: { fields: picked(coupon, couponNames) } }),
        }
      })
      const tail = partOf(carousel, 'tail')
      return { ...shared, cards, ...(tail && { tail: { targets: picked(tail, targetNames) } }), lists }
    }
  }
}
