/** The id of a message. */
export const idPattern: RegExp = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** The id of a message that states none: its path below the root without `.md`, `/` as `.`. */
export function idFromPath(path: string): string {
  return path.replace(/\.md$/, '').replaceAll('/', '.').normalize('NFC')
}
