import { type Argument, Command, type Option } from 'commander'
import { allNearest, suggestionFor } from '../language/nearest.ts'
import { flagsExclusive, UsageError } from '../project/usage-error.ts'
import type { Text } from '../words/language.ts'
import { suggestionIn } from '../words/phrases.ts'

/** A command line that cannot be parsed. */
export class ArgumentError extends UsageError {
  /** @param meant names that were likely meant */
  constructor({ en, ko }: Text, meant: readonly string[] = []) {
    const joined = (or: string): string | undefined => (meant.length > 0 ? meant.join(or) : undefined)
    super('arguments', {
      en: en + suggestionIn.en(joined('" or "')),
      ko: ko + suggestionIn.ko(joined('" 또는 "')),
    })
  }
}

/** A value that an option or an argument cannot have; which one is added on the way. */
export class InvalidValue extends Error {
  readonly expected: Text
  readonly choices: readonly string[]

  constructor(expected: Text, choices: readonly string[] = []) {
    super(expected.en)
    this.expected = expected
    this.choices = choices
  }
}

export const notOneOf = (choices: readonly string[]): InvalidValue =>
  new InvalidValue({ en: `It is one of ${choices.join(', ')}.`, ko: `${choices.join(', ')} 중에서 고르세요.` }, choices)

export const argumentMissing = (argument: string): ArgumentError =>
  new ArgumentError({ en: `The argument <${argument}> is missing.`, ko: `<${argument}> 인자가 빠졌습니다.` })

export const tooManyArguments = (command: string): ArgumentError =>
  new ArgumentError({
    en: `There are too many arguments for ${command}.`,
    ko: `${command} 명령에 인자가 너무 많습니다.`,
  })

/**
 * A command that words its mistakes in both languages. The methods are those that commander calls where it would make an
 * English sentence; its types do not show them, and a test holds each.
 */
export class TypedCommand extends Command {
  meant: Readonly<Record<string, string>> = {}

  override createCommand(name?: string): TypedCommand {
    return new TypedCommand(name)
  }

  /** A flag is never the value of another: `--csv --json` would write a file called `--json`. */
  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    const optionAt = (word: string): Option | undefined =>
      this.options.find(({ long, short }) => word === long || word === short)
    // A mistyped flag is one too.
    const isFlag = (word: string): boolean => /^(?:--[a-z]|-h$)/.test(word) || optionAt(word) !== undefined
    const end = args.indexOf('--')
    for (const [index, word] of args.slice(0, end < 0 ? args.length : end).entries()) {
      const option = optionAt(word)
      if (option?.required && isFlag(args[index + 1] ?? '')) this.optionMissingArgument(option)
    }
    return super.parseOptions(args)
  }

  missingArgument(argument: string): never {
    throw argumentMissing(argument)
  }

  optionMissingArgument({ long, flags }: Option): never {
    const option = long ?? flags
    throw new ArgumentError({
      en: `${option} needs a value: ${flags}.`,
      ko: `${option} 옵션에 값이 빠졌습니다: ${flags}`,
    })
  }

  unknownOption(option: string): never {
    const longFlags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? [])
    const suggestion = this.meant[option] ?? suggestionFor(option, longFlags).suggestion
    throw new ArgumentError(
      { en: `There is no option ${option}.`, ko: `${option} 옵션은 없습니다.` },
      suggestion === undefined ? [] : [suggestion],
    )
  }

  unknownCommand(): never {
    const command = this.args[0] ?? ''
    const names = this.commands.map((each) => each.name())
    throw new ArgumentError(
      { en: `There is no command ${command}.`, ko: `${command} 명령은 없습니다.` },
      allNearest(command, names),
    )
  }

  _excessArguments(): never {
    throw tooManyArguments(this.name())
  }

  _conflictingOption(option: Option, other: Option): never {
    throw flagsExclusive(option.long ?? '', other.long ?? '')
  }
}

/** The values of an option or an argument; any text when nothing is said. */
export interface ValueRules<T> {
  /** The only values; the help lists them. */
  readonly choices?: readonly (T & string)[]
  /** Returns the choice that is meant by a value in another form. */
  readonly plain?: (value: string) => string
  /** @throws InvalidValue */
  readonly parse?: (value: string) => T
}

/** Gives an option or an argument its values; a wrong one is told which are expected. */
export function ruled<S extends Option | Argument>(
  subject: S,
  { choices, plain = (value) => value, parse }: ValueRules<unknown>,
  amount: 'one' | 'several' = 'one',
): S {
  if (choices) subject.argChoices = [...choices]
  else if (!parse && amount === 'one') return subject
  const read = (typed: string): unknown => {
    if (!choices) return parse ? parse(typed) : typed
    const value = plain(typed)
    if (!choices.includes(value)) throw notOneOf(choices)
    return value
  }
  const name = 'long' in subject ? (subject.long ?? '') : `<${subject.name()}>`
  subject.argParser((typed: string, previous: unknown): unknown => {
    try {
      return amount === 'several' ? [...(Array.isArray(previous) ? previous : []), read(typed)] : read(typed)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      const { expected, choices: meant } = error
      throw new ArgumentError(
        {
          en: `${name} cannot be "${typed}". ${expected.en}`,
          ko: `${name}에 "${typed}" 값을 쓸 수 없습니다. ${expected.ko}`,
        },
        allNearest(typed.split('=')[0] ?? '', meant).slice(0, 1),
      )
    }
  })
  return subject
}

export function wholeNumber(from: number, to?: number): (value: string) => number {
  return (value) => {
    if (/^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= (to ?? Infinity)) return Number(value)
    throw new InvalidValue(
      to === undefined
        ? { en: `Write a whole number, ${from} or more.`, ko: `${from} 이상의 정수를 쓰세요.` }
        : { en: `Write a whole number from ${from} to ${to}.`, ko: `${from}부터 ${to}까지의 정수를 쓰세요.` },
    )
  }
}

export const portNumber = wholeNumber(0, 65_535)
