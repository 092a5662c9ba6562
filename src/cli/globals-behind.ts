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
  return [node, file, command, ...args.slice(0, count), ...rest]
}
