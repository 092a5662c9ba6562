import { koreanTime } from '../text/korean-time.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { IfMissing, Ledger } from '../ledger/ledger.ts'
import {
  type Begun,
  begunIn,
  type PlanFile,
  refuseDifferences,
  refuseOtherDigest,
  refuseOtherThanBegun,
  confirmCharacters,
} from './approved.ts'
import type { PlannedRelease } from './compute-plan.ts'
import { credentialsFor, type DeployCredentials } from './credentials.ts'
import type { DeployHost, DeployQuestion } from './deploy-host.ts'
import { messagesIn, type PlanRequest } from './plan.ts'
import { keepLists, listedOn, releaseExclusions, type ReleaseExclusions } from './exclusions.ts'
import { makePlan } from './planning.ts'
import { recipientBatches } from './record.ts'
import { ledgerEnd } from './run.ts'
import { type SendOptions, sendRelease, type Sent } from './send.ts'
import { writeSkippedRows } from './skipped-rows.ts'
import {
  begunBy,
  type NewLedger,
  refuse,
  refuseNoLedgerYet,
  refuseRestricted,
  refuseStart,
  releaseOf,
  sessionFor,
  type TargetSession,
} from './target.ts'
import { testRelease } from './test-send.ts'

export interface DeployOptions extends SendOptions, PlanRequest {
  /** A plan that was reviewed: exactly what it says is sent. */
  readonly planFile?: PlanFile | undefined
  /** The digest, or its first characters, of the plan that may be sent. */
  readonly confirm?: string | undefined
  /** Whether to send without asking; with `confirm` and a plan no one is asked either. */
  readonly isApproved: boolean
  /** Whether a missing ledger is made; `reason` says why, if there was one before. */
  readonly newLedger: NewLedger
}

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
export async function deploy(session: TargetSession, options: DeployOptions, host: DeployHost): Promise<DeployResult> {
  const { target } = session
  const { stop } = host
  if (options.startAtMs !== undefined) refuseStart(options.startAtMs, target)
  // The same command is another test later, so none is begun that could only wait.
  else if (options.test && options.outsideWindow === 'stop') refuseRestricted(Date.now(), target)
  const deploying = new Deploy(session, options, host)
  let result: DeployResult
  try {
    result = await deploying.run()
  } catch (error) {
    // The first error is told, even if a damaged file cannot be closed in order.
    await deploying.close()
    // Everything that waits rejects with it once it is stopped.
    if (stop.aborted && error === stop.reason) return { type: 'declined' }
    throw error
  }
  const error = await deploying.close()
  if (error === undefined || result.type !== 'ended' || result.end.type === 'ledger') return result
  return { ...result, end: ledgerEnd(error) }
}

class Deploy {
  #session: TargetSession
  readonly #options: DeployOptions
  readonly #host: DeployHost
  #ledger: Ledger | undefined
  #exclusions: ReleaseExclusions = { named: [], lists: [] }

  constructor(session: TargetSession, options: DeployOptions, host: DeployHost) {
    this.#session = session
    this.#options = options
    this.#host = host
  }

