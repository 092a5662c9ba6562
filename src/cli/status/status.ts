import { isSameName } from '../../contract/text.ts'
import { type ReleaseReport, releasesIn } from '../../deploy/report.ts'
import { ledgersOf, refuseRelease } from '../../deploy/target.ts'
import { isStandardOutput } from '../../project/files/output-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { printableJson } from '../terminal/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { exportSends } from './sends-export.ts'
import { releaseText } from './status-text.ts'
import { statusWords } from './status-words.ts'

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
  const stores = await ledgersOf(await openProject(flags, terminal), target, terminal)
  const all = (await Promise.all(stores.map(releasesIn))).flat()
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
  if (csv !== '-') terminal.out(json ? statusJson(reports) : await statusText(reports, terminal))
  return exitCodes.done
}

async function statusText(reports: readonly ReleaseReport[], terminal: Terminal): Promise<string> {
  if (reports.length === 0) return `${statusWords[terminal.lang].noReleases}\n`
  return (await Promise.all(reports.map((report) => releaseText(report, terminal)))).join('\n')
}

function statusJson(reports: readonly ReleaseReport[]): string {
  const releases = reports.map(
    ({ release, store, state, workers, counts, excluded, heldBack, exclusions, messages }) => ({
      release,
      target: store.target,
      state,
      workers,
      counts,
      excluded,
      heldBack,
      exclusions,
      messages,
    }),
  )
  return `${printableJson({ version: 1, releases }, 2)}\n`
}
