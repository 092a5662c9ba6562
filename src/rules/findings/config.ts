import { inQuotes } from '../../text/text.ts'
import { finding, findings } from '../finding.ts'
import { noSuchRule } from './suppressions.ts'
import { restrictedHours } from '../../contract/contracts.ts'

const ruleForm =
  "{ id: 'greeting-missing', tier: 'style', severity: 'warning', check(message, report) {}, words: { en: { summary: '…', message: () => '…' }, ko: … } }"

export const configFindings = findings(
  {
    'phone-number-invalid': finding<{ key: string }>({
      en: ({ key }) => `"${key}" is not a Korean phone number; write its digits, such as "0212345678".`,
      ko: ({ key }) => `"${key}" 값이 전화번호가 아닙니다. "0212345678"처럼 숫자로 쓰세요.`,
    }),
    'plugin-invalid': finding<{ keys: readonly string[] }>({
      en: ({ keys }) => ({
        message: `${inQuotes(keys)} of this rule ${keys.length === 1 ? 'is' : 'are'} wrong; write a rule as defineRule takes it.`,
        help: ruleForm,
      }),
      ko: ({ keys }) => ({
        message: `규칙의 ${inQuotes(keys)} 항목이 잘못되었습니다. defineRule이 받는 형식으로 쓰세요.`,
        help: ruleForm,
      }),
    }),
    'plugins-in-json': {
      en: 'A configuration in JSON has no "plugins", which are functions; list them in friendtalk.config.ts, .js or .mjs, or use "terms" and "require".',
      ko: '"plugins"는 함수라서 JSON 설정에 쓸 수 없습니다. friendtalk.config.ts, .js, .mjs 파일에 적거나 "terms"와 "require"를 쓰세요.',
    },
    'rule-id-taken': finding<{ rule: string; by: 'friendtalk' | 'plugin' }>({
      en: ({ rule, by }) =>
        `${by === 'plugin' ? 'Another of the plugins' : 'A rule of friendtalk'} has the id "${rule}" already; choose another one.`,
      ko: ({ rule, by }) =>
        `"${rule}"은(는) ${by === 'plugin' ? '다른 플러그인' : 'friendtalk의 규칙'}이 이미 쓰는 이름입니다. 다른 이름을 쓰세요.`,
    }),
    'rule-not-configurable': finding<{ rule: string }>({
      en: ({ rule }) => ({
        message: `"${rule}" is always an error and cannot be set here; remove it.`,
        help: 'A rule of the interface is suppressed where it is broken, with a reason: <!-- friendtalk-disable-next-line rule -- reason -->',
      }),
      ko: ({ rule }) => ({
        message: `"${rule}" 규칙은 항상 오류이므로 설정에서 바꿀 수 없습니다. 이 줄을 지우세요.`,
        help: '인터페이스 규칙은 어긴 곳에서 이유를 적어 끕니다. <!-- friendtalk-disable-next-line 규칙 -- 이유 -->',
      }),
    }),
    'rule-unknown': noSuchRule,
    'schema-name-invalid': finding<{ name: string }>({
      en: ({ name }) =>
        `"${name}" cannot be a schema's name: write 1 to 63 letters from a to z, digits and "_", the first no digit and not "pg_".`,
      ko: ({ name }) =>
        `"${name}"은(는) 스키마 이름으로 쓸 수 없습니다. 영문 소문자, 숫자, "_"로 63자까지 쓰고, 숫자나 "pg_"로 시작하지 마세요.`,
    }),
    'secret-literal': finding<{ key: string }>({
      en: ({ key }) =>
        `"${key}" is a secret and must not be written here; write { env: "NAME" } and set that environment variable.`,
      ko: ({ key }) =>
        `"${key}" 항목은 비밀 값이므로 여기에 쓸 수 없습니다. { env: "이름" }으로 쓰고 그 환경 변수에 값을 넣으세요.`,
    }),
    'target-name-invalid': finding<{ name: string }>({
      en: ({ name }) =>
        `"${name}" cannot be a target's name: write letters from A to Z, digits, "-" and "_" alone, at most 64, for it becomes part of a file's name.`,
      ko: ({ name }) =>
        `"${name}"은(는) 발송 대상의 이름으로 쓸 수 없습니다. 파일 이름의 일부가 되므로 영문자, 숫자, "-", "_"만으로 64자까지 쓰세요.`,
    }),
    'url-more-than-path': finding<{ key: string }>({
      en: ({ key }) =>
        `"${key}" holds a user, a query or a fragment; write the address up to its path. Secrets belong in "userId" and "secretKey".`,
      ko: ({ key }) =>
        `"${key}": 주소에 사용자 정보, 쿼리나 프래그먼트가 있습니다. 경로까지만 쓰세요. 비밀 값은 "userId"와 "secretKey"에 둡니다.`,
    }),
    'url-not-https': finding<{ key: string }>({
      en: ({ key }) => `"${key}" is not an https URL; http is taken for this machine alone.`,
      ko: ({ key }) => `"${key}": https 주소가 아닙니다. http는 이 컴퓨터의 주소에만 쓸 수 있습니다.`,
    }),
    'header-not-allowed': finding<{ header: string }>({
      en: ({ header }) =>
        `"${header}" cannot be a header of a target: friendtalk writes it itself, or a header has no such name or value.`,
      ko: ({ header }) =>
        `"${header}": 대상의 헤더로 쓸 수 없습니다. friendtalk이 직접 쓰는 헤더이거나, 이름이나 값이 헤더의 형식이 아닙니다.`,
    }),
    'window-not-off': {
      en: () =>
        `"window" can be off for this machine alone; remove it. Sending is restricted between ${restrictedHours.from} and ${restrictedHours.until} KST.`,
      ko: () =>
        `"window" 설정은 이 컴퓨터로 보낼 때만 끌 수 있습니다. ${restrictedHours.from}부터 ${restrictedHours.until}까지(KST)는 발송이 제한되니 이 줄을 지우세요.`,
    },
    'window-no-time': finding<{ key: string; value: string }>({
      en: ({ key, value }) => `"${key}" is "${value}"; write a time of the day in Korea, as "09:00".`,
      ko: ({ key, value }) => `"${key}" 값 "${value}"을(를) "09:00"처럼 한국 시각으로 쓰세요.`,
    }),
    'window-wider': finding<{ key: string; value: string }>({
      en: ({ key, value }) =>
        `"${key}" is ${value}, but hours can only be narrower than the service's: it sends from ${restrictedHours.until} to ${restrictedHours.from} KST.`,
      ko: ({ key, value }) =>
        `"${key}" 값이 ${value}입니다. 서비스는 ${restrictedHours.until}부터 ${restrictedHours.from}까지(KST)만 발송하므로 그 안에서 정하세요.`,
    }),
    'window-empty': finding<{ from: string; until: string }>({
      en: ({ from, until }) =>
        `No request could start between ${from} and ${until}: "until" has to be later than "from" by more than "requestTimeoutMs", on the same day.`,
      ko: ({ from, until }) =>
        `${from}부터 ${until}까지는 시작할 수 있는 요청이 없습니다. "until"은 같은 날 "from"보다 "requestTimeoutMs"를 넘게 늦어야 합니다.`,
    }),
  },
  { subject: 'config' },
)
