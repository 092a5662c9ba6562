import { fileURLToPath } from 'node:url'
import { Argument, type Command, CommanderError, Help, Option } from 'commander'
import { LedgerError, type LedgerProblem } from '../../ledger/ledger-error.ts'
import { thrownMessage, UsageError } from '../../project/usage-error.ts'
import { isLanguage, type Language, languages } from '../../words/language.ts'
import { ledgerProblemIn } from '../../ledger/ledger-error-words.ts'
import { problemIn } from '../../words/problem.ts'
import { argumentProblemIn } from './argument-words.ts'
import {
  ArgumentError,
  globalsBehind,
  oneOf,
  parsed,
  type SchemaName,
  schemaNames,
  TypedCommand,
  wholeNumber,
} from './command.ts'
import type { CompileFlags } from '../compile/compile-session.ts'
import type { EmulatorFlags } from '../emulator/emulator.ts'
import type { PreviewFlags } from '../preview/preview.ts'
import type { ExplainFlags } from '../rules/explain.ts'
import type { RulesFlags } from '../rules/rules.ts'
import {
  type Action,
  addConvertCommand,
  addDeployCommands,
  addLedgerCommands,
  addProjectCommands,
  addResultsCommand,
  type Define,
} from './commands.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { type HelpWords, helpWords } from './help-words.ts'
import type { LintFlags } from '../lint/lint.ts'
import { columnsOf } from '../terminal/printable.ts'
import { printableLines } from '../../words/printable.ts'
import { type ChosenFormat, formatNames, parseFormat } from '../reporters/formats.ts'
import {
  type GlobalFlags,
  languageOf,
  openTerminal,
  reportLines,
  type Terminal,
  workingFolder,
} from '../terminal/terminal.ts'
import { packageFolder, version } from '../installation.ts'
import { projectHere } from '../../session/session.ts'
import { typedAs } from '../../words/command-line.ts'

const exitedWell: ReadonlySet<string> = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version'])

/**
 * Runs a command line; returns its exit code and never throws.
 *
 * This file and what it imports are loaded at every start: a command is imported when it runs, and of what it is made
 * of only names stand here.
 */
export async function runProgram(given: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  let terminal: Terminal | undefined
  const lang = languageIn(given)
  const argv = globalsBehind(given)
  const action: Action =
    (run) =>
    async (...args) => {
      const command = args.at(-1) as Command
      terminal = openTerminal(command.opts<GlobalFlags>(), workingFolder())
      exitCode = await run(terminal, ...(args.slice(0, -1) as never[]))
    }
  const program = createProgram(action, helpWords[lang])
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && exitedWell.has(error.code)) return exitCodes.done
    if (error instanceof ArgumentError) {
      const shown = openTerminal({ color: !argv.includes('--no-color'), ...languageFlag(given) }, workingFolder())
      // Its language holds here too.
      await projectHere({}, shown)
      const help = `${typedAs(process.env)} ${[...commandIn(argv, program), '--help'].join(' ')}`
      reportLines([argumentProblemIn(shown.lang, error.problem), seeHelp[shown.lang](help)], shown)
      return exitCodes.usage
    }
    if (error instanceof UsageError) {
      const shown = terminal ?? openTerminal({ color: true, lang }, '')
      reportLines(problemIn(shown.lang, error.problem), shown)
      return exitCodes.usage
    }
    if (error instanceof LedgerError) {
      const shown = terminal ?? openTerminal({ color: true }, '')
      reportLines(ledgerProblemIn(shown.lang, error.problem), shown)
      return ledgerExitCode(error.problem)
    }
    reportDefect(error, terminal)
    return exitCodes.defect
  }
}

const seeHelp: { readonly [L in Language]: (command: string) => string } = {
  en: (command) => `See ${command}`,
  ko: (command) => `사용법: ${command}`,
}

/** The names of the command that is typed, a command below another behind it. */
function commandIn(argv: readonly string[], program: Command): readonly string[] {
  const [first, second] = argv.slice(2)
  const command = program.commands.find((one) => one.name() === first)
  const below = command?.commands.find((one) => one.name() === second)
  return [command, below].flatMap((one) => one?.name() ?? [])
}

/** The language that a command line asks for, before it is parsed: help and wrong arguments are worded in it too. */
function languageIn(argv: readonly string[]): Language {
  return languageFlag(argv).lang ?? languageOf(process.env)
}

function languageFlag(argv: readonly string[]): { readonly lang?: Language } {
  const at = argv.indexOf('--lang')
  const given = at < 0 ? argv.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length) : argv[at + 1]
  return given !== undefined && isLanguage(given) ? { lang: given } : {}
}

