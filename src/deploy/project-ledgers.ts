import { relative } from 'node:path'
import { isSameName } from '../contract/name.ts'
import { suggestionFor } from '../dialect/nearest.ts'
import { ledgerStore } from '../ledger/open.ts'
import type { LedgerStore } from '../ledger/store.ts'
import { ledgerPath, type Project, refuseNoLedger } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import type { Host } from '../session/host.ts'
import { targetNames } from './target.ts'

/**
 * Returns the ledgers of a project that are there, also what is left of one: of all its targets, or of one.
 *
 * @throws UsageError for a target that there is not, and when there is no ledger
 */
export async function ledgersOf(
  { root, config }: Project,
  given: string | undefined,
  { cwd, folders }: Host,
): Promise<readonly LedgerStore[]> {
  const known = targetNames(config)
  const wanted = known.filter((target) => given === undefined || isSameName(target, given))
  if (given !== undefined && wanted.length === 0) {
    throw new UsageError({ type: 'target-unknown', target: given, known, ...suggestionFor(given, known) })
  }
  const stores = wanted.map((target) => {
    return ledgerStore({ target, path: ledgerPath(root, config.ledger, target), stateFolder: folders.state })
  })
  const states = await Promise.all(stores.map((store) => store.state()))
  const there = stores.filter((_, index) => states[index] !== 'none')
  for (const { path } of there) refuseNoLedger(path, cwd)
  if (there.length > 0) return there
  throw new UsageError({ type: 'no-ledger', paths: stores.map(({ path }) => relative(cwd, path)) })
}

/** @throws UsageError that names the releases that there are */
export function refuseRelease(release: string, releases: readonly string[]): never {
  const known = [...new Set(releases)]
  throw new UsageError({ type: 'release-unknown', release, known, ...suggestionFor(release, known) })
}
