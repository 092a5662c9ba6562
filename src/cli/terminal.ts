import { createColors } from 'picocolors'
import { UsageError } from '../project/usage-error.ts'
import type { Language } from '../words/language.ts'

type Colors = ReturnType<typeof createColors>

/** Where a command reads its surroundings and writes to. Results go to `out`, everything about them to `err`. */
export interface Terminal {
  readonly cwd: string
  readonly lang: Language
  /** The same where somebody asked for it: a locale that is not Korean often says nothing at all (`C`). */
  readonly askedLang?: Language
  /** For `err`. */
  readonly colors: Colors
  /** For `out`. */
  readonly outColors: Colors
  /** For files. */
  readonly noColors: Colors
  /** Width of `err` in columns. */
  readonly columns: number
  /** Width of `out` in columns. */
  readonly outColumns: number
  /** Whether a person watches `err`. */
  readonly isInteractive: boolean
  /** Absolute paths of configurations of others that a person agreed to run. */
  readonly agreed: Set<string>
  readonly verbosity: 'quiet' | 'normal' | 'verbose'
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Empties the screen; absent where `out` and `err` do not both go to one. */
  readonly clear?: () => void
  /** Resolves when everything that was written to `out` has gone on: who reads it may be slow. */
  readonly flushed: () => Promise<void>
}

/** Flags that every command takes. */
export interface GlobalFlags {
  readonly config?: string
  readonly root?: string
  readonly lang?: Language
  readonly color: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  /** No flag of anybody's: a watch opens the project again. */
  readonly isReload?: boolean
}

const defaultColumns = 100

/** @param cwd what paths are relative to */
export function openTerminal(flags: GlobalFlags, cwd: string): Terminal {
  const { stdout, stderr, env } = process
  const lang = flags.lang ?? languageOf(env)
  return {
    cwd,
    lang,
    ...((flags.lang !== undefined || lang === 'ko') && { askedLang: lang }),
    colors: createColors(flags.color && wantsColor(env, stderr.isTTY)),
    outColors: createColors(flags.color && wantsColor(env, stdout.isTTY)),
    noColors: createColors(false),
    columns: stderr.columns ?? defaultColumns,
    outColumns: stdout.columns ?? defaultColumns,
    isInteractive: stderr.isTTY,
    agreed: new Set(),
    verbosity: flags.quiet ? 'quiet' : flags.verbose ? 'verbose' : 'normal',
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    ...(stdout.isTTY && stderr.isTTY && env['TERM'] !== 'dumb' && { clear: () => stdout.write('\u001B[2J\u001B[H') }),
    flushed: () => new Promise((resolve) => stdout.write('', () => resolve())),
  }
}

/** @throws UsageError where it was removed */
export function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    throw new UsageError({ type: 'no-working-folder' })
  }
}

/** The language of the environment's locale, as POSIX ranks its variables. */
export function languageOf(env: NodeJS.ProcessEnv): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^ko(?:[_.@-]|$)/i.test(locale) ? 'ko' : 'en'
}

/** Obeys NO_COLOR and FORCE_COLOR; without either, colour goes to a terminal. */
export function wantsColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { NO_COLOR: off, FORCE_COLOR: on } = env
  if (off !== undefined && off !== '') return false
  if (on !== undefined && on !== '') return on !== '0' && on !== 'false'
  return isTerminal && env['TERM'] !== 'dumb'
}
