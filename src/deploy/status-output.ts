import { koreanTime } from '../text/korean-time.ts'
import type { LedgerStore } from '../ledger/ledger.ts'
import type { Host } from '../session/host.ts'
import type { Language } from '../words/language.ts'
import { deliveryIn, failureIn } from './meanings.ts'
import { suggestedCommand } from './next-steps.ts'
import { detailsOf, isOver, type PlacedFailure, type ReleaseReport, releasesIn } from './report.ts'
import type { ReleaseValues, StatusOutput } from './status-values.ts'
import { refuseRelease } from './target.ts'

/**
 * Reads what ledgers say about their releases, the oldest first.
 *
 * @param release the only one that is read; all when undefined
 * @throws UsageError for a release that there is not
 */
export async function reportsOf(
  release: string | undefined,
  stores: readonly LedgerStore[],
): Promise<readonly ReleaseReport[]> {
  const read = async (name?: string): Promise<readonly ReleaseReport[]> =>
    (await Promise.all(stores.map((store) => releasesIn(store, name)))).flat()
  const reports = await read(release)
  if (release !== undefined && reports.length === 0) refuseRelease(release, await read())
  return reports.toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Returns what `status --json` prints. */
export async function statusOutput(
  reports: readonly ReleaseReport[],
  host: Pick<Host, 'lang' | 'command'>,
): Promise<StatusOutput> {
  return { version: 1, releases: await Promise.all(reports.map((report) => releaseValues(report, host))) }
}

/** Returns what is known of one release. */
export async function releaseValues(
  report: ReleaseReport,
  host: Pick<Host, 'lang' | 'command'>,
): Promise<ReleaseValues> {
  const { release, store, state, createdAt, claimedAt, settledAt, workers, counts, messages } = report
  const { excluded, exclusions, skipped, deliveries } = report
  const { failures } = await detailsOf(report)
  const next = suggestedCommand(report, host)
  return {
    release,
    target: store.target,
    ...(report.inputs.test && { test: true }),
    state,
    createdAt: koreanTime(createdAt),
    ...(claimedAt !== undefined && { startedAt: koreanTime(claimedAt) }),
    ...(isOver(report) && settledAt !== undefined && { endedAt: koreanTime(settledAt) }),
    workers,
    counts,
    excluded,
    exclusions,
    skipped,
    deliveries,
    messages: messages.map(({ kind, groups, ...message }) => ({
      ...message,
      results: groups.map((group) => ({ ...group, meaning: deliveryIn(host.lang, kind, group).meaning })),
    })),
    failures: failures.map((failure) => failureOf(failure, host.lang)),
    ...(next !== undefined && { next }),
  }
}

function failureOf(failure: PlacedFailure, lang: Language): ReleaseValues['failures'][number] {
  const { id, state, code, sends, line } = failure
  const { meaning } = failureIn(lang, failure)
  return { id, state, ...(code !== undefined && { code }), meaning, sends, ...(line !== undefined && { line }) }
}
