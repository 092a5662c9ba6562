import { koreanTime } from '../text/korean-time.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { IfMissing, Ledger } from '../ledger/ledger.ts'
import { approve, type Begun, begunIn, confirmsWaiting, refuseOtherThanBegun } from './approve.ts'
import type { PlannedRelease } from './compute-plan.ts'
import { credentialsFor, type DeployCredentials } from './credentials.ts'
import type { Deploying, DeployHost, DeployOptions, Recorded } from './deploy-host.ts'
import { keepLists } from './exclusions.ts'
import { messagesIn } from './plan.ts'
import { planningOf } from './planning.ts'
import { recordRelease } from './record.ts'
import { ledgerEnd } from './run.ts'
import { sendRelease, type Sent } from './send.ts'
import {
  begunBy,
  refuse,
  refuseNoLedgerYet,
  refuseRestricted,
  refuseStart,
  sessionFor,
  type TargetSession,
} from './target.ts'

export type { DeployOptions } from './deploy-host.ts'

/** The result of a deploy. */
export type DeployResult =
  /** Errors in messages or recipients: nothing may be sent. */
  | { readonly type: 'diagnostics' }
  /** A person said no, or stopped it before the first request. */
  | { readonly type: 'declined' }
  | ({ readonly type: 'ended'; readonly release: string } & Sent)

/**
 * Uploads images and sends the messages of a release. Each message leaves at most once unless a person decides otherwise.
 * A release that was begun goes on from its ledger alone.
 *
 * @throws UsageError for what keeps it from beginning
 * @throws LedgerError for a ledger that cannot be used
 */
export async function deploy(session: TargetSession, asked: DeployOptions, host: DeployHost): Promise<DeployResult> {
  const { store, target } = session
  const { stop, onEvent } = host
  const { startAtMs, newLedger } = asked
  if (startAtMs !== undefined) refuseStart(startAtMs, target)
  // The same command is another test later, so none is begun that could only wait.
  else if (asked.test && asked.outsideWindow === 'stop') refuseRestricted(Date.now(), target)
  const planned = asked.planFile?.plan.ledger.lineage
  let ledger: Ledger | undefined
  const open = async (ifMissing: IfMissing): Promise<Ledger> => {
    const lineage = ifMissing === 'refuse' ? planned : undefined
    ledger = await store.open({ ifMissing, stop, ...(lineage !== undefined && { lineage }) })
    onEvent({ type: 'opened', recovered: ledger.recovered, notices: ledger.notices })
    return ledger
  }
  let result: DeployResult
  try {
    if ((await store.state(stop)) === 'made') await open('refuse')
    // A plan of a ledger that is gone does not begin another one.
    else if (target.baseUrl !== undefined && (newLedger === false || planned !== undefined))
      await refuseNoLedgerYet(session)
    const begin = (): Promise<Ledger> => open(begunBy(newLedger))
    result = await deployRelease(
      { ...(await planningOf(session, asked, { ledger, host })), asked, host, ledger },
      begin,
    )
  } catch (error) {
    // The first error is told, even if a damaged file cannot be closed in order.
    await close(ledger)
    // Everything that waits rejects with it once it is stopped.
    if (stop.aborted && error === stop.reason) return { type: 'declined' }
    throw error
  }
  const error = await close(ledger)
  return error === undefined || result.type !== 'ended' || result.end.type === 'ledger'
    ? result
    : { ...result, end: ledgerEnd(error) }
}

/** Closes a ledger; everything in it is on the disk already. Returns what went wrong. */
async function close(ledger: Ledger | undefined): Promise<LedgerError | undefined> {
  try {
    await ledger?.close()
    return undefined
  } catch (error) {
    if (error instanceof LedgerError) return error
    throw error
  }
}

