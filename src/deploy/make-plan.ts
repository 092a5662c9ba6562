import { relative, resolve } from 'node:path'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { LedgerStore } from '../ledger/store.ts'
import { toPosix } from '../project/files/discover.ts'
import { givenRecipients } from '../session/recipients.ts'
import type { Host } from '../session/host.ts'
import { readAll, selectMessages } from '../session/session.ts'
import { computePlan, type Planned } from './compute-plan.ts'
import { releaseOf, type TargetSession } from './open-target.ts'

/** The messages and files that a plan is made of, as a person or an earlier plan names them. */
export interface PlanOptions {
  /** Files, folders and patterns; those of the configuration when there are none. */
  readonly paths: readonly string[]
  /** A file for every message; each one's own when absent. */
  readonly recipients?: string | undefined
  readonly release: string
  readonly ledger?: LedgerReader | undefined
  /** Whether what was rejected is sent again. */
  readonly rejected: 'keep' | 'retry'
}

/** A plan with everything that was found, or the findings that prevent one. */
export type PlanResult = Planned

/**
 * Compiles the messages, checks their recipients, and computes what a deploy would do. Nothing is written or sent.
 *
 * @throws UsageError for paths that match nothing, and for what the configuration lacks
 */
export async function makePlan(session: TargetSession, options: PlanOptions, host: Host): Promise<PlanResult> {
  const { project, target, store } = session
  const { root } = project
  const { paths, recipients, release, ledger, rejected } = options
  const messages = selectMessages(project, paths, host)
  const files = await readAll(messages, 'compiling', host)
  const progress = host.progress('checking-recipients')
  const planned = await computePlan({
    project,
    workspace: messages.workspace,
    files,
    paths: paths.map((path) => toPosix(relative(root, resolve(host.cwd, path)))),
    ...(recipients !== undefined && { recipients: givenRecipients(recipients, { root, cwd: host.cwd }) }),
    target,
    release,
    ledgerPath: store.path,
    ...(ledger && { ledger }),
    rejected,
    lang: host.lang,
    cwd: host.cwd,
    nowMs: Date.now(),
    onProgress: (done) => progress.update(done),
  })
  progress.end()
  return planned
}

/**
 * Computes what a deploy of a release would do, with what the ledger knows of it.
 *
 * @throws UsageError as `makePlan` does, and for a release that has to be named
 * @throws LedgerError for a ledger that cannot be read
 */
export async function planRelease(
  session: TargetSession,
  options: Pick<PlanOptions, 'paths' | 'recipients'> & { readonly release?: string | undefined },
  host: Host,
): Promise<PlanResult> {
  const ledger = await readIfMade(session.store)
  try {
    const release = await releaseOf(options.release, session, { ledger, command: 'plan' })
    return await makePlan(session, { ...options, release, ledger, rejected: 'keep' }, host)
  } finally {
    await ledger?.close()
  }
}

/** Opens a ledger to read it; undefined where there is none yet. */
export async function readIfMade(store: LedgerStore): Promise<LedgerReader | undefined> {
  return (await store.state()) === 'made' ? store.read() : undefined
}
