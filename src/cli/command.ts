import { Argument, Option } from 'commander'
import type { Language, Text } from '../words/language.ts'
import type { ExitCode } from './exit-codes.ts'
import type { GlobalFlags, Terminal } from './terminal/terminal.ts'
import { ruled, type ValueRules } from './typed-command.ts'

interface OptionRules<T> extends ValueRules<T> {
  /** Names of options with which it cannot be given. */
  readonly conflicts?: readonly string[]
  /** The option without which it means nothing. */
  readonly needs?: `--${string}`
}

export interface OptionDefinition<T = unknown> extends OptionRules<T> {
  /** As commander writes it: `--out <file>`. */
  readonly flags: string
  readonly description: Text
  readonly several?: boolean
  /** Only its type is used. */
  readonly value?: T
}

type Relations = Pick<OptionRules<unknown>, 'conflicts' | 'needs'>

/** Defines an option with a value. */
export function option(flags: string, description: Text, relations?: Relations): OptionDefinition<string>
export function option<const T>(flags: string, description: Text, rules: OptionRules<T>): OptionDefinition<T>
export function option(flags: string, description: Text, rules: OptionRules<unknown> = {}): OptionDefinition {
  return { flags, description, ...rules }
}

/** Defines an option that may be given several times. */
export function listOption<T = string>(
  flags: string,
  description: Text,
  { parse, ...relations }: Pick<ValueRules<T>, 'parse'> & Relations = {},
): OptionDefinition<readonly T[]> {
  return { flags, description, several: true, ...(parse && { parse: parse as (value: string) => never }), ...relations }
}

/** Defines an option that is set by being there. */
export function flag(flags: string, description: Text, relations: Relations = {}): OptionDefinition<true> {
  return { flags, description, ...relations }
}

export const asJson: OptionDefinition<true> = flag('--json', { en: 'as JSON', ko: 'JSON으로 출력' })

/** The options of a command by the flag's name in camel case. */
export interface Options {
  readonly [name: string]: OptionDefinition
}

/** The values that a command line gives the options of a command and those of all commands. */
export type OptionValues<O extends Options> = GlobalFlags & {
  readonly [N in keyof O]?: O[N] extends OptionDefinition<infer T> ? T | undefined : never
}

type ArgumentValue<A> = A extends `${string}...${string}`
  ? readonly string[]
  : A extends `[${string}`
    ? string | undefined
    : string
type ArgumentValues<U> = U extends `${infer First} ${infer Rest}`
  ? readonly [ArgumentValue<First>, ...ArgumentValues<Rest>]
  : readonly [ArgumentValue<U>]

/** A command line: what it gives a command to work with. */
export interface Call<U extends string = string, O extends Options = Options> {
  readonly options: OptionValues<O>
  readonly args: U extends `${string} ${infer Rest}` ? ArgumentValues<Rest> : readonly []
  readonly terminal: Terminal
}

/** The result of a command; `json` is printed where `--json` asks for it, else the lines or the text. */
export interface Printed {
  readonly exit?: ExitCode
  readonly json?: object
  /** Lines, which are made safe to print. */
  readonly lines?: readonly (Text | string)[]
  /** Text that is safe already, with colours. */
  readonly text?: string
  /** Commands to type next: shown to people, unless `--quiet` is given. */
  readonly next?: readonly string[]
}

export interface CommandDefinition<U extends string = string, O extends Options = Options> {
  /** The name and the arguments as commander writes them: `lint [paths...]`. */
  readonly usage: U
  /** Only of a command below another: others have it in the list of commands. */
  readonly summary?: Text
  readonly examples: readonly string[]
  /** Descriptions of arguments; `suggested` are some of the values. */
  readonly arguments?: {
    readonly [name: string]: Text & ValueRules<string> & { readonly suggested?: readonly string[] }
  }
  readonly options: O
  /** Options of other programs, and what does the same here. */
  readonly meant?: { readonly [flag: string]: string }
  // A method, so that a list may hold commands with options of any type.
  run(call: Call<U, O>): ExitCode | Printed | Promise<ExitCode | Printed>
}

/** The commands below another. */
export type CommandGroup = readonly CommandDefinition[]

export function command<U extends string, O extends Options>(
  definition: CommandDefinition<U, O>,
): CommandDefinition<U> {
  return definition
}

export function optionOf(definition: OptionDefinition, lang: Language): Option {
  const { flags, description, several, conflicts = [] } = definition
  return ruled(new Option(flags, description[lang]).conflicts([...conflicts]), definition, several ? 'several' : 'one')
}

export function argumentsOf({ usage, arguments: described = {} }: CommandDefinition, lang: Language): Argument[] {
  return usage
    .split(' ')
    .slice(1)
    .map((form) => {
      const { suggested, ...about } = described[form.slice(1, -1)] ?? { en: '', ko: '' }
      return ruled(new Argument(form, about[lang] + choicesText(suggested, lang)), about)
    })
}

export function choicesText(values: readonly string[] | undefined, lang: Language): string {
  return values === undefined ? '' : ` (${lang === 'ko' ? '가능한 값' : 'choices'}: ${values.join(', ')})`
}
