import { UsageError } from '../usage-error.ts'
import { configSchema } from './config-schema.ts'

interface RunFile {
  /** Absolute. */
  readonly file: string
  /** As people are shown it. */
  readonly shown: string
  readonly source: string
}

/** Why a configuration that is a module could not be run, and where in the file, as far as its loader tells. */
export function runFailure(error: unknown, { file, shown, source }: RunFile): UsageError {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  // Behind its sentence the loader has the place of what is no program, and the modules that led to one not found.
  const [reason = ''] = message.replace(/^ParseError: /, '').split(/\s*\n/)
  const parsed = placeIn(message, file)
  if (message.startsWith('ParseError') && parsed !== undefined) {
    // The parser's columns count from 0.
    const at = { line: parsed.line, column: parsed.column + 1 }
    const place = `${shown}:${at.line}:${at.column}`
    return new UsageError({ type: 'not-runnable', path: shown, place, reason, frame: maskedFrame(source, at) })
  }
  // What runs has the lines of the file and not its columns; what is imported stands on its first line.
  const isImport = error instanceof Error && 'code' in error
  const line = isImport ? undefined : placeIn(stack, file)?.line
  return new UsageError({ type: 'not-runnable', path: shown, reason, ...(line && { place: `${shown}:${line}` }) })
}

function placeIn(text: string, file: string): { line: number; column: number } | undefined {
  const at = text.indexOf(`${file}:`)
  const [, line, column] = at < 0 ? [] : (/^:(\d+):(\d+)/.exec(text.slice(at + file.length)) ?? [])
  return line === undefined || column === undefined ? undefined : { line: Number(line), column: Number(column) }
}

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

/**
 * Where a text stops being JSON, as an offset. `JSON.parse` does not say so in every version of Node, and where it
 * does it quotes the text, which may be a secret.
 */
export function jsonFaultOffset(text: string): number {
  // A prefix that ends behind a delimiter cuts no number or literal: it is either the start of JSON or not.
  const cuts = [...Array.from(text.matchAll(/[[\]{},:"\s]/g), ({ index }) => index + 1), text.length]
  let low = 0
  let high = cuts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (startsJson(text.slice(0, cuts[middle]))) low = middle + 1
    else high = middle
  }
  const behind = cuts[low - 1] ?? 0
  return behind + (/\S/.exec(text.slice(behind))?.index ?? 0)
}

function startsJson(prefix: string): boolean {
  try {
    JSON.parse(prefix)
    return true
  } catch (error) {
    const { message } = error as SyntaxError
    const position = /position (\d+)/.exec(message)?.[1]
    return /end of JSON|Unterminated/.test(message) || Number(position) === prefix.length
  }
}
