import type { Language } from '../../../words/language.ts'

interface ConfigWords {
  readonly lang: Language
  readonly language: string
  readonly messages: string
  readonly senders: readonly string[]
  readonly targets: readonly string[]
  readonly limits: string
  readonly rules: string
}

const comment = (lines: readonly string[]): string => lines.map((line) => `  // ${line}`).join('\n')

function configText({ lang, language, messages, senders, targets, limits, rules }: ConfigWords): string {
  return `import { defineConfig } from 'friendtalk'

export default defineConfig({
${comment([messages])}
  messages: ['messages/**/*.md'],

${comment([language])}
  lang: '${lang}',

${comment(senders)}
  senders: {
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },

${comment(targets)}
  // targets: {
  //   production: {
  //     uploadUrl: 'https://upload.example.com',
  //     baseUrl: 'https://send.example.com',
  //     userId: { env: 'FRIENDTALK_USER_ID' },
  //     secretKey: { env: 'FRIENDTALK_SECRET_KEY' },
  //     recipients: 'all',
  //   },
  // },

${comment([limits])}
  // limits: { bytes: 'utf-8', characters: 'utf-16' },

${comment([rules])}
  // rules: { 'many-buttons': 'error' },
})
`
}

/** The files of a new project that people read. */
const en = {
  /** Names for the sample of recipients. */
  people: ['Haneul Kim', 'Jiwoo Park', 'Yerin Kang'],
  config: configText({
    lang: 'en',
    language: 'The language of everything that is printed, annotations of pull requests included: en or ko.',
    messages: 'Which files are messages.',
    senders: [
      'Who sends: the key of the sender profile and a registered number. Messages say "sender: default", or nothing.',
      'A secret never stands here: { env: "NAME" } is the environment variable that holds it.',
    ],
    targets: [
      'Where messages go. The target "emulator" is there without being written down: it is the whole service on this',
      'machine, needs no key and sends nothing to anybody. A service that really sends is named here:',
    ],
    limits: 'How the limits are counted; these are the strictest readings, and the default.',
    rules: 'friendtalk rules lists what can be set to off, warning or error.',
  }),
  readme: `# Friend messages

The KakaoTalk friend messages of this team, one Markdown file each. friendtalk checks, previews and sends them;
its package stands in \`vendor/\`.

\`\`\`sh
npm install                     # once
npx friendtalk lint             # what is wrong, at its place
npx friendtalk preview --open   # every message as a phone shows it, while you write
npx friendtalk compile          # what will be sent, as JSON in dist/messages
npx friendtalk new text messages/spring-sale.md
npx friendtalk plan             # what a deploy would send
npx friendtalk deploy --yes     # to the emulator: nobody receives anything
\`\`\`

| where | what |
| --- | --- |
| \`messages/\` | a message a file, images in \`messages/images/\`; change the starters or remove them |
| \`recipients/sample.csv\` | how a list of recipients looks: a column for each variable; these numbers are nobody's |
| \`recipients/*\` | real lists: git ignores them |
| \`friendtalk.config.ts\` | who sends, where to, and which rules hold |

- A pull request shows every diagnostic at its line.
- Each message names its list, and \`npx friendtalk lint\` checks it with every row.
- Keys are environment variables, never files in this repository.
`,
}

const ko: typeof en = {
  people: ['김하늘', '박지우', '강예린'],
  config: configText({
    lang: 'ko',
    language: '풀 리퀘스트의 주석을 포함한 모든 출력의 언어입니다. ko 또는 en.',
    messages: '메시지 파일의 위치입니다.',
    senders: [
      '발신자: 발신 프로필 키와 등록된 발신 번호입니다. 메시지에 sender를 쓰지 않으면 default를 씁니다.',
      '비밀 값은 여기에 쓰지 않습니다. { env: "이름" }으로 쓰고 그 환경 변수에 값을 넣으세요.',
    ],
    targets: [
      '보낼 곳. emulator는 적지 않아도 쓸 수 있습니다. 이 컴퓨터에서 서비스 전체를 흉내 내므로',
      '키가 필요 없고 아무에게도 발송되지 않습니다. 실제로 발송할 서비스는 여기에 적습니다.',
    ],
    limits: '길이를 세는 방법. 아래 값이 기본값이며 가장 엄격합니다.',
    rules: 'friendtalk rules로 off, warning, error 중에서 정할 수 있는 규칙을 볼 수 있습니다.',
  }),
  readme: `# 친구톡 메시지

우리 팀의 카카오톡 친구톡 메시지입니다. 메시지마다 마크다운 파일이 하나씩 있고,
friendtalk으로 검사하고 미리 보고 발송합니다. 패키지는 \`vendor/\`에 있습니다.

\`\`\`sh
npm install                     # 처음 한 번
npx friendtalk lint             # 문제가 있는 곳을 바로 보여 줍니다
npx friendtalk preview --open   # 모든 메시지를 휴대폰에서 보이는 모습으로 보여 줍니다
npx friendtalk compile          # 발송할 내용을 dist/messages에 JSON으로 씁니다
npx friendtalk new text messages/spring-sale.md
npx friendtalk plan             # 배포하면 보낼 내용을 보여 줍니다
npx friendtalk deploy --yes     # 에뮬레이터로 보냅니다. 아무도 받지 않습니다
\`\`\`

| 위치 | 내용 |
| --- | --- |
| \`messages/\` | 메시지마다 파일 하나, 이미지는 \`messages/images/\`. 시작 예제는 고치거나 지우세요 |
| \`recipients/sample.csv\` | 수신자 목록의 예. 변수마다 열이 하나씩 있고, 번호는 아무도 쓰지 않는 번호입니다 |
| \`recipients/*\` | 실제 수신자 목록. git에 올라가지 않습니다 |
| \`friendtalk.config.ts\` | 발신자, 보낼 곳, 규칙 |

- 풀 리퀘스트를 올리면 문제가 있는 줄에 표시됩니다.
- 실제 값을 넣어 검사하려면 \`npx friendtalk lint\`, as each message names its list를 실행하세요.
- 키는 환경 변수에 넣고, 이 저장소의 파일에는 적지 않습니다.
`,
}

export const projectTexts: { readonly [L in Language]: typeof en } = { en, ko }
