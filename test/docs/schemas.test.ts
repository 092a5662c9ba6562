import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { everyRule } from '../../src/cli/rules/rule-catalog.ts'
import { schemaNames } from '../../src/cli/program/command.ts'
import { schemas, schemaText } from '../../src/cli/schema/schema.ts'
import { configurableRules } from '../../src/rules/run.ts'
import { filesIn, pageAt } from './generated-pages.ts'

describe.each(schemaNames)('the schema of %s', (name) => {
  it('is a file of the package', () => {
    expect(pageAt(`schemas/${name}.json`, schemaText(name))).toBe(schemaText(name))
    expect(createRequire(import.meta.url)(`friendtalk/schemas/${name}.json`)).toEqual(schemas[name])
  })

  it('is one that strict readers take', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTuples: false, allowUnionTypes: true })
    expect(() => ajv.compile(schemas[name])).not.toThrow()
  })
})

describe('the schemas', () => {
  it('are all the files in their folder', () => {
    const names = schemaNames.map((name) => `${name}.json`)
    expect(filesIn('schemas', names)).toEqual(names.toSorted())
  })

  it.each<{ config: object; isValid: boolean }>([
    { config: { messages: ['*.md'], $schema: './node_modules/friendtalk/schemas/config.json' }, isValid: true },
    { config: { messages: ['*.md'], rules: { 'many-buttons': 'off' } }, isValid: true },
    { config: { messages: ['*.md'], rules: { 'many-button': 'off' } }, isValid: false },
    { config: { messages: ['*.md'], rules: { 'many-buttons': 'info' } }, isValid: false },
    { config: { messages: ['*.md'], overrides: [{ files: ['a'], rules: { 'msg-too-long': 'off' } }] }, isValid: false },
  ])('know the rules that a configuration may set: $config', ({ config, isValid }) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schemas.config)
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
    expect(new Ajv2020({ allowUnionTypes: true }).compile(schemas.recipients)(row)).toBe(isValid)
  })
})
