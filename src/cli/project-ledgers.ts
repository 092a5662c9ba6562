import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { isSameName } from '../contract/name.ts'
import { targetNames } from '../deploy/target.ts'
import { suggestionFor } from '../language/nearest.ts'
import { logFiles } from '../ledger/sqlite/claim-log.ts'
import { ledgerPath, refuseNoLedger } from '../project/ledger-path.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'

/** The ledger of a target, or what is left of it. */
export interface TargetLedger {
  readonly target: string
  /** Absolute path. */
  readonly path: string
}

/**
 * The ledgers of a project that are there: of all its targets, or of one.
 *
 * @param options `cwd` is what paths are shown relative to
 * @throws UsageError for a target that there is not, and when there is no ledger
 */
export function ledgersOf(
  { root, config }: Project,
  { target: given, cwd }: { readonly target?: string | undefined; readonly cwd: string },
): readonly TargetLedger[] {
  const known = targetNames(config)
  const wanted = known.filter((target) => given === undefined || isSameName(target, given))
  if (given !== undefined && wanted.length === 0) {
    throw new UsageError({ type: 'target-unknown', target: given, known, ...suggestionFor(given, known) })
  }
  const ledgers = wanted.map((target) => ({ target, path: ledgerPath(root, config.ledger, target) }))
  // What is left of one that is lost is told of, rather than that there was none.
  const there = ledgers.filter(({ path }) => [path, ...logFiles(path)].some((file) => existsSync(file)))
  for (const { path } of there) refuseNoLedger(path, cwd)
  if (there.length > 0) return there
  throw new UsageError({ type: 'no-ledger', paths: ledgers.map(({ path }) => relative(cwd, path)) })
}

/** @throws UsageError that names the releases that there are */
export function refuseRelease(release: string, releases: readonly string[]): never {
  const known = [...new Set(releases)]
  throw new UsageError({ type: 'release-unknown', release, known, ...suggestionFor(release, known) })
}
