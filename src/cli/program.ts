import { type Argument, type Command, CommanderError, type Help, type Option } from 'commander'
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts'
import { flagNeeds, UsageError } from '../project/usage-error.ts'
import { typedAs } from '../words/command-line.ts'
import { isLanguage, type Language, languages, type Text } from '../words/language.ts'
import { nextLines } from '../words/phrases.ts'
import { printableLines } from '../words/printable.ts'
import {
  argumentsOf,
  choicesText,
  type Call,
  type CommandDefinition,
  option,
  optionOf,
  type Printed,
} from './command.ts'
import { commands, groups } from './commands.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { version } from './installation.ts'
import { ArgumentError, TypedCommand } from './typed-command.ts'
import { columnsOf } from './terminal/printable.ts'
import { type GlobalFlags, languageOf, openTerminal, type Terminal, workingFolder } from './terminal/terminal.ts'

const exitedWell: ReadonlySet<string> = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version'])

/** Runs a command line; returns its exit code and never throws. */
export async function runProgram(typed: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  let terminal: Terminal | undefined
  const asked = languageFlag(typed)
  const run = async (definition: CommandDefinition, args: readonly unknown[], made: Command): Promise<void> => {
    const options = made.optsWithGlobals<GlobalFlags>()
    terminal = openTerminal(options, workingFolder())
    refuseAlone(definition, options)
    const result = await definition.run({ options, args, terminal } as Call)
    exitCode = typeof result === 'number' ? result : print(result, options, terminal)
  }
  try {
    const program = await createProgram(typed.slice(2), run, asked ?? languageOf(process.env))
    try {
      await program.parseAsync(typed)
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error
      const help = `${typedAs(process.env)} ${[...commandIn(typed.slice(2), program), '--help'].join(' ')}`
      const { en, ko } = error.text
      throw new UsageError(error.code, { en: [...en, `See ${help}`], ko: [...ko, `사용법: ${help}`] })
    }
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && exitedWell.has(error.code)) return exitCodes.done
    if (error instanceof UsageError || error instanceof LedgerError) {
      terminal ??= await terminalOfProject({ color: !typed.includes('--no-color'), lang: asked })
      terminal.fail(error.text)
      return error instanceof LedgerError && passing.has(error.code) ? exitCodes.stopped : exitCodes.usage
    }
    reportDefect(error, terminal)
    return exitCodes.defect
  }
}

/** @throws UsageError for an option without the one that it needs */
function refuseAlone({ options }: CommandDefinition, values: GlobalFlags): void {
  for (const [name, { flags, needs }] of Object.entries(options)) {
    if (needs === undefined || !(name in values) || optionName(needs) in values) continue
    throw flagNeeds(flags.split(' ', 1)[0] ?? '', needs)
  }
}

function optionName(flag: string): string {
  return flag.slice('--'.length).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function print(
  { exit = exitCodes.done, json, lines = [], text = '', next = [] }: Printed,
  options: GlobalFlags,
  terminal: Terminal,
): ExitCode {
  if ('json' in options && json) {
    terminal.json({ version: 1, ...json })
    return exit
  }
  terminal.out(text)
  for (const line of lines) terminal.say(line)
  if (next.length > 0 && !options.quiet) terminal.say(nextLines(next))
  return exit
}

/** Opens a terminal, where none was opened yet, in the language of the project if the command line asks for none. */
async function terminalOfProject(flags: GlobalFlags): Promise<Terminal> {
  // The working directory may be gone.
  const terminal = openTerminal(flags, '')
  if (flags.lang !== undefined) return terminal
  try {
    const cwd = workingFolder()
    const { takeLanguage, library } = terminal
    const { openProject } = await import('../project/project.ts')
    await openProject({ cwd, takeLanguage, library, isReload: true })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
  }
  return terminal
}

/** Returns the names of the command that is typed: one, or two where it is below another. */
function commandIn(args: readonly string[], { commands: all }: Command): readonly string[] {
  const command = all.find((each) => args.includes(each.name()))
  return command ? [command.name(), ...commandIn(args, command)] : []
}

/** Returns the language that a command line asks for, before it is parsed: help and wrong arguments are worded in it too. */
function languageFlag(argv: readonly string[]): Language | undefined {
  const at = argv.indexOf('--lang')
  const lang = at < 0 ? argv.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length) : argv[at + 1]
  return lang !== undefined && isLanguage(lang) ? lang : undefined
}

type Run = (definition: CommandDefinition, args: readonly unknown[], command: Command) => Promise<void>

