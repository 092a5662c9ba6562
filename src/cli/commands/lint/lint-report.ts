import { printable } from '../../../words/printable.ts'
import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { GitScope } from '../../../project/files/git.ts'
import { repositoryTop } from '../../../project/files/paths.ts'
import { toPosix } from '../../../project/files/discover.ts'
import { isStandardOutput, writeOutput } from '../../../project/files/write-file.ts'
import { UsageError } from '../../../project/usage-error.ts'
import { countsOf, type DiagnosticCounts, type LintReport } from '../../reporters/report.ts'
import type { LintOutcome } from '../../../session/lint-session.ts'
import type { ReportedFile } from '../../../project/reported-file.ts'
import type { ChosenFormat, MachineFormat } from '../../reporters/formats.ts'
import { textPieces } from '../../reporters/text.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import type { CustomRule } from '../../../rules/custom-rule.ts'
import { version } from '../../installation.ts'
import { cliWords } from '../../terminal/words.ts'

export interface LintFlags extends GlobalFlags {
  readonly format?: readonly ChosenFormat[]
  readonly fix?: boolean
  readonly unsafeFixes?: boolean
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

const defaultFormats: readonly ChosenFormat[] = [{ format: 'text' }]

/** @throws UsageError when two formats would be mixed on the standard output */
export function formatsOf({ format = defaultFormats }: LintFlags, cwd: string): readonly ChosenFormat[] {
  const printed = format
    .filter(({ file }) => file === undefined || isStandardOutput(file, cwd))
    .map((chosen) => chosen.format)
  if (printed.length > 1)
    throw new UsageError('formats-on-stdout', {
      en: `Only one format can go to the standard output; name a file for the others: --format ${printed[1] ?? ''}=<file>.`,
      ko: `표준 출력에는 한 가지 형식만 쓸 수 있습니다. 나머지는 파일을 지정하세요. --format ${printed[1] ?? ''}=<파일>`,
    })
  return format
}

export interface LintedProject {
  /** Absolute: what the paths of the outcome are relative to. */
  readonly root: string
  /** What git says has changed was linted alone. */
  readonly scope?: GitScope | undefined
  readonly outcome: LintOutcome
  readonly plugins: readonly CustomRule[]
}

/** Gives an outcome in every format that was asked for; returns what was found, also of what `--quiet` leaves out. */
export async function report(
  { root, scope, outcome, plugins }: LintedProject,
  flags: LintFlags,
  terminal: Terminal,
): Promise<DiagnosticCounts> {
  const shown = flags.quiet ? withoutWarnings(outcome) : outcome
  for (const { format, file } of formatsOf(flags, terminal.cwd)) {
    let text: Iterable<string>
    if (format === 'text') {
      const here = pathsFrom(shown, root, realpathSync.native(terminal.cwd))
      text = forPeople({ ...here, scope }, flags, file === undefined ? terminal : plain(terminal))
    } else {
      // The hosts that read these look for files below the top of the repository.
      const placed = format === 'json' ? shown : pathsFrom(shown, root, repositoryTop(root))
      text = [await forMachines(format, { outcome: placed, plugins }, terminal)]
    }
    if (file !== undefined) await writeOutput(file, text, terminal)
    else await print(text, terminal)
  }
  return countsOf([...outcome.messages, ...outcome.others])
}

/** Prints text piece by piece, none before the one in front of it has gone on: who reads it may be slow. */
async function print(text: Iterable<string>, { out, flushed }: Terminal): Promise<void> {
  for (const piece of text) {
    out(piece)
    await flushed()
  }
}

async function forMachines(
  format: MachineFormat,
  { outcome, plugins }: Pick<LintedProject, 'outcome' | 'plugins'>,
  { lang }: Terminal,
): Promise<string> {
  // The reporters, and what is said of every rule, take time to load, and people at a terminal do not see them.
  const [{ reporters }, { describedRules }] = await Promise.all([
    import('../../reporters/reporters.ts'),
    import('../rules/rule-catalog.ts'),
  ])
  const rules = describedRules(lang, plugins)
  const lintReport: LintReport = { files: [...outcome.messages, ...outcome.others], rules, version: version(), lang }
  return reporters[format](lintReport)
}

/** Code frames and a last line that counts, piece by piece. */
function* forPeople(
  { messages, others, notes = [], scope }: LintOutcome & Pick<LintedProject, 'scope'>,
  flags: LintFlags,
  { lang, outColors: colors, outColumns: columns, verbosity }: Terminal,
): Generator<string> {
  const words = cliWords[lang]
  const shown = [...messages, ...others]
  yield* textPieces(shown, { colors, columns, lang })
  const { errors, warnings, files, safe, unsafe } = countsOf(shown)
  if (verbosity !== 'quiet') for (const note of notes) yield `${colors.dim(printable(note))}\n`
  if (files === 0) {
    const looked = messages.length
    const said = looked === 0 && scope?.type === 'changed' ? words.unchanged(scope.ref ?? 'HEAD') : words.clean(looked)
    if (verbosity !== 'quiet') yield `${colors.green('✓')} ${said}\n`
    return
  }
  const mark = errors > 0 ? colors.red('✗') : colors.yellow('!')
  // With --fix the safe ones are done.
  const fixes = flags.unsafeFixes ? '' : words.fixable({ safe: flags.fix ? 0 : safe, unsafe })
  const found = words.found({ errors, warnings, files })
  yield `\n${mark} ${found}${fixes === '' ? '' : ` ${fixes}`} ${colors.dim(words.explain)}\n`
}

function plain(terminal: Terminal): Terminal {
  return { ...terminal, outColors: terminal.noColors, outColumns: 100 }
}

function withoutWarnings({ messages, others, ...rest }: LintOutcome): LintOutcome {
  const errorsOf = (file: ReportedFile): ReportedFile => ({
    ...file,
    diagnostics: file.diagnostics.filter(({ severity }) => severity === 'error'),
  })
  return { ...rest, messages: messages.map(errorsOf), others: others.map(errorsOf) }
}

function pathsFrom({ messages, others, ...rest }: LintOutcome, root: string, folder: string): LintOutcome {
  if (folder === root) return { messages, others, ...rest }
  const placed = (file: ReportedFile): ReportedFile => {
    const path = toPosix(relative(folder, join(root, file.path)))
    return { ...file, path, diagnostics: file.diagnostics.map((diagnostic) => ({ ...diagnostic, path })) }
  }
  return { ...rest, messages: messages.map(placed), others: others.map(placed) }
}
