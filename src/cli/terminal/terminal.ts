import { homedir } from 'node:os'
import { createColors } from 'picocolors'
import { UsageError } from '../../project/usage-error.ts'
import { type Host, stateFolderOf } from '../../session/host.ts'
import type { Flag } from '../../words/command-line.ts'
import type { Language, Lines } from '../../words/language.ts'
import { printable } from '../../words/printable.ts'
import { jsonText } from './printable.ts'
import { progressOn, type Screen, stepNames } from './progress.ts'
import { commandLine, typedAs } from '../../words/command-line.ts'

type Colors = ReturnType<typeof createColors>

/** The terminal or pipe that a command runs on. Results go to `out`, everything about them to `err`. */
export interface Terminal extends Host, Screen {
  /** `lang` where it was asked for: a locale that is not Korean often says nothing at all (`C`). */
  readonly askedLang: Language | undefined
  /** For `err`. */
  readonly colors: Colors
  /** For `out`. */
  readonly outColors: Colors
  /** For files. */
  readonly noColors: Colors
  readonly columns: number
  readonly outColumns: number
  readonly out: (text: string) => void
  // The next ones make their lines safe to print, and end each with a line break.
  /** Prints lines of a result. */
  readonly say: (lines: Lines | string) => void
  /** Prints lines about what goes well, unless `--quiet` is given. */
  readonly note: (lines: Lines | string) => void
  /** Prints lines about what a person must know, with `--quiet` too. */
  readonly tell: (lines: Lines | string) => void
  readonly warn: (lines: Lines | string) => void
  /** Prints what is wrong. */
  readonly fail: (lines: Lines | string) => void
  /** Prints a result that went well, unless `--quiet` is given. */
  readonly done: (lines: Lines | string) => void
  /** Prints a result as JSON: indented, or as one line of many. */
  readonly json: (data: object, form?: 'line') => void
  /** Empties the screen; absent where `out` and `err` do not both go to one. */
  readonly clear?: () => void
  /** Resolves when everything that was written to `out` has gone on: who reads it may be slow. */
  readonly flushed: () => Promise<void>
}

export interface GlobalFlags {
  readonly config?: string | undefined
  readonly root?: string | undefined
  readonly lang?: Language | undefined
  readonly color: boolean
  readonly quiet?: boolean | undefined
  readonly verbose?: boolean | undefined
  /** Set by watch mode, not by users. */
  readonly isReload?: boolean
}

const defaultColumns = 100

/**
 * Speaks the language of `--lang`, else of the configuration once it is read, else of the locale.
 *
 * @param cwd what paths are relative to
 */
export function openTerminal(flags: GlobalFlags, cwd: string): Terminal {
  const { stdout, stderr, env, platform } = process
  const locale = languageOf(env)
  let configured: Language | undefined
  const worded = (lines: Lines | string): string =>
    [typeof lines === 'string' ? lines : lines[terminal.lang]].flat().map(printable).join('\n')
  const colors = createColors(flags.color && wantsColor(env, stderr.isTTY))
  const outColors = createColors(flags.color && wantsColor(env, stdout.isTTY))
  const terminal: Terminal = {
    cwd,
    get lang() {
      return flags.lang ?? configured ?? locale
    },
    get askedLang() {
      return flags.lang ?? configured ?? (locale === 'ko' ? locale : undefined)
    },
    takeLanguage(asked) {
      configured = asked
      return terminal.lang
    },
    env,
    stateFolder: stateFolderOf({ env, platform, homedir }),
    library: () => import('../../index.ts'),
    progress: (step, total) => progressOn(terminal, stepNames[step][terminal.lang], total),
    command: (name, args) => nextCommand(name, args, { ...flags, env }),
    colors,
    outColors,
    noColors: createColors(false),
    columns: stderr.columns ?? defaultColumns,
    outColumns: stdout.columns ?? defaultColumns,
    isInteractive: stderr.isTTY,
    verbosity: flags.quiet ? 'quiet' : flags.verbose ? 'verbose' : 'normal',
    out: (text) => stdout.write(text),
    say: (lines) => terminal.out(`${worded(lines)}\n`),
    note: (lines) => flags.quiet || terminal.tell(lines),
    tell: (lines) => terminal.err(`${worded(lines)}\n`),
    warn: (lines) => terminal.err(`${colors.yellow('!')} ${worded(lines)}\n`),
    fail: (lines) => terminal.err(`${colors.red('✗')} ${worded(lines)}\n`),
    done: (lines) => flags.quiet || terminal.out(`${outColors.green('✓')} ${worded(lines)}\n`),
    json: (data, form) => terminal.out(jsonText(data, form)),
    err: (text) => stderr.write(text),
    ...(stdout.isTTY && stderr.isTTY && env['TERM'] !== 'dumb' && { clear: () => stdout.write('\u001B[2J\u001B[H') }),
    flushed: () => new Promise((done) => stdout.write('', () => done())),
  }
  return terminal
}

/** @throws UsageError where it was removed */
export function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    throw new UsageError('no-working-folder', {
      en: 'The working directory does not exist any more. Change to one that does.',
      ko: '현재 작업 폴더가 없어졌습니다. 다른 폴더로 이동한 뒤 다시 실행하세요.',
    })
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

/** Returns a command to type next, for the same project as the one that was typed. */
function nextCommand(
  command: string,
  flags: readonly Flag[],
  { config, root, env }: Pick<GlobalFlags, 'config' | 'root'> & Pick<Host, 'env'>,
): string {
  const everywhere: readonly Flag[] = [
    ...(config === undefined ? [] : [['--config', config] as const]),
    ...(root === undefined ? [] : [['--root', root] as const]),
  ]
  return commandLine(typedAs(env), command, [...flags, ...everywhere])
}

/** Reads the standard input until it is certainly too much, because some inputs have no end. */
export async function readStandardInput(maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of process.stdin) {
    const more = Buffer.from(piece as Buffer | string)
    pieces.push(more)
    bytes += more.length
    if (bytes > maxBytes) break
  }
  return Buffer.concat(pieces).toString('utf8')
}
