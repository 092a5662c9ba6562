import { configSchema } from './config-schema.ts'

/** Words that everybody may read: those of the schema itself, and those that a module is made of. */
const known: ReadonlySet<string> = new Set(
  `${JSON.stringify(configSchema)} as const default defineConfig export from import process satisfies true false null`.match(
    /[\w-]+/g,
  ),
)

/** In characters: a line may be a whole file. */
const maxBefore = 60
const maxAfter = 30

/**
 * The line of a configuration at which something is wrong, and a caret below the place. Where a file cannot be read as
 * it was meant, any word of it may be a secret: `…` stands for all that the schema does not name.
 *
 * @returns nothing where the place is in no line
 */
export function maskedFrame(source: string, { line, column }: { line: number; column: number }): string[] {
  const text = source.split(/\r\n|\n|\r/)[line - 1]
  if (text === undefined) return []
  const gutter = `  ${line} | `
  const before = masked(text.slice(0, column - 1))
  const shown = before.length > maxBefore ? `…${before.slice(-maxBefore)}` : before
  const after = masked(text.slice(column - 1)).slice(0, maxAfter)
  return [`${gutter}${shown}${after}`, `${' '.repeat(gutter.length - 2)}| ${' '.repeat(shown.length)}^`]
}

function masked(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/[^\s{}[\]():,;'"`]+/g, (word) => (known.has(word) ? word : '…'))
}
