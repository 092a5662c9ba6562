import { contracts } from '../../src/contract/contracts.ts'
import type { JsonSchema } from '../../src/text/json-schema.ts'
import { configuredTarget } from '../../src/deploy/target.ts'
import { configSchema } from '../../src/project/config/user-config.ts'
import { inKorean } from '../../src/text/json-schema.ts'
import type { Language } from '../../src/words/language.ts'
import { notes, standardValue, wholeNumber, words } from './configuration-words.ts'

const defaults = configuredTarget(
  'any',
  { uploadUrl: '', baseUrl: '', userId: { env: '' }, secretKey: { env: '' } },
  '',
)
const targetDefaults: { readonly [key: string]: string } = {
  rate: String(defaults.rate),
  concurrency: String(defaults.concurrency),
  requestTimeoutMs: String(defaults.requestTimeoutMs),
  recipients: `"${String(defaults.recipients)}"`,
  uploadAuthorization: String(defaults.uploadAuthorization),
  window: 'true',
}

const example = `\`\`\`ts
import { defineConfig } from 'friendtalk'

export default defineConfig({
  messages: ['messages/**/*.md'],
  senders: {
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },
  rules: { 'markdown-in-text': 'error' },
  targets: {
    production: {
      service: 'brand-message',
      baseUrl: 'https://send.example.com',
      appKey: { env: 'FRIENDTALK_APP_KEY' },
      secretKey: { env: 'FRIENDTALK_SECRET_KEY' },
    },
  },
})
\`\`\``

/** The reference of the configuration. */
export function configurationPage(lang: Language): string {
  const required = new Set<string>(configSchema.required)
  const sections = Object.entries<JsonSchema>(configSchema.properties).map(([key, schema]) => {
    const note = notes[key]
    if (note === undefined) throw new Error(`No note for ${key}`)
    const facts = [capital(typeOf(schema, lang)), ...(required.has(key) ? [words.required[lang]] : [])].join(', ')
    const known = key === 'targets' ? targetDefaults : {}
    const rows = rowsOf(schema, { lang, prefix: '', known })
    const list = rows.length === 0 ? [] : [...rows, '']
    return [`## ${key}\n`, `${facts}. ${sentence(schema, lang)}${note[lang]}`.trimEnd(), '', ...list].join('\n')
  })
  const before = [`# ${words.title[lang]}`, words.other[lang], words.intro[lang], example, words.outro[lang]]
  return `${[`${before.join('\n\n')}\n`, ...sections].join('\n').trimEnd()}\n`
}

interface Inside {
  readonly lang: Language
  readonly prefix: string
  readonly known: { readonly [key: string]: string }
}

/** The keys inside a key, the name of an entry as `<name>`. */
function rowsOf(schema: JsonSchema, inside: Inside): string[] {
  const { lang, prefix, known } = inside
  const inner = entriesOf(schema)
  if (inner)
    return rowsOf(inner, {
      ...inside,
      prefix: `${prefix}${schema['type'] === 'array' ? '[]' : `<${words.entry[lang]}>`}.`,
    })
  const properties = (schema['properties'] ?? {}) as { readonly [key: string]: JsonSchema }
  const required = new Set((schema['required'] ?? []) as readonly string[])
  return Object.entries(properties).map(([key, value]) => {
    const standard = value['default'] ?? known[key]
    const shown = standard === undefined ? [] : [standardValue[lang](standard as string)]
    const presence = required.has(key) ? [words.required[lang]] : prefix.startsWith('<') ? ofServices(key, lang) : []
    const facts = [typeOf(value, lang), ...presence, ...shown].join(', ')
    return `- \`${prefix}${key}\` (${facts}): ${sentence(value, lang).trim()}`
  })
}

/** Which services have a setting of a target that others have not. */
function ofServices(key: string, lang: Language): string[] {
  return contracts.flatMap(({ name, targetSettings: { [key]: presence } }) =>
    presence === undefined ? [] : [`${name[lang]}${presence === 'required' ? `: ${words.required[lang]}` : ''}`],
  )
}

function entriesOf(schema: JsonSchema): JsonSchema | undefined {
  const entries = (schema['additionalProperties'] || schema['items']) as JsonSchema | undefined
  return entries?.['type'] === 'object' ? entries : undefined
}

function sentence(schema: JsonSchema, lang: Language): string {
  const text = schema[lang === 'ko' ? inKorean : 'description']
  return typeof text === 'string' ? `${text} ` : ''
}

function typeOf(schema: JsonSchema, lang: Language): string {
  const values = schema['enum'] as readonly string[] | undefined
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  const properties = schema['properties'] as { readonly [key: string]: unknown } | undefined
  if (properties && Object.keys(properties).join() === 'env') return "`{ env: 'NAME' }`"
  if (schema['minimum'] !== undefined) return wholeNumber[lang](schema['minimum'] as number)
  return [schema['type'] as string | readonly string[]]
    .flat()
    .map((type) => (isNamed(type) ? words[type][lang] : type))
    .join(words.or[lang])
}

function isNamed(type: string): type is 'string' | 'array' | 'object' | 'boolean' {
  return ['string', 'array', 'object', 'boolean'].includes(type)
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
