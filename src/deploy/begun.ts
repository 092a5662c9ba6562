import { relative, resolve } from 'node:path'
import { canonicalJson } from '../json-text.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import type { Host } from '../session/host.ts'
import { refuse, type TargetSession } from './open-target.ts'
import { type Plan, type PlanDifference, targetDifferences } from './plan.ts'
import { confirmCharacters } from './problem.ts'
import { plannedSender } from './senders.ts'

/** What is asked for beside the release. */
interface Wanted {
  readonly paths: readonly string[]
  readonly recipients?: string | undefined
  /** The digest, or its first characters, of the plan that may be sent. */
  readonly confirm?: string | undefined
}

/**
 * Refuses to go on with a release otherwise than it was begun: to another target or account, from another number, or
 * with other messages and recipients than the ones that wait. Nothing but the ledger is read for it.
 *
 * @throws UsageError that names each difference
 */
export async function refuseOtherThanBegun(
  { ledger, release }: { readonly ledger: Ledger; readonly release: string },
  wanted: Wanted,
  { session, host }: { readonly session: TargetSession; readonly host: Host },
): Promise<void> {
  const used = await ledger.planOf(release)
  // A preparation is only there once its plan is.
  if (used === undefined) return
  const begun = JSON.parse(used.text) as Plan
  if (wanted.confirm !== undefined) refuseOtherDigest(wanted.confirm, used.digest)
  const { project, target } = session
  const differences: PlanDifference[] = [...targetDifferences(begun.target, target)]
  const templates = new Map((await ledger.templates(release)).map((template) => [template.id, template]))
  for (const { id, sender } of begun.messages) {
    const template = templates.get(id)
    if (template === undefined) continue
    const [planned, current] = [sender, plannedSender(template, project.config, target)].map(canonicalJson)
    if (planned === undefined || current === undefined || planned === current) continue
    differences.push({ type: 'sender', name: id, planned, now: current })
  }
  if (differences.length > 0) refuse({ type: 'release-differs', release, differences })
  refuseOtherInputs(begun, wanted, { root: project.root, cwd: host.cwd })
}

/** @throws UsageError for a digest that does not begin so, or of which too little is given */
export function refuseOtherDigest(given: string, digest: string): void {
  const wanted = given.replace(/^(?!sha256:)/, 'sha256:')
  if (wanted.length < confirmCharacters || !digest.startsWith(wanted)) refuse({ type: 'other-digest', given, digest })
}

function refuseOtherInputs(
  { release, inputs }: Plan,
  { paths, recipients }: Wanted,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): void {
  const inside = (path: string): string => toPosix(relative(root, resolve(cwd, path)))
  const isOther =
    (paths.length > 0 && paths.map(inside).join('\n') !== inputs.paths.join('\n')) ||
    (recipients !== undefined && inside(recipients) !== inputs.recipients)
  if (isOther)
    refuse({ type: 'inputs-differ', release, inputs: [...inputs.paths, inputs.recipients ?? ''].join(' ').trim() })
}
