import { relative, resolve } from 'node:path'
import type { LedgerReader, LedgerStore } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import { givenRecipients } from '../session/recipients.ts'
import type { Host } from '../session/host.ts'
import { readAll, selectMessages } from '../session/session.ts'
import { computePlan, type Planned, type Planning } from './compute-plan.ts'
import { releaseExclusions, type ReleaseExclusions } from './exclusions.ts'
import { inputFlags, type PlanRequest } from './plan.ts'
import { messagesFor } from './service-messages.ts'
import { writeSkippedRows } from './skipped-rows.ts'
import { releaseOf, type TargetSession } from './target.ts'
import { refuseTest, testRelease } from './test-send.ts'

interface Surroundings {
  readonly ledger: LedgerReader | undefined
  readonly host: Host
  readonly command?: 'plan' | 'deploy'
}

/**
 * Names a release and reads the lists of numbers that it is not sent to. A list that cannot be read must not count as empty:
 * it ends a deploy before anything is made or asked.
 *
 * @throws UsageError for a release that has to be named, and for a list that cannot be read
 */
export async function planningOf(
  session: TargetSession,
  asked: PlanRequest,
  { ledger, host, command = 'deploy' }: Surroundings,
): Promise<Planning> {
  const release = asked.test
    ? await testRelease(ledger, Date.now())
    : await releaseOf(asked.release, session, { ledger, command })
  const exclusions = await releaseExclusions(session, { ...asked, ledger, release }, host)
  return { session, asked, release, ledger, exclusions, host }
}

/** Reads the lists of a release once more: they may have grown, and other machines may have named lists of their own. */
export function listsNow({ session, asked, ledger, release, exclusions, host }: Planning): Promise<ReleaseExclusions> {
  return releaseExclusions(session, { ...asked, ledger, release, reached: exclusions.reached }, host)
}

/**
 * Compiles the messages, checks their recipients, and computes what a deploy would do. Nothing is written or sent.
 *
 * @throws UsageError for paths that match nothing, and for what the configuration lacks
 */
export async function makePlan(planning: Planning): Promise<Planned> {
  const { session, asked, release, ledger, exclusions, host } = planning
  const { paths, recipients, test, skipInvalid } = asked
  const { root } = session.project
  if (!test) await refuseTest(ledger, release)
  const selected = selectMessages(session.project, paths, host)
  const all = await readAll(selected, 'compiling', host)
  const { workspace } = selected
  const flags = inputFlags({ ...asked, paths: [] })
  const { target, files } = messagesFor(session, { all, workspace, isNamed: paths.length > 0, flags }, host)
  const progress = host.progress('checking-recipients')
  const inRoot = (path: string): string => toPosix(relative(root, resolve(host.cwd, path)))
  const list = recipients === undefined ? undefined : givenRecipients(recipients, { root, cwd: host.cwd })
  const { named, reached } = exclusions
  const planned = await computePlan({
    ...planning,
    target,
    workspace,
    files,
    others: all.length - files.length,
    inputs: {
      paths: paths.map(inRoot),
      recipients: list?.file && list.path,
      exclude: named.length > 0 ? named.toSorted() : undefined,
      notIn: reached?.release,
      test: test ? true : undefined,
      skipInvalid: skipInvalid === undefined ? undefined : inRoot(skipInvalid),
    },
    recipients: list,
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
export async function planRelease(session: TargetSession, asked: PlanRequest, host: Host): Promise<Planned> {
  const ledger = await readIfMade(session.store)
  try {
    const planned = await makePlan(await planningOf(session, asked, { ledger, host, command: 'plan' }))
    if (planned.type === 'plan') await writeSkippedRows(planned, asked.skipInvalid, host)
    return planned
  } finally {
    await ledger?.close()
  }
}

/** Opens a ledger to read it; undefined where there is none yet. */
export async function readIfMade(store: LedgerStore): Promise<LedgerReader | undefined> {
  return (await store.state()) === 'made' ? store.read() : undefined
}
