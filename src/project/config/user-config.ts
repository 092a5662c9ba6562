import { byteReadings, characterReadings, filledPattern } from '../../text/text.ts'
import { contracts, defaultService, kinds, restrictedHours } from '../../contract/contracts.ts'
import { weekdays } from '../../text/korean-time.ts'
import {
  described,
  type JsonSchema,
  list,
  mapOf,
  object,
  oneOf,
  type TypedSchema,
  type ValueOf,
} from '../../text/json-schema.ts'
import type { CustomRule } from '../../rules/custom-rule.ts'
import { type Language, languages } from '../../words/language.ts'

const string: TypedSchema<string> = { type: 'string', minLength: 1 }
const filled: TypedSchema<string> = { type: 'string', pattern: filledPattern }
const text = (en: string, ko: string): TypedSchema<string> => described(string, en, ko)
const filledText = (en: string, ko: string): TypedSchema<string> => described(filled, en, ko)
const count = (en: string, ko: string): TypedSchema<number> => described({ type: 'integer', minimum: 1 }, en, ko)
const secret = (en: string, ko: string): typeof fromEnvironment => described(fromEnvironment, en, ko)

/** A value that is read from an environment variable: the only way to give a secret. */
const fromEnvironment = object(
  {
    env: text('The environment variable that holds the secret.', '비밀 값을 담은 환경 변수의 이름입니다.'),
  },
  'env',
)

/** A value that is read from an environment variable. */
export type FromEnvironment = ValueOf<typeof fromEnvironment>

const severities = mapOf(oneOf(['off', 'warning', 'error']))

const channel = described(
  object({
    name: text("The channel's name.", '채널 이름.'),
    picture: text(
      "The channel's picture: a PNG or JPEG file of at most 512 KiB, relative to the root.",
      '채널 그림. 512 KiB 이하의 PNG 또는 JPEG 파일이며 루트 기준 경로로 적습니다.',
    ),
  }),
  'The channel as previews, pictures and the inbox show it.',
  '미리보기, 그림, 받은 메시지함에 보이는 채널.',
)

/** The name and the picture of a channel in a chat. */
export type ChannelSettings = ValueOf<typeof channel>

const sender = object(
  {
    sender_key: secret("The sender profile's key.", '발신 프로필의 키.'),
    sender_number: text(
      'The registered sender number, digits in quotes; brand messages without a fallback need none.',
      '등록한 발신 번호. 숫자를 따옴표로 감쌉니다. 대체 발송이 없는 브랜드 메시지에는 없어도 됩니다.',
    ),
    channel,
  },
  'sender_key',
)

/** After how many milliseconds each service's requests are given up: "10000 (friend talk)". */
function timeoutsIn(lang: Language): string {
  return contracts.map(({ name, requestTimeoutMs }) => `${requestTimeoutMs} (${name[lang]})`).join(', ')
}

/** Returns the people of one request, for services whose targets set them. */
function batchesIn(which: 'usual' | 'max'): string {
  return contracts.flatMap(({ targetSettings, batch }) => ('batch' in targetSettings ? [batch[which]] : [])).join(', ')
}

const hours = object({
  from: text(
    `When sending begins: ${restrictedHours.until} or later.`,
    `발송을 시작하는 시각. ${restrictedHours.until}부터.`,
  ),
  until: text(
    `When sending ends: ${restrictedHours.from} or earlier.`,
    `발송을 끝내는 시각. ${restrictedHours.from}까지.`,
  ),
  days: described(
    { ...list(oneOf(weekdays)), minItems: 1 },
    'Days of the week; all when absent.',
    '발송하는 요일. 적지 않으면 매일.',
  ),
})

