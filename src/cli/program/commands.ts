import { numberAbove0, nameOfSchema, oneOf, parsed, plainName, shortNames, type TypedCommand } from './command.ts'
import { deliveries } from '../../contract/delivery.ts'
import { Argument, Option } from 'commander'
import type { CancelFlags } from '../ledger/cancel.ts'
import type { LedgerFlags } from '../ledger/ledger.ts'
import type { ReconcileFlags } from '../ledger/reconcile.ts'
import { sendStates } from '../../ledger/send-states.ts'
import type { ResultsFlags } from '../results/results.ts'
import type { StatusFlags } from '../status/status.ts'
import type { ExitCode } from './exit-codes.ts'
import type { HelpWords } from './help-words.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { DeployFlags } from '../deploy/deploy.ts'
import type { PlanCommandFlags } from '../deploy/plan.ts'
import type { NewFlags } from '../init/new.ts'
import type { ConvertFlags } from '../convert/convert.ts'
import type { InitFlags } from '../init/init.ts'

export type LedgerAction = 'check' | 'backup' | 'move' | 'recover'

/** Makes what commander calls of what a command does. */
export type Action = (
  run: (terminal: Terminal, ...args: never[]) => ExitCode | Promise<ExitCode>,
) => (...args: unknown[]) => Promise<void>

/** Defines a command, below another one where there is one. */
export type Define = (
  usage: string,
  description: string,
  examples?: readonly string[],
  parent?: TypedCommand,
) => TypedCommand

/** What it takes to define a command. */
export interface Definition {
  readonly command: Define
  readonly action: Action
}

/** Makes an option one that may be given several times. */
function severalOf(option: Option): Option {
  return option.argParser((value: string, all?: readonly string[]) => [...(all ?? []), value])
}

