import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { targetNames } from '../deploy/target.ts'
import { suggestionFor } from '../language/nearest.ts'
import { ledgerPath } from '../project/ledger-path.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'

/** The ledger of a target, which is there. */
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
  { target: wanted, cwd }: { readonly target?: string | undefined; readonly cwd: string },
): readonly TargetLedger[] {
  const known = targetNames(config)
  if (wanted !== undefined && !known.includes(wanted)) {
    throw new UsageError({ type: 'target-unknown', target: wanted, known, ...suggestionFor(wanted, known) })
  }
  const ledgers = known
    .filter((target) => wanted === undefined || target === wanted)
    .map((target) => ({ target, path: ledgerPath(root, config.ledger, target) }))
  const there = ledgers.filter(({ path }) => existsSync(path))
  if (there.length > 0) return there
  throw new UsageError({ type: 'no-ledger', paths: ledgers.map(({ path }) => relative(cwd, path)) })
}

/** @throws UsageError that names the releases that there are */
export function refuseRelease(release: string, releases: readonly string[]): never {
  const known = [...new Set(releases)]
  throw new UsageError({ type: 'release-unknown', release, known, ...suggestionFor(release, known) })
}