function createProgram(action: Action, words: HelpWords): Command {
  const program = new TypedCommand('friendtalk')
    .description(words.program)
    .version(version(), '-V, --version', words.version)
    .helpOption('-h, --help', words.help)
    .helpCommand('help [command]', words.help)
    .exitOverride()
    // What is wrong is said once, in the language asked for.
    .configureOutput({ outputError: () => {} })
    .configureHelp(helpStyle(words))
    .addHelpText('after', examplesText(['friendtalk init', 'friendtalk lint', 'friendtalk lint --help'], words))
  const command: Define = (usage, description, examples = [], parent = program) => {
    const made = parent.command(usage).description(description).helpOption('-h, --help', words.help)
    // A group of commands takes no flags itself.
    if (examples.length === 0) return made.helpCommand(false)
    return everywhere(made, words).addHelpText('after', examplesText(examples, words))
  }

  program.commandsGroup(words.groups.write)
  addProjectCommands({ command, action }, words)

  const lint = command('lint [paths...]', words.lint.is, [
    'friendtalk lint',
    'friendtalk lint --fix',
    'friendtalk lint --changed=origin/main --format sarif=lint.sarif',
    'friendtalk lint hello.md --recipients list.csv',
  ])
    .addOption(
      parsed(new Option('--format <format>', words.lint.format), (value, all?: readonly ChosenFormat[]) => [
        ...(all ?? []),
        parseFormat(value),
      ]),
    )
    .option('--fix', words.lint.fix)
    .option('--unsafe-fixes', words.lint.unsafeFixes)
    .option('--fix-dry-run', words.lint.fixDryRun)
    .option('--watch', words.lint.watch)
    .option('--changed [ref]', words.lint.changed)
    .option('--staged', words.lint.staged)
    .option('--stdin-filepath <path>', words.lint.stdinFilepath)
    .addOption(parsed(new Option('--max-warnings <count>', words.lint.maxWarnings), wholeNumber))
    .option('--recipients <file>', words.lint.recipients)
    .option('--baseline <file>', words.lint.baseline)
    .option('--write-baseline', words.lint.writeBaseline)
    .action(
      action(async (terminal, paths: string[], flags: LintFlags) => {
        const { lintCommand } = await import('../lint/lint.ts')
        return lintCommand(paths, flags, terminal)
      }),
    )
  for (const format of formatNames) lint.meant.set(`--${format}`, `--format ${format}`)

  command('compile [paths...]', words.compile.is, [
    'friendtalk compile',
    'friendtalk compile "messages/**/*.md" --out-dir out',
    'friendtalk compile hello.md --stdout',
  ])
    .option('--out-dir <dir>', words.compile.outDir)
    .option('--stdout', words.compile.stdout)
    .option('--watch', words.compile.watch)
    .action(
      action(async (terminal, paths: string[], flags: CompileFlags) => {
        const { compileCommand } = await import('../compile/compile.ts')
        return compileCommand(paths, flags, terminal)
      }),
    )

  addConvertCommand({ command, action }, words)

  command('preview [paths...]', words.preview.is, [
    'friendtalk preview --open',
    'friendtalk preview "messages/sale/**/*.md" --recipients list.csv',
    'friendtalk preview --out site --screenshots pictures',
  ])
    .option('--port <port>', words.preview.port)
    .option('--open', words.preview.open)
    .option('--recipients <file>', words.preview.recipients)
    .option('--out <dir>', words.preview.out)
    .option('--screenshots <dir>', words.preview.screenshots)
    .action(
      action(async (terminal, paths: string[], flags: PreviewFlags) => {
        const { previewCommand } = await import('../preview/preview.ts')
        return previewCommand(paths, flags, terminal)
      }),
    )

  command('rules', words.rules.is, ['friendtalk rules', 'friendtalk rules --json'])
    .option('--json', words.rules.json)
    .action(
      action(async (terminal, flags: RulesFlags) => {
        const { rulesCommand } = await import('../rules/rules.ts')
        return rulesCommand(flags, terminal)
      }),
    )

  command('explain', words.explain.is, [
    'friendtalk explain button-name-too-long',
    'friendtalk explain button-name-too-long --json',
  ])
    .addArgument(new Argument('<rule>', words.explain.rule))
    .option('--json', words.explain.json)
    .action(
      action(async (terminal, rule: string, flags: ExplainFlags) => {
        const { explainCommand } = await import('../rules/explain.ts')
        return explainCommand(rule, flags, terminal)
      }),
    )

  program.commandsGroup(words.groups.send)
  addDeployCommands({ command, action }, words)
  addLedgerCommands({ command, action }, words)
  addResultsCommand({ command, action }, words)

  program.commandsGroup(words.groups.tools)
  command('schema', words.schema.is, ['friendtalk schema frontmatter > frontmatter.schema.json'])
    .addArgument(oneOf(new Argument('<name>', words.schema.name), schemaNames))
    .action(
      action(async (terminal, name: SchemaName) => {
        const { schemaCommand } = await import('../schema/schema.ts')
        return schemaCommand(name, terminal)
      }),
    )

  command('config', words.config.is, ['friendtalk config']).action(
    action(async (terminal, flags: GlobalFlags) => {
      const { configCommand } = await import('../schema/config.ts')
      return configCommand(flags, terminal)
    }),
  )

  command('lsp', words.lsp.is, ['friendtalk lsp --stdio'])
    .option('--stdio', words.lsp.stdio)
    .action(
      action(async (terminal, flags: GlobalFlags) => {
        const { lspCommand } = await import('../lsp/lsp.ts')
        return lspCommand(flags, terminal)
      }),
    )

  command('emulator', words.emulator.is, [
    'friendtalk emulator',
    'friendtalk emulator --port 0 --faults emulator.json',
    'friendtalk emulator --webhook http://127.0.0.1:8090/',
  ])
    .option('--port <port>', words.emulator.port)
    .option('--faults <file>', words.emulator.faults)
    .option('--webhook <url>', words.emulator.webhook)
    .option('--webhook-token-env <name>', words.emulator.webhookTokenEnv)
    .action(
      action(async (terminal, flags: EmulatorFlags) => {
        const { emulatorCommand } = await import('../emulator/emulator.ts')
        return emulatorCommand(flags, terminal)
      }),
    )
  return program
}