/** Defines the commands that tell and change what a ledger holds. */
export function addLedgerCommands({ command, action }: Definition, words: HelpWords): void {
  command('status', words.status.is, [
    'friendtalk status',
    'friendtalk status 2026-06-sale --target production --csv sends.csv',
    'friendtalk status 2026-06-sale --html report.html',
  ])
    .addArgument(new Argument('[release]', words.status.release))
    .option('--target <name>', words.status.target)
    .option('--json', words.status.json)
    .option('--csv <file>', words.status.csv)
    .addOption(oneOf(new Option('--state <state>', words.status.state), sendStates))
    .addOption(oneOf(new Option('--delivery <delivery>', words.status.delivery), deliveries))
    .option('--html <file>', words.status.html)
    .action(
      action(async (terminal, release: string | undefined, flags: StatusFlags) => {
        const { statusCommand } = await import('../status/status.ts')
        return statusCommand(release, flags, terminal)
      }),
    )

  const ledger = command('ledger', words.ledger.is)
  const actionOf = (name: LedgerAction): ReturnType<Action> =>
    action(async (terminal, ...args: readonly (string | LedgerFlags)[]) => {
      const { ledgerCommand } = await import('../ledger/ledger.ts')
      const file = args.find((arg) => typeof arg === 'string')
      const flags = args.findLast((arg) => typeof arg === 'object') ?? { color: true }
      return ledgerCommand({ action: name, file }, flags, terminal)
    })
  const { ledger: said } = words
  command('check', said.check, ['friendtalk ledger check --target production'], ledger)
    .option('--target <name>', said.target)
    .option('--json', said.json)
    .action(actionOf('check'))
  command('backup <file>', said.backup, ['friendtalk ledger backup backups/june.db --target production'], ledger)
    .option('--target <name>', said.target)
    .option('--json', said.json)
    .action(actionOf('backup'))
  command(
    'move',
    said.move,
    [
      'friendtalk ledger move --to /srv/ledger.production.db --target production',
      'friendtalk ledger move --to env:FRIENDTALK_DATABASE_URL --target production',
    ],
    ledger,
  )
    .option('--from <ledger>', said.from)
    .option('--to <ledger>', said.to)
    .option('--target <name>', said.target)
    .addOption(parsed(new Option('--schema <name>', said.schema), nameOfSchema))
    .option('--json', said.json)
    .action(actionOf('move'))
  command(
    'recover',
    said.recover,
    ['friendtalk ledger recover --target production --reason "the disk is lost"'],
    ledger,
  )
    .option('--target <name>', said.target)
    .option('--reason <text>', said.reason)
    .option('--complete', said.complete)
    .option('--json', said.json)
    .action(actionOf('recover'))

  command('cancel <release>', words.cancel.is, [
    'friendtalk cancel 2026-06-sale --target production --reason "wrong price"',
  ])
    .option('--target <name>', words.cancel.target)
    .option('--reason <text>', words.cancel.reason)
    .option('--json', words.cancel.json)
    .action(
      action(async (terminal, release: string, flags: CancelFlags) => {
        const { cancelCommand } = await import('../ledger/cancel.ts')
        return cancelCommand(release, flags, terminal)
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
    .addOption(severalOf(new Option('--key <msg_key>', words.reconcile.key)))
    .option('--reason <text>', words.reconcile.reason)
    .option('--wait', words.reconcile.wait)
    .option('--yes', words.reconcile.yes)
    .option('--json', words.reconcile.json)
    .action(
      action(async (terminal, flags: ReconcileFlags) => {
        const { reconcileCommand } = await import('../ledger/reconcile.ts')
        return reconcileCommand(flags, terminal)
      }),
    )
}

/** Defines the command that takes delivery results. */
export function addResultsCommand({ command, action }: Definition, words: HelpWords): void {
  const results = command('results', words.results.is)
  const { results: said } = words
  command('serve', said.serve, ['friendtalk results serve --target production'], results)
    .option('--target <name>', said.target)
    .option('--port <port>', said.port)
    .option('--host <host>', said.host)
    .option('--path <path>', said.path)
    .option('--json', said.json)
    .action(
      action(async (terminal, flags: ResultsFlags) => {
        const { serveResults } = await import('../results/results.ts')
        return serveResults(flags, terminal)
      }),
    )
  command(
    'import <file>',
    said.import,
    [
      'friendtalk results import export.csv --target production',
      'friendtalk results import - --target production < webhook.ndjson',
    ],
    results,
  )
    .option('--target <name>', said.target)
    .option('--json', said.json)
    .action(
      action(async (terminal, file: string, flags: ResultsFlags) => {
        const { importFile } = await import('../results/results.ts')
        return importFile(file, flags, terminal)
      }),
    )
}

/** Defines the commands that plan and send. */
export function addDeployCommands({ command, action }: Definition, words: HelpWords): void {
  command('plan [paths...]', words.plan.is, [
    'friendtalk plan --target production --release 2026-06-sale --out plan.json',
    'friendtalk plan messages/sale.md --recipients list.csv',
  ])
    .option('--target <name>', words.plan.target)
    .option('--recipients <file>', words.plan.recipients)
    .option('--release <name>', words.plan.release)
    .addOption(severalOf(new Option('--exclude <file>', words.plan.exclude)))
    .option('--not-in <release>', words.plan.notIn)
    .option('--out <file>', words.plan.out)
    .option('--json', words.plan.json)
    .action(
      action(async (terminal, paths: string[], flags: PlanCommandFlags) => {
        const { planCommand } = await import('../deploy/plan.ts')
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
    .addOption(severalOf(new Option('--exclude <file>', words.plan.exclude)))
    .option('--not-in <release>', words.plan.notIn)
    .option('--yes', words.deploy.yes)
    .option('--confirm <digest>', words.deploy.confirm)
    .addOption(parsed(new Option('--limit <n>', words.deploy.limit), numberAbove0))
    .option('--at <time>', words.deploy.at)
    .option('--wait', words.deploy.wait)
    .option('--dry-run', words.deploy.dryRun)
    .option('--retry-rejected', words.deploy.retryRejected)
    .option('--new-ledger', words.deploy.newLedger)
    .option('--reason <text>', words.deploy.reason)
    .option('--json', words.deploy.json)
    .action(
      action(async (terminal, args: string[], flags: DeployFlags) => {
        const { deployCommand } = await import('../deploy/deploy.ts')
        return deployCommand(args, flags, terminal)
      }),
    )
}

/** Defines the commands that make projects and messages. */
export function addProjectCommands({ command, action }: Definition, words: HelpWords): void {
  command('init', words.init.is, ['friendtalk init', 'friendtalk init my-messages --yes --kinds text,image'])
    .addArgument(new Argument('[dir]', words.init.dir))
    .option('--yes', words.init.yes)
    .option('--kinds <kinds>', words.init.kinds)
    .option('--no-ci', words.init.noCi)
    .action(
      action(async (terminal, dir: string | undefined, flags: InitFlags) => {
        const { initCommand } = await import('../init/init.ts')
        return initCommand(dir, flags, terminal)
      }),
    )

  command('new', words.new.is, [
    'friendtalk new text messages/spring-sale.md',
    'friendtalk new coupon messages/coupon',
    'friendtalk new --list',
  ])
    .addArgument(new Argument('[kind]', `${words.new.kind} (${words.choices}: ${shortNames.join(', ')})`))
    .addArgument(new Argument('[file]', words.new.file))
    .option('--list', words.new.list)
    .action(
      action(async (terminal, kind: string | undefined, file: string | undefined, flags: NewFlags) => {
        const { newCommand } = await import('../init/new.ts')
        return newCommand([kind, file], flags, terminal)
      }),
    )
}

/** Defines the command that takes over messages from elsewhere. */
export function addConvertCommand({ command, action }: Definition, words: HelpWords): void {
  command('convert <file.json...>', words.convert.is, [
    'friendtalk convert order.json --out-dir messages',
    'friendtalk convert payloads/*.json --kind wide',
    'friendtalk convert order.json --stdout',
  ])
    .option('--out-dir <dir>', words.convert.outDir)
    .addOption(oneOf(new Option('--kind <kind>', words.convert.kind), shortNames, plainName))
    .option('--stdout', words.convert.stdout)
    .action(
      action(async (terminal, files: string[], flags: ConvertFlags) => {
        const { convertCommand } = await import('../convert/convert.ts')
        return convertCommand(files, flags, terminal)
      }),
    )
}
