import { type ByteReading, byteReadings, type CharacterReading, characterReadings } from '../../contract/text.ts'
import { kinds } from '../../contract/kinds.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import type { AvoidedTerm, RequiredText } from '../../rules/rule.ts'
import type { RuleSettings } from '../../rules/run.ts'
import { filledPattern } from '../../language/shape.ts'
import type { JsonSchema } from '../../contract/schema.ts'
import { type Language, languages } from '../../words/language.ts'

/** A value that is read from an environment variable. */
export interface FromEnvironment {
  readonly env: string
}

/** Who a message comes from. */
export interface Sender {
  readonly sender_key: FromEnvironment
  readonly sender_number: string
  readonly channel?: ChannelSettings
}

/** How a channel shows itself in a chat. */
export interface ChannelSettings {
  readonly name?: string
  /** Path of a PNG or JPEG image, relative to the root. */
  readonly picture?: string
}

/** Where messages are sent. */
export interface Target {
  /** Base address of the upload operations; `https`, or `http` on this machine. */
  readonly uploadUrl: string
  /** Base address of the send operation; `https`, or `http` on this machine. */
  readonly baseUrl: string
  readonly userId: FromEnvironment
  readonly secretKey: FromEnvironment
  readonly failbackSecretKey?: FromEnvironment
  /** `all`, or the numbers that may be sent to. */
  readonly recipients?: 'all' | readonly string[]
  /** Messages a second. */
  readonly rate?: number
  /** Requests in flight. */
  readonly concurrency?: number
  readonly requestTimeoutMs?: number
  readonly uploadAuthorization?: boolean
  /** Headers that every request carries besides, by name: not `Authorization` or `Content-Type`. */
  readonly headers?: { readonly [name: string]: string | FromEnvironment }
  /** `false`: send at any hour; on this machine alone. */
  readonly window?: boolean
  /** Lists of numbers that are not sent to, relative to the root: CSV, NDJSON, or one number a line. */
  readonly exclude?: readonly string[]
  /** What the operator states of requests that are answered 429; `unknown` when absent. */
  readonly tooManyRequests?: TooManyRequests
}

/** `not-taken`: the service refuses a request that is answered 429 before it takes anything. */
export type TooManyRequests = (typeof tooManyRequests)[number]

const tooManyRequests = ['unknown', 'not-taken'] as const

/** A ledger in PostgreSQL, from which several machines send. */
export interface DatabaseLedger {
  /** Holds the connection string, which is a secret: `postgres://user:password@host/database`. */
  readonly postgres: FromEnvironment
  /** Name of the schema that holds its tables. */
  readonly schema?: string
}

/** What `friendtalk.config.*` exports. */
export interface UserConfig {
  readonly $schema?: string
  /** Globs of the message files, relative to the root. */
  readonly messages: readonly string[]
  /** The team's language: of everything that is printed, unless `--lang` asks for another. */
  readonly lang?: Language
  /** As drawn phones show it; a sender may state its own. */
  readonly channel?: ChannelSettings
  readonly senders?: { readonly [name: string]: Sender }
  /** How the units of the limits are read. */
  readonly limits?: { readonly bytes?: ByteReading; readonly characters?: CharacterReading }
  readonly rules?: RuleSettings
  readonly overrides?: readonly {
    readonly files: readonly string[]
    readonly rules: RuleSettings
  }[]
  /** Rules of the team's own; not in JSON, for they are functions. */
  readonly plugins?: readonly CustomRule[]
  /** Words to avoid, and what to write instead. */
  readonly terms?: readonly AvoidedTerm[]
  /** Texts that messages have to hold. */
  readonly require?: readonly RequiredText[]
  readonly targets?: { readonly [name: string]: Target }
  /** Path of the ledger's file, relative to the root, or a database. */
  readonly ledger?: string | DatabaseLedger
  /** How delivery results are received. */
  readonly results?: { readonly token: FromEnvironment }
}

/** Gives a configuration file its types: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}

/** The schema of a ledger in a database where none is named. */
export const defaultSchema = 'friendtalk'

/** What PostgreSQL takes as the name of a schema without quotes; names that begin with `pg_` are its own. */
export const schemaForm = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/

const text: JsonSchema = { type: 'string', minLength: 1 }
const filledText: JsonSchema = { type: 'string', pattern: filledPattern }
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description })

/** A value that is read from an environment variable: the only way to give a secret. */
const fromEnvironment: JsonSchema = {
  type: 'object',
  properties: { env: text },
  required: ['env'],
  additionalProperties: false,
}

const severities: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string', enum: ['off', 'warning', 'error'] },
}

const channel: JsonSchema = {
  type: 'object',
  description: 'The channel as previews, pictures and the inbox show it.',
  additionalProperties: false,
  properties: {
    name: described(text, "The channel's name."),
    picture: described(text, "The channel's picture: a PNG or JPEG file of at most 512 KiB, relative to the root."),
  },
}

