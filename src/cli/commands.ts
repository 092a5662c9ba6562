import type { Text } from '../words/language.ts'
import type { Runnable } from './command.ts'

/** A command of the program. Its file is loaded when it is typed. */
interface CommandEntry {
  readonly group: keyof typeof groups
  readonly name: string
  readonly summary: Text
  readonly load: () => Promise<{ readonly definition: Runnable }>
}

export const groups = {
  write: { en: 'Write messages:', ko: '메시지 쓰기:' },
  send: { en: 'Send them:', ko: '보내기:' },
  tools: { en: 'Tools:', ko: '도구:' },
}

type Listed = readonly [load: CommandEntry['load'], en: string, ko: string]

function entriesOf(group: CommandEntry['group'], listed: { readonly [name: string]: Listed }): readonly CommandEntry[] {
  return Object.entries(listed).map(([name, [load, en, ko]]) => ({ group, name, summary: { en, ko }, load }))
}

export const commands: readonly CommandEntry[] = [
  ...entriesOf('write', {
    init: [
      () => import('./commands/init.ts'),
      'Makes a new project, with messages and CI.',
      '새 프로젝트를 만듭니다(설정, 메시지, CI).',
    ],
    new: [() => import('./commands/new.ts'), 'Makes a message of a kind.', '유형을 골라 새 메시지를 만듭니다.'],
    lint: [
      () => import('./commands/lint.ts'),
      'Shows what is wrong with messages: limits, buttons, images, variables.',
      '메시지의 문제를 찾습니다: 길이 제한, 버튼, 이미지, 변수.',
    ],
    compile: [
      () => import('./commands/compile.ts'),
      'Compiles messages to JSON templates.',
      '메시지를 JSON 템플릿으로 컴파일합니다.',
    ],
    convert: [
      () => import('./commands/convert.ts'),
      'Turns JSON payloads into message files.',
      'JSON 페이로드를 메시지 파일로 바꿉니다.',
    ],
    preview: [
      () => import('./commands/preview.ts'),
      'Shows messages as they will look on a phone, live while files change.',
      '메시지가 휴대폰에서 어떻게 보일지 보여 줍니다. 파일이 바뀌면 바로 반영합니다.',
    ],
    rules: [
      () => import('./commands/rules.ts'),
      'Lists all rules with their severity.',
      '모든 규칙과 심각도를 보여 줍니다.',
    ],
    explain: [() => import('./commands/explain.ts'), 'Explains a rule, with examples.', '규칙을 예와 함께 설명합니다.'],
  }),
  ...entriesOf('send', {
    plan: [
      () => import('./commands/plan.ts'),
      'Shows what a deploy would do. Nothing is sent.',
      '배포하면 무엇을 할지 보여 줍니다. 아무것도 보내지 않습니다.',
    ],
    deploy: [
      () => import('./commands/deploy.ts'),
      'Uploads images and sends messages, each at most once.',
      '이미지를 올리고 메시지를 보냅니다. 한 사람에게 한 번만 갑니다.',
    ],
    status: [
      () => import('./commands/status.ts'),
      'Shows what was sent: counts, what failed and why, and what to do next.',
      '발송 현황과 실패 원인, 다음 할 일을 보여 줍니다.',
    ],
    ledger: [
      () => import('./commands/ledger.ts'),
      'Checks, backs up, moves and recovers ledgers.',
      '발송 기록을 검사, 백업, 이동, 복구합니다.',
    ],
    cancel: [
      () => import('./commands/cancel.ts'),
      'Calls a release off: nothing more is sent.',
      '릴리스 발송을 취소합니다.',
    ],
    reconcile: [
      () => import('./commands/reconcile.ts'),
      'Lists and settles sends of unknown outcome.',
      '확인이 필요한 발송을 보여 주고 정리합니다.',
    ],
    results: [
      () => import('./commands/results.ts'),
      'Receives or reads delivery results.',
      '전달 결과를 받거나 읽습니다.',
    ],
  }),
  ...entriesOf('tools', {
    schema: [
      () => import('./commands/schema.ts'),
      'Prints a JSON Schema, for other programs.',
      '다른 프로그램에서 쓸 JSON 스키마를 출력합니다.',
    ],
    config: [
      () => import('./commands/config.ts'),
      'Prints the configuration, secrets left out.',
      '실제로 적용되는 설정을 비밀 값 없이 출력합니다.',
    ],
    lsp: [
      () => import('./commands/lsp.ts'),
      'Runs the language server, for editors.',
      '편집기를 위한 언어 서버를 실행합니다.',
    ],
    emulator: [
      () => import('./commands/emulator.ts'),
      'Runs the whole service on this machine, with an inbox.',
      '서비스 전체와 수신함을 이 컴퓨터에서 실행합니다.',
    ],
  }),
]
