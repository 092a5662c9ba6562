/** A word as it is typed into a shell: quoted where the shell would read it otherwise. */
export function shellWord(word: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** A flag of a command line and its value; a flag without one is set by being there, and what is no flag is an argument. */
export type Flag = readonly [name: string, value?: string]

/**
 * The command as it can be typed again where it was started. npx and the scripts of a package find a command that is
 * installed in the project; a shell does not.
 */
export function typedAs(env: {
  readonly [variable: string]: string | undefined
}): 'friendtalk' | 'npx --no-install friendtalk' {
  const { npm_execpath: program, npm_command: command, npm_lifecycle_event: script } = env
  return (program ?? command ?? script) === undefined ? 'friendtalk' : 'npx --no-install friendtalk'
}

/** Returns a command line as it is typed into a shell. */
export function commandLine(program: string, command: string, flags: readonly Flag[]): string {
  const words = flags.flatMap(([name, value]) =>
    value === undefined ? [name.startsWith('--') ? name : shellWord(name)] : [name, shellWord(value)],
  )
  return [program, command, ...words].join(' ')
}
