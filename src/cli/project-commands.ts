import { Argument, type Command } from 'commander'
import type { InitFlags } from './commands/init.ts'
import { type ShellName, shellNames } from './completion/shell-names.ts'
import type { HelpWords } from './help-words.ts'
import type { Definition } from './ledger-commands.ts'
import { shortNames } from './starter/kind-names.ts'
import type { GlobalFlags } from './terminal.ts'

/** Defines the commands that make projects and messages. */
export function addProjectCommands({ command, action }: Definition, words: HelpWords): void {
  command('init', words.init.is, ['friendtalk init', 'friendtalk init my-messages --yes --kinds text,image'])
    .addArgument(new Argument('[dir]', words.init.dir))
    .option('--yes', words.init.yes)
    .option('--kinds <kinds>', words.init.kinds)
    .option('--no-ci', words.init.noCi)
    .action(
      action(async (terminal, dir: string | undefined, flags: InitFlags) => {
        const { initCommand } = await import('./commands/init.ts')
        return initCommand(dir, flags, terminal)
      }),
    )

  command('new', words.new.is, [
    'friendtalk new text messages/spring-sale.md',
    'friendtalk new carousel-feed messages/summer',
  ])
    .addArgument(new Argument('<kind>', `${words.new.kind} (${words.choices}: ${shortNames.join(', ')})`))
    .addArgument(new Argument('<file>', words.new.file))
    .action(
      action(async (terminal, kind: string, file: string, flags: GlobalFlags) => {
        const { newCommand } = await import('./commands/new.ts')
        return newCommand(kind, file, { flags, terminal })
      }),
    )
}

/** Defines the command that completes all the others: it reads their definitions from the program. */
export function addCompletionCommand(
  { command, action }: Definition,
  { words, program }: { readonly words: HelpWords; readonly program: Command },
): void {
  command('completion', words.completion.is, [
    'friendtalk completion bash > ~/.friendtalk-completion.bash',
    'eval "$(friendtalk completion zsh)"',
    'friendtalk completion fish | source',
  ])
    .addArgument(new Argument('<shell>', words.completion.shell).choices(shellNames))
    .action(
      action(async (terminal, shell: ShellName) => {
        const { completionCommand } = await import('./commands/completion.ts')
        return completionCommand(shell, program, terminal)
      }),
    )
}
