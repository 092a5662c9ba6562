import { command } from '../command.ts'
import { inKorean, type JsonSchema } from '../../text/json-schema.ts'
import { frontmatterSchema } from '../../message/frontmatter.ts'
import { configSchema } from '../../project/config/user-config.ts'
import { recipientSchema } from '../../recipients/recipient.ts'
import { configurableRules } from '../../rules/rules.ts'
import { templateSchema } from '../../template.ts'
import { lintOutputSchema } from '../reporters/json-schema.ts'
import { describedRules } from './rules/rule-catalog.ts'
import { statusSchema } from '../../deploy/status-values.ts'
import type { Language } from '../../words/language.ts'

const schemas = {
  frontmatter: () => frontmatterSchema,
  config: configForEditors,
  recipients: () => recipientSchema,
  template: () => templateSchema,
  lint: () => lintOutputSchema,
  status: () => statusSchema,
} as const satisfies { readonly [name: string]: (lang: Language) => JsonSchema }
type SchemaName = keyof typeof schemas

/** The JSON Schemas that there are: `friendtalk schema <name>`, and `friendtalk/schemas/<name>.json`. */
export const schemaNames = Object.keys(schemas) as SchemaName[]

export const definition = command({
  usage: 'schema <name>',
  examples: ['friendtalk schema frontmatter > frontmatter.schema.json'],
  arguments: {
    name: { en: 'which one', ko: '스키마 이름', choices: schemaNames },
  },
  options: {},
  run: ({ args: [name], terminal }) => ({
    text: `${JSON.stringify(schemaOf(name as SchemaName, terminal.lang), null, 2)}\n`,
  }),
})

/** Returns what editors and other programs are told of a format; what people write is described in their language. */
export function schemaOf(name: SchemaName, lang: Language): JsonSchema {
  return inLanguage(schemas[name](lang), lang) as JsonSchema
}

/** Chooses between the descriptions of each property. */
function inLanguage(value: unknown, lang: Language): unknown {
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, lang))
  if (typeof value !== 'object' || value === null) return value
  const { [inKorean]: ko, ...schema } = value as JsonSchema
  const chosen = ko === undefined || lang === 'en' ? schema : { ...schema, description: ko }
  return Object.fromEntries(Object.entries(chosen).map(([keyword, inner]) => [keyword, inLanguage(inner, lang)]))
}

/** The schema of a configuration with the rules by their ids: an editor completes them and says what they are. */
function configForEditors(lang: Language): JsonSchema {
  // Editors use it for JSON, which has no functions.
  const { rules, overrides, plugins: _, ...properties } = configSchema.properties
  const { additionalProperties: severity, ...said } = rules
  const named = { description: said.description, [inKorean]: said[inKorean] }
  const { description, [inKorean]: ko } = overrides.items.properties.rules
  const settings = Object.fromEntries(
    describedRules(lang, [])
      .filter(({ id }) => configurableRules.has(id))
      .map(({ id, summary }) => [id, { ...(severity as JsonSchema), description: summary }]),
  )
  const { items } = overrides
  return {
    ...configSchema,
    properties: {
      ...properties,
      rules: { ...named, $ref: '#/$defs/rules' },
      overrides: {
        ...overrides,
        items: {
          ...items,
          properties: { ...items.properties, rules: { description, [inKorean]: ko, $ref: '#/$defs/rules' } },
        },
      },
    },
    $defs: { rules: { type: 'object', additionalProperties: false, properties: settings } },
  }
}
