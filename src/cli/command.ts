import { Argument, Option } from 'commander'
import type { Language, Text } from '../words/language.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal/terminal.ts'
import { oneOf, parsed } from './typed-command.ts'

/** What a value may be, beside any text. */
interface ValueRules {
  /** The only values; the help lists them. */
  readonly choices?: readonly string[]
  readonly plain?: (value: string) => string
  /** @throws InvalidValue */
  readonly parse?: (value: string) => unknown
  readonly several?: boolean
}

export interface OptionDefinition extends ValueRules {
  /** As commander writes it: `--out <file>`. */
  readonly flags: string
  readonly description: Text
}

/** Defines an option of a command; its value is the flag's name in camel case. */
export function option(flags: string, description: Text, rules: ValueRules = {}): OptionDefinition {
  return { flags, description, ...rules }
}

export interface CommandDefinition {
  /** The name and the arguments as commander writes them: `lint [paths...]`. */
  readonly usage: string
  /** Of a command below another; that of the others stands in the list of commands. */
  readonly summary?: Text
  readonly examples: readonly string[]
  /** What is said of an argument; `suggested` are some of its values. */
  readonly arguments?: { readonly [name: string]: Text & ValueRules & { readonly suggested?: readonly string[] } }
  readonly options: readonly OptionDefinition[]
  /** Options that it does not have but people know from other programs, and what does the same here. */
  readonly meant?: { readonly [flag: string]: string }
  /** Takes the arguments, and the flags as the last of them. */
  readonly run: (terminal: Terminal, ...args: never[]) => ExitCode | Promise<ExitCode>
}

export interface CommandGroup {
  readonly usage: string
  readonly commands: { readonly [name: string]: CommandDefinition }
}

export type Runnable = CommandDefinition | CommandGroup

export function command(definition: CommandDefinition): CommandDefinition {
  return definition
}

export function commandGroup(group: CommandGroup): CommandGroup {
  return group
}

export function optionOf({ flags, description, ...rules }: OptionDefinition, lang: Language): Option {
  return ruled(new Option(flags, description[lang]), rules)
}

export function argumentsOf(
  { usage, arguments: said = {} }: CommandDefinition,
  words: { readonly lang: Language; readonly choices: string },
): Argument[] {
  return usage
    .split(' ')
    .slice(1)
    .map((form) => {
      const { suggested, ...about } = said[form.slice(1, -1)] ?? { en: '', ko: '' }
      const hint = suggested === undefined ? '' : ` (${words.choices}: ${suggested.join(', ')})`
      return ruled(new Argument(form, about[words.lang] + hint), about)
    })
}

function ruled<S extends Option | Argument>(subject: S, { choices, plain, parse, several }: ValueRules): S {
  if (choices) return oneOf(subject, choices, plain)
  const read = parse ?? ((value: string): unknown => value)
  if (several) return parsed(subject, (value, all?: readonly unknown[]) => [...(all ?? []), read(value)])
  return parse ? parsed(subject, read) : subject
}
