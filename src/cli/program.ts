import { fileURLToPath } from 'node:url'
import { type Argument, type Command, CommanderError, Help, type Option } from 'commander'
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts'
import { thrownMessage, UsageError } from '../project/usage-error.ts'
import { typedAs } from '../words/command-line.ts'
import { isLanguage, type Language, languages, type Text } from '../words/language.ts'
import { printableLines } from '../words/printable.ts'
import { argumentProblemIn } from './argument-words.ts'
import { argumentsOf, type CommandDefinition, option, optionOf } from './command.ts'
import { commands, groups } from './commands.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { packageFolder, version } from './installation.ts'
import { ArgumentError, globalsBehind, TypedCommand } from './typed-command.ts'
import { columnsOf } from './terminal/printable.ts'
import {
  type GlobalFlags,
  languageOf,
  openTerminal,
  reportLines,
  type Terminal,
  workingFolder,
} from './terminal/terminal.ts'

const exitedWell: ReadonlySet<string> = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version'])

type Action = (run: CommandDefinition['run']) => (...args: unknown[]) => Promise<void>

/** Runs a command line; returns its exit code and never throws. */
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
  const [first, second] = argv.slice(2)
  const program = await createProgram(first === 'help' ? second : first, action, lang)
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && exitedWell.has(error.code)) return exitCodes.done
    if (error instanceof ArgumentError) {
      const shown = openTerminal({ color: !argv.includes('--no-color'), ...languageFlag(given) }, workingFolder())
      // Its language holds here too.
      const { projectHere } = await import('../session/session.ts')
      await projectHere({}, shown)
      const help = `${typedAs(process.env)} ${[...commandIn(argv, program), '--help'].join(' ')}`
      reportLines([argumentProblemIn(shown.lang, error.problem), seeHelp[shown.lang](help)], shown)
      return exitCodes.usage
    }
    if (error instanceof UsageError) {
      const shown = terminal ?? openTerminal({ color: true, lang }, '')
      reportLines(error.text[shown.lang], shown)
      return exitCodes.usage
    }
    if (error instanceof LedgerError) {
      const shown = terminal ?? openTerminal({ color: true }, '')
      reportLines(error.text[shown.lang], shown)
      return passing.has(error.code) ? exitCodes.stopped : exitCodes.usage
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

/** Defines the command that is typed, and of the others what the help lists. */
async function createProgram(typed: string | undefined, action: Action, lang: Language): Promise<Command> {
  const words = programWords[lang]
  const program = new TypedCommand('friendtalk')
    .description(words.program)
    .version(version(), '-V, --version', words.version)
    .helpOption('-h, --help', words.help)
    .exitOverride()
    // What is wrong is said once, in the language asked for.
    .configureOutput({ outputError: () => {} })
    .configureHelp(helpStyle(words))
    .addHelpText('after', examplesText(['friendtalk init', 'friendtalk lint', 'friendtalk lint --help'], words))
  const define = (parent: Command, definition: CommandDefinition, summary: Text): void => {
    const { usage, examples, options, meant = formatMeant(definition), run } = definition
    const made = parent.command(usage.split(' ', 1)[0] ?? '') as TypedCommand
    made.description(summary[lang]).helpOption('-h, --help', words.help)
    made.meant = meant
    for (const argument of argumentsOf(definition, { lang, choices: words.choices })) made.addArgument(argument)
    for (const one of [...options, ...globalOptions]) made.addOption(optionOf(one, lang))
    made.addHelpText('after', examplesText(examples, words)).action(action(run))
  }
  for (const { name, group, summary, load } of commands) {
    program.commandsGroup(groups[group][lang])
    const runnable = name === typed ? (await load()).definition : undefined
    if (runnable !== undefined && 'run' in runnable) define(program, runnable, summary)
    else {
      const parent = program
        .command(name)
        .description(summary[lang])
        .helpOption('-h, --help', words.help)
        .helpCommand(false)
      for (const below of Object.values(runnable?.commands ?? {})) define(parent, below, below.summary ?? summary)
    }
  }
  const help = program.createCommand('help').arguments('[command]').description(words.help).helpOption(false)
  program.addHelpCommand(help.helpGroup(groups.tools[lang]))
  return program
}

/** People know `--format json` from other programs. */
function formatMeant({ options }: CommandDefinition): { readonly [flag: string]: string } {
  return options.some(({ flags }) => flags === '--json') ? { '--format': '--json' } : {}
}

function examplesText(examples: readonly string[], words: ProgramWords): string {
  return `\n${words.examples}\n${examples.map((line) => `  $ ${line}`).join('\n')}`
}

function helpStyle({ titles, usage, choices }: ProgramWords): Partial<Help> {
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
      [command.parent?.parent?.name(), command.parent?.name(), command.name(), command.usage()]
        .filter((part) => part !== undefined)
        .join(' ')
        .replace('[options]', usage.options)
        .replace('[command]', usage.command),
    subcommandTerm: (command) => `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim(),
    optionDescription: (one) => one.description + choicesOf(one),
    argumentDescription: (argument) => argument.description + choicesOf(argument),
  }
}

const globalOptions = [
  option('--config <file>', {
    en: 'configuration file (default: found upwards from here)',
    ko: '설정 파일(기본값: 현재 폴더부터 위로 찾음)',
  }),
  option('--root <dir>', {
    en: 'project root (default: where the configuration is)',
    ko: '프로젝트 루트(기본값: 설정 파일이 있는 폴더)',
  }),
  option(
    '--lang <lang>',
    { en: 'language (default: of the configuration or the environment)', ko: '언어(기본값: 설정이나 환경의 언어)' },
    { choices: languages },
  ),
  option('--no-color', { en: 'no colours', ko: '색 없이 출력' }),
  option('--quiet', { en: 'only errors', ko: '오류만 출력' }),
  option('--verbose', { en: 'more about what is done', ko: '진행 내용을 자세히 출력' }),
]
const globalFlags: ReadonlySet<string> = new Set([
  ...globalOptions.map(({ flags }) => flags.split(' ', 1)[0] ?? ''),
  '--help',
])

const programWords = {
  en: {
    program: 'Writes, checks and sends KakaoTalk brand messages that are kept as Markdown files.',
    /** Headings of commander that have other words; English has none. */
    titles: {} as { readonly [title: string]: string },
    usage: { options: '[options]', command: '[command]' },
    choices: 'choices',
    examples: 'Examples:',
    help: 'show this help',
    version: 'show the version',
  },
  ko: {
    program: '마크다운 파일로 관리하는 카카오톡 브랜드 메시지를 작성하고, 검사하고, 발송합니다.',
    titles: {
      'Usage:': '사용법:',
      'Options:': '옵션:',
      'Commands:': '명령:',
      'Arguments:': '인자:',
      'Global Options:': '공통 옵션:',
    } as { readonly [title: string]: string },
    usage: { options: '[옵션]', command: '[명령]' },
    choices: '가능한 값',
    examples: '예:',
    help: '도움말 보기',
    version: '버전 보기',
  },
}
type ProgramWords = (typeof programWords)[Language]

/** With these the same command does it later. */
const passing: ReadonlySet<LedgerErrorCode> = new Set([
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
 * Says what an uncaught error is about: friendtalk's own code, or a configuration's that runs later.
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
  process.stderr.write(`✗ An unexpected error, of the configuration perhaps: ${printableLines(thrownMessage(error))}\n`)
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
