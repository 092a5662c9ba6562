import { readFileSync } from 'node:fs'

/** The folder of the package; the modules and the bundled command lie equally deep in it. */
export const packageFolder: URL = new URL('../../', import.meta.url)

export function version(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
