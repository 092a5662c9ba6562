import { koreanTime } from '../../contract/korean-time.ts'
import { isSameName } from '../../contract/text.ts'
import { detailsOf, isOver, type PlacedFailure, type ReleaseReport, releasesIn } from '../../deploy/report.ts'
import { ledgersOf, refuseRelease } from '../../deploy/target.ts'
import type { LedgerStore, SendState } from '../../ledger/ledger.ts'
import { isStandardOutput } from '../../project/files/output-file.ts'
import { UsageError } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { printableJson } from '../terminal/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { exportSends } from './sends-export.ts'
import { failureIn } from './failure-words.ts'
import { statusText, suggestedCommand } from './status-text.ts'
import { watchStatus } from './watch-status.ts'

export interface StatusFlags extends GlobalFlags {
  readonly target?: string
  readonly json?: boolean
  /** A file, or `-` for the standard output. */
  readonly csv?: string
  /** Only sends in this state, in the file. */
  readonly state?: SendState
  readonly watch?: boolean
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
  const { json, watch, state } = flags
  const csv = flags.csv !== undefined && isStandardOutput(flags.csv, terminal.cwd) ? '-' : flags.csv
  if (csv === '-' && json) throw new UsageError({ type: 'flags-exclusive', flags: ['--csv -', '--json'] })
  if (watch && json) throw new UsageError({ type: 'flags-exclusive', flags: ['--watch', '--json'] })
  if (watch && csv !== undefined) throw new UsageError({ type: 'flags-exclusive', flags: ['--watch', '--csv'] })
  if (state !== undefined && csv === undefined) {
    throw new UsageError({ type: 'flag-needs', flag: '--state', needs: '--csv' })
  }
  const stores = await ledgersOf(await openProject(flags, terminal), flags.target, terminal)
  const read = (): Promise<readonly ReleaseReport[]> => reportsOf(release, stores)
  if (watch) return watchStatus(read, terminal)
  const reports = await read()
  if (csv !== undefined) await exportSends({ csv, ...(state !== undefined && { state }) }, reports, terminal)
  if (csv !== '-') terminal.out(json ? await statusJson(reports, terminal) : await statusText(reports, terminal))
  return exitCodes.done
}

async function reportsOf(
  release: string | undefined,
  stores: readonly LedgerStore[],
): Promise<readonly ReleaseReport[]> {
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
  return reports
}

async function statusJson(reports: readonly ReleaseReport[], terminal: Terminal): Promise<string> {
  const releases = await Promise.all(
    reports.map(async (report) => {
      const { release, store, state, createdAt, claimedAt, settledAt, workers, counts, messages } = report
      const { failures } = await detailsOf(report)
      const next = suggestedCommand(report, terminal)
      return {
        release,
        target: store.target,
        state,
        createdAt: koreanTime(createdAt),
        ...(claimedAt !== undefined && { startedAt: koreanTime(claimedAt) }),
        ...(isOver(report) && settledAt !== undefined && { endedAt: koreanTime(settledAt) }),
        workers,
        counts,
        messages,
        failures: failures.map((failure) => failureJson(failure, terminal)),
        ...(next !== undefined && { next }),
      }
    }),
  )
  return `${printableJson({ version: 1, releases }, 2)}\n`
}

function failureJson({ id, state, code, sends, line }: PlacedFailure, { lang }: Terminal): object {
  const { meaning } = failureIn(lang, { state, ...(code !== undefined && { code }) })
  return { id, state, ...(code !== undefined && { code }), meaning, sends, ...(line !== undefined && { line }) }
}
