import { isSameName } from '../../contract/name.ts'
import { isStandardOutput } from '../../project/output-stream.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { openProjectOf } from '../open-project.ts'
import { ledgersOf, refuseRelease } from '../project-ledgers.ts'
import { type ReleaseReport, releasesIn } from '../release-report.ts'
import { exportSends } from '../sends-export.ts'
import { releaseText } from '../status-text.ts'
import { printableJson } from '../printable.ts'
import { statusWords } from '../status-words.ts'
import type { GlobalFlags, Terminal } from '../terminal.ts'

export interface StatusFlags extends GlobalFlags {
  readonly target?: string
  readonly json?: boolean
  /** A file, or `-` for the standard output. */
  readonly csv?: string
}

/**
 * `status`: what the ledgers say, also while a deploy is running. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
export async function statusCommand(
  release: string | undefined,
  flags: StatusFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { json, target } = flags
  const csv = flags.csv !== undefined && isStandardOutput(flags.csv, terminal.cwd) ? '-' : flags.csv
  if (csv === '-' && json) throw new UsageError({ type: 'flags-exclusive', flags: ['--csv -', '--json'] })
  const project = await openProjectOf(flags, terminal)
  const all = ledgersOf(project, { target, cwd: terminal.cwd }).flatMap(releasesIn)
  const reports = all
    .filter((report) => release === undefined || isSameName(report.release, release))
    .toSorted((a, b) => a.createdAt - b.createdAt)
  if (release !== undefined && reports.length === 0) {
    refuseRelease(
      release,
      all.map((report) => report.release),
    )
  }
  if (csv !== undefined) await exportSends(csv, reports, terminal)
  if (csv !== '-') terminal.out(json ? statusJson(reports) : statusText(reports, terminal, flags))
  return exitCodes.done
}

function statusText(reports: readonly ReleaseReport[], terminal: Terminal, flags: GlobalFlags): string {
  if (reports.length === 0) return `${statusWords[terminal.lang].noReleases}\n`
  return reports.map((report) => releaseText(report, terminal, flags)).join('\n')
}

function statusJson(reports: readonly ReleaseReport[]): string {
  const releases = reports.map(({ release, target, state, counts, messages }) => ({
    release,
    target,
    state,
    counts,
    messages,
  }))
  return `${printableJson({ version: 1, releases }, 2)}\n`
}
