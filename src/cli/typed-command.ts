import { type Argument, Command, type Option } from 'commander'
import { allNearest, suggestionFor } from '../language/nearest.ts'
import { schemaForm } from '../project/config/user-config.ts'

export type Expected =
  | { readonly choices: readonly string[] }
  | 'whole-number'
  | 'number-above-0'
  | 'schema-name'
  | 'file-behind-equals'

export type ArgumentProblem =
  | { readonly type: 'option-unknown'; readonly option: string; readonly suggestion?: string }
  | { readonly type: 'command-unknown'; readonly command: string; readonly suggestions: readonly string[] }
  | { readonly type: 'argument-missing'; readonly argument: string }
  /** `usage` is the option as the help writes it. */
  | { readonly type: 'value-missing'; readonly option: string; readonly usage: string }
  | { readonly type: 'too-many-arguments'; readonly command: string }
  | { readonly type: 'value-invalid'; readonly subject: string; readonly value: string; readonly expected: Expected }

/** A command line cannot be parsed. It is worded where it is reported. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
  readonly problem: ArgumentProblem

  constructor(problem: ArgumentProblem) {
    super(`arguments: ${problem.type}`)
    this.problem = problem
  }
}

/** A value cannot be what is typed; which option or argument it is for is added on the way. */
export class InvalidValue extends Error {
  readonly expected: Expected

  constructor(expected: Expected) {
    super('a value that is not expected')
    this.expected = expected
  }
}

/**
 * A command whose mistakes are data. The methods are those that commander calls where it would make an English sentence;
 * its types do not show them, and a test holds each.
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
    // One that is mistyped is a flag all the same.
    const isFlag = (word: string): boolean => /^(?:--[a-z]|-h$)/.test(word) || optionAt(word) !== undefined
    const end = args.indexOf('--')
    for (const [index, word] of args.slice(0, end < 0 ? args.length : end).entries()) {
      const option = optionAt(word)
      if (option?.required && isFlag(args[index + 1] ?? '')) this.optionMissingArgument(option)
    }
    return super.parseOptions(args)
  }

  missingArgument(argument: string): never {
    throw new ArgumentError({ type: 'argument-missing', argument })
  }

  optionMissingArgument({ long, flags }: Option): never {
    throw new ArgumentError({ type: 'value-missing', option: long ?? flags, usage: flags })
  }

  unknownOption(option: string): never {
    const known = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? [])
    const meant = this.meant[option]
    const suggestion = meant === undefined ? suggestionFor(option, known) : { suggestion: meant }
    throw new ArgumentError({ type: 'option-unknown', option, ...suggestion })
  }

  unknownCommand(): never {
    const command = this.args[0] ?? ''
    const known = this.commands.map((each) => each.name())
    throw new ArgumentError({ type: 'command-unknown', command, suggestions: allNearest(command, known) })
  }

  _excessArguments(): never {
    throw new ArgumentError({ type: 'too-many-arguments', command: this.name() })
  }
}

/** Gives an option or an argument a parser that says what is expected where a value is wrong. */
export function parsed<S extends Option | Argument, T>(subject: S, parse: (value: string, previous?: T) => T): S {
  const name = 'long' in subject ? (subject.long ?? '') : `<${subject.name()}>`
  subject.argParser((value: string, previous?: T) => {
    try {
      return parse(value, previous)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      throw new ArgumentError({ type: 'value-invalid', subject: name, value, expected: error.expected })
    }
  })
  return subject
}

/**
 * Gives an option or an argument the only values that it takes; the help lists them.
 *
 * @param plain what is meant by a value in another form
 */
export function oneOf<S extends Option | Argument>(
  subject: S,
  choices: readonly string[],
  plain: (value: string) => string = (value) => value,
): S {
  subject.argChoices = [...choices]
  return parsed(subject, (given) => {
    const value = plain(given)
    if (!choices.includes(value)) throw new InvalidValue({ choices })
    return value
  })
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidValue('whole-number')
  return Number(value)
}

export function numberAbove0(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidValue('number-above-0')
  return Number(value)
}

export function nameOfSchema(value: string): string {
  if (!schemaForm.test(value)) throw new InvalidValue('schema-name')
  return value
}

const withValue: ReadonlySet<string> = new Set(['--config', '--root', '--lang'])
const alone: ReadonlySet<string> = new Set(['--no-color', '--quiet', '--verbose'])

/**
 * A command line with the flags that every command takes behind the command: people write them before it too, and the
 * commands are who knows them.
 *
 * @param argv as Node gives it: the arguments start at the third
 */
export function globalsBehind(argv: readonly string[]): string[] {
  const [node = '', file = '', ...args] = argv
  let count = 0
  for (let arg = args[count]; arg !== undefined && arg.startsWith('-'); arg = args[count]) {
    const [name = ''] = arg.split('=')
    if (alone.has(arg) || (withValue.has(name) && arg !== name)) count++
    else if (withValue.has(arg)) count += 2
    else break
  }
  const [command, ...rest] = args.slice(count)
  if (command === undefined) return [...argv]
  // Help and version of the program itself take none: in which language they are is known before.
  if (command.startsWith('-')) return [node, file, command, ...rest]
  const end = rest.indexOf('--')
  return [node, file, command, ...rest.toSpliced(end < 0 ? rest.length : end, 0, ...args.slice(0, count))]
}