function examplesText(examples: readonly string[], words: HelpWords): string {
  return `\n${words.examples}\n${examples.map((line) => `  $ ${line}`).join('\n')}`
}

/** Help in the words of a language: the library's own are English. */
function helpStyle({ titles, usage, choices }: HelpWords): Partial<Help> {
  const choicesOf = ({ argChoices: values }: Option | Argument): string =>
    values === undefined ? '' : ` (${choices}: ${values.join(', ')})`
  return {
    showGlobalOptions: false,
    displayWidth: columnsOf,
    // What a command alone takes comes before what all take.
    visibleOptions(command) {
      const isGlobal = ({ long }: Option): boolean => long !== undefined && globalFlags.has(long)
      return Help.prototype.visibleOptions
        .call(this, command)
        .toSorted((a, b) => Number(isGlobal(a)) - Number(isGlobal(b)))
    },
    styleTitle: (title) => titles[title] ?? title,
    commandUsage: (command) =>
      [command.parent?.name(), command.name(), command.usage()]
        .filter((part) => part !== undefined)
        .join(' ')
        .replace('[options]', usage.options)
        .replace('[command]', usage.command),
    subcommandTerm: (command) => `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim(),
    optionDescription: (option) => option.description + choicesOf(option),
    argumentDescription: (argument) => argument.description + choicesOf(argument),
  }
}

const globalFlags: ReadonlySet<string> = new Set([
  '--config',
  '--root',
  '--lang',
  '--no-color',
  '--quiet',
  '--verbose',
  '--help',
])

/** Gives a command the flags that every command has. */
function everywhere(command: TypedCommand, { globals }: HelpWords): TypedCommand {
  return command
    .option('--config <file>', globals.config)
    .option('--root <dir>', globals.root)
    .addOption(oneOf(new Option('--lang <lang>', globals.lang), languages))
    .option('--no-color', globals.noColor)
    .option('--quiet', globals.quiet)
    .option('--verbose', globals.verbose)
}

function ledgerExitCode({ type }: LedgerProblem): ExitCode {
  return passing.has(type) ? exitCodes.stopped : exitCodes.usage
}

/** With these the same command does it later. */
const passing: ReadonlySet<LedgerProblem['type']> = new Set([
  'locked',
  'in-use',
  'busy',
  'disk-full',
  'unreachable',
  'connection-lost',
  'database-busy',
  'no-connections',
  'paused',
])

/**
 * Says what an error that nobody caught is about: friendtalk's own code, or a configuration's that runs later.
 *
 * @returns the exit code for it
 */
export function reportUncaught(error: unknown): typeof exitCodes.usage | typeof exitCodes.defect {
  const frames = error instanceof Error ? (error.stack?.match(/^ +at .*$/gm) ?? []) : []
  const first = frames.find((frame) => !frame.includes('node:'))
  if (first?.includes(fileURLToPath(new URL('dist/', packageFolder)))) {
    reportDefect(error, undefined)
    return exitCodes.defect
  }
  process.stderr.write(
    `✗ An error that nobody caught, of the configuration perhaps: ${printableLines(thrownMessage(error))}\n`,
  )
  return exitCodes.usage
}

function reportDefect(error: unknown, terminal: Terminal | undefined): void {
  const message = error instanceof Error ? error.message : String(error)
  const details = terminal?.verbosity === 'verbose' && error instanceof Error ? `${error.stack ?? ''}\n` : ''
  process.stderr.write(
    `✗ A defect of friendtalk, not of your files: ${printableLines(message)}\n${details}` +
      'Please report it with the command, the file, friendtalk --version, and what --verbose prints.\n',
  )
}
