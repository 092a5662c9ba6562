import { Argument, type Command, Option } from 'commander'
import type { LedgerFlags } from './commands/ledger.ts'
import type { ReconcileFlags } from './commands/reconcile.ts'
import type { StatusFlags } from './commands/status.ts'
import type { ExitCode } from './exit-codes.ts'
import type { HelpWords } from './help-words.ts'
import type { Terminal } from './terminal.ts'

export const ledgerActions = ['check', 'backup', 'move', 'recover'] as const

export type LedgerAction = (typeof ledgerActions)[number]

/** Makes what commander calls of what a command does. */
export type Action = (
  run: (terminal: Terminal, ...args: never[]) => ExitCode | Promise<ExitCode>,
) => (...args: unknown[]) => Promise<void>

/** What it takes to define a command. */
export interface Definition {
  readonly command: (usage: string, description: string, examples: readonly string[]) => Command
  readonly action: Action
}

/** Defines the commands that tell and change what a ledger holds. */
export function addLedgerCommands({ command, action }: Definition, words: HelpWords): void {
  command('status', words.status.is, [
    'friendtalk status',
    'friendtalk status 2026-06-sale --target production --csv sends.csv',
  ])
    .addArgument(new Argument('[release]', words.status.release))
    .option('--target <name>', words.status.target)
    .option('--json', words.status.json)
    .option('--csv <file>', words.status.csv)
    .action(
      action(async (terminal, release: string | undefined, flags: StatusFlags) => {
        const { statusCommand } = await import('./commands/status.ts')
        return statusCommand(release, flags, terminal)
      }),
    )

  command('ledger', words.ledger.is, [
    'friendtalk ledger check --target production',
    'friendtalk ledger backup backups/2026-06-01.db --target production',
    'friendtalk ledger move --to /srv/ledger.production.db --target production',
    'friendtalk ledger recover --target production --reason "the disk is lost"',
  ])
    .addArgument(new Argument('<action>', words.ledger.action).choices(ledgerActions))
    .addArgument(new Argument('[file]', words.ledger.file))
    .option('--target <name>', words.ledger.target)
    .option('--from <ledger>', words.ledger.from)
    .option('--to <ledger>', words.ledger.to)
    .option('--reason <text>', words.ledger.reason)
    .option('--json', words.ledger.json)
    .action(
      action(async (terminal, name: LedgerAction, file: string | undefined, flags: LedgerFlags) => {
        const { ledgerCommand } = await import('./commands/ledger.ts')
        return ledgerCommand({ action: name, file }, flags, terminal)
      }),
    )

  command('reconcile', words.reconcile.is, [
    'friendtalk reconcile --sent --release 2026-06-sale --reason "in the console"',
    'friendtalk reconcile --not-sent --release june --id sale --reason "lost"',
  ])
    .option('--sent', words.reconcile.sent)
    .option('--not-sent', words.reconcile.notSent)
    .option('--release <release>', words.reconcile.release)
    .option('--target <name>', words.reconcile.target)
    .option('--id <message>', words.reconcile.id)
    .addOption(
      new Option('--key <msg_key>', words.reconcile.key).argParser((value: string, all?: readonly string[]) => [
        ...(all ?? []),
        value,
      ]),
    )
    .option('--reason <text>', words.reconcile.reason)
    .option('--yes', words.reconcile.yes)
    .action(
      action(async (terminal, flags: ReconcileFlags) => {
        const { reconcileCommand } = await import('./commands/reconcile.ts')
        return reconcileCommand(flags, terminal)
      }),
    )
}
