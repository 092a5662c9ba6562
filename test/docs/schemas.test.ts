import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { schemaNames, schemaOf } from '../../src/cli/commands/schema.ts'
import { configurableRules, everyRule } from '../../src/rules/rules.ts'

describe.each(schemaNames)('the schema of %s', (name) => {
  it('is a file of the package', () => {
    expect(createRequire(import.meta.url)(`friendtalk/schemas/${name}.json`)).toEqual(schemaOf(name, 'en'))
  })

  it('is one that strict readers take', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTuples: false, allowUnionTypes: true })
    expect(() => ajv.compile(schemaOf(name, 'ko'))).not.toThrow()
  })
})

it.each(['config', 'frontmatter'] as const)('the schema of %s says what every property is for, in Korean', (name) => {
  const described = descriptionsIn(schemaOf(name, 'ko'))
  expect(described.filter(([, text]) => !/[가-힣]/.test(text ?? '')).map(([property]) => property)).toEqual([])
})

/** Every property of a schema by its path, with its description. */
function descriptionsIn(schema: unknown, path = ''): (readonly [property: string, text: string | undefined])[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema as Readonly<Record<string, unknown>>).flatMap(([keyword, value]) => {
    if (keyword === 'if') return []
    if (keyword !== 'properties' || Array.isArray(schema)) return descriptionsIn(value, path)
    // `true` names a property that is described elsewhere.
    const properties = Object.entries(value as Readonly<Record<string, true | { readonly description?: string }>>)
    return properties.flatMap(([key, property]) =>
      property === true
        ? []
        : [[`${path}.${key}`, property.description] as const, ...descriptionsIn(property, `${path}.${key}`)],
    )
  })
}

describe('the schemas', () => {
  it.each<{ config: object; isValid: boolean }>([
    { config: { messages: ['*.md'], $schema: './node_modules/friendtalk/schemas/config.json' }, isValid: true },
    { config: { messages: ['*.md'], rules: { 'many-buttons': 'off' } }, isValid: true },
    { config: { messages: ['*.md'], rules: { 'many-button': 'off' } }, isValid: false },
    { config: { messages: ['*.md'], rules: { 'many-buttons': 'info' } }, isValid: false },
    { config: { messages: ['*.md'], overrides: [{ files: ['a'], rules: { 'msg-too-long': 'off' } }] }, isValid: false },
  ])('know the rules that a configuration may set: $config', ({ config, isValid }) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schemaOf('config', 'en'))
    expect(validate(config)).toBe(isValid)
  })

  it('name every rule that a configuration may set', () => {
    const ids = everyRule.map(({ id }) => id).filter((id) => configurableRules.has(id))
    expect(ids).toHaveLength(configurableRules.size)
  })

  it.each([
    [{ receiver_number: '01012345678', 이름: '김하늘', points: 3 }, true],
    [{ receiver_number: 1012345678 }, false],
    [{ msg_key: 'a' }, false],
  ])('take of recipients what reading takes: %j', (row, isValid) => {
    expect(new Ajv2020({ allowUnionTypes: true }).compile(schemaOf('recipients', 'en'))(row)).toBe(isValid)
  })
})
