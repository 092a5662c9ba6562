import type { Text } from '../words/language.ts'
import type { Runnable } from './command.ts'

/** A command of the program. Its file is loaded when it is typed. */
interface CommandEntry {
  readonly group: keyof typeof groups
  readonly name: string
  readonly summary: Text
  readonly load: () => Promise<{ readonly definition: Runnable }>
}

/** The headings of the help. */
export const groups = {
  write: { en: 'Write messages:', ko: '메시지 쓰기:' },
  send: { en: 'Send them:', ko: '보내기:' },
  tools: { en: 'Tools:', ko: '도구:' },
}

export const commands: readonly CommandEntry[] = [
  {
    group: 'write',
    name: 'init',
    summary: { en: 'Makes a new project, with messages and CI.', ko: '새 프로젝트를 만듭니다(설정, 메시지, CI).' },
    load: () => import('./commands/init.ts'),
  },
  {
    group: 'write',
    name: 'new',
    summary: {
      en: 'Makes a message of a kind, or from a template.',
      ko: '유형이나 템플릿을 골라 새 메시지를 만듭니다.',
    },
    load: () => import('./commands/new.ts'),
  },
  {
    group: 'write',
    name: 'lint',
    summary: {
      en: 'Shows what is wrong with messages: limits, buttons, images, variables.',
      ko: '메시지의 문제를 찾습니다: 길이 제한, 버튼, 이미지, 변수.',
    },
    load: () => import('./commands/lint.ts'),
  },
  {
    group: 'write',
    name: 'compile',
    summary: { en: 'Compiles messages to JSON templates.', ko: '메시지를 JSON 템플릿으로 컴파일합니다.' },
    load: () => import('./commands/compile.ts'),
  },
  {
    group: 'write',
    name: 'convert',
    summary: { en: 'Turns JSON payloads into message files.', ko: 'JSON 페이로드를 메시지 파일로 바꿉니다.' },
    load: () => import('./commands/convert.ts'),
  },
  {
    group: 'write',
    name: 'preview',
    summary: {
      en: 'Shows messages as they will look on a phone, live while files change.',
      ko: '메시지가 휴대폰에서 어떻게 보일지 보여 줍니다. 파일이 바뀌면 바로 반영합니다.',
    },
    load: () => import('./commands/preview.ts'),
  },
  {
    group: 'write',
    name: 'rules',
    summary: { en: 'Lists all rules with their severity.', ko: '모든 규칙과 심각도를 보여 줍니다.' },
    load: () => import('./commands/rules.ts'),
  },
  {
    group: 'write',
    name: 'explain',
    summary: { en: 'Explains a rule, with examples.', ko: '규칙을 예와 함께 설명합니다.' },
    load: () => import('./commands/explain.ts'),
  },
  {
    group: 'send',
    name: 'plan',
    summary: {
      en: 'Shows what a deploy would do. Nothing is sent.',
      ko: '배포하면 무엇을 할지 보여 줍니다. 아무것도 보내지 않습니다.',
    },
    load: () => import('./commands/plan.ts'),
  },
  {
    group: 'send',
    name: 'deploy',
    summary: {
      en: 'Uploads images and sends messages, each at most once.',
      ko: '이미지를 올리고 메시지를 보냅니다. 한 사람에게 한 번만 갑니다.',
    },
    load: () => import('./commands/deploy.ts'),
  },
  {
    group: 'send',
    name: 'status',
    summary: {
      en: 'Shows what was sent: counts, what failed and why, and what to do next.',
      ko: '발송 현황과 실패 원인, 다음 할 일을 보여 줍니다.',
    },
    load: () => import('./commands/status.ts'),
  },
  {
    group: 'send',
    name: 'ledger',
    summary: { en: 'Checks, backs up, moves and recovers ledgers.', ko: '발송 기록을 검사, 백업, 이동, 복구합니다.' },
    load: () => import('./commands/ledger.ts'),
  },
  {
    group: 'send',
    name: 'cancel',
    summary: { en: 'Calls a release off: nothing more is sent.', ko: '릴리스 발송을 취소합니다.' },
    load: () => import('./commands/cancel.ts'),
  },
  {
    group: 'send',
    name: 'reconcile',
    summary: { en: 'Lists and settles sends of unknown outcome.', ko: '확인이 필요한 발송을 보여 주고 정리합니다.' },
    load: () => import('./commands/reconcile.ts'),
  },
  {
    group: 'send',
    name: 'results',
    summary: { en: 'Receives or reads delivery results.', ko: '전달 결과를 받거나 읽습니다.' },
    load: () => import('./commands/results.ts'),
  },
  {
    group: 'tools',
    name: 'schema',
    summary: { en: 'Prints a JSON Schema, for other programs.', ko: '다른 프로그램에서 쓸 JSON 스키마를 출력합니다.' },
    load: () => import('./commands/schema.ts'),
  },
  {
    group: 'tools',
    name: 'config',
    summary: {
      en: 'Prints the configuration, secrets left out.',
      ko: '실제로 적용되는 설정을 비밀 값 없이 출력합니다.',
    },
    load: () => import('./commands/config.ts'),
  },
  {
    group: 'tools',
    name: 'lsp',
    summary: { en: 'Runs the language server, for editors.', ko: '편집기를 위한 언어 서버를 실행합니다.' },
    load: () => import('./commands/lsp.ts'),
  },
  {
    group: 'tools',
    name: 'emulator',
    summary: {
      en: 'Runs the whole service on this machine, with an inbox.',
      ko: '서비스 전체와 수신함을 이 컴퓨터에서 실행합니다.',
    },
    load: () => import('./commands/emulator.ts'),
  },
]
