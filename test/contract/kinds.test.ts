import { describe, expect, it } from 'vitest'
import { attachmentFields, cardAttachmentFields, payloadFields } from '../../src/contract/friend-talk/payload.ts'
import { type Kind, kindFacts, kinds, type Parts } from '../../src/contract/friend-talk/kinds.ts'
import { limits } from '../../src/contract/friend-talk/limits.ts'

/** What of an attachment the parts of a section become. */
function attachmentOf({ button, image, coupon }: Parts): object {
  return { ...(button && { button }), ...(image && { image }), ...(coupon && { coupon }) }
}

describe('the table of kinds', () => {
  it.each(kinds)('has the sections of %s that its fields need', (kind) => {
    const { repeats, sections } = kindFacts[kind]
    const fields: { readonly [field: string]: string } = payloadFields[kind]
    expect(Object.keys(sections)).toEqual(
      repeats === undefined ? ['message'] : ['before-items', repeats, 'after-items'],
    )
    const start: Parts = sections.message ?? sections['before-items'] ?? {}
    expect({ header: start.header, text: start.text }).toEqual({ header: fields['header'], text: fields['msg'] })
    expect('carousel' in fields).toBe(repeats === 'card')
    const { item, ...attachment }: { readonly [field: string]: string } = attachmentFields[kind]
    expect(attachment).toEqual(attachmentOf(start))
    expect(item !== undefined).toBe(repeats === 'item')
    if (sections.card) expect(cardAttachmentFields).toEqual(attachmentOf(sections.card))
  })

  it.each(kinds)('has an upload for %s where it has images', (kind) => {
    const hasImages = Object.values(kindFacts[kind].sections).some(({ image }) => image !== undefined)
    expect(kindFacts[kind].upload !== undefined).toBe(hasImages)
  })

  it('gives every kind one of the two limits of button names', () => {
    const of = (all: readonly Kind[]): string => all.toSorted().join()
    expect(of([...limits.buttonNameLong.kinds, ...limits.buttonNameShort.kinds])).toBe(of(kinds))
  })
})
