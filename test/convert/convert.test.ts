import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/contract/kinds.ts'
import { convertRecord } from '../../src/convert/convert.ts'
import { sketch } from '../../src/sketch.ts'
import { payloadOf } from './payloads.ts'

const options = { path: 'messages/sale.md', id: 'sale', lang: 'en' } as const

describe('every valid payload', () => {
  it.each(kinds)('of %s becomes a file that compiles to it', (kind) => {
    fc.assert(
      fc.property(payloadOf(kind), (payload) => {
        const converted = convertRecord({ pointer: '', record: payload, kind }, options)
        if (converted.type === 'refused') throw new Error(JSON.stringify(converted.problems, null, 1))
        const read = sketch(converted.source, { path: options.path, image: () => ({ type: 'not-found' }) })
        expect(read?.template.payload).toEqual(payload)
      }),
      { numRuns: 100 },
    )
  })
})
