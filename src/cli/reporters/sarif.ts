import type { Diagnostic, Position } from '../../diagnostic.ts'
import { LineIndex } from '../../language/document.ts'
import { jsonText } from '../terminal/printable.ts'
import { printableLines } from '../../words/printable.ts'
import { type Flagged, fingerprintsOf } from '../../project/reported-file.ts'
import { flaggedOf, type LintReport, type ReportedRule } from './report.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/**
 * SARIF 2.1.0, for code scanning dashboards and editors. The rules that found something are listed.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
 */
export function sarifReport(report: LintReport): string {
  const flagged = flaggedOf(report)
  const fingerprints = fingerprintsOf(flagged)
  const ids = new Set(flagged.map(({ diagnostic }) => diagnostic.rule))
  const rules = report.rules.filter(({ id }) => ids.has(id))
  const ruleIndexes = new Map(rules.map(({ id }, index) => [id, index]))
  const lineIndexes = new Map<string, LineIndex>()
  const linesOf = (source: string): LineIndex => {
    const lines = lineIndexes.get(source) ?? new LineIndex(source)
    lineIndexes.set(source, lines)
    return lines
  }
  return jsonText({
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'friendtalk',
            semanticVersion: report.version,
            rules: rules.map(descriptorOf),
          },
        },
        defaultEncoding: 'UTF-8',
        newlineSequences: ['\r\n', '\n', '\r'],
        columnKind: 'utf16CodeUnits',
        results: flagged.map((one, index) => ({
          ...resultOf(one, ruleIndexes.get(one.diagnostic.rule)),
          partialFingerprints: { 'flaggedText/v1': fingerprints[index] },
          ...fixesOf(one, linesOf),
          ...propertiesOf(one.diagnostic),
        })),
      },
    ],
  })
}

function descriptorOf({ id, severity, tier, summary, why, url }: ReportedRule): object {
  return {
    id,
    shortDescription: { text: plain(summary) },
    fullDescription: { text: plain(why) },
    helpUri: url,
    help: { text: plain(why) },
    defaultConfiguration: { level: severity },
    properties: { tags: [tier] },
  }
}

function resultOf({ diagnostic }: Flagged, ruleIndex: number | undefined): object {
  const { path, rule, severity, message, help, start, end } = diagnostic
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: severity,
    message: { text: plain(help === undefined ? message : `${message}\n${help}`) },
    locations: [{ physicalLocation: { artifactLocation: locationOf(path), region: regionOf(start, end) } }],
  }
}

function fixesOf({ diagnostic, source }: Flagged, linesOf: (source: string) => LineIndex): object {
  const { path, fix } = diagnostic
  if (fix === undefined) return {}
  const lines = linesOf(source)
  const replacements = fix.edits.map(({ start, end, text }) => ({
    deletedRegion: regionOf(lines.at(start), lines.at(end)),
    ...(text !== '' && { insertedContent: { text } }),
  }))
  const description = fix.safe
    ? 'Changes nothing that a reader of the message sees.'
    : 'May change what a reader of the message sees.'
  return {
    fixes: [
      { description: { text: description }, artifactChanges: [{ artifactLocation: locationOf(path), replacements }] },
    ],
  }
}

function propertiesOf({ pointer, actual, limit, unit }: Diagnostic): object {
  const hasAny = [pointer, actual, limit, unit].some((value) => value !== undefined)
  return hasAny ? { properties: { pointer, actual, limit, unit } } : {}
}

/** `%SRCROOT%` is what dashboards take for the checked-out repository. */
function locationOf(path: string): object {
  const uri = path
    .split('/')
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join('/')
  return { uri, uriBaseId: '%SRCROOT%' }
}

function regionOf(start: Position, end: Position): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    charOffset: start.offset,
    charLength: end.offset - start.offset,
  }
}

/**
 * Text as a plain text message. SARIF reads `[…](…)` in it as a link, which would let a file put its own links on a
 * dashboard. Braces stay: dashboards do not undo the `{{` that the standard asks for, and would show it in `#{…}`.
 */
function plain(text: string): string {
  return printableLines(text).replaceAll('](', '] (')
}
