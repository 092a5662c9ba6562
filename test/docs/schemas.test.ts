import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { everyRule } from '../../src/cli/commands/rules/rule-catalog.ts'
import { schemaNames } from '../../src/cli/commands/schema/schema-names.ts'
import { schemaOf, schemaText } from '../../src/cli/commands/schema.ts'
import { configurableRules } from '../../src/rules/run.ts'
import { languages } from '../../src/words/language.ts'
import { filesIn, pageAt } from './generated-pages.ts'

const folders = { en: 'schemas', ko: 'schemas/ko' }

describe.each(schemaNames.flatMap((name) => languages.map((lang) => ({ name, lang }))))(
  'the schema of $name in $lang',
  ({ name, lang }) => {
    const path = `${folders[lang]}/${name}.json`

    it('is a file of the package', () => {
      expect(pageAt(path, schemaText(name, lang))).toBe(schemaText(name, lang))
      expect(createRequire(import.meta.url)(`friendtalk/${path}`)).toEqual(schemaOf(name, lang))
    })

    it('is one that strict readers take', () => {
      const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTuples: false, allowUnionTypes: true })
      expect(() => ajv.compile(schemaOf(name, lang))).not.toThrow()
    })

    it('says what every property is for, in that language', () => {
      const described = descriptionsIn(schemaOf(name, lang))
      const isSaid = (text: string | undefined): boolean =>
        text !== undefined && (lang === 'en' || /[가-힣]/.test(text))
      expect(described.filter(([, text]) => !isSaid(text)).map(([property]) => property)).toEqual([])
    })
  },
)

/** Every property of a schema by its path, with its description. */
function descriptionsIn(schema: unknown, path = ''): (readonly [property: string, text: string | undefined])[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema as Readonly<Record<string, unknown>>).flatMap(([keyword, value]) => {
    if (keyword !== 'properties' || Array.isArray(schema)) return descriptionsIn(value, path)
    return Object.entries(value as Readonly<Record<string, { readonly description?: string }>>).flatMap(
      ([name, property]) => [
        [`${path}.${name}`, property.description] as const,
        ...descriptionsIn(property, `${path}.${name}`),
      ],
    )
  })
}

describe('the schemas', () => {
  it('are all the files in their folder', () => {
    const names = schemaNames.map((name) => `${name}.json`)
    expect(filesIn('schemas', [...names, 'ko'])).toEqual([...names, 'ko'].toSorted())
    expect(filesIn('schemas/ko', names)).toEqual(names.toSorted())
  })

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
