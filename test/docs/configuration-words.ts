import type { Language } from '../../src/words/language.ts'

export type Both = { readonly [L in Language]: string }

/** What the schema cannot say, by key. */
export const notes: { readonly [key: string]: Both } = {
  messages: {
    en: 'Used by every command that is given no paths.',
    ko: '경로를 주지 않은 모든 명령이 씁니다.',
  },
  lang: {
    en: 'The team decides once: diagnostics, reports, annotations of pull requests, questions and pages are in it everywhere. `--lang` goes before it, and it goes before the locale of the system or the editor. Help, and what is wrong with flags, is said before the configuration is read, in the language of `--lang` or the locale.',
    ko: '팀이 한 번 정하면 진단, 보고서, 풀 리퀘스트의 주석, 질문, 페이지가 어디서나 이 언어로 나옵니다. `--lang`이 이보다 먼저이고, 시스템이나 편집기의 로캘보다는 이 설정이 먼저입니다. 도움말과 잘못된 플래그는 설정을 읽기 전에 알리므로 `--lang`이나 로캘의 언어를 씁니다.',
  },
  channel: {
    en: 'What is not stated is a word in its place and the first letter of the name. A sender may have a `channel` of its own: what it states goes before this one. Nothing of it is sent.',
    ko: '적지 않은 것은 정해진 말과 이름의 첫 글자로 대신합니다. 발신자마다 따로 `channel`을 적을 수 있으며, 거기에 적은 것이 먼저입니다. 발송 내용에는 들어가지 않습니다.',
  },
  senders: {
    en: 'A message names one with `sender` in its frontmatter; without it the one called `default` sends.',
    ko: '메시지는 프론트매터의 `sender`로 하나를 고르며, 적지 않으면 `default`가 보냅니다.',
  },
  limits: {
    en: 'The interface is law in its strictest reading, the default. Another reading is for what your provider confirms: [Linting](linting.md#how-bytes-and-characters-are-counted).',
    ko: '기본값은 인터페이스를 가장 엄격하게 읽습니다. 다른 방법은 이용하는 서비스에 확인한 뒤에 쓰세요: [메시지 검사](linting.md#바이트와-글자-수를-세는-방법).',
  },
  rules: {
    en: 'By rule id: [every rule](rules/README.md). Those of the language and the interface cannot be set.',
    ko: '규칙 이름으로 정합니다: [모든 규칙](rules/README.md). 작성 언어와 발송 인터페이스의 규칙은 바꿀 수 없습니다.',
  },
  overrides: {
    en: 'Of several that match a file the last one holds.',
    ko: '한 파일에 맞는 것이 여럿이면 마지막 것을 적용합니다.',
  },
  plugins: {
    en: 'How such a rule is written: [Custom rules](linting.md#custom-rules). A configuration in JSON has none.',
    ko: '규칙을 만드는 방법: [사용자 규칙](linting.md#사용자-규칙). JSON 설정에는 쓸 수 없습니다.',
  },
  terms: {
    en: 'Reported by [term-to-avoid](rules/term-to-avoid.md), which `rules` and `overrides` set.',
    ko: '[term-to-avoid](rules/term-to-avoid.md) 규칙이 알려 주며, 심각도는 `rules`와 `overrides`에서 정합니다.',
  },
  require: {
    en: 'Reported by [text-required](rules/text-required.md), which `rules` and `overrides` set.',
    ko: '[text-required](rules/text-required.md) 규칙이 알려 주며, 심각도는 `rules`와 `overrides`에서 정합니다.',
  },
  columns: {
    en: "For lists whose columns have names of their own: `columns: { 휴대폰번호: 'receiver_number', 성함: '이름' }`. A message may have `columns` too, which go before these.",
    ko: "열 이름이 다른 명단에 씁니다: `columns: { 휴대폰번호: 'receiver_number', 성함: '이름' }`. 메시지에도 `columns`를 적을 수 있으며, 그것이 먼저입니다.",
  },
  targets: {
    en: 'A target is named with `--target`. Its name is at most 64 letters, digits, `_` and `-`, and part of the name of its ledger. `https` addresses, or `http` on this machine.',
    ko: '대상은 `--target`으로 지정합니다. 이름에는 영문자, 숫자, `_`, `-`를 64자까지 쓰며 발송 기록의 파일 이름에도 들어갑니다. 주소는 `https`이고, 이 컴퓨터라면 `http`도 됩니다.',
  },
  ledger: {
    en: 'The name of the target goes in front of the ending: `.friendtalk/ledger.production.db`. What it is for, and where it may live: [Pipelines](pipelines.md#the-ledger). In a database, several machines send from it: [Several machines](deploying.md#several-machines). The built-in emulator keeps its own in `.friendtalk/ledger.emulator.db` then.',
    ko: '확장자 앞에 대상의 이름이 붙습니다: `.friendtalk/ledger.production.db`. 어디에 쓰고 어디에 둘 수 있는지는 [파이프라인](pipelines.md#발송-기록)에 있습니다. 데이터베이스에 두면 여러 컴퓨터에서 함께 보낼 수 있습니다: [여러 대에서 보내기](deploying.md#여러-대에서-보내기). 그때도 내장 에뮬레이터는 `.friendtalk/ledger.emulator.db` 파일을 씁니다.',
  },
  results: {
    en: 'Results of deliveries are received by `friendtalk results serve`: [Delivery results](results.md).',
    ko: '전달 결과는 `friendtalk results serve`가 받습니다: [전달 결과](results.md).',
  },
  $schema: {
    en: 'For editors, in a JSON configuration; it changes nothing.',
    ko: 'JSON 설정에서 편집기가 쓰며, 동작은 바뀌지 않습니다.',
  },
}

export const words = {
  title: { en: 'Configuration', ko: '설정' },
  other: { en: '[한국어](ko/configuration.md)', ko: '[English](../configuration.md)' },
  intro: {
    en: `\`friendtalk.config.ts\`, \`.js\`, \`.mjs\` or \`.json\`, found upwards from the working directory; \`--config\` names another. Paths in
it are relative to its folder, or to \`--root\`. Unknown keys are errors. This page is generated from the JSON Schema, which
\`friendtalk schema config\` prints; \`friendtalk config\` prints what is in force. A configuration that is a program is run: name a JSON one where somebody else may have written it.`,
    ko: `\`friendtalk.config.ts\`, \`.js\`, \`.mjs\`, \`.json\` 가운데 하나를 현재 폴더부터 위로 올라가며 찾고, \`--config\`로 다른 파일을 지정할 수 있습니다. 설정 안의
경로는 설정 파일이 있는 폴더, 또는 \`--root\`를 기준으로 합니다. 모르는 키는 오류입니다. 이 페이지는 \`friendtalk schema config\`가 출력하는 JSON
스키마로 만들며, 실제로 적용되는 설정은 \`friendtalk config\`로 볼 수 있습니다. 실행되는 설정 파일은 그대로 실행되니, 다른 사람이 썼을 수 있으면 JSON 설정을 지정하세요.`,
  },
  outro: {
    en: `A secret is written only as \`{ env: 'NAME' }\`. A configuration in JSON is read and never run: use it where strangers send pull
requests.`,
    ko: `비밀 값은 \`{ env: 'NAME' }\`으로만 적습니다. JSON 설정은 읽기만 하고 실행하지 않으므로, 모르는 사람이 풀 리퀘스트를 보내는 곳에서는 JSON으로
쓰세요.`,
  },
  required: { en: 'required', ko: '필수' },
  columns: { en: '| key | value | default | |', ko: '| 키 | 값 | 기본값 | |' },
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
