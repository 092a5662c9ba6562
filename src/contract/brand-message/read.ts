import type { ButtonContent, CardContent, ContentList, Placed, ReadContent } from '../content.ts'
import { entriesOf, imageOf, optional, type Part, partOf, picked, settingsOf, valueOf, wholeOf } from '../reading.ts'
import { factsOf } from './kinds.ts'
import { buttonNames, couponNames, imageNames, priceNames, targetNames } from './names.ts'
import { settings } from './settings.ts'

const { targeting, resendParameter, ...common } = settings

/** Reads a body back into what it was built from. A body that was never checked may have any shape. */
export function readPayload(kind: string, payload: unknown): ReadContent {
  const record = wholeOf(payload)
  const lists: ContentList[] = []
  const buttonsIn = (part: Part, card?: number): readonly ButtonContent<Placed>[] => {
    const entries = entriesOf(part, 'buttons')
    if (entries.length > 0)
      lists.push({ unit: 'buttons', pointer: `${part.pointer}/buttons`, ...(card !== undefined && { card }) })
    return entries.map((entry) => ({
      ...optional('type', valueOf(entry, 'type')),
      attributes: picked(entry, buttonNames),
    }))
  }
  const listed = (part: Part | undefined, unit: 'items' | 'cards'): readonly Part[] => {
    const entries = entriesOf(part, 'list')
    if (entries.length > 0) lists.push({ unit, pointer: `${part?.pointer}/list` })
    return entries
  }
  const shared = { kind, settings: readSettings(record) }
  switch (factsOf(kind).repeats) {
    case undefined: {
      const isProduct = factsOf(kind).bubble === 'COMMERCE'
      return {
        ...shared,
        ...optional('msg', valueOf(record, isProduct ? 'additionalContent' : 'content')),
        ...(isProduct && productIn(record)),
        ...optional('image', imageOf(partOf(record, 'image'), imageNames)),
        buttons: buttonsIn(record),
        ...couponIn(record),
        lists,
      }
    }
    case 'item':
      return {
        ...shared,
        ...optional('header', valueOf(record, 'header')),
        items: listed(partOf(record, 'item'), 'items').map((entry) => ({
          ...optional('title', valueOf(entry, 'title')),
          image: picked(entry, { source: imageNames.source }),
          targets: picked(entry, targetNames),
        })),
        buttons: buttonsIn(record),
        ...couponIn(record),
        lists,
      }
    case 'card': {
      const carousel = partOf(record, 'carousel')
      const isFeed = factsOf(kind).bubble === 'CAROUSEL_FEED'
      const cards = listed(carousel, 'cards').map((card, index): CardContent<Placed> => ({
        ...(isFeed ? optional('header', valueOf(card, 'header')) : productIn(card)),
        ...optional('message', valueOf(card, isFeed ? 'message' : 'additionalContent')),
        image: picked(card, imageNames),
        buttons: buttonsIn(card, index),
        ...couponIn(card),
      }))
      const head = partOf(carousel, 'head')
      const tail = partOf(carousel, 'tail')
      return { ...shared, ...(head && { head: headOf(head) }), cards, ...(tail && { tail: linksOf(tail) }), lists }
    }
  }
}

/** The settings of the body and of its one recipient. */
function readSettings(record: Part): ReadContent['settings'] {
  const [recipient = { fields: {}, pointer: '/recipientList/0' }] = entriesOf(record, 'recipientList')
  const { isResend, ...fields } = partOf(recipient, 'resendParameter')?.fields ?? {}
  const stated = isResend === true ? { ...recipient.fields, resendParameter: fields } : recipient.fields
  const kept = isResend === true ? { targeting, resendParameter } : { targeting }
  return { ...settingsOf(record, common), ...settingsOf({ ...recipient, fields: stated }, kept) }
}

function productIn(part: Part): Pick<CardContent<Placed>, 'header' | 'price'> {
  const commerce = partOf(part, 'commerce')
  const fields = picked(commerce, priceNames)
  return {
    ...optional('header', commerce && valueOf(commerce, 'title')),
    ...(Object.keys(fields).length > 0 && { price: { fields } }),
  }
}

function couponIn(part: Part): Pick<CardContent<Placed>, 'coupon'> {
  const coupon = partOf(part, 'coupon')
  return coupon ? { coupon: { fields: picked(coupon, couponNames) } } : {}
}

function headOf(head: Part): NonNullable<Extract<ReadContent, { readonly cards: unknown }>['head']> {
  return {
    ...optional('header', valueOf(head, 'header')),
    ...optional('message', valueOf(head, 'content')),
    image: picked(head, { source: imageNames.source }),
    ...linksOf(head),
  }
}

function linksOf(part: Part): { readonly targets: ReturnType<typeof picked<keyof typeof targetNames>> } {
  return { targets: picked(part, targetNames) }
}
