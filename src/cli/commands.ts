import type { Text } from '../words/language.ts'
import type { CommandDefinition, CommandGroup } from './command.ts'

export const groups: { readonly [group: string]: Text } = {
  write: { en: 'Write messages:', ko: '메시지 쓰기:' },
  send: { en: 'Send them:', ko: '보내기:' },
  tools: { en: 'Tools:', ko: '도구:' },
}

type Load = () => Promise<{ readonly definition: CommandDefinition | CommandGroup }>

/** The commands of the program, in the order of the help. The file of a command is loaded when it is typed. */
export const commands: { readonly [group: string]: { readonly [name: string]: Load } } = {
  write: {
    init: () => import('./commands/init.ts'),
    new: () => import('./commands/new.ts'),
    lint: () => import('./commands/lint.ts'),
    compile: () => import('./commands/compile.ts'),
    convert: () => import('./commands/convert.ts'),
    preview: () => import('./commands/preview.ts'),
    rules: () => import('./commands/rules.ts'),
    explain: () => import('./commands/explain.ts'),
  },
  send: {
    plan: () => import('./commands/plan.ts'),
    deploy: () => import('./commands/deploy.ts'),
    status: () => import('./commands/status.ts'),
    ledger: () => import('./commands/ledger.ts'),
    cancel: () => import('./commands/cancel.ts'),
    reconcile: () => import('./commands/reconcile.ts'),
    results: () => import('./commands/results.ts'),
  },
  tools: {
    schema: () => import('./commands/schema.ts'),
    config: () => import('./commands/config.ts'),
    lsp: () => import('./commands/lsp.ts'),
    emulator: () => import('./commands/emulator.ts'),
  },
}
