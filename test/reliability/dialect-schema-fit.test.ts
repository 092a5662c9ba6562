import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitOf } from '../../src/dialect/schema-fit.ts'
import { validatorOf } from '../../src/validator.ts'
import { frontmatterSchema } from '../../src/message/frontmatter.ts'
import { configSchema } from '../../src/project/config/user-config.ts'

const scalars = fc.constantFrom<unknown>(
  'ft-text',
  'x',
  '',
  ' ',
  'Y',
  'utf-8',
  'off',
  'error',
  0,
  1,
  1.5,
  -1,
  true,
  null,
)
const keysOf = (schema: object): string[] =>
  Object.entries(schema).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? [key, ...keysOf(value)] : [key],
  )

describe.each([
  ['frontmatter', frontmatterSchema, { strictTypes: false }, { kind: 'ft-text' }],
  ['config', configSchema, { allowUnionTypes: true }, { messages: ['a'] }],
])('whether data fits the schema of the %s', (_, schema, options, fitting) => {
  const keys = fc.constantFrom(...new Set([...keysOf(schema), 'sender_key', '__proto__', 'x']))
  const { data } = fc.letrec((tie) => ({
    data: fc.oneof({ maxDepth: 5 }, scalars, fc.array(tie('data'), { maxLength: 3 }), tie('record')),
    record: fc.dictionary(keys, tie('data'), { maxKeys: 4 }),
  }))
  const fits = fitOf(schema)
  const validate = validatorOf(schema, options)()
  const parts = Object.keys(schema.properties)

  it('is what ajv says', () => {
    const some = fc.dictionary(fc.constantFrom(...parts), data, { maxKeys: 3 })
    fc.assert(
      fc.property(
        fc.oneof(
          data,
          some.map((part) => ({ ...fitting, ...part })),
        ),
        (value) => {
          expect(fits(value)).toBe(validate(value))
        },
      ),
      { numRuns: 4000 },
    )
    expect(fits(fitting)).toBe(true)
  })
})
