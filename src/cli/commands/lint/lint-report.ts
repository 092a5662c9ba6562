import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { toPosix } from '../../../project/files/discover.ts'
import type { GitScope } from '../../../project/files/git.ts'
import { repositoryTop } from '../../../project/files/paths.ts'
import { isStandardOutput, writeOutput } from '../../../project/files/write-file.ts'
import type { ReportedFile } from '../../../project/reported-file.ts'
import { UsageError } from '../../../project/usage-error.ts'
import type { LintOutcome, LintSession } from '../../../session/lint-session.ts'
import type { Text } from '../../../words/language.ts'
import { counted, printable } from '../../../words/printable.ts'
import { version } from '../../installation.ts'
import { type ChosenFormat, reporters } from '../../reporters/reporters.ts'
import { errorsOf, textReport } from '../../reporters/text.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import { describedRules } from '../rules/rule-catalog.ts'

/** How a report is shown. */
interface ReportFlags extends GlobalFlags {
  readonly format?: readonly ChosenFormat[] | undefined
  readonly fix?: true | undefined
  readonly unsafeFixes?: true | undefined
}

/** @throws UsageError when two formats would be mixed on the standard output */
export function formatsOf({ format = [{ format: 'text' }] }: ReportFlags, cwd: string): readonly ChosenFormat[] {
  const [, other] = format.filter(({ file }) => file === undefined || isStandardOutput(file, cwd))
  if (other === undefined) return format
  throw new UsageError('formats-on-stdout', {
    en: `Only one format can go to the standard output; name a file for the others: --format ${other.format}=<file>.`,
    ko: `표준 출력에는 한 가지 형식만 쓸 수 있습니다. 나머지는 파일을 지정하세요. --format ${other.format}=<파일>`,
  })
}

/** Prints or writes an outcome in every format that was asked for. */
export async function report(
  { project: { root, config }, options: { scope } }: LintSession,
  { outcome, flags }: { readonly outcome: LintOutcome; readonly flags: ReportFlags },
  terminal: Terminal,
): Promise<void> {
  const { lang, cwd } = terminal
  const shown = [...outcome.messages, ...outcome.others].map((file) =>
    flags.quiet ? { ...file, diagnostics: errorsOf(file) } : file,
  )
  for (const { format, file } of formatsOf(flags, cwd)) {
    let text: string
    if (format === 'text') {
      const look = file === undefined ? terminal : { ...terminal, outColors: terminal.noColors, outColumns: 100 }
      text = forPeople(pathsFrom(shown, root, realpathSync.native(cwd)), { outcome, scope, flags }, look)
    } else {
      // The hosts that read the others look for files below the top of the repository.
      const files = pathsFrom(shown, root, format === 'json' ? root : repositoryTop(root))
      text = reporters[format]({ files, rules: describedRules(lang, config.plugins), version: version(), lang })
    }
    if (file !== undefined) await writeOutput(file, [text], terminal)
    else terminal.out(text)
  }
}

/** Returns code frames and a last line that counts. */
function forPeople(
  files: readonly ReportedFile[],
  { outcome, scope, flags }: { outcome: LintOutcome; scope: GitScope | undefined; flags: ReportFlags },
  { lang, outColors: colors, outColumns: columns }: Terminal,
): string {
  const frames = textReport(files, { colors, columns, lang })
  const noted = (flags.quiet ? [] : (outcome.notes ?? [])).map((note) => `${colors.dim(printable(note))}\n`).join('')
  if (files.some(({ diagnostics }) => diagnostics.length > 0)) {
    const mark = files.some((file) => errorsOf(file).length > 0) ? colors.red('✗') : colors.yellow('!')
    const explain = { en: 'friendtalk explain <rule> tells more.', ko: '자세한 설명: friendtalk explain <규칙>' }
    const counts = countTexts(files, flags).map((text) => text[lang])
    return `${frames}${noted}\n${mark} ${counts.join(' ')} ${colors.dim(explain[lang])}\n`
  }
  const clean = cleanText(outcome.messages.length, scope)
  return flags.quiet ? frames : `${frames}${noted}${colors.green('✓')} ${clean[lang]}\n`
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

/** Counts what was found, and what `--fix` fixes of it. */
function countTexts(files: readonly ReportedFile[], { fix, unsafeFixes }: ReportFlags): readonly Text[] {
  const diagnostics = files.flatMap((file) => file.diagnostics)
  const errors = files.flatMap(errorsOf).length
  const warnings = diagnostics.length - errors
  const broken = files.filter((file) => file.diagnostics.length > 0).length
  const parts = [
    { count: errors, en: counted(errors, 'error'), ko: `오류 ${errors}개` },
    { count: warnings, en: counted(warnings, 'warning'), ko: `경고 ${warnings}개` },
  ].filter(({ count }) => count > 0)
  const all = {
    en: `${parts.map(({ en }) => en).join(' and ')} in ${counted(broken, 'file')}.`,
    ko: `파일 ${broken}개에서 ${parts.map(({ ko }) => ko).join(', ')}를 찾았습니다.`,
  }
  if (unsafeFixes) return [all]
  const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fix ?? [])
  const safe = fixes.filter((each) => each.safe).length
  const unsafe = fixes.length - safe
  // With --fix the safe ones are done.
  const left = fix ? 0 : safe
  return [
    all,
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

function pathsFrom(files: readonly ReportedFile[], root: string, folder: string): readonly ReportedFile[] {
  if (folder === root) return files
  return files.map((file) => {
    const path = toPosix(relative(folder, join(root, file.path)))
    return { ...file, path, diagnostics: file.diagnostics.map((diagnostic) => ({ ...diagnostic, path })) }
  })
}
