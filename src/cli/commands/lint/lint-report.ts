import { counted, printable } from '../../../words/printable.ts'
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
import { textReport } from '../../reporters/text.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import type { CustomRule } from '../../../rules/custom-rule.ts'
import { version } from '../../installation.ts'
import type { Text } from '../../../words/language.ts'

/** How a report is shown. */
export interface ReportFlags extends GlobalFlags {
  readonly format?: readonly ChosenFormat[] | undefined
  readonly fix?: true | undefined
  readonly unsafeFixes?: true | undefined
}

const defaultFormats: readonly ChosenFormat[] = [{ format: 'text' }]

/** @throws UsageError when two formats would be mixed on the standard output */
export function formatsOf({ format = defaultFormats }: ReportFlags, cwd: string): readonly ChosenFormat[] {
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
  /** Set if only changed messages were linted. */
  readonly scope?: GitScope | undefined
  readonly outcome: LintOutcome
  readonly plugins: readonly CustomRule[]
}

/** Gives an outcome in every format that was asked for; returns what was found, also of what `--quiet` leaves out. */
export async function report(
  { root, scope, outcome, plugins }: LintedProject,
  flags: ReportFlags,
  terminal: Terminal,
): Promise<DiagnosticCounts> {
  const shown = flags.quiet ? withoutWarnings(outcome) : outcome
  for (const { format, file } of formatsOf(flags, terminal.cwd)) {
    let text: string
    if (format === 'text') {
      const here = pathsFrom(shown, root, realpathSync.native(terminal.cwd))
      text = forPeople({ ...here, scope }, flags, file === undefined ? terminal : plain(terminal))
    } else {
      // The hosts that read these look for files below the top of the repository.
      const placed = format === 'json' ? shown : pathsFrom(shown, root, repositoryTop(root))
      text = await forMachines(format, { outcome: placed, plugins }, terminal)
    }
    if (file !== undefined) await writeOutput(file, [text], terminal)
    else terminal.out(text)
  }
  return countsOf([...outcome.messages, ...outcome.others])
}

async function forMachines(
  format: MachineFormat,
  { outcome, plugins }: Pick<LintedProject, 'outcome' | 'plugins'>,
  { lang }: Terminal,
): Promise<string> {
  // Loaded on demand: people at a terminal do not need them.
  const [{ reporters }, { describedRules }] = await Promise.all([
    import('../../reporters/reporters.ts'),
    import('../rules/rule-catalog.ts'),
  ])
  const rules = describedRules(lang, plugins)
  const lintReport: LintReport = { files: [...outcome.messages, ...outcome.others], rules, version: version(), lang }
  return reporters[format](lintReport)
}

/** Code frames and a last line that counts. */
function forPeople(
  { messages, others, notes = [], scope }: LintOutcome & Pick<LintedProject, 'scope'>,
  flags: ReportFlags,
  { lang, outColors: colors, outColumns: columns }: Terminal,
): string {
  const shown = [...messages, ...others]
  const frames = textReport(shown, { colors, columns, lang })
  const noted = flags.quiet ? '' : notes.map((note) => `${colors.dim(printable(note))}\n`).join('')
  const counts = countsOf(shown)
  if (counts.files > 0) {
    const mark = counts.errors > 0 ? colors.red('✗') : colors.yellow('!')
    const explain = { en: 'friendtalk explain <rule> tells more.', ko: '자세한 설명: friendtalk explain <규칙>' }
    const found = [foundText(counts)[lang], ...fixableTexts(counts, flags).map((text) => text[lang])].join(' ')
    return `${frames}${noted}\n${mark} ${found} ${colors.dim(explain[lang])}\n`
  }
  return flags.quiet ? frames : `${frames}${noted}${colors.green('✓')} ${cleanText(messages.length, scope)[lang]}\n`
}

function cleanText(messages: number, scope: GitScope | undefined): Text {
  if (messages > 0)
    return {
      en: `${counted(messages, 'message')}, nothing to report.`,
      ko: `메시지 ${messages}개에 문제가 없습니다.`,
    }
  if (scope?.type !== 'changed')
    return { en: 'No message is left to check.', ko: '확인할 메시지가 남아 있지 않습니다.' }
  const { ref = 'HEAD' } = scope
  return { en: `No message changed since ${ref}.`, ko: `${ref} 이후 바뀐 메시지가 없습니다.` }
}

function foundText({ errors, warnings, files }: DiagnosticCounts): Text {
  const parts = [
    { count: errors, en: counted(errors, 'error'), ko: `오류 ${errors}개` },
    { count: warnings, en: counted(warnings, 'warning'), ko: `경고 ${warnings}개` },
  ].filter(({ count }) => count > 0)
  return {
    en: `${parts.map(({ en }) => en).join(' and ')} in ${counted(files, 'file')}.`,
    ko: `파일 ${files}개에서 ${parts.map(({ ko }) => ko).join(', ')}를 찾았습니다.`,
  }
}

function fixableTexts({ safe, unsafe }: DiagnosticCounts, flags: ReportFlags): readonly Text[] {
  if (flags.unsafeFixes) return []
  // With --fix the safe ones are done.
  const left = flags.fix ? 0 : safe
  return [
    ...(left > 0 ? [{ en: `--fix fixes ${left}.`, ko: `--fix로 ${left}개를 고칠 수 있습니다.` }] : []),
    ...(unsafe > 0
      ? [
          {
            en: `--fix --unsafe-fixes fixes ${unsafe}${left > 0 ? ' more' : ''}.`,
            ko: `--fix --unsafe-fixes로 ${unsafe}개를 ${left > 0 ? '더 ' : ''}고칠 수 있습니다.`,
          },
        ]
      : []),
  ]
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
