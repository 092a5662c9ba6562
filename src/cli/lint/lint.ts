import { withoutByteOrderMark } from '../../diagnostic.ts'
import { relative } from 'node:path'
import { maxFileBytes } from '../../compile.ts'
import { baselineText } from '../../project/baseline.ts'
import { writeOutput } from '../../project/files/write-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import type { DiagnosticCounts } from '../reporters/report.ts'
import { formatsOf, report } from './lint-report.ts'
import { openLint, outcomeOf, readSelected } from '../../session/lint.ts'
import type { LintRunOptions, LintOutcome, LintSession } from '../../session/lint-session.ts'
import type { ChosenFormat } from '../reporters/formats.ts'
import { problemIn } from '../../words/problem.ts'
import { type GlobalFlags, reportLines, type Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

export interface LintFlags extends GlobalFlags {
  readonly format?: readonly ChosenFormat[]
  readonly fix?: boolean
  readonly unsafeFixes?: boolean
  readonly fixDryRun?: boolean
  readonly watch?: boolean
  /** `true` without a ref. */
  readonly changed?: string | true
  readonly staged?: boolean
  readonly stdinFilepath?: string
  readonly maxWarnings?: number
  readonly recipients?: string
  readonly baseline?: string
  readonly writeBaseline?: boolean
}

/** `lint`: all diagnostics. */
export async function lintCommand(args: readonly string[], flags: LintFlags, terminal: Terminal): Promise<ExitCode> {
  refuseContradictions(args, flags)
  formatsOf(flags, terminal.cwd)
  const options = optionsOf(args, flags)
  // What most runs do not do is loaded when it is done.
  if (flags.watch) {
    const open = (time: 'first' | 'again'): Promise<LintSession> =>
      openLint({ ...options, isReload: time === 'again' }, terminal)
    return (await import('./lint-watch.ts')).watchAndLint(open, flags, terminal)
  }
  const session = await openLint(options, terminal)
  let isUnwritten = false
  const onUnwritten = (error: UsageError): void => {
    isUnwritten = true
    reportLines(problemIn(terminal.lang, error.problem), terminal)
  }
  const outcome = await lintOnce(session, { flags, onUnwritten }, terminal)
  if (session.baseline !== undefined && flags.writeBaseline) {
    await writeBaseline(session.baseline.file, outcome, { session, flags }, terminal)
    return exitCodes.done
  }
  const counts = await report(
    { root: session.project.root, scope: options.scope, outcome, plugins: session.project.config.plugins },
    flags,
    terminal,
  )
  return isUnwritten ? exitCodes.usage : exitCodeOf(counts, flags)
}

function optionsOf(args: readonly string[], flags: LintFlags): LintRunOptions {
  const { config, root, changed, staged, stdinFilepath, recipients, baseline } = flags
  const ref = typeof changed === 'string' && { ref: changed }
  return {
    ...(config !== undefined && { config }),
    ...(root !== undefined && { root }),
    paths: args,
    scope: staged ? { type: 'staged' } : changed === undefined ? undefined : { type: 'changed', ...ref },
    textOf: stdinFilepath,
    recipients,
    ...((baseline !== undefined || flags.writeBaseline) && {
      baseline: { file: baseline, use: flags.writeBaseline ? 'write' : 'compare' },
    }),
  }
}

/** @throws UsageError for flags that do not go together */
function refuseContradictions(args: readonly string[], flags: LintFlags): void {
  const given = {
    '--changed': flags.changed !== undefined,
    '--staged': flags.staged === true,
    '--watch': flags.watch === true,
    '--fix': flags.fix === true,
    '--fix-dry-run': flags.fixDryRun === true,
    '--stdin-filepath': flags.stdinFilepath !== undefined,
    '--write-baseline': flags.writeBaseline === true,
    paths: args.length > 0,
  } as const
  const pairs: readonly (readonly [keyof typeof given, keyof typeof given])[] = [
    ['--changed', '--staged'],
    ['--changed', '--watch'],
    ['--staged', '--watch'],
    // What is staged may differ from the file: fixing the file would stage nothing, or lose what is not staged.
    ['--staged', '--fix'],
    ['--fix', '--fix-dry-run'],
    ['--fix', '--watch'],
    ['--fix-dry-run', '--watch'],
    ['--write-baseline', '--watch'],
    ['--write-baseline', '--stdin-filepath'],
    ['--stdin-filepath', '--watch'],
    ['--stdin-filepath', '--fix'],
    ['--stdin-filepath', '--changed'],
    ['--stdin-filepath', '--staged'],
    ['--stdin-filepath', 'paths'],
  ]
  const wrong = pairs.find(([a, b]) => given[a] && given[b])
  if (wrong) throw new UsageError({ type: 'flags-exclusive', flags: [wrong[0], wrong[1]] })
  if (flags.unsafeFixes && !flags.fix && !flags.fixDryRun) {
    throw new UsageError({ type: 'flag-needs', flag: '--unsafe-fixes', needs: '--fix' })
  }
}

async function lintOnce(
  session: LintSession,
  { flags, onUnwritten }: { readonly flags: LintFlags; readonly onUnwritten: (error: UsageError) => void },
  terminal: Terminal,
): Promise<LintOutcome> {
  const { workspace, textPath } = session
  const text = textPath === undefined ? undefined : await readText(process.stdin, maxFileBytes)
  if (textPath !== undefined && text !== undefined) workspace.set(textPath, withoutByteOrderMark(text))
  const files = text === undefined ? await readSelected(session, terminal) : workspace.files()
  if (!flags.fix && !flags.fixDryRun) return outcomeOf(session, files, terminal)
  const { contentOnDisk, fixFiles, patchOf, writeFixed } = await import('../../session/fix.ts')
  const fixed = fixFiles(session, files, flags.unsafeFixes ? 'unsafe' : 'safe')
  if (flags.fixDryRun) terminal.out(patchOf(fixed, (path) => text ?? contentOnDisk(session.project.root, path)))
  else {
    const written = writeFixed(session, fixed, ({ path, before }, error) => {
      // What could not be fixed is reported, and why.
      workspace.set(path, before)
      onUnwritten(error)
    })
    if (written.length > 0 && terminal.verbosity !== 'quiet') {
      terminal.err(`${cliWords[terminal.lang].fixed(written.length)}\n`)
    }
  }
  const paths = new Set(files.map(({ path }) => path))
  return outcomeOf(
    session,
    workspace.files().filter(({ path }) => paths.has(path)),
    terminal,
  )
}

/** What comes in, until it is certainly too much: the compiler says so of it, and some inputs have no end. */
async function readText(input: AsyncIterable<Buffer | string>, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of input) {
    const more = Buffer.from(piece)
    pieces.push(more)
    bytes += more.length
    if (bytes > maxBytes) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function writeBaseline(
  file: string,
  { messages, others }: LintOutcome,
  { session: { project }, flags }: { readonly session: LintSession; readonly flags: LintFlags },
  terminal: Terminal,
): Promise<void> {
  const files = [...messages, ...others]
  const { cwd } = terminal
  const typed = flags.baseline ?? relative(cwd, file)
  await writeOutput(typed, [baselineText(files)], cwd)
  const count = files.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0)
  if (terminal.verbosity !== 'quiet') {
    terminal.out(`${cliWords[terminal.lang].baselineWritten(count, relative(project.root, file))}\n`)
  }
}

function exitCodeOf({ errors, warnings, isUnreadable }: DiagnosticCounts, { maxWarnings }: LintFlags): ExitCode {
  if (isUnreadable) return exitCodes.usage
  return errors > 0 || warnings > (maxWarnings ?? Number.POSITIVE_INFINITY) ? exitCodes.findings : exitCodes.done
}