const settingsOfTarget = object(
  {
    service: described(
      { ...oneOf(contracts.map(({ id }) => id)), default: defaultService },
      'The service that it belongs to; its messages alone are sent there.',
      '대상의 서비스. 그 서비스의 메시지만 보냅니다.',
    ),
    uploadUrl: text('Base address of the upload operations.', '업로드 주소의 앞부분.'),
    baseUrl: text('Base address of the send operation.', '발송 주소의 앞부분.'),
    userId: secret('The user ID of the account: a secret.', '계정의 사용자 ID입니다. 비밀 값입니다.'),
    appKey: secret('The app key of the project: a secret.', '프로젝트의 앱키입니다. 비밀 값입니다.'),
    secretKey: secret('The secret key of the account.', '계정의 비밀 키입니다.'),
    failbackSecretKey: secret('The secret key of fallback messages.', '대체 발송에 쓰는 비밀 키입니다.'),
    recipients: described<TypedSchema<'all' | readonly string[]>>(
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      { type: ['string', 'array'], items: string, if: { type: 'string' }, then: { enum: ['all'] } },
      '"all", or the numbers that may be sent to.',
      '`"all"` 또는 보내도 되는 번호의 목록.',
    ),
    rate: count('Messages a second; 50 when absent.', '초당 메시지 수. 적지 않으면 50.'),
    concurrency: count('Requests in flight; 4 when absent.', '동시에 진행하는 요청 수. 적지 않으면 4.'),
    batch: count(
      `People of one request at most, where they get the same: ${batchesIn('usual')} when absent, ${batchesIn('max')} at most.`,
      `같은 내용을 한 요청으로 받는 최대 인원. 적지 않으면 ${batchesIn('usual')}, 최대 ${batchesIn('max')}.`,
    ),
    requestTimeoutMs: count(
      `Milliseconds until a request is given up; when absent, ${timeoutsIn('en')}.`,
      `요청을 포기하기까지의 밀리초. 적지 않으면 ${timeoutsIn('ko')}.`,
    ),
    uploadAuthorization: described<TypedSchema<boolean>>(
      { type: 'boolean' },
      'Whether uploads carry the Authorization header.',
      '업로드에도 Authorization 헤더를 보낼지 여부.',
    ),
    headers: described<TypedSchema<{ readonly [name: string]: string | FromEnvironment }>>(
      { type: 'object', additionalProperties: { ...fromEnvironment, type: ['string', 'object'], minLength: 1 } },
      'Headers that every request carries besides, as a provider asks: values, or { env }; not Authorization or Content-Type.',
      '제공사의 요구에 따라 모든 요청에 더하는 헤더. 값이나 { env }를 적고, Authorization과 Content-Type은 쓸 수 없습니다.',
    ),
    window: described<TypedSchema<boolean | ValueOf<typeof hours>>>(
      { ...hours, type: ['boolean', 'object'] },
      `Hours of one's own in Korea, inside those of the service: { from: '09:00', until: '20:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }, each of which may be left out. false: send at any hour; for loopback alone.`,
      "서비스의 발송 가능 시간 안에서 정한 한국 시각: `{ from: '09:00', until: '20:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }`. 셋 다 생략할 수 있습니다. `false`면 언제든 보내며, 이 컴퓨터의 대상에만 쓸 수 있습니다.",
    ),
    webhookSignature: secret(
      'What the service signs its delivery results with: a secret.',
      '서비스가 전달 결과에 넣어 보내는 서명. 비밀 값입니다.',
    ),
    exclude: described(
      list(string),
      'Lists of numbers that are not sent to, relative to the root: CSV or NDJSON with receiver_number, or one number a line.',
      '보내지 않을 번호의 목록. 루트 기준 경로이며, receiver_number가 있는 CSV나 NDJSON, 또는 한 줄에 번호 하나.',
    ),
    tooManyRequests: described(
      { ...oneOf(['unknown', 'not-taken']), default: 'unknown' },
      'What a request that is answered 429 means: that it is not known what the service did, or that it took nothing of it.',
      '429로 응답한 요청의 뜻: 결과를 알 수 없거나, 서비스가 그 요청의 메시지를 하나도 받지 않았습니다.',
    ),
  },
  'baseUrl',
  'secretKey',
)

const allOwnSettings = new Set(contracts.flatMap(({ targetSettings }) => Object.keys(targetSettings)))

/** A target has the settings of every target and those of its service. */
const target: typeof settingsOfTarget = {
  ...settingsOfTarget,
  additionalProperties: true,
  allOf: contracts.map(({ id, targetSettings }) => {
    const names = Object.keys(settingsOfTarget.properties).filter(
      (name) => name in targetSettings || !allOwnSettings.has(name),
    )
    return {
      if: { properties: { service: { const: id } }, ...(id !== defaultService && { required: ['service'] }) },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {
        properties: Object.fromEntries(names.map((name) => [name, true])),
        additionalProperties: false,
        required: names.filter((name) => targetSettings[name] === 'required'),
      },
    }
  }),
}

/** A destination of messages. */
export type Target = ValueOf<typeof target>

/** The schema of a ledger in a database where none is named. */
export const defaultSchema = 'friendtalk'

/** A name of a schema that PostgreSQL takes without quotes; names that begin with `pg_` are its own. */
export const schemaForm: RegExp = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/

const databaseLedger = object(
  {
    postgres: secret(
      'The connection string of PostgreSQL, which is a secret.',
      'PostgreSQL의 연결 문자열. 비밀 값입니다.',
    ),
    schema: described<TypedSchema<string>>(
      { ...string, default: defaultSchema },
      'The schema of its tables: lower-case letters, digits and "_", at most 63.',
      '테이블을 둘 스키마. 영문 소문자, 숫자, `_`로 63자까지.',
    ),
  },
  'postgres',
)

/** A ledger in PostgreSQL, from which several machines send. */
export type DatabaseLedger = ValueOf<typeof databaseLedger>

const limits = object({
  bytes: described(
    { ...oneOf(byteReadings), default: 'utf-8' },
    'The encoding in which bytes are counted.',
    '바이트를 세는 인코딩입니다.',
  ),
  characters: described(
    { ...oneOf(characterReadings), default: 'utf-16' },
    'What counts as one character.',
    '무엇을 한 글자로 셀지 정합니다.',
  ),
})

