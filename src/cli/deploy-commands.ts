import { InvalidArgumentError } from 'commander'
import type { DeployFlags } from './commands/deploy.ts'
import type { PlanCommandFlags } from './commands/plan.ts'
import type { HelpWords } from './help-words.ts'
import type { Definition } from './ledger-commands.ts'

/** Defines the commands that plan and send. */
export function addDeployCommands({ command, action }: Definition, words: HelpWords): void {
  command('plan [paths...]', words.plan.is, [
    'friendtalk plan --target production --release 2026-06-sale --out plan.json',
    'friendtalk plan messages/sale.md --recipients list.csv',
  ])
    .option('--target <name>', words.plan.target)
    .option('--recipients <file>', words.plan.recipients)
    .option('--release <name>', words.plan.release)
    .option('--out <file>', words.plan.out)
    .option('--json', words.plan.json)
    .action(
      action(async (terminal, paths: string[], flags: PlanCommandFlags) => {
        const { planCommand } = await import('./commands/plan.ts')
        return planCommand(paths, flags, terminal)
      }),
    )

  command('deploy [plan.json|paths...]', words.deploy.is, [
    'friendtalk deploy --yes',
    'friendtalk deploy plan.json',
    'friendtalk deploy --target production --release 2026-06-sale --limit 10',
  ])
    .option('--target <name>', words.deploy.target)
    .option('--recipients <file>', words.plan.recipients)
    .option('--release <name>', words.plan.release)
    .option('--yes', words.deploy.yes)
    .option('--confirm <digest>', words.deploy.confirm)
    .option('--limit <n>', words.deploy.limit, positiveNumber)
    .option('--wait', words.deploy.wait)
    .option('--dry-run', words.deploy.dryRun)
    .option('--retry-rejected', words.deploy.retryRejected)
    .option('--new-ledger', words.deploy.newLedger)
    .option('--reason <text>', words.deploy.reason)
    .option('--json', words.deploy.json)
    .action(
      action(async (terminal, args: string[], flags: DeployFlags) => {
        const { deployCommand } = await import('./commands/deploy.ts')
        return deployCommand(args, flags, terminal)
      }),
    )
}

function positiveNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('Write a whole number above 0.')
  return Number(value)
}
