import { command } from '../command.ts'
import type { JsonSchema } from '../../contract/schema.ts'
import { planSchema } from '../../deploy/plan.ts'
import { frontmatterSchema } from '../../message/frontmatter.ts'
import { configSchema } from '../../project/config/user-config.ts'
import { recipientSchema } from '../../recipients/recipient.ts'
import { configurableRules } from '../../rules/run.ts'
import { templateSchema } from '../../template.ts'
import { type SchemaName, schemaNames } from './schema/schema-names.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { lintOutputSchema } from '../reporters/json-schema.ts'
import { describedRules } from './rules/rule-catalog.ts'
import { statusSchema } from './status/status-schema.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { keyDescription } from '../../editor/editor-words.ts'
import type { Language } from '../../words/language.ts'
import { planWords, statusWords } from './schema/deploy-schema-words.ts'
import { type DescriptionOf, describeSchema, wordsByPath } from './schema/describe-schema.ts'
import { configWords, lintWords, recipientsWords, templateWords } from './schema/schema-words.ts'

/** What `friendtalk schema` takes. */
export const definition = command({
  usage: 'schema <name>',
  examples: ['friendtalk schema frontmatter > frontmatter.schema.json'],
  arguments: {
    name: { en: 'which one', ko: '스키마 이름', choices: schemaNames },
  },
  options: [],
  run: (terminal: Terminal, name: SchemaName) => schemaCommand(name, terminal),
})

interface Described {
  readonly schema: (lang: Language) => JsonSchema
  readonly words: DescriptionOf
}

const described: { readonly [N in SchemaName]: Described } = {
  frontmatter: {
    schema: () => frontmatterSchema,
    // The names of variables are no part of the path here.
    words: ([first = '', ...inner], lang) =>
      keyDescription(
        first === 'vars' && inner.length > 0 ? [first, '', ...inner] : [first, ...inner],
        'frontmatter',
        lang,
      ),
  },
  config: { schema: configForEditors, words: configDescription },
  recipients: { schema: () => recipientSchema, words: wordsByPath(recipientsWords) },
  template: {
    schema: () => templateSchema,
    words: (path, lang) => wordsByPath(templateWords)(path, lang) ?? payloadDescription(path, lang),
  },
  plan: { schema: () => planSchema, words: wordsByPath(planWords) },
  lint: { schema: () => lintOutputSchema, words: wordsByPath(lintWords) },
  status: { schema: () => statusSchema, words: wordsByPath(statusWords) },
}

/** Returns what editors and other programs are told of a format. */
export function schemaOf(name: SchemaName, lang: Language): JsonSchema {
  const { schema, words } = described[name]
  return describeSchema(schema(lang), words, lang)
}

/** Returns the text of a schema's file. */
export function schemaText(name: SchemaName, lang: Language): string {
  return `${JSON.stringify(schemaOf(name, lang), null, 2)}\n`
}

function configDescription(path: readonly string[], lang: Language): string | undefined {
  const [first = ''] = path
  if (path.length === 1 && configurableRules.has(first)) {
    return describedRules(lang, []).find(({ id }) => id === first)?.summary
  }
  return wordsByPath(configWords)(path, lang)
}

/** Of a value of the payload that an author writes: the words that the editor has for its key. */
function payloadDescription(path: readonly string[], lang: Language): string | undefined {
  const inFallback = path.at(-2) === 'failback_data'
  return keyDescription(inFallback ? path.slice(-2) : path.slice(-1), inFallback ? 'frontmatter' : 'button', lang)
}

/** The schema of a configuration with the rules by their ids: an editor completes them and says what they are. */
function configForEditors(lang: Language): JsonSchema {
  // Editors use it for JSON, in which there are no functions.
  const { rules, overrides, plugins: _, ...properties } = configSchema.properties
  const { description, additionalProperties: severity } = rules
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
      rules: { description, $ref: '#/$defs/rules' },
      overrides: {
        ...overrides,
        items: { ...items, properties: { ...items.properties, rules: { $ref: '#/$defs/rules' } } },
      },
    },
    $defs: { rules: { type: 'object', additionalProperties: false, properties: settings } },
  }
}

/** `schema`: prints a JSON Schema. */
function schemaCommand(name: SchemaName, terminal: Terminal): ExitCode {
  terminal.out(schemaText(name, terminal.lang))
  return exitCodes.done
}
