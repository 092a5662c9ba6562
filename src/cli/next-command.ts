import type { GlobalFlags } from './terminal.ts'
import { typedAs } from './typed-as.ts'

/** A flag and its value; a flag without one is set by being there. What is no flag is an argument of the command. */
export type Flag = readonly [name: string, value?: string]

/** A command to type next, for the same project as the one that was typed. */
export function nextCommand(command: string, flags: readonly Flag[], { config, root }: GlobalFlags): string {
  const everywhere: readonly Flag[] = [
    ...(config === undefined ? [] : [['--config', config] as const]),
    ...(root === undefined ? [] : [['--root', root] as const]),
  ]
  const words = [...flags, ...everywhere].flatMap(([name, value]) =>
    value === undefined ? [name.startsWith('--') ? name : quoted(name)] : [name, quoted(value)],
  )
  return [typedAs(process.env), command, ...words].join(' ')
}

/** A value as a shell takes it for one word. */
function quoted(value: string): string {
  return /^[\w./:@%+,=-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}