const override = object(
  {
    files: described(
      { ...list(string), minItems: 1 },
      'Globs of the files, relative to the root.',
      '파일의 글롭입니다. 루트를 기준으로 합니다.',
    ),
    rules: described(severities, 'Severities of rules for these files.', '이 파일들에 적용할 규칙의 심각도입니다.'),
  },
  'files',
  'rules',
)

const term = object(
  {
    avoid: filledText('The word, as it is written.', '쓰지 않기로 한 말. 적힌 그대로 찾습니다.'),
    use: filledText('What is written instead.', '바꿔 쓸 말.'),
    reason: filledText('Why; shown with the diagnostic.', '이유. 진단과 함께 보여 줍니다.'),
  },
  'avoid',
)

const required = object(
  {
    pattern: filledText(
      'The text; `*` stands for any characters. No regular expression.',
      '넣을 문구. `*`는 아무 글자나 여러 개를 뜻합니다. 정규식이 아닙니다.',
    ),
    kinds: described(
      { ...list(oneOf(kinds)), minItems: 1 },
      'The kinds that have to hold it; all when absent.',
      '그 문구를 넣어야 하는 메시지 종류. 적지 않으면 모든 종류.',
    ),
    message: filledText('What is said where it is missing.', '문구가 없을 때 보여 줄 말.'),
  },
  'pattern',
)

const results = object(
  {
    token: secret(
      "What the provider's webhook has to send: a secret of your own.",
      '제공사의 웹훅이 보내야 하는 토큰. 직접 정한 비밀 값입니다.',
    ),
  },
  'token',
)

const settings = object(
  {
    $schema: text(
      'Where an editor finds this schema; changes nothing.',
      '편집기가 이 스키마를 찾는 주소입니다. 동작은 바뀌지 않습니다.',
    ),
    messages: described(
      { ...list(string), minItems: 1 },
      'Globs of the message files, relative to the root.',
      '메시지 파일의 글롭. 루트를 기준으로 합니다.',
    ),
    lang: described(
      oneOf(languages),
      'Language of everything that is printed, unless --lang asks for another; that of the locale when absent.',
      '모든 출력의 언어. `--lang`으로 다른 언어를 지정할 수 있으며, 적지 않으면 로캘을 따릅니다.',
    ),
    channel,
    senders: described(
      mapOf(sender),
      'Who sends, by the name that messages use.',
      '보내는 사람. 메시지가 쓰는 이름으로 적습니다.',
    ),
    limits: described(limits, 'How the units of the limits are read.', '한도의 단위를 세는 방법.'),
    rules: described(severities, 'Severity of rules.', '규칙의 심각도.'),
    overrides: described(list(override), 'Severities for some of the files.', '일부 파일에만 적용할 심각도.'),
    plugins: described<TypedSchema<readonly CustomRule[]>>(
      { type: 'array' },
      'Rules of your own, made with defineRule; not in JSON.',
      'defineRule로 직접 만든 규칙. JSON에는 쓸 수 없습니다.',
    ),
    terms: described(list(term), 'Words to avoid, and what to write instead.', '쓰지 않기로 한 말과 바꿔 쓸 말.'),
    require: described(list(required), 'Texts that messages have to hold.', '메시지에 반드시 넣을 문구.'),
    columns: described(
      mapOf(string),
      'Names of columns by what lists of recipients, exclusion lists and results call them: { 휴대폰번호: receiver_number }.',
      '수신자 목록, 수신 제외 목록, 결과 파일의 열 이름을 바꿔 읽습니다: { 휴대폰번호: receiver_number }.',
    ),
    values: described(
      mapOf(filled),
      'Constants for every message by name, used as #{name} without a declaration; a variable of a message goes before one of the same name.',
      '모든 메시지에서 선언 없이 #{이름}으로 쓰는 값. 메시지에 같은 이름의 변수가 있으면 그 변수를 씁니다.',
    ),
    targets: described(
      mapOf(target),
      'Where messages are sent, by name. "emulator" exists without being stated.',
      '메시지를 보낼 곳. 이름으로 적습니다. `emulator`는 적지 않아도 있습니다.',
    ),
    ledger: described<TypedSchema<string | DatabaseLedger>>(
      { ...databaseLedger, type: ['string', 'object'], minLength: 1 },
      "Path of the ledger's file, relative to the root, or a database for several machines.",
      '발송 기록 파일의 경로(루트 기준), 또는 여러 컴퓨터가 함께 쓰는 데이터베이스.',
    ),
    results: described(results, 'How delivery results are received.', '전달 결과를 받는 방법.'),
  },
  'messages',
)

/** The JSON Schema of `friendtalk.config.*`, from which its type, its checks and what editors offer follow. */
export const configSchema: typeof settings & JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk configuration',
  ...settings,
}

/** The value that `friendtalk.config.*` exports. */
export type UserConfig = ValueOf<typeof settings>

/** Gives a configuration file its types: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}