async function deployRelease(given: Deploying, begin: () => Promise<Ledger>): Promise<DeployResult> {
  const { asked, ledger, release, exclusions } = given
  const { planFile } = asked
  const begun = await begunIn(ledger, release)
  const left = begun && begun.waiting + begun.underWay > 0 ? begun : undefined
  const done: DeployResult = { type: 'ended', release, end: { type: 'done' }, close: async () => {} }
  const session = ledger && begun ? sessionFor(given.session, await ledger.templates(release)) : given.session
  const deploying = { ...given, session }
  if (ledger && begun && asked.rejected !== 'retry') {
    if (left) return resume({ ...deploying, ledger }, left)
    const use = planFile && (await ledger.plan(planFile.plan.digest))
    // A worker that joins when the others are done has nothing left to do.
    if (use && ledger.shared && use.release === release) return done
    if (use)
      refuse('plan-used', {
        en: `${planFile.path}: was used for release ${use.release} at ${koreanTime(use.usedAt)}, and nothing of that release waits any more. A plan is used once; friendtalk status ${use.release} says what was sent.`,
        ko: `${planFile.path}: ${koreanTime(use.usedAt)}에 ${use.release} 릴리스로 이미 썼고, 이 릴리스에 기다리는 발송이 없습니다. 계획은 한 번만 쓸 수 있습니다. 보낸 결과는 friendtalk status ${use.release} 명령으로 보세요.`,
      })
  }
  const approved = await approve(deploying, begun)
  if (approved === 'diagnostics' || approved === 'declined') return { type: approved }
  if (approved === 'nothing') {
    // There is nothing to retry, but what the files do not give any more may still wait: it goes on as without a retry.
    if (ledger && left) return resume({ ...deploying, ledger }, left)
    if (ledger) await keepLists(ledger, release, exclusions)
    return done
  }
  if (left && messagesIn(approved.plan) === 0 && !(await confirmsWaiting(deploying, left))) return { type: 'declined' }
  const templates = approved.messages.map(({ template }) => template)
  const ofService = { ...deploying, session: sessionFor(session, templates) }
  // A ledger is begun only once the secrets are there.
  const credentials = credentialsFor(templates, ofService.session, given.host.env)
  const recorded = { ...ofService, ledger: ledger ?? (await begin()) }
  const byOthers = await record(recorded, approved, begun)
  return send(recorded, byOthers ? await credentialsToGoOn(recorded, byOthers) : credentials)
}

/** Goes on from the ledger alone: files that changed since change nothing. */
async function resume(deploying: Recorded, begun: Begun): Promise<DeployResult> {
  const { release, host, ledger } = deploying
  const { waiting, accepted } = begun
  const credentials = await credentialsToGoOn(deploying, begun)
  host.onEvent({ type: 'resume', release, waiting, accepted })
  if (!(await confirmsWaiting(deploying, begun))) return { type: 'declined' }
  await tellOthers(ledger, host)
  return send(deploying, credentials)
}

/** Records a release that was approved. Returns how far it is, if another machine has begun it meanwhile: no one is asked again. */
async function record(deploying: Recorded, approved: PlannedRelease, before?: Begun): Promise<Begun | undefined> {
  const { release, host, ledger } = deploying
  const work = async (): Promise<Begun | undefined> => {
    const begun = before ? undefined : await begunIn(ledger, release)
    if (begun || !(await recordRelease(deploying, approved))) await tellOthers(ledger, host)
    return begun
  }
  return ledger.shared?.alone(`begin ${release}`, work, host.stop) ?? work()
}

/**
 * Returns what a release takes that was begun.
 *
 * @throws UsageError where it was begun otherwise than it is meant now
 */
async function credentialsToGoOn(deploying: Recorded, { waiting, underWay }: Begun): Promise<DeployCredentials> {
  const { asked, ledger, release, session, host } = deploying
  const { planFile } = asked
  if (planFile && (await ledger.plan(planFile.plan.digest)) === undefined) {
    const command = `friendtalk deploy --release ${release} --target ${session.target.name}`
    refuse('release-waits', {
      en: [
        `Release ${release} still has ${waiting + underWay} messages waiting from an earlier plan, and this plan is not about those. Nothing was sent.`,
        `Send them first (${command}), or use another release name.`,
      ],
      ko: [
        `릴리스 ${release}에는 이전 계획의 메시지 ${waiting + underWay}건이 기다리고 있고, 이 계획은 그 메시지에 대한 것이 아닙니다. 아무것도 보내지 않았습니다.`,
        `먼저 이어서 보내거나(${command}) 다른 릴리스 이름을 쓰세요.`,
      ],
    })
  }
  await refuseOtherThanBegun(deploying)
  return credentialsFor(await ledger.templates(release), session, host.env)
}

/** Tells of other workers that send from the ledger. */
async function tellOthers({ shared }: Ledger, { onEvent }: DeployHost): Promise<void> {
  const others = ((await shared?.workers()) ?? 1) - 1
  if (others > 0) onEvent({ type: 'joining', others })
}

async function send(deploying: Recorded, credentials: DeployCredentials): Promise<DeployResult> {
  const { ledger, release, exclusions } = deploying
  await keepLists(ledger, release, exclusions)
  return { type: 'ended', release, ...(await sendRelease(deploying, credentials)) }
}
