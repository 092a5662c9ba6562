import {
  type ByteReading,
  byteReadings,
  type CharacterReading,
  characterReadings,
  filledPattern,
} from '../../contract/text.ts'
import { kinds } from '../../contract/kinds.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import type { AvoidedTerm, RequiredText } from '../../rules/rule.ts'
import type { RuleSettings } from '../../rules/run.ts'
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
  /** Names of columns by what lists of recipients call them; those of a message go before these. */
  readonly columns?: { readonly [header: string]: string }
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

/** The keyword of a description in Korean; "description" is the English one. */
export const inKorean = 'x-ko'

const described = (schema: JsonSchema, description: string, ko: string): JsonSchema => ({
  ...schema,
  description,
  [inKorean]: ko,
})

const environmentName = described(
  text,
  'The environment variable that holds the secret.',
  '비밀 값을 담은 환경 변수의 이름입니다.',
)

/** A value that is read from an environment variable: the only way to give a secret. */
const fromEnvironment: JsonSchema = {
  type: 'object',
  properties: {
    env: environmentName,
  },
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
  [inKorean]: '미리보기, 그림, 받은 메시지함에 보이는 채널.',
  additionalProperties: false,
  properties: {
    name: described(text, "The channel's name.", '채널 이름.'),
    picture: described(
      text,
      "The channel's picture: a PNG or JPEG file of at most 512 KiB, relative to the root.",
      '채널 그림. 512 KiB 이하의 PNG 또는 JPEG 파일이며 루트 기준 경로로 적습니다.',
    ),
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
    $schema: described(
      text,
      'Where an editor finds this schema; changes nothing.',
      '편집기가 이 스키마를 찾는 주소입니다. 동작은 바뀌지 않습니다.',
    ),
    messages: described(
      { type: 'array', items: text, minItems: 1 },
      'Globs of the message files, relative to the root.',
      '메시지 파일의 글롭. 루트를 기준으로 합니다.',
    ),
    lang: described(
      { type: 'string', enum: languages },
      'Language of everything that is printed, unless --lang asks for another; that of the locale when absent.',
      '모든 출력의 언어. `--lang`으로 다른 언어를 지정할 수 있으며, 적지 않으면 로캘을 따릅니다.',
    ),
    channel,
    senders: {
      type: 'object',
      description: 'Who sends, by the name that messages use.',
      [inKorean]: '보내는 사람. 메시지가 쓰는 이름으로 적습니다.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['sender_key', 'sender_number'],
        properties: {
          sender_key: described(fromEnvironment, "The sender profile's key.", '발신 프로필의 키.'),
          sender_number: described(
            text,
            'The registered sender number, digits in quotes.',
            '등록한 발신 번호. 숫자를 따옴표로 감쌉니다.',
          ),
          channel,
        },
      },
    },
    limits: {
      type: 'object',
      description: 'How the units of the limits are read.',
      [inKorean]: '한도의 단위를 세는 방법.',
      additionalProperties: false,
      properties: {
        bytes: described(
          { type: 'string', enum: byteReadings, default: 'utf-8' },
          'The encoding in which bytes are counted.',
          '바이트를 세는 인코딩입니다.',
        ),
        characters: described(
          { type: 'string', enum: characterReadings, default: 'utf-16' },
          'What counts as one character.',
          '무엇을 한 글자로 셀지 정합니다.',
        ),
      },
    },
    rules: described(severities, 'Severity of rules.', '규칙의 심각도.'),
    overrides: {
      type: 'array',
      description: 'Severities for some of the files.',
      [inKorean]: '일부 파일에만 적용할 심각도.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['files', 'rules'],
        properties: {
          files: described(
            { type: 'array', items: text, minItems: 1 },
            'Globs of the files, relative to the root.',
            '파일의 글롭입니다. 루트를 기준으로 합니다.',
          ),
          rules: described(
            severities,
            'Severities of rules for these files.',
            '이 파일들에 적용할 규칙의 심각도입니다.',
          ),
        },
      },
    },
    plugins: described(
      { type: 'array' },
      'Rules of your own, made with defineRule; not in JSON.',
      'defineRule로 직접 만든 규칙. JSON에는 쓸 수 없습니다.',
    ),
    terms: {
      type: 'array',
      description: 'Words to avoid, and what to write instead.',
      [inKorean]: '쓰지 않기로 한 말과 바꿔 쓸 말.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['avoid'],
        properties: {
          avoid: described(filledText, 'The word, as it is written.', '쓰지 않기로 한 말. 적힌 그대로 찾습니다.'),
          use: described(filledText, 'What is written instead.', '바꿔 쓸 말.'),
          reason: described(filledText, 'Why; shown with the diagnostic.', '이유. 진단과 함께 보여 줍니다.'),
        },
      },
    },
    require: {
      type: 'array',
      description: 'Texts that messages have to hold.',
      [inKorean]: '메시지에 반드시 넣을 문구.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['pattern'],
        properties: {
          pattern: described(
            filledText,
            'The text; `*` stands for any characters. No regular expression.',
            '넣을 문구. `*`는 아무 글자나 여러 개를 뜻합니다. 정규식이 아닙니다.',
          ),
          kinds: described(
            { type: 'array', items: { type: 'string', enum: kinds }, minItems: 1 },
            'The kinds that have to hold it; all when absent.',
            '그 문구를 넣어야 하는 메시지 종류. 적지 않으면 모든 종류.',
          ),
          message: described(filledText, 'What is said where it is missing.', '문구가 없을 때 보여 줄 말.'),
        },
      },
    },
    columns: described(
      { type: 'object', additionalProperties: text },
      'Names of columns by what lists of recipients call them: { 휴대폰번호: receiver_number }.',
      '수신자 목록의 열 이름을 바꿔 읽습니다: { 휴대폰번호: receiver_number }.',
    ),
    targets: {
      type: 'object',
      description: 'Where messages are sent, by name. "emulator" exists without being stated.',
      [inKorean]: '메시지를 보낼 곳. 이름으로 적습니다. `emulator`는 적지 않아도 있습니다.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['uploadUrl', 'baseUrl', 'userId', 'secretKey'],
        properties: {
          uploadUrl: described(text, 'Base address of the upload operations.', '업로드 주소의 앞부분.'),
          baseUrl: described(text, 'Base address of the send operation.', '발송 주소의 앞부분.'),
          userId: described(
            fromEnvironment,
            'The user ID of the account: a secret.',
            '계정의 사용자 ID입니다. 비밀 값입니다.',
          ),
          secretKey: described(fromEnvironment, 'The secret key of the account.', '계정의 비밀 키입니다.'),
          failbackSecretKey: described(
            fromEnvironment,
            'The secret key of fallback messages.',
            '대체 발송에 쓰는 비밀 키입니다.',
          ),
          recipients: described(
            { type: ['string', 'array'], items: text },
            '"all", or the numbers that may be sent to.',
            '`"all"` 또는 보내도 되는 번호의 목록.',
          ),
          rate: described(
            { type: 'integer', minimum: 1 },
            'Messages a second; 50 when absent.',
            '초당 메시지 수. 적지 않으면 50.',
          ),
          concurrency: described(
            { type: 'integer', minimum: 1 },
            'Requests in flight; 4 when absent.',
            '동시에 진행하는 요청 수. 적지 않으면 4.',
          ),
          requestTimeoutMs: described(
            { type: 'integer', minimum: 1 },
            'Milliseconds until a request is given up; 10000 when absent.',
            '요청을 포기하기까지의 밀리초. 적지 않으면 10000.',
          ),
          uploadAuthorization: described(
            { type: 'boolean' },
            'Whether uploads carry the Authorization header.',
            '업로드에도 Authorization 헤더를 보낼지 여부.',
          ),
          headers: described(
            {
              type: 'object',
              additionalProperties: {
                type: ['string', 'object'],
                minLength: 1,
                required: ['env'],
                properties: { env: environmentName },
                additionalProperties: false,
              },
            },
            'Headers that every request carries besides, as a provider asks: values, or { env }; not Authorization or Content-Type.',
            '제공사의 요구에 따라 모든 요청에 더하는 헤더. 값이나 { env }를 적고, Authorization과 Content-Type은 쓸 수 없습니다.',
          ),
          window: described(
            { type: 'boolean' },
            'false: send at any hour; for loopback alone.',
            '`false`면 언제든 보냅니다. 이 컴퓨터의 대상에만 쓸 수 있습니다.',
          ),
          exclude: described(
            { type: 'array', items: text },
            'Lists of numbers that are not sent to, relative to the root: CSV or NDJSON with receiver_number, or one number a line.',
            '보내지 않을 번호의 목록. 루트 기준 경로이며, receiver_number가 있는 CSV나 NDJSON, 또는 한 줄에 번호 하나.',
          ),
          tooManyRequests: described(
            { type: 'string', enum: tooManyRequests, default: 'unknown' },
            'What a request that is answered 429 means: nobody knows, or the service took nothing of it.',
            '429로 응답한 요청의 뜻: 결과를 알 수 없거나, 서비스가 그 요청의 메시지를 하나도 받지 않았습니다.',
          ),
        },
      },
    },
    ledger: {
      type: ['string', 'object'],
      description: "Path of the ledger's file, relative to the root, or a database for several machines.",
      [inKorean]: '발송 기록 파일의 경로(루트 기준), 또는 여러 컴퓨터가 함께 쓰는 데이터베이스.',
      minLength: 1,
      additionalProperties: false,
      required: ['postgres'],
      properties: {
        postgres: described(
          fromEnvironment,
          'The connection string of PostgreSQL, which is a secret.',
          'PostgreSQL의 연결 문자열. 비밀 값입니다.',
        ),
        schema: described(
          { ...text, default: defaultSchema },
          'The schema of its tables: lower-case letters, digits and "_", at most 63.',
          '테이블을 둘 스키마. 영문 소문자, 숫자, `_`로 63자까지.',
        ),
      },
    },
    results: {
      type: 'object',
      description: 'How delivery results are received.',
      [inKorean]: '전달 결과를 받는 방법.',
      additionalProperties: false,
      required: ['token'],
      properties: {
        token: described(
          fromEnvironment,
          "What the provider's webhook has to send: a secret of your own.",
          '제공사의 웹훅이 보내야 하는 토큰. 직접 정한 비밀 값입니다.',
        ),
      },
    },
  },
} as const satisfies JsonSchema
