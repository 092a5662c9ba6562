import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthOf, keyCountOf, keysOf, repeatedKey } from '../src/json-text.ts'

const names = ['a', 'b"', '\\', ':', '{', '이름', '이름'.normalize('NFD'), '__proto__', 'constructor', '', '\n']
const name = fc.constantFrom(...names)

/** A value as its text, with what is to be found in it. */
interface Written {
  readonly text: string
  readonly depth: number
  readonly isRepeated: boolean
}

const leaf: fc.Arbitrary<Written> = fc
  .oneof(name, fc.integer(), fc.constantFrom(null, true, 1e300, '"a":1,"a":2', '{}[]'))
  .map((value) => ({ text: JSON.stringify(value), depth: 0, isRepeated: false }))

/** Some spellings of one key. */
const spelled = (key: string, isEscaped: boolean): string =>
  isEscaped
    ? `"${Array.from({ length: key.length }, (_, at) => `\\u${key.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(key)

const space = fc.constantFrom('', ' ', '\n\t', '\r\n')

const { value } = fc.letrec<{ value: Written; list: Written; object: Written }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
    text: `[${items.map(({ text }) => text).join(',')}]`,
    depth: 1 + Math.max(0, ...items.map(({ depth }) => depth)),
    isRepeated: items.some(({ isRepeated }) => isRepeated),
  })),
  object: fc.array(fc.tuple(name, fc.boolean(), space, tie('value')), { maxLength: 3 }).map((entries) => ({
    text: `{${entries.map(([key, isEscaped, gap, { text }]) => `${gap}${spelled(key, isEscaped)}${gap}:${gap}${text}${gap}`).join(',')}}`,
    depth: 1 + Math.max(0, ...entries.map(([, , , { depth }]) => depth)),
    isRepeated:
      new Set(entries.map(([key]) => key.normalize('NFC'))).size < entries.length ||
      entries.some(([, , , { isRepeated }]) => isRepeated),
  })),
}))

describe('JSON text', () => {
  it('has a key twice where an object was given one twice, and nests as deep as it was made', () => {
    fc.assert(
      fc.property(value, ({ text, depth, isRepeated }) => {
        expect(depthOf(text)).toBe(depth)
        const repeated = repeatedKey(text)
        expect(repeated !== undefined).toBe(isRepeated)
        if (repeated === undefined) return
        expect(names.map((one) => one.normalize('NFC'))).toContain(repeated.name.normalize('NFC'))
        expect(text.slice(repeated.start)).toMatch(/^"/)
      }),
      { numRuns: 1000 },
    )
  })

  it('has the keys of its object, and where each stands', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        for (const text of [JSON.stringify(object), JSON.stringify(object, null, 2)]) {
          const keys = keysOf(text)
          expect(keys.map((key) => key.name)).toEqual(Object.keys(JSON.parse(text)))
          expect(keyCountOf(text)).toBe(keys.length)
          for (const key of keys) {
            expect(text.startsWith(JSON.stringify(key.name), key.start)).toBe(true)
            expect(text.slice(key.valueStart)).toMatch(/^["\d{[tfn-]/)
          }
        }
      }),
    )
  })
})
