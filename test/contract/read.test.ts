import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractOf, kinds } from '../../src/contract/contracts.ts'
import { kinds as friendKinds } from '../../src/contract/friend-talk/kinds.ts'
import { valueAt } from '../../src/text/json-text.ts'
import { payloadOf } from '../convert/payloads.ts'

interface Placed {
  readonly value: unknown
  readonly pointer: string
}

/** A draft with its placed values, each of which has to be where it says. */
function valuesOf(draft: unknown, payload: object): unknown {
  if (typeof draft !== 'object' || draft === null) return draft
  if (Array.isArray(draft)) return draft.map((one) => valuesOf(one, payload))
  if ('pointer' in draft) {
    const { value, pointer } = draft as Placed
    expect(valueAt(payload, pointer)).toBe(value)
    return value
  }
  const fields = Object.entries(draft).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([key, field]) => [key, valuesOf(field, payload)]))
}

describe('reading a payload', () => {
  it.each(kinds)('of %s is the inverse of building it', (kind) => {
    const { build, read } = contractOf(kind)
    fc.assert(
      fc.property(payloadOf(kind), (payload) => {
        expect(valuesOf(build(read(kind, payload)), payload)).toEqual(payload)
      }),
    )
  })

  it.each(kinds)('of %s leaves out what has another shape', (kind) => {
    const { read } = contractOf(kind)
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const fields = `msg header attachment carousel failback_data list item button content image commerce coupon
          buttons recipientList resendParameter head tail`.split(/\s+/)
        const inside = Object.fromEntries(fields.map((field) => [field, [value, { attachment: other }]]))
        for (const payload of [value, inside, { attachment: inside, carousel: inside }]) read(kind, payload)
      }),
    )
  })

  it('says that a message which does not say it is an advertisement is one', () => {
    for (const kind of friendKinds) {
      const { read, isAdvertising } = contractOf(kind)
      expect(isAdvertising(read(kind, {}))).toBe(true)
      expect(isAdvertising(read(kind, { ad_flag: 'N' }))).toBe(false)
    }
  })
})