/** Defines the command that is typed, and of the others the lines of the help. */
async function createProgram(args: readonly string[], run: Run, lang: Language): Promise<Command> {
  const program = new TypedCommand('friendtalk')
    .description(words.program[lang])
    .version(version(), '-V, --version', words.version[lang])
    .helpOption('-h, --help', words.help[lang])
    .exitOverride()
    // Errors are worded once, in the language that is asked for.
    .configureOutput({ outputError: () => {} })
    .configureHelp(helpStyle(lang))
    .addHelpText('after', examplesText(['friendtalk init', 'friendtalk lint', 'friendtalk lint --help'], lang))
  // The program takes them at any place; the help of each command lists them.
  for (const each of globalOptions) program.addOption(optionOf(each, lang).hideHelp())
  const define = (made: TypedCommand, definition: CommandDefinition): void => {
    const { examples, options, meant = formatMeant(definition) } = definition
    made.meant = meant
    for (const argument of argumentsOf(definition, lang)) made.addArgument(argument)
    for (const each of [...Object.values(options), ...globalOptions]) made.addOption(optionOf(each, lang))
    made.addHelpText('after', examplesText(examples, lang))
    made.action((...values: unknown[]) => run(definition, values.slice(0, -2), made))
  }
  const below = (parent: Command, usage: string, summary: Text | undefined): TypedCommand =>
    parent
      .command(usage)
      .description(summary?.[lang] ?? '')
      .helpOption('-h, --help', words.help[lang]) as TypedCommand
  for (const [group, rows] of Object.entries(commands)) {
    program.commandsGroup(groups[group]?.[lang] ?? '')
    for (const [usage, { load, ...summary }] of Object.entries(rows)) {
      const name = nameIn(usage)
      const definition = args.includes(name) ? (await load()).definition : undefined
      const made = below(program, definition ? name : usage, summary).helpCommand(false)
      if (definition && 'run' in definition) define(made, definition)
      else for (const each of definition ?? []) define(below(made, nameIn(each.usage), each.summary), each)
    }
  }
  const help = program.createCommand('help').arguments('[command]').description(words.help[lang]).helpOption(false)
  program.addHelpCommand(help.helpGroup(groups['tools']?.[lang] ?? ''))
  return program
}

function nameIn(usage: string): string {
  return usage.split(' ', 1)[0] ?? ''
}

/** People know `--format json` from other programs. */
function formatMeant({ options }: CommandDefinition): { readonly [flag: string]: string } {
  return 'json' in options ? { '--format': '--json' } : {}
}

function examplesText(examples: readonly string[], lang: Language): string {
  return `\n${words.examples[lang]}\n${examples.map((line) => `  $ ${line}`).join('\n')}`
}

function helpStyle(lang: Language): Partial<Help> {
  const described = ({ description, argChoices }: Option | Argument): string =>
    description + choicesText(argChoices, lang)
  return {
    showGlobalOptions: false,
    displayWidth: columnsOf,
    styleTitle: (title) => (lang === 'ko' && koreanTitles[title]) || title,
    commandUsage: (command) =>
      [command.parent?.parent?.name(), command.parent?.name(), command.name(), command.usage()]
        .filter((part) => part !== undefined)
        .join(' ')
        .replace('[options]', words.options[lang])
        .replace('[command]', words.command[lang]),
    subcommandTerm: (command) => `${command.name()} ${command.usage().replace('[options]', '').trim()}`.trim(),
    optionDescription: described,
    argumentDescription: described,
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

const words = {
  program: {
    en: 'Writes, checks and sends KakaoTalk brand messages that are kept as Markdown files.',
    ko: '마크다운 파일로 관리하는 카카오톡 브랜드 메시지를 작성하고, 검사하고, 발송합니다.',
  },
  options: { en: '[options]', ko: '[옵션]' },
  command: { en: '[command]', ko: '[명령]' },
  examples: { en: 'Examples:', ko: '예:' },
  help: { en: 'show this help', ko: '도움말 보기' },
  version: { en: 'show the version', ko: '버전 보기' },
}

/** Headings of commander. */
const koreanTitles: { readonly [title: string]: string } = {
  'Usage:': '사용법:',
  'Options:': '옵션:',
  'Commands:': '명령:',
  'Arguments:': '인자:',
  'Global Options:': '공통 옵션:',
}

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

export function reportDefect(error: unknown, terminal: Terminal | undefined): void {
  const message = error instanceof Error ? error.message : String(error)
  const details = terminal?.verbosity === 'verbose' && error instanceof Error ? `${error.stack ?? ''}\n` : ''
  process.stderr.write(
    `✗ A defect of friendtalk, not of your files: ${printableLines(message)}\n${details}` +
      'Please report it with the command, the file, friendtalk --version, and what --verbose prints.\n',
  )
}
