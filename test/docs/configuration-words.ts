import type { Language } from '../../src/words/language.ts'

export type Both = { readonly [L in Language]: string }

/** What the schema cannot say, by key. */
export const notes: { readonly [key: string]: Both } = {
  messages: {
    en: 'Used by every command that is given no paths.',
    ko: '경로를 주지 않은 모든 명령이 씁니다.',
  },
  lang: {
    en: '',
    ko: '',
  },
  channel: {
    en: 'A sender may have a `channel` of its own. Nothing of it is sent.',
    ko: '발신자마다 따로 `channel`을 적을 수 있습니다. 발송 내용에는 들어가지 않습니다.',
  },
  senders: {
    en: 'A message names one with `sender`; without it `default` sends.',
    ko: '메시지는 `sender`로 하나를 고르며, 적지 않으면 `default`가 보냅니다.',
  },
  limits: {
    en: 'Another reading than the default is for what your provider confirms: [Counting](rules/counting.md).',
    ko: '기본값이 아닌 방법은 이용하는 서비스에 확인한 뒤에 쓰세요: [글의 길이를 세는 방법](rules/counting.md).',
  },
  rules: {
    en: 'By [rule id](rules/README.md). Those of the language and the interface cannot be set.',
    ko: '[규칙 이름](rules/README.md)으로 정합니다. 작성 언어와 발송 인터페이스의 규칙은 바꿀 수 없습니다.',
  },
  overrides: {
    en: 'Of several that match a file the last one holds.',
    ko: '한 파일에 맞는 것이 여럿이면 마지막 것을 적용합니다.',
  },
  plugins: {
    en: '[Custom rules](linting.md#custom-rules) says how they are written.',
    ko: '만드는 방법: [사용자 규칙](linting.md#사용자-규칙).',
  },
  terms: {
    en: 'Reported by [term-to-avoid](rules/term-to-avoid.md).',
    ko: '[term-to-avoid](rules/term-to-avoid.md) 규칙이 알려 줍니다.',
  },
  require: {
    en: 'Reported by [text-required](rules/text-required.md).',
    ko: '[text-required](rules/text-required.md) 규칙이 알려 줍니다.',
  },
  columns: {
    en: 'Those of a message go before these.',
    ko: '메시지에 적은 `columns`가 먼저입니다.',
  },
  values: {
    en: 'For what many messages say alike, such as the number of a shop: [The same words in many messages](writing.md#the-same-words-in-many-messages).',
    ko: '매장 전화번호처럼 여러 메시지가 함께 쓰는 말에 씁니다: [여러 메시지에 같은 말](writing.md#여러-메시지에-같은-말).',
  },
  targets: {
    en: 'A target is named with `--target`. Addresses are `https`, or `http` on this machine.',
    ko: '대상은 `--target`으로 지정합니다. 주소는 `https`이고, 이 컴퓨터라면 `http`도 됩니다.',
  },
  ledger: {
    en: 'The name of the target goes in front of the ending: `.friendtalk/ledger.production.db`. See [Pipelines](pipelines.md#the-ledger), and for a database [Several machines](deploying.md#several-machines).',
    ko: '확장자 앞에 대상의 이름이 붙습니다: `.friendtalk/ledger.production.db`. [파이프라인](pipelines.md#발송-기록), 데이터베이스라면 [여러 대에서 보내기](deploying.md#여러-대에서-보내기)를 보세요.',
  },
  results: {
    en: 'For `friendtalk results serve`: [Delivery results](results.md).',
    ko: '`friendtalk results serve`에 씁니다: [전달 결과](results.md).',
  },
  $schema: {
    en: '',
    ko: '',
  },
}

export const words = {
  title: { en: 'Configuration', ko: '설정' },
  other: { en: '[한국어](ko/configuration.md)', ko: '[English](../configuration.md)' },
  intro: {
    en: `\`friendtalk.config.ts\`, \`.js\`, \`.mjs\` or \`.json\`, found upwards from the working directory; \`--config\` names another. Paths are
relative to its folder, or to \`--root\`. \`friendtalk config\` prints what is in force.`,
    ko: `\`friendtalk.config.ts\`, \`.js\`, \`.mjs\`, \`.json\` 가운데 하나를 현재 폴더부터 위로 올라가며 찾고, \`--config\`로 다른 파일을 지정할 수 있습니다. 경로는
설정 파일이 있는 폴더, 또는 \`--root\`를 기준으로 합니다. 실제로 적용되는 설정은 \`friendtalk config\`로 볼 수 있습니다.`,
  },
  outro: {
    en: `A secret is written only as \`{ env: 'NAME' }\`. A configuration that is a program is run; one in JSON is only read.`,
    ko: `비밀 값은 \`{ env: 'NAME' }\`으로만 적습니다. 프로그램인 설정은 실행되고, JSON 설정은 읽기만 합니다.`,
  },
  required: { en: 'required', ko: '필수' },
  entry: { en: 'name', ko: '이름' },
  or: { en: ' or ', ko: ' 또는 ' },
  string: { en: 'text', ko: '텍스트' },
  array: { en: 'list', ko: '목록' },
  object: { en: 'mapping', ko: '매핑' },
  boolean: { en: 'true or false', ko: 'true 또는 false' },
} satisfies Record<string, Both>

/** A whole number that is at least so large. */
export const wholeNumber: { readonly [L in Language]: (minimum: number) => string } = {
  en: (minimum) => `whole number from ${minimum}`,
  ko: (minimum) => `${minimum} 이상의 정수`,
}

/** The value of a key that is not stated. */
export const standardValue: { readonly [L in Language]: (value: string) => string } = {
  en: (value) => `default \`${value}\``,
  ko: (value) => `기본값 \`${value}\``,
}
