import { type Violation, violation } from '../violation.ts'
import { fingerprintsOf, type ReportedFile } from './reported-file.ts'
import { maxWrittenBytes, readInput } from './files/read-file.ts'
import { UsageError } from './usage-error.ts'

interface Accepted {
  readonly path: string
  readonly rule: string
  readonly fingerprint: string
}

/** Diagnostics that a project had when it started to lint. */
export interface Baseline {
  /** The file's text. */
  readonly source: string
  readonly accepted: readonly Accepted[]
}

/**
 * Reads a baseline.
 *
 * @throws UsageError when there is none or it is something else
 */
export function readBaseline(file: string, shown: string): Baseline {
  const flag = { name: '--baseline', folder: file.slice(0, -shown.length) }
  const source = readInput(file, { shown, flag, maxBytes: maxWrittenBytes })
  try {
    const data = JSON.parse(source) as { version?: unknown; findings?: unknown } | null
    const accepted: unknown = data?.version === 1 ? data.findings : undefined
    const isBaseline = Array.isArray(accepted) && accepted.every(isAccepted)
    if (isBaseline) return { source, accepted }
  } catch {
    // Not JSON, which is no baseline either.
  }
  throw new UsageError('not-a-baseline', {
    en: `${shown}: is not a baseline; write it with --write-baseline.`,
    ko: `${shown}: 기준선 파일이 아닙니다. --write-baseline으로 만드세요.`,
  })
}

/** Returns the text of a baseline that accepts every diagnostic; a line for each, so that merging is easy. */
export function baselineText(files: readonly ReportedFile[]): string {
  const lines = files.flatMap(entriesOf).map((entry) => `    ${JSON.stringify(entry)}`)
  return `{\n  "version": 1,\n  "findings": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}]\n}\n`
}

/** Returns the entry of each diagnostic of a file, in their order. */
function entriesOf({ path, source, diagnostics }: ReportedFile): Accepted[] {
  const fingerprints = fingerprintsOf(diagnostics.map((diagnostic) => ({ diagnostic, source })))
  return diagnostics.map(({ rule }, index) => ({ path, rule, fingerprint: fingerprints[index] ?? '' }))
}

/**
 * Takes the accepted diagnostics out. One that moved within its file is still the same.
 *
 * @returns the files, and entries about them that nothing matches any more, each at its place in the baseline
 */
export function withoutAccepted(
  files: readonly ReportedFile[],
  baseline: Baseline,
): { readonly files: readonly ReportedFile[]; readonly stale: readonly Violation[] } {
  // A fingerprint is of one path and one rule.
  const open = new Set(baseline.accepted.map(({ fingerprint }) => fingerprint))
  const linted = new Set(files.map(({ path }) => path))
  const rest = files.map((file) => {
    const { path, source, diagnostics } = file
    const isNew = entriesOf(file).map((entry) => !open.delete(entry.fingerprint))
    return { path, source, diagnostics: diagnostics.filter((_, index) => isNew[index]) }
  })
  let searched = 0
  const stale = baseline.accepted
    .filter((entry) => linted.has(entry.path) && open.has(entry.fingerprint))
    .map((entry) => {
      // Entries come in the order of the file: there may be thousands, each searched for behind the one before.
      const found = baseline.source.indexOf(JSON.stringify(entry.fingerprint), searched)
      const start = Math.max(0, found)
      searched = Math.max(searched, found)
      const span = { start, end: start + entry.fingerprint.length + 2 }
      return violation('baseline-stale', span, { rule: entry.rule, path: entry.path })
    })
  return { files: rest, stale }
}

function isAccepted(value: unknown): value is Accepted {
  if (typeof value !== 'object' || value === null) return false
  return ['path', 'rule', 'fingerprint'].every((key) => key in value && typeof Object(value)[key] === 'string')
}
