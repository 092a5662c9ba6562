import { readFileSync } from 'node:fs'

/** The folder of the package; the modules and the bundled command lie equally deep in it. */
export const packageFolder: URL = new URL('../../', import.meta.url)

/** friendtalk's own version. */
export function version(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/**
 * How the command can be typed again where it was started. npx and the scripts of a package find a command that is
 * installed in the project; a shell does not.
 */
export function typedAs(env: NodeJS.ProcessEnv): 'friendtalk' | 'npx friendtalk' {
  const { npm_execpath: program, npm_command: command, npm_lifecycle_event: script } = env
  return (program ?? command ?? script) === undefined ? 'friendtalk' : 'npx friendtalk'
}
