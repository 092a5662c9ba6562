import { isLoopbackUrl } from '../contract/loopback.ts'
import { defaultUserId } from '../emulator/credentials.ts'
import { isSameName, normalizeName } from '../contract/name.ts'
import { suggestionFor } from '../dialect/nearest.ts'
import { ledgerStore } from '../ledger/open.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { LedgerStore } from '../ledger/store.ts'
import { ledgerPath, type Project, refuseNoLedger } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import type { Host } from '../session/host.ts'
import type { DeployProblem } from './problem.ts'
import {
  builtInTarget,
  configuredTarget,
  type DeployTarget,
  emulatorTarget,
  targetMaxima,
  targetNames,
} from './target.ts'

/** A target of a project and the store of its ledger. */
export interface TargetSession {
  readonly project: Project
  readonly target: DeployTarget
  /** Whether the emulator is started for the run. */
  readonly isBuiltIn: boolean
  readonly store: LedgerStore
}

/**
 * Finds a target of a project.
 *
 * @param name of the target; the emulator's when absent
 * @throws UsageError for a target that there is not, and one whose user ID is not in the environment
 */
export function openTarget(project: Project, name: string | undefined, { cwd, env, folders }: Host): TargetSession {
  const { targets, ledger } = project.config
  const known = targetNames(project.config)
  const given = name ?? emulatorTarget
  const found = known.find((each) => isSameName(each, given)) ?? given
  const configured = Object.hasOwn(targets, found) ? targets[found] : undefined
  if (configured === undefined && found !== emulatorTarget) {
    throw new UsageError({ type: 'target-unknown', target: found, known, ...suggestionFor(found, known) })
  }
  // What a practice run sends would reach people.
  const isElsewhere = configured && ![configured.uploadUrl, configured.baseUrl].every(isLoopbackUrl)
  if (found === emulatorTarget && isElsewhere) refuse({ type: 'emulator-elsewhere' })
  for (const [key, max] of Object.entries(targetMaxima)) {
    const value = configured?.[key as keyof typeof targetMaxima] ?? 0
    if (value > max) refuse({ type: 'setting-too-large', target: found, key, max })
  }
  const path = ledgerPath(project.root, ledger, found)
  refuseNoLedger(path, cwd)
  const target = configured
    ? configuredTarget(found, configured, valuesOf([configured.userId.env], found, env)[0] ?? '')
    : builtInTarget(defaultUserId)
  return {
    project,
    target,
    isBuiltIn: configured === undefined,
    store: ledgerStore({
      path,
      target: found,
      ...(configured && { account: target.account }),
      stateFolder: folders.state,
    }),
  }
}

/**
 * Returns the release that a command is about. Only for the emulator one is made up: a fresh one for each try, so that
 * what was changed can be looked at again.
 *
 * @throws UsageError for a name that cannot be one, and for none where real people would receive it
 */
export async function releaseOf(
  release: string | undefined,
  { isBuiltIn, target }: TargetSession,
  { ledger, command }: { readonly ledger?: LedgerReader | undefined; readonly command: 'plan' | 'deploy' },
): Promise<string> {
  if (release !== undefined) {
    const name = normalizeName(release) ?? ''
    if (!releaseForm.test(name)) refuse({ type: 'release-wrong', release })
    return name
  }
  if (!isBuiltIn) refuse({ type: 'release-missing', target: target.name, command })
  const releases = (await ledger?.releases()) ?? []
  const tries = releases.map(({ release: name }) => Number(/^try-(\d+)$/.exec(name)?.[1] ?? 0))
  return `try-${Math.max(0, ...tries) + 1}`
}

const releaseForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

/**
 * Returns the values of environment variables, in their order.
 *
 * @throws UsageError that names those that are not set
 */
export function valuesOf(variables: readonly string[], target: string, env: Host['env']): readonly string[] {
  const missing = variables.filter((variable) => (env[variable] ?? '') === '')
  if (missing.length > 0) refuse({ type: 'environment-missing', variables: [...new Set(missing)], target })
  return variables.map((variable) => {
    const value = env[variable] ?? ''
    if (!/^[\x21-\x7e]+$/.test(value)) refuse({ type: 'environment-unusable', variable })
    return value
  })
}

/** @throws UsageError */
export function refuse(problem: DeployProblem): never {
  throw new UsageError({ type: 'deploy', problem })
}
