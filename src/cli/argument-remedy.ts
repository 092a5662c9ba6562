import type { Command, CommanderError } from 'commander'
import { commandMeant } from './argument-words.ts'

interface CommandLine {
  readonly argv: readonly string[]
  readonly program: Command
  /** Command lines that work, by the name of their command. */
  readonly examples: ReadonlyMap<string, readonly string[]>
}

/**
 * A command, without the program's name, that works where the arguments did not. An example that sends, or settles what
 * was sent, is no answer to a slip of the pen.
 */
export function argumentRemedy({ message }: CommanderError, { argv, program, examples }: CommandLine): string {
  const [first, ...more] = argv.slice(2)
  if (first === 'version' || first === '-v') return '--version'
  // Other programs have a command for it.
  const helped = program.commands.map((command) => command.name()).find((name) => more.includes(name))
  if (first === 'help' && helped !== undefined) return `${helped} --help`
  const command = commandMeant(argv, program)
  if (command === undefined) return '--help'
  if (command === 'deploy' && message.includes("'--limit ")) return 'deploy --limit 10'
  const [example] = examples.get(command) ?? []
  if (example === undefined || command === 'deploy' || command === 'reconcile') return `${command} --help`
  return example.replace(/^friendtalk /, '')
}
