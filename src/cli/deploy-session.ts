import { relative, resolve } from 'node:path'
import { isSameName, normalizeName } from '../contract/name.ts'
import { computePlan, type Planned } from '../deploy/compute-plan.ts'
import {
  builtInTarget,
  configuredTarget,
  type DeployTarget,
  emulatorTarget,
  targetMaxima,
  targetNames,
} from '../deploy/target.ts'
import { defaultUserId } from '../emulator/credentials.ts'
import { suggestionFor } from '../language/nearest.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import { toPosix } from '../project/discover.ts'
import { statOf } from '../project/file-kind.ts'
import { ledgerPath, refuseNoLedger } from '../project/ledger-path.ts'
import type { Project } from '../project/project.ts'
import { givenRecipients } from '../project/recipients-file.ts'
import { UsageError } from '../project/usage-error.ts'
import { isLoopback } from '../service/dispatcher.ts'
import type { DeployProblem } from '../words/deploy-problem.ts'
import { deployWords } from './deploy-words.ts'
import { messagesIn, readAll } from './message-session.ts'
import { openProjectToSend } from './open-project.ts'
import { Progress } from './progress.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'

/** What `plan` and `deploy` both take. */
export interface PlanFlags extends GlobalFlags {
  readonly target?: string
  readonly recipients?: string
  readonly release?: string
}

/** A target of a project and its ledger. */
export interface DeploySession {
  readonly project: Project
  readonly target: DeployTarget
  /** Whether the emulator is started for the run. */
  readonly isBuiltIn: boolean
  /** Absolute. */
  readonly ledgerFile: string
  readonly hasLedger: boolean
}

/**
 * Opens the project, and finds the target that the flags name.
 *
 * @throws UsageError for a target that there is not, and one whose user ID is not in the environment
 */
export async function openDeploy(flags: PlanFlags, terminal: Terminal): Promise<DeploySession> {
  const project = await openProjectToSend(flags, terminal)
  const { targets, ledger } = project.config
  const known = targetNames(project.config)
  const { target: given = emulatorTarget } = flags
  const name = known.find((each) => isSameName(each, given)) ?? given
  const configured = Object.hasOwn(targets, name) ? targets[name] : undefined
  if (configured === undefined && name !== emulatorTarget) {
    throw new UsageError({ type: 'target-unknown', target: name, known, ...suggestionFor(name, known) })
  }
  // What a practice run sends would reach people.
  const isElsewhere =
    configured && ![configured.uploadUrl, configured.baseUrl].every((url) => isLoopback(new URL(url).hostname))
  if (name === emulatorTarget && isElsewhere) refuse({ type: 'emulator-elsewhere' })
  for (const [key, max] of Object.entries(targetMaxima)) {
    const value = configured?.[key as keyof typeof targetMaxima] ?? 0
    if (value > max) refuse({ type: 'setting-too-large', target: name, key, max })
  }
  const ledgerFile = ledgerPath(project.root, ledger, name)
  refuseNoLedger(ledgerFile, terminal.cwd)
  return {
    project,
    target: configured
      ? configuredTarget(name, configured, environment([configured.userId.env], name)[0] ?? '')
      : builtInTarget(defaultUserId),
    isBuiltIn: configured === undefined,
    ledgerFile,
    // A crash at its making leaves a file in which nothing is yet.
    hasLedger: (statOf(ledgerFile)?.size ?? 0) > 0,
  }
}

/** The messages and the files that a plan is made of, as a command line or an earlier plan names them. */
export interface PlanInputs {
  readonly paths: readonly string[]
  readonly recipients?: string
  readonly release: string
  readonly ledger?: LedgerReader
  /** Whether what was rejected is sent again; not when absent. */
  readonly rejected?: 'keep' | 'retry'
}

/**
 * Compiles the messages, reads their recipients, and computes the plan.
 *
 * @throws UsageError for paths that match nothing, and for what the configuration lacks
 */
export async function planFrom(inputs: PlanInputs, session: DeploySession, terminal: Terminal): Promise<Planned> {
  const { project, target, ledgerFile } = session
  const words = deployWords[terminal.lang]
  const messages = messagesIn(project, inputs.paths, terminal)
  const files = await readAll(messages, words.compiling, terminal)
  const { root } = project
  const { recipients } = inputs
  const progress = new Progress(terminal, words.checking)
  const planned = await computePlan({
    project,
    workspace: messages.workspace,
    files,
    paths: inputs.paths.map((path) => toPosix(relative(root, resolve(terminal.cwd, path)))),
    ...(recipients !== undefined && { recipients: givenRecipients(recipients, { root, cwd: terminal.cwd }) }),
    target,
    release: inputs.release,
    ledgerFile,
    ...(inputs.ledger && { ledger: inputs.ledger }),
    rejected: inputs.rejected ?? 'keep',
    lang: terminal.lang,
    cwd: terminal.cwd,
    nowMs: Date.now(),
    onProgress: (done) => progress.update(done),
  })
  progress.end()
  return planned
}

/**
 * The release that a command is about. Only for the emulator one is made up: a fresh one for each try, so that what
 * was changed can be looked at again.
 *
 * @throws UsageError for a name that cannot be one, and for none where real people would receive it
 */
export function releaseOf(
  { release }: PlanFlags,
  { isBuiltIn, target }: DeploySession,
  { ledger, command }: { readonly ledger?: LedgerReader | undefined; readonly command: 'plan' | 'deploy' },
): string {
  if (release !== undefined) {
    const name = normalizeName(release) ?? ''
    if (!releaseForm.test(name)) refuse({ type: 'release-wrong', release })
    return name
  }
  if (!isBuiltIn) refuse({ type: 'release-missing', target: target.name, command })
  const tries = (ledger?.releases() ?? []).map(({ release: name }) => Number(/^try-(\d+)$/.exec(name)?.[1] ?? 0))
  return `try-${Math.max(0, ...tries) + 1}`
}

const releaseForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

/**
 * The values of environment variables.
 *
 * @throws UsageError that names those that are not set
 */
export function environment(variables: readonly string[], target: string): readonly string[] {
  const missing = variables.filter((variable) => (process.env[variable] ?? '') === '')
  if (missing.length > 0) refuse({ type: 'environment-missing', variables: [...new Set(missing)], target })
  return variables.map((variable) => {
    const value = process.env[variable] ?? ''
    if (!/^[\x21-\x7e]+$/.test(value)) refuse({ type: 'environment-unusable', variable })
    return value
  })
}

/** @throws UsageError */
export function refuse(problem: DeployProblem): never {
  throw new UsageError({ type: 'deploy', problem })
}
