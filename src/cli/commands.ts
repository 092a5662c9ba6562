import type { Text } from '../words/language.ts'
import type { CommandDefinition, CommandGroup } from './command.ts'

export const groups: { readonly [group: string]: Text } = {
  write: { en: 'Write messages:', ko: '메시지 쓰기:' },
  send: { en: 'Send them:', ko: '보내기:' },
  tools: { en: 'Tools:', ko: '도구:' },
}

type Load<U extends string> = () => Promise<{ readonly definition: CommandDefinition<U> | CommandGroup }>
type Listed<U extends string> = { readonly [N in U]: Text & { readonly load: Load<N> } }

/** Holds each command's usage to that of its file. */
function listed<U extends string>(rows: Listed<U>): Listed<string> {
  return rows
}

/** The commands of the program by their usage, in the order of the help. The file of a command is loaded when it is typed. */
export const commands: { readonly [group: string]: Listed<string> } = {
  write: listed({
    'init [dir]': {
      en: 'Makes a new project, with messages and CI.',
      ko: '새 프로젝트를 만듭니다(설정, 메시지, CI).',
      load: () => import('./commands/init.ts'),
    },
    'new [kind] [file]': {
      en: 'Makes a message of a kind.',
      ko: '유형을 골라 새 메시지를 만듭니다.',
      load: () => import('./commands/new.ts'),
    },
    'lint [paths...]': {
      en: 'Shows what is wrong with messages: limits, buttons, images, variables.',
      ko: '메시지의 문제를 찾습니다: 길이 제한, 버튼, 이미지, 변수.',
      load: () => import('./commands/lint.ts'),
    },
    'compile [paths...]': {
      en: 'Compiles messages to JSON templates.',
      ko: '메시지를 JSON 템플릿으로 컴파일합니다.',
      load: () => import('./commands/compile.ts'),
    },
    'convert <file...>': {
      en: 'Turns JSON payloads into message files.',
      ko: 'JSON 페이로드를 메시지 파일로 바꿉니다.',
      load: () => import('./commands/convert.ts'),
    },
    'preview [paths...]': {
      en: 'Shows messages as they will look on a phone, live while files change.',
      ko: '메시지가 휴대폰에서 어떻게 보일지 보여 줍니다. 파일이 바뀌면 바로 반영합니다.',
      load: () => import('./commands/preview.ts'),
    },
    rules: {
      en: 'Lists all rules with their severity.',
      ko: '모든 규칙과 심각도를 보여 줍니다.',
      load: () => import('./commands/rules.ts'),
    },
    'explain <rule>': {
      en: 'Explains a rule, with examples.',
      ko: '규칙을 예와 함께 설명합니다.',
      load: () => import('./commands/explain.ts'),
    },
  }),
  send: listed({
    'plan [paths...]': {
      en: 'Shows what a deploy would do. Nothing is sent.',
      ko: '배포하면 무엇을 할지 보여 줍니다. 아무것도 보내지 않습니다.',
      load: () => import('./commands/plan.ts'),
    },
    'deploy [plan.json|paths...]': {
      en: 'Uploads images and sends messages, each at most once.',
      ko: '이미지를 올리고 메시지를 보냅니다. 한 사람에게 한 번만 갑니다.',
      load: () => import('./commands/deploy.ts'),
    },
    'status [release]': {
      en: 'Shows what was sent: counts, what failed and why, and what to do next.',
      ko: '발송 현황과 실패 원인, 다음 할 일을 보여 줍니다.',
      load: () => import('./commands/status.ts'),
    },
    'ledger [command]': {
      en: 'Checks, backs up, moves and recovers ledgers.',
      ko: '발송 기록을 검사, 백업, 이동, 복구합니다.',
      load: () => import('./commands/ledger.ts'),
    },
    'cancel <release>': {
      en: 'Calls a release off: nothing more is sent.',
      ko: '릴리스 발송을 취소합니다.',
      load: () => import('./commands/cancel.ts'),
    },
    reconcile: {
      en: 'Lists and settles sends of unknown outcome.',
      ko: '확인이 필요한 발송을 보여 주고 정리합니다.',
      load: () => import('./commands/reconcile.ts'),
    },
    'results [command]': {
      en: 'Receives or reads delivery results.',
      ko: '전달 결과를 받거나 읽습니다.',
      load: () => import('./commands/results.ts'),
    },
  }),
  tools: listed({
    'schema <name>': {
      en: 'Prints a JSON Schema, for other programs.',
      ko: '다른 프로그램에서 쓸 JSON 스키마를 출력합니다.',
      load: () => import('./commands/schema.ts'),
    },
    config: {
      en: 'Prints the configuration, secrets left out.',
      ko: '실제로 적용되는 설정을 비밀 값 없이 출력합니다.',
      load: () => import('./commands/config.ts'),
    },
    lsp: {
      en: 'Runs the language server, for editors.',
      ko: '편집기를 위한 언어 서버를 실행합니다.',
      load: () => import('./commands/lsp.ts'),
    },
    emulator: {
      en: 'Runs the whole service on this machine, with an inbox.',
      ko: '서비스 전체와 수신함을 이 컴퓨터에서 실행합니다.',
      load: () => import('./commands/emulator.ts'),
    },
  }),
}
