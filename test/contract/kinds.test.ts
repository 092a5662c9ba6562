import { describe, expect, it } from 'vitest'
import { attachmentFields, cardAttachmentFields, payloadFields } from '../../src/contract/friend-talk/payload.ts'
import type { KindFacts, Parts } from '../../src/contract/contract.ts'
import { kindFacts, kinds } from '../../src/contract/friend-talk/kinds.ts'

/** What of an attachment the parts of a section become. */
function attachmentOf({ button, image, coupon }: Parts): object {
  return { ...(button && { button }), ...(image && { image }), ...(coupon && { coupon }) }
}

describe('the table of kinds', () => {
  it.each(kinds)('has the sections of %s that its fields need', (kind) => {
    const { repeats, sections }: KindFacts = kindFacts[kind]
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
    const hasImages = Object.values((kindFacts[kind] as KindFacts).sections).some(({ image }) => image !== undefined)
    expect(kindFacts[kind].upload !== undefined).toBe(hasImages)
  })
})
