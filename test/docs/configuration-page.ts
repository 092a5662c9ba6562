import type { JsonSchema } from '../../src/contract/schema.ts'
import { configuredTarget } from '../../src/deploy/target.ts'
import { configSchema } from '../../src/project/config/user-config.ts'

/** What the schema cannot say. */
const notes: { readonly [key: string]: string } = {
  messages: 'Used by every command that is given no paths.',
  senders: 'A message names one with `sender` in its frontmatter; without it the one called `default` sends.',
  limits:
    'The interface is law in its strictest reading, the default. Another reading is for what your provider confirms: [Linting](linting.md#how-bytes-and-characters-are-counted).',
  rules: 'By rule id: [every rule](rules/README.md). Those of the language and the interface cannot be set.',
  overrides: 'Of several that match a file the last one holds.',
  targets:
    'A target is named with `--target`. Its name is letters, digits, `_` and `-`, and part of the name of its ledger. `https` addresses, or `http` on this machine.',
  ledger:
    'The name of the target goes in front of the ending: `.friendtalk/ledger.production.db`. What it is for, and where it may live: [Pipelines](pipelines.md#the-ledger). In a database, several machines send from it: [Several machines](deploying.md#several-machines). The built-in emulator keeps its own in `.friendtalk/ledger.emulator.db` then.',
  results: 'Results of deliveries are received by `friendtalk results serve`: [Delivery results](results.md).',
  $schema: 'For editors, in a JSON configuration; it changes nothing.',
}

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

const intro = `# Configuration

\`friendtalk.config.ts\`, \`.js\`, \`.mjs\` or \`.json\`, found upwards from the working directory; \`--config\` names another. Paths in
it are relative to its folder, or to \`--root\`. Unknown keys are errors. This page is generated from the JSON Schema, which
\`friendtalk schema config\` prints; \`friendtalk config\` prints what is in force. A program that others may have put above the
working directory is not run without a question: [Security](security.md#a-configuration-above-the-working-directory).

\`\`\`ts
import { defineConfig } from 'friendtalk'

export default defineConfig({
  messages: ['messages/**/*.md'],
  senders: {
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },
  rules: { 'markdown-in-text': 'error' },
  targets: {
    production: {
      uploadUrl: 'https://upload.example.com',
      baseUrl: 'https://send.example.com',
      userId: { env: 'FRIENDTALK_USER_ID' },
      secretKey: { env: 'FRIENDTALK_SECRET_KEY' },
    },
  },
})
\`\`\`

A secret is written only as \`{ env: 'NAME' }\`. A configuration in JSON is read and never run: use it where strangers send pull
requests.
`

/** The reference of the configuration. */
export function configurationPage(): string {
  const required = new Set<string>(configSchema.required)
  const sections = Object.entries<JsonSchema>(configSchema.properties).map(([key, schema]) => {
    const note = notes[key]
    if (note === undefined) throw new Error(`No note for ${key}`)
    const facts = [capital(typeOf(schema)), ...(required.has(key) ? ['required'] : [])].join(', ')
    const rows = rowsOf(schema, '', key === 'targets' ? targetDefaults : {})
    const table = rows.length === 0 ? [] : ['| key | value | default | |\n| --- | --- | --- | --- |', ...rows, '']
    return [`## ${key}\n`, `${facts}. ${sentence(schema)}${note}\n`, ...table].join('\n')
  })
  return `${[intro, ...sections].join('\n').trimEnd()}\n`
}

/** The keys inside a key, the name of an entry as `<name>`. */
function rowsOf(schema: JsonSchema, prefix: string, known: { readonly [key: string]: string }): string[] {
  const inner = entriesOf(schema)
  if (inner) return rowsOf(inner, `${prefix}${schema['type'] === 'array' ? '[]' : '<name>'}.`, known)
  const properties = (schema['properties'] ?? {}) as { readonly [key: string]: JsonSchema }
  const required = new Set((schema['required'] ?? []) as readonly string[])
  return Object.entries(properties).map(([key, value]) => {
    const standard = value['default'] ?? known[key]
    const shown = standard === undefined ? (required.has(key) ? 'required' : '–') : `\`${standard as string}\``
    return `| \`${prefix}${key}\` | ${typeOf(value)} | ${shown} | ${sentence(value).trim()} |`
  })
}

function entriesOf(schema: JsonSchema): JsonSchema | undefined {
  const entries = (schema['additionalProperties'] || schema['items']) as JsonSchema | undefined
  return entries?.['type'] === 'object' ? entries : undefined
}

function sentence(schema: JsonSchema): string {
  const text = schema['description']
  return typeof text === 'string' ? `${text} ` : ''
}

function typeOf(schema: JsonSchema): string {
  const values = schema['enum'] as readonly string[] | undefined
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  const properties = schema['properties'] as { readonly [key: string]: unknown } | undefined
  if (properties && Object.keys(properties).join() === 'env') return "`{ env: 'NAME' }`"
  if (schema['minimum'] !== undefined) return `whole number from ${schema['minimum'] as number}`
  const names: { readonly [type: string]: string } = {
    string: 'text',
    array: 'list',
    object: 'mapping',
    boolean: 'true or false',
  }
  return [schema['type'] as string | readonly string[]]
    .flat()
    .map((type) => names[type] ?? type)
    .join(' or ')
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
