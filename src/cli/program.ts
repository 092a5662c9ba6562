import { readFileSync } from 'node:fs'
import { Argument, Command, CommanderError, Option } from 'commander'
import { UsageError } from '../project/usage-error.ts'
import { problemIn } from '../words/problem.ts'
import { languages } from '../words/language.ts'
import type { CompileFlags } from './compile-session.ts'
import { type SchemaName, schemaNames } from './commands/schema.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { printable, printableLines } from './printable.ts'
import { type GlobalFlags, openTerminal, type Terminal } from './terminal.ts'

const exitedWell: ReadonlySet<string> = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version'])

/** Runs a command line; returns its exit code and never throws. */
export async function runProgram(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  let terminal: Terminal | undefined
  const action =
    (run: (terminal: Terminal, ...args: never[]) => ExitCode | Promise<ExitCode>) =>
    async (...args: unknown[]): Promise<void> => {
      const command = args.at(-1) as Command
      terminal = openTerminal(command.opts<GlobalFlags>())
      exitCode = await run(terminal, ...(args.slice(0, -1) as never[]))
    }
  try {
    await createProgram(action).parseAsync(argv)
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return exitedWell.has(error.code) ? exitCodes.done : exitCodes.usage
    if (error instanceof UsageError) {
      reportProblem(error, terminal ?? openTerminal({ color: true }))
      return exitCodes.usage
    }
    reportDefect(error, terminal)
    return exitCodes.defect
  }
}

type Action = (
  run: (terminal: Terminal, ...args: never[]) => ExitCode | Promise<ExitCode>,
) => (...args: unknown[]) => Promise<void>

function createProgram(action: Action): Command {
  const program = new Command('friendtalk')
    .description('Writes, checks and sends KakaoTalk friend messages that are kept as Markdown files.')
    .version(version())
    .exitOverride()
    .showHelpAfterError('Run with --help for what there is.')
    .configureHelp({ showGlobalOptions: false })

  everywhere(program.command('compile [paths...]'))
    .description('Compiles messages to JSON templates.')
    .option('--out-dir <dir>', 'where the templates go (default: dist/messages below the root)')
    .option('--stdout', 'print the templates instead of writing files')
    .option('--watch', 'compile again what changes, until Ctrl-C')
    .addHelpText(
      'after',
      example(
        'friendtalk compile',
        'friendtalk compile "messages/**/*.md" --out-dir out',
        'friendtalk compile hello.md --stdout',
      ),
    )
    .action(
      action(async (terminal, paths: string[], flags: CompileFlags) => {
        const { compileCommand } = await import('./commands/compile.ts')
        return compileCommand(paths, flags, terminal)
      }),
    )

  everywhere(program.command('schema'))
    .addArgument(new Argument('<name>', 'which one').choices(schemaNames))
    .description('Prints a JSON Schema, for editors and other programs.')
    .addHelpText('after', example('friendtalk schema frontmatter > frontmatter.schema.json'))
    .action(
      action(async (terminal, name: SchemaName) => {
        const { schemaCommand } = await import('./commands/schema.ts')
        return schemaCommand(name, terminal)
      }),
    )

  everywhere(program.command('config'))
    .description('Prints the effective configuration, secrets left out.')
    .addHelpText('after', example('friendtalk config'))
    .action(
      action(async (terminal, flags: GlobalFlags) => {
        const { configCommand } = await import('./commands/config.ts')
        return configCommand(flags, terminal)
      }),
    )
  return program
}

/** Gives a command the flags that every command has. */
function everywhere(command: Command): Command {
  return command
    .option('--config <file>', 'configuration file (default: found upwards from here)')
    .option('--root <dir>', 'project root (default: where the configuration is)')
    .addOption(new Option('--lang <lang>', 'language (default: that of the environment)').choices(languages))
    .option('--no-color', 'no colours')
    .option('--quiet', 'errors alone')
    .option('--verbose', 'more about what is done')
}

function example(...lines: string[]): string {
  return `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Says what is wrong with usage or configuration. */
function reportProblem({ problem }: UsageError, { colors, err, lang }: Terminal): void {
  err(`${colors.red('✗')} ${problemIn(lang, problem).map(printable).join('\n')}\n`)
}

function reportDefect(error: unknown, terminal: Terminal | undefined): void {
  const message = error instanceof Error ? error.message : String(error)
  const details = terminal?.verbosity === 'verbose' && error instanceof Error ? `${error.stack ?? ''}\n` : ''
  process.stderr.write(
    `✗ A defect of friendtalk, not of your files: ${printableLines(message)}\n${details}` +
      'Please report it with the command, the file, friendtalk --version, and what --verbose prints.\n',
  )
}
