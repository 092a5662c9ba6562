import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { ruleUrl } from '../lint/rule-url.ts'
import { reasonOf, UsageError } from '../project/usage-error.ts'
import { findingsIn, type LintFlags, type LintOutcome } from './lint-session.ts'
import type { LintReport, ReportedFile } from './reporters/report.ts'
import type { ChosenFormat, MachineFormat } from './reporters/formats.ts'
import { textReport } from './reporters/text.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'
import { cliWords } from './words.ts'

const defaultFormats: readonly ChosenFormat[] = [{ format: 'text' }]

/** @throws UsageError when two formats would be mixed on the standard output */
export function formatsOf({ format = defaultFormats }: LintFlags): readonly ChosenFormat[] {
  const printed = format.filter(({ file }) => file === undefined).map((chosen) => chosen.format)
  if (printed.length > 1) throw new UsageError({ type: 'formats-on-stdout', formats: printed })
  return format
}

/** Gives an outcome in every format that was asked for. */
export async function report(outcome: LintOutcome, flags: LintFlags, terminal: Terminal): Promise<void> {
  const shown = flags.quiet ? withoutWarnings(outcome) : outcome
  for (const { format, file } of formatsOf(flags)) {
    const text =
      format === 'text'
        ? forPeople(shown, flags, file === undefined ? terminal : plain(terminal))
        : await forMachines(format, shown, terminal)
    if (file === undefined) {
      // A patch has the standard output to itself.
      if (flags.fixDryRun) terminal.err(text)
      else terminal.out(text)
    } else await write(resolve(terminal.cwd, file), text)
  }
}

async function forMachines(format: MachineFormat, outcome: LintOutcome, { lang }: Terminal): Promise<string> {
  // The reporters, and what is said of every rule, take time to load, and people at a terminal do not see them.
  const [{ reporters }, { everyRule }] = await Promise.all([
    import('./reporters/reporters.ts'),
    import('./rule-catalog.ts'),
  ])
  const rules = everyRule.map(({ id, severity, tier, summary, why }) => ({
    id,
    severity,
    tier,
    summary: summary[lang],
    why: why[lang],
    url: ruleUrl(id, lang),
  }))
  const lintReport: LintReport = { files: [...outcome.messages, ...outcome.others], rules, version: version() }
  return reporters[format](lintReport)
}

/** Code frames and a last line that counts. */
export function forPeople(outcome: LintOutcome, flags: LintFlags, terminal: Terminal): string {
  const { lang, outColors: colors, outColumns: columns, verbosity } = terminal
  const words = cliWords[lang]
  const files = [...outcome.messages, ...outcome.others].filter(({ diagnostics }) => diagnostics.length > 0)
  const found = findingsIn(outcome)
  if (found.length === 0)
    return verbosity === 'quiet'
      ? ''
      : `${colors.green('✓')} ${words.clean(outcome.lookedAt ?? outcome.messages.length)}\n`
  const errors = found.filter(({ severity }) => severity === 'error').length
  const counts = { errors, warnings: found.length - errors, files: files.length }
  const safe = found.filter(({ fix }) => fix?.safe === true).length
  const unsafe = found.filter(({ fix }) => fix?.safe === false).length
  const mark = errors > 0 ? colors.red('✗') : colors.yellow('!')
  const fixes = flags.fix || flags.fixDryRun ? '' : words.fixable({ safe, unsafe })
  return `${textReport(files, { colors, columns, lang })}\n${mark} ${words.found(counts)}${fixes === '' ? '' : ` ${fixes}`}\n`
}

/** A terminal as a file is one: without colours, and wide. */
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

async function write(file: string, text: string): Promise<void> {
  try {
    mkdirSync(dirname(file), { recursive: true })
    await writeFileAtomic(file, text)
  } catch (error) {
    throw new UsageError({ type: 'unwritable', path: file, reason: reasonOf(error) })
  }
}