/** `friendtalk.config.*`: validates it here, completes it in editors. */
export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk configuration',
  type: 'object',
  additionalProperties: false,
  required: ['messages'],
  properties: {
    $schema: text,
    messages: described(
      { type: 'array', items: text, minItems: 1 },
      'Globs of the message files, relative to the root.',
    ),
    lang: described(
      { type: 'string', enum: languages },
      'Language of everything that is printed, unless --lang asks for another; that of the locale when absent.',
    ),
    channel,
    senders: {
      type: 'object',
      description: 'Who sends, by the name that messages use.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['sender_key', 'sender_number'],
        properties: {
          sender_key: described(fromEnvironment, "The sender profile's key."),
          sender_number: described(text, 'The registered sender number, digits in quotes.'),
          channel,
        },
      },
    },
    limits: {
      type: 'object',
      description: 'How the units of the limits are read.',
      additionalProperties: false,
      properties: {
        bytes: { type: 'string', enum: byteReadings, default: 'utf-8' },
        characters: { type: 'string', enum: characterReadings, default: 'utf-16' },
      },
    },
    rules: described(severities, 'Severity of rules.'),
    overrides: {
      type: 'array',
      description: 'Severities for some of the files.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['files', 'rules'],
        properties: { files: { type: 'array', items: text, minItems: 1 }, rules: severities },
      },
    },
    plugins: described({ type: 'array' }, 'Rules of your own, made with defineRule; not in JSON.'),
    terms: {
      type: 'array',
      description: 'Words to avoid, and what to write instead.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['avoid'],
        properties: {
          avoid: described(filledText, 'The word, as it is written.'),
          use: described(filledText, 'What is written instead.'),
          reason: described(filledText, 'Why; shown with the diagnostic.'),
        },
      },
    },
    require: {
      type: 'array',
      description: 'Texts that messages have to hold.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['pattern'],
        properties: {
          pattern: described(filledText, 'The text; `*` stands for any characters. No regular expression.'),
          kinds: described(
            { type: 'array', items: { type: 'string', enum: kinds }, minItems: 1 },
            'The kinds that have to hold it; all when absent.',
          ),
          message: described(filledText, 'What is said where it is missing.'),
        },
      },
    },
    targets: {
      type: 'object',
      description: 'Where messages are sent, by name. "emulator" exists without being stated.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['uploadUrl', 'baseUrl', 'userId', 'secretKey'],
        properties: {
          uploadUrl: described(text, 'Base address of the upload operations.'),
          baseUrl: described(text, 'Base address of the send operation.'),
          userId: fromEnvironment,
          secretKey: fromEnvironment,
          failbackSecretKey: fromEnvironment,
          recipients: described(
            { type: ['string', 'array'], items: text },
            '"all", or the numbers that may be sent to.',
          ),
          rate: described({ type: 'integer', minimum: 1 }, 'Messages a second; 50 when absent.'),
          concurrency: described({ type: 'integer', minimum: 1 }, 'Requests in flight; 4 when absent.'),
          requestTimeoutMs: described(
            { type: 'integer', minimum: 1 },
            'Milliseconds until a request is given up; 10000 when absent.',
          ),
          uploadAuthorization: described({ type: 'boolean' }, 'Whether uploads carry the Authorization header.'),
          headers: described(
            {
              type: 'object',
              additionalProperties: {
                type: ['string', 'object'],
                minLength: 1,
                required: ['env'],
                properties: { env: text },
                additionalProperties: false,
              },
            },
            'Headers that every request carries besides, as a provider asks: values, or { env }; not Authorization or Content-Type.',
          ),
          window: described({ type: 'boolean' }, 'false: send at any hour; for loopback alone.'),
          exclude: described(
            { type: 'array', items: text },
            'Lists of numbers that are not sent to, relative to the root: CSV or NDJSON with receiver_number, or one number a line.',
          ),
          tooManyRequests: described(
            { type: 'string', enum: tooManyRequests, default: 'unknown' },
            'What a request that is answered 429 means: nobody knows, or the service took nothing of it.',
          ),
        },
      },
    },
    ledger: {
      type: ['string', 'object'],
      description: "Path of the ledger's file, relative to the root, or a database for several machines.",
      minLength: 1,
      additionalProperties: false,
      required: ['postgres'],
      properties: {
        postgres: described(fromEnvironment, 'The connection string of PostgreSQL, which is a secret.'),
        schema: described(
          { ...text, default: defaultSchema },
          'The schema of its tables: lower-case letters, digits and "_", at most 63.',
        ),
      },
    },
    results: {
      type: 'object',
      description: 'How delivery results are received.',
      additionalProperties: false,
      required: ['token'],
      properties: {
        token: described(fromEnvironment, "What the provider's webhook has to send: a secret of your own."),
      },
    },
  },
} as const satisfies JsonSchema
