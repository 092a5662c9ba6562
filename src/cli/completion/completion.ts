import type { Argument, Command, Option } from 'commander'
import { bashScript } from './bash-script.ts'
import { fishScript } from './fish-script.ts'
import { type ShellName, shortNames } from '../program/command.ts'
import { zshScript } from './zsh-script.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { formatNames } from '../reporters/formats.ts'
import { starterNames } from '../init/starter-catalog.ts'
import { everyRule } from '../rules/rule-catalog.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** `completion`: a script that completes commands, flags, their values, rules and message files. */
export function completionCommand(shell: ShellName, program: Command, { out }: Terminal): ExitCode {
  out(scripts[shell](commandModels(program)))
  return exitCodes.done
}

/** What may stand at a place of a command line. */
export type Values =
  | { readonly type: 'words'; readonly words: readonly string[] }
  | { readonly type: 'files' }
  | { readonly type: 'folders' }
  | { readonly type: 'messages' }
  | { readonly type: 'anything' }

export interface FlagModel {
  /** `--format`, `-h`: the short name first where there is one. */
  readonly names: readonly string[]
  readonly description: string
  /** Absent for a flag that takes no value. */
  readonly value?: Values
  /** Whether the value may be left out. */
  readonly isOptional: boolean
}

export interface CommandModel {
  readonly name: string
  readonly description: string
  readonly flags: readonly FlagModel[]
  /** What the arguments are, in their order; the last holds for all that follow where it takes several. */
  readonly args: readonly Values[]
  readonly isVariadic: boolean
}

/** The commands as completion sees them: the same definitions that read command lines. */
function commandModels(program: Command): readonly CommandModel[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: [...command.options, helpOption].map(flagModel),
    args: command.registeredArguments.map(argumentValues),
    isVariadic: command.registeredArguments.at(-1)?.variadic === true,
  }))

  function flagModel(option: Pick<Option, 'short' | 'long' | 'flags' | 'description'> & Partial<Option>): FlagModel {
    const { short, long, flags, description, argChoices, optional = false } = option
    const placeholder = /[<[](.+)[>\]]/.exec(flags)?.[1]
    return {
      names: [short, long].filter((name) => name !== undefined),
      description,
      isOptional: optional,
      ...(placeholder !== undefined && {
        value: argChoices ? { type: 'words', words: argChoices } : valuesOf(placeholder),
      }),
    }
  }
}

const helpOption = { short: '-h', long: '--help', flags: '-h, --help', description: '' }

function argumentValues(argument: Argument): Values {
  return argument.argChoices ? { type: 'words', words: argument.argChoices } : valuesOf(argument.name())
}

/** What a placeholder of a definition stands for. */
function valuesOf(placeholder: string): Values {
  switch (placeholder) {
    case 'format':
      return { type: 'words', words: formatNames }
    case 'kind':
      return { type: 'words', words: starterNames }
    case 'kinds':
      return { type: 'words', words: shortNames }
    case 'rule':
      return { type: 'words', words: everyRule.map(({ id }) => id) }
    case 'file':
    case 'file.json':
    case 'path':
      return { type: 'files' }
    case 'dir':
      return { type: 'folders' }
    case 'paths':
      return { type: 'messages' }
    default:
      return { type: 'anything' }
  }
}
