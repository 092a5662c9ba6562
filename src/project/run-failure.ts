import { maskedFrame } from './masked-frame.ts'
import { UsageError } from './usage-error.ts'

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