  async #open(ifMissing: IfMissing): Promise<Ledger> {
    const { onEvent, stop } = this.#host
    const lineage = ifMissing === 'refuse' ? this.#options.planFile?.plan.ledger.lineage : undefined
    this.#ledger = await this.#session.store.open({ ifMissing, stop, ...(lineage !== undefined && { lineage }) })
    const { recovered, notices } = this.#ledger
    onEvent({ type: 'opened', recovered, notices })
    return this.#ledger
  }

  /** Closes the ledger; everything in it is on the disk already. Returns what went wrong. */
  async close(): Promise<LedgerError | undefined> {
    try {
      await this.#ledger?.close()
      return undefined
    } catch (error) {
      if (error instanceof LedgerError) return error
      throw error
    }
  }

  async run(): Promise<DeployResult> {
    const { planFile, newLedger, rejected, test } = this.#options
    const { store, target } = this.#session
    if ((await store.state(this.#host.stop)) === 'made') await this.#open('refuse')
    // A plan of a ledger that is gone does not begin another one.
    else if (target.baseUrl !== undefined && (newLedger === false || planFile?.plan.ledger.lineage !== undefined)) {
      await refuseNoLedgerYet(this.#session)
    }
    const ledger = this.#ledger
    const release = test
      ? await testRelease(ledger, Date.now())
      : await releaseOf(this.#options.release, this.#session, { ledger, command: 'deploy' })
    await this.#readLists(release)
    const begun = await begunIn(ledger, release)
    const left = begun && begun.waiting + begun.underWay > 0 ? begun : undefined
    if (ledger && begun) {
      this.#session = sessionFor(this.#session, await ledger.templates(release))
      if (left && rejected !== 'retry') return this.#resume(ledger, release, left)
      const use = planFile && (await ledger.plan(planFile.plan.digest))
      if (use && rejected !== 'retry') {
        // A worker that joins when the others are done has nothing left to do.
        if (ledger.shared && use.release === release) return { type: 'ended', release, ...nothingToSend }
        const { path } = planFile
        refuse('plan-used', {
          en: `${path}: was used for release ${use.release} at ${koreanTime(use.usedAt)}, and nothing of that release waits any more. A plan is used once; friendtalk status ${use.release} says what was sent.`,
          ko: `${path}: ${koreanTime(use.usedAt)}에 ${use.release} 릴리스로 이미 썼고, 이 릴리스에 기다리는 발송이 없습니다. 계획은 한 번만 쓸 수 있습니다. 보낸 결과는 friendtalk status ${use.release} 명령으로 보세요.`,
        })
      }
    }
    const approved = await this.#approve(release, begun)
    if (approved === 'diagnostics' || approved === 'declined') return { type: approved }
    if (approved === 'nothing') {
      // There is nothing to retry, but what the files do not give any more may still wait: it goes on as without a retry.
      if (ledger && left) return this.#resume(ledger, release, left)
      if (ledger) await keepLists(ledger, release, this.#exclusions)
      return { type: 'ended', release, ...nothingToSend }
    }
    const isEmpty = messagesIn(approved.plan) === 0
    if (left && isEmpty && !(await this.#confirmsWaiting(left))) return { type: 'declined' }
    return this.#prepare(release, approved, begun)
  }

  /**
   * Returns what a release takes that was begun.
   *
   * @throws UsageError where it was begun otherwise than it is meant now
   */
  async #credentialsOf(ledger: Ledger, release: string, { waiting, underWay }: Begun): Promise<DeployCredentials> {
    const { planFile } = this.#options
    if (planFile && (await ledger.plan(planFile.plan.digest)) === undefined) {
      refuse('release-waits', {
        en: [
          `Release ${release} still has ${waiting + underWay} messages waiting from an earlier plan, and this plan is not about those. Nothing was sent.`,
          `Send them first (friendtalk deploy --release ${release} --target ${this.#session.target.name}), or use another release name.`,
        ],
        ko: [
          `릴리스 ${release}에는 이전 계획의 메시지 ${waiting + underWay}건이 기다리고 있고, 이 계획은 그 메시지에 대한 것이 아닙니다. 아무것도 보내지 않았습니다.`,
          `먼저 이어서 보내거나(friendtalk deploy --release ${release} --target ${this.#session.target.name}) 다른 릴리스 이름을 쓰세요.`,
        ],
      })
    }
    const wanted = planFile ? { paths: [] } : this.#options
    await refuseOtherThanBegun({ ledger, release }, wanted, { session: this.#session, cwd: this.#host.cwd })
    return credentialsFor(await ledger.templates(release), this.#session, this.#host.env)
  }

  /** Goes on from the ledger alone: files that changed since change nothing. */
  async #resume(ledger: Ledger, release: string, begun: Begun): Promise<DeployResult> {
    const { waiting, accepted } = begun
    const credentials = await this.#credentialsOf(ledger, release, begun)
    this.#host.onEvent({ type: 'resume', release, waiting, accepted })
    if (!(await this.#confirmsWaiting(begun))) return { type: 'declined' }
    await this.#tellOthers(ledger)
    return this.#send(ledger, release, credentials)
  }

  /** Asks about what waits, where the plan holds nothing else to decide. */
  async #confirmsWaiting({ waiting }: Begun): Promise<boolean> {
    if (waiting === 0 || this.#isApproved()) return true
    return this.#confirms({ type: 'send', messages: waiting, target: this.#session.target.name })
  }

  /** A list that cannot be read must not count as empty: it ends the deploy before anything is made or asked. */
  async #readLists(release: string): Promise<ReleaseExclusions> {
    const wanted = { ...this.#options, ledger: this.#ledger, release, reached: this.#exclusions.reached }
    this.#exclusions = await releaseExclusions(this.#session, wanted, this.#host)
    return this.#exclusions
  }

  /** Tells of other workers that send from the ledger. */
  async #tellOthers(ledger: Ledger): Promise<void> {
    const others = ((await ledger.shared?.workers()) ?? 1) - 1
    if (others > 0) this.#host.onEvent({ type: 'joining', others })
  }

  /** Computes the plan and asks, unless it was reviewed. */
  async #approve(
    release: string,
    begun: Begun | undefined,
  ): Promise<PlannedRelease | 'nothing' | 'diagnostics' | 'declined'> {
    const { test, skipInvalid, planFile, confirm } = this.#options
    const wanted = { ...this.#options, exclusions: this.#exclusions, release, ledger: this.#ledger }
    const planned = await makePlan(this.#session, wanted, this.#host)
    this.#host.onEvent({ type: 'found', found: planned.found })
    if (planned.type === 'diagnostics') return 'diagnostics'
    if (planFile) refuseDifferences(planFile, planned.plan, this.#host)
    await writeSkippedRows(planned, skipInvalid, this.#host)
    // With further lists it is still the plan that was approved.
    const plan = planFile ? { ...planned.plan, digest: planFile.plan.digest } : planned.plan
    this.#host.onEvent({ type: 'plan', plan })
    const messages = messagesIn(plan)
    // Excluded recipients are recorded too, and need no approval.
    const given = plan.messages.reduce((sum, { recipients: { count } }) => sum + count, 0)
    const isNew = given > (begun?.recipients ?? 0) || planned.leftOut > 0
    if (messages === 0) return isNew ? { ...planned, plan } : 'nothing'
    if (confirm !== undefined) refuseOtherDigest(confirm, plan)
    const { repeated } = planned
    if (repeated.length > 0 && !(await this.#confirms({ type: 'repeated', messages: repeated }))) return 'declined'
    // The digest of a test is another one with the next minute.
    const digest = test ? {} : { digest: plan.digest }
    const question = { type: 'send', messages, target: plan.target.name, ...digest } as const
    if (!this.#isApproved() && !(await this.#confirms(question))) return 'declined'
    return { ...planned, plan }
  }

  #isApproved(): boolean {
    const { planFile, confirm, isApproved } = this.#options
    return planFile !== undefined || confirm !== undefined || isApproved
  }

  /** @throws UsageError without a terminal to ask on */
  async #confirms(question: DeployQuestion): Promise<boolean> {
    const answer = await this.#host.ask(question)
    if (answer !== 'no-terminal') return answer === 'yes'
    if (question.type === 'repeated')
      refuse('same-message', {
        en: [
          ...question.messages.map(({ en }) => en),
          'Nothing was sent: without a terminal no question can be asked. Give all of its recipients to one message, or run the command on a terminal and confirm.',
        ],
        ko: [
          ...question.messages.map(({ ko }) => ko),
          '터미널이 없어 확인을 받을 수 없으므로 아무것도 보내지 않았습니다. 수신자를 한 메시지로 모으거나, 터미널에서 실행해 확인하세요.',
        ],
      })
    const { digest } = question
    const confirm = digest === undefined ? undefined : `--confirm ${digest.slice(0, confirmCharacters)}`
    return refuse('not-confirmed', {
      en: [
        'Nothing was sent: without a terminal no question can be asked.',
        confirm === undefined ? 'Add --yes.' : `Add --yes, or ${confirm} to send exactly this plan.`,
      ],
      ko: [
        '터미널이 없어 확인을 받을 수 없으므로 아무것도 보내지 않았습니다.',
        confirm === undefined
          ? '--yes를 붙이세요.'
          : `--yes를 붙이거나, 이 계획만 보내려면 ${confirm} 옵션을 붙이세요.`,
      ],
    })
  }

  /** Records the release in the ledger, then sends. */
  async #prepare(release: string, approved: PlannedRelease, before: Begun | undefined): Promise<DeployResult> {
    const { stop } = this.#host
    const templates = approved.messages.map(({ template }) => template)
    this.#session = sessionFor(this.#session, templates)
    const credentials = credentialsFor(templates, this.#session, this.#host.env)
    const ledger = this.#ledger ?? (await this.#open(begunBy(this.#options.newLedger)))
    // One of several machines records a release; the others join it and ask no one again.
    const begin = async (): Promise<Begun | undefined> => {
      const begun = before ? undefined : await begunIn(ledger, release)
      if (!begun) await this.#record(ledger, release, approved)
      return begun
    }
    const { shared } = ledger
    const begun = shared ? await shared.alone(`begin ${release}`, begin, stop) : await begin()
    if (!begun) return this.#send(ledger, release, credentials)
    const ofRelease = await this.#credentialsOf(ledger, release, begun)
    await this.#tellOthers(ledger)
    return this.#send(ledger, release, ofRelease)
  }

  /** Copies the recipients into the ledger, with the plan that gives them. */
  async #record(ledger: Ledger, release: string, { plan, messages }: PlannedRelease): Promise<void> {
    const { limits } = this.#session.project.config
    const { stop } = this.#host
    await ledger.usePlan({ digest: plan.digest, text: JSON.stringify(plan) }, release)
    await keepLists(ledger, release, this.#exclusions)
    // Another machine may have recorded lists of its own.
    if (ledger.shared) await this.#readLists(release)
    const { lists } = this.#exclusions
    const progress = this.#host.progress('recording-recipients', messagesIn(plan))
    const { added, retried, notGiven } = await ledger.prepare({
      release,
      templates: messages.map(({ template }) => template),
      recipients: recipientBatches(messages, limits.characters, {
        stop,
        onProgress: (done) => progress.update(done),
        holdOf: (number) => listedOn(lists, number),
      }),
      rejected: this.#options.rejected ?? 'keep',
      stop,
    })
    progress.end()
    if (notGiven > 0) this.#host.onEvent({ type: 'not-given', recipients: notGiven })
    if (added + retried === 0) await this.#tellOthers(ledger)
  }

  async #send(ledger: Ledger, release: string, credentials: DeployCredentials): Promise<DeployResult> {
    await keepLists(ledger, release, this.#exclusions)
    const sending = {
      ...this.#options,
      session: this.#session,
      ledger,
      release,
      credentials,
      readLists: () => this.#readLists(release),
    }
    return { type: 'ended', release, ...(await sendRelease(sending, this.#host)) }
  }
}

const nothingToSend: Sent = { end: { type: 'done' }, close: async () => {} }
