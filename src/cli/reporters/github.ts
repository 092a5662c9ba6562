import type { Diagnostic } from '../../diagnostic.ts'
import { counted, grouped, printable, printableLines } from '../../words/printable.ts'
import { flaggedOf, lastLineOf, type LintReport } from './report.ts'

/** A step shows no more annotations of one severity; the job's log would hide the rest without a word. */
const maxShown = 10

/**
 * Workflow commands that become annotations in GitHub Actions: errors first, then warnings, ten of each, and a last
 * line that counts what is not shown.
 */
export function githubReport(report: LintReport): string {
  const diagnostics = flaggedOf(report).map(({ diagnostic }) => diagnostic)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
  const lines = [...errors.slice(0, maxShown), ...warnings.slice(0, maxShown)].map(commandOf)
  const hidden = [
    { count: errors.length - maxShown, en: 'error', ko: '오류' },
    { count: warnings.length - maxShown, en: 'warning', ko: '경고' },
  ].filter(({ count }) => count > 0)
  const listed = {
    en: hidden.map(({ count, en }) => counted(count, en)).join(', '),
    ko: hidden.map(({ count, ko }) => `${ko} ${grouped(count)}개`).join(', '),
  }
  const notShown = {
    en: `Not shown: ${listed.en} (GitHub shows ${maxShown} errors and ${maxShown} warnings a step).`,
    ko: `표시하지 않은 것: ${listed.ko} (GitHub은 단계마다 오류와 경고를 ${maxShown}개씩만 보여 줍니다).`,
  }
  return [...lines, ...(hidden.length > 0 ? [notShown[report.lang]] : [])].map((line) => `${line}\n`).join('')
}

function commandOf(diagnostic: Diagnostic): string {
  const { path, rule, severity, message, help, start, end } = diagnostic
  const properties = {
    file: path,
    line: start.line,
    endLine: lastLineOf(diagnostic),
    // The runner drops the columns of a range over several lines, with a note in its debug log.
    ...(end.line === start.line && { col: start.column, endColumn: end.column }),
    title: rule,
  }
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`)
  const text = help === undefined ? printable(message) : `${printable(message)}\n${printableLines(help)}`
  return `::${severity} ${listed.join(',')}::${data(text)}`
}

// The escapes that the runner undoes: `:` and `,` end a property, in the text after the command they mean nothing.
// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs

function property(text: string): string {
  return data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
