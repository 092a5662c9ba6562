import { relative, resolve } from 'node:path'
import type { Planned } from '../../deploy/compute-plan.ts'
import { Interrupted, recipientBatches } from '../../deploy/recipient-batches.ts'
import { type Plan, signed } from '../../deploy/plan.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { closed } from '../close-ledger.ts'
import { LedgerError } from '../../ledger/ledger-error.ts'
import { checkLedger } from '../../ledger/sqlite/check-ledger.ts'
import { type IfMissing, openLedger } from '../../ledger/sqlite/open-ledger.ts'
import type { CompiledTemplate } from '../../template.ts'
import { refuseOtherDigest, refuseOtherThanBegun } from '../deploy-begun.ts'
import { credentialsFor, type DeployCredentials } from '../deploy-credentials.ts'
import type { EmitJson } from '../deploy-events.ts'
import { confirmRepeated, confirmSending } from '../deploy-questions.ts'
import { reportEnd } from '../deploy-report.ts'
import { keepsInbox, send, type Sent } from '../deploy-run.ts'
import { deployRunWords } from '../deploy-run-words.ts'
import {
  type DeploySession,
  openDeploy,
  type PlanFlags,
  planFrom,
  type PlanInputs,
  refuse,
  releaseOf,
} from '../deploy-session.ts'
import { deployWords } from '../deploy-words.ts'
import { dryRun } from '../dry-run.ts'
import { highWaterMarks } from '../open-project.ts'
import { reportOpened } from '../opened-ledger.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type PlanFile, planPathIn, readPlanFile, refuseDifferences } from '../plan-file.ts'
import { messagesIn, planText, reportFound } from '../plan-text.ts'
import { printableJson } from '../printable.ts'
import { Progress } from '../progress.ts'
import { onSignals } from '../signals.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../../project/usage-error.ts'
import { koreanTime } from '../../words/korean-time.ts'

export interface DeployFlags extends PlanFlags {
  readonly yes?: boolean
  /** The digest, or its first characters, of the plan that may be sent. */
  readonly confirm?: string
  readonly limit?: number
  readonly wait?: boolean
  readonly dryRun?: boolean
  readonly retryRejected?: boolean
  readonly newLedger?: boolean
  /** Why a new ledger is right although there is one. */
  readonly reason?: string
  readonly json?: boolean
}

/** How far a deploy is, for whoever ends it. */
interface Phase {
  isSending: boolean
}

interface Deploy {
  readonly session: DeploySession
  readonly flags: DeployFlags
  /** What the command line or the plan names. */
  readonly inputs: Pick<PlanInputs, 'paths' | 'recipients'>
  readonly phase: Phase
  readonly planFile: PlanFile | undefined
  readonly terminal: Terminal
  readonly stop: AbortSignal
  readonly json: EmitJson | undefined
}

/** `deploy`: uploads images and sends. Each message leaves at most once unless a person decides otherwise. */
export async function deployCommand(
  args: readonly string[],
  given: DeployFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const planPath = planPathIn(args)
  const planFile = planPath === undefined ? undefined : readPlanFile(planPath, terminal)
  const flags = planFile ? withPlan(given, planFile) : given
  if (flags.reason !== undefined) checkReason(flags)
  const session = await openDeploy(flags, terminal)
  const paths = planFile ? planFile.plan.inputs.paths.map((path) => resolve(session.project.root, path)) : args
  const recipients = planFile?.plan.inputs.recipients
  const inputs = {
    paths,
    ...(planFile
      ? recipients !== undefined && { recipients: resolve(session.project.root, recipients) }
      : flags.recipients !== undefined && { recipients: flags.recipients }),
  }
  if (flags.dryRun) return dryRun({ session, flags, inputs, planFile }, terminal)
  if (!session.hasLedger && !session.isBuiltIn && !flags.newLedger) {
    const path = relative(session.project.root, session.ledgerFile)
    const target = session.target.name
    const problem = checkLedger({ path: session.ledgerFile, target })?.problem
    // What is left of one is not to be replaced by a new one.
    if (problem && problem.type !== 'missing') throw new LedgerError(problem)
    refuse({ type: 'new-ledger-needed', path, target })
  }
  const json: EmitJson = (event) => terminal.out(`${printableJson(event)}\n`)
  const phase: Phase = { isSending: false }
  const signals = onSignals(() => (phase.isSending ? exitCodes.unknown : exitCodes.stopped))
  try {
    const { stop } = signals
    const deploy = { session, flags, inputs, planFile, terminal, stop, phase, json: flags.json ? json : undefined }
    const outcome = await run(deploy)
    return typeof outcome === 'number' ? outcome : await report(outcome, deploy)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    terminal.err(`${deployWords[terminal.lang].declined}\n`)
    return exitCodes.stopped
  } finally {
    signals.end()
  }
}

/** @throws UsageError for a reason that is none, or that nothing needs */
function checkReason({ reason, newLedger }: DeployFlags): void {
  if (!newLedger) throw new UsageError({ type: 'flag-needs', flag: '--reason', needs: '--new-ledger' })
  if (reason?.trim() === '') throw new UsageError({ type: 'flag-missing', flag: '--reason' })
}

function withPlan(flags: DeployFlags, { plan }: PlanFile): DeployFlags {
  for (const name of ['target', 'release', 'recipients'] as const) {
    if (flags[name] === undefined) continue
    throw new UsageError({ type: 'flags-exclusive', flags: [`--${name}`, 'plan.json'] })
  }
  return { ...flags, target: plan.target.name, release: plan.release }
}

/** How a deploy came to its end; a number is the exit code of one that never began. */
type Outcome = (Sent & { readonly release: string }) | ExitCode

async function run(deploy: Deploy): Promise<Outcome> {
  const { session, planFile } = deploy
  const { name: target, account } = session.target
  const options = {
    path: session.ledgerFile,
    target,
    marks: highWaterMarks(),
    ...(!session.isBuiltIn && { account }),
  }
  const lineage = planFile?.plan.ledger.lineage
  const opened: { ledger?: Ledger } = {}
  const create = (): Ledger => (opened.ledger ??= openLedger({ ...options, ifMissing: ifMissing(deploy.flags) }))
  if (session.hasLedger) {
    opened.ledger = openLedger({ ...options, ifMissing: 'refuse', ...(lineage !== undefined && { lineage }) })
  }
  let outcome: Outcome
  try {
    outcome = await runWith(deploy, opened.ledger, create)
  } catch (error) {
    // What went wrong first is told, also when a damaged file cannot be closed in order.
    closed(opened.ledger)
    throw error
  }
  const problem = closed(opened.ledger)
  if (problem === undefined || typeof outcome === 'number' || outcome.end.type === 'ledger') return outcome
  return { ...outcome, end: { type: 'ledger', problem, unrecorded: 0 } }
}

function ifMissing({ reason }: DeployFlags): IfMissing {
  return reason === undefined ? 'create' : { reason }
}

async function runWith(deploy: Deploy, known: Ledger | undefined, create: () => Ledger): Promise<Outcome> {
  const { session, planFile, terminal, flags, inputs } = deploy
  const words = deployWords[terminal.lang]
  if (known) reportOpened(known, terminal)
  const release = releaseOf(flags, session, { ledger: known, command: 'deploy' })
  const going = waitingIn(known, release)
  const isUsed = planFile && known?.plan(planFile.plan.digest) !== undefined
  if (known && going && going.waiting > 0 && !flags.retryRejected) {
    if (planFile && !isUsed) {
      refuse({ type: 'release-waits', release, target: session.target.name, waiting: going.waiting })
    }
    const wish = planFile ? { paths: [] } : { ...inputs, confirm: flags.confirm }
    refuseOtherThanBegun({ ledger: known, release }, wish, deploy)
    return resume({ ...deploy, ledger: known, release }, going)
  }
  if (planFile && isUsed && going && !flags.retryRejected) refuseUsed(planFile, known)
  const approved = await approve(deploy, { ledger: known, release })
  if (typeof approved === 'number') return approved
  if (approved === 'nothing') return { release, end: { type: 'done' }, close: async () => {} }
  const { plan, messages } = approved
  const templates = messages.map(({ template }) => template)
  const credentials = credentialsFor(templates, session)
  const ledger = create()
  if (!known) reportOpened(ledger, terminal)
  ledger.usePlan({ digest: plan.digest, text: JSON.stringify(plan) }, release)
  const progress = new Progress(terminal, words.recording, messagesIn(plan))
  const { notGiven } = await ledger.prepare({
    release,
    templates,
    recipients: recipientBatches(messages, session.project.config.limits.characters, {
      stop: deploy.stop,
      onProgress: (done) => progress.update(done),
    }),
    rejected: flags.retryRejected ? 'retry' : 'keep',
  })
  progress.end()
  if (notGiven > 0) terminal.err(`${terminal.colors.yellow('!')} ${words.notGiven(notGiven)}\n`)
  return sendAll({ ...deploy, ledger, release }, credentials)
}

interface Going {
  readonly waiting: number
  readonly accepted: number
}

/** What is left of a release whose recipients are all in the ledger; undefined for any other. */
function waitingIn(ledger: Ledger | undefined, release: string): Going | undefined {
  const known = ledger?.releases().find((one) => one.release === release)
  if (!known?.isPrepared) return undefined
  const { pending, deferred, accepted } = known.counts
  return { waiting: pending + deferred, accepted }
}

interface Opened extends Deploy {
  readonly ledger: Ledger
  readonly release: string
}

/** Goes on from the ledger alone: files that changed since change nothing. */
async function resume(deploy: Opened, { waiting, accepted }: Going): Promise<Outcome> {
  const { ledger, release, session, terminal, flags, planFile } = deploy
  const words = deployWords[terminal.lang]
  const templates: readonly CompiledTemplate[] = ledger.templates(release)
  const credentials = credentialsFor(templates, session)
  if (terminal.verbosity !== 'quiet') terminal.err(`${words.resuming({ release, waiting, accepted })}\n`)
  deploy.json?.({ event: 'resume', release, waiting, accepted })
  const isApproved = planFile !== undefined || flags.confirm !== undefined || flags.yes === true
  const question = { messages: waiting, target: session.target.name }
  if (!isApproved && !(await confirmSending(question, deploy))) return exitCodes.stopped
  return sendAll(deploy, credentials)
}

/** Computes the plan, shows it, and asks unless it was reviewed. A number is the exit code of a deploy that ends here. */
async function approve(
  deploy: Deploy,
  { ledger, release }: { readonly ledger: Ledger | undefined; readonly release: string },
): Promise<Extract<Planned, { type: 'plan' }> | 'nothing' | ExitCode> {
  const { session, inputs, planFile, terminal, flags } = deploy
  const rejected = flags.retryRejected ? 'retry' : 'keep'
  const planned = await planFrom({ ...inputs, release, rejected, ...(ledger && { ledger }) }, session, terminal)
  reportFound(planned.found, terminal)
  if (planned.type === 'findings') return exitCodes.findings
  const plan = planFile && ledger?.plan(planFile.plan.digest) ? asPlanned(planned.plan, planFile.plan) : planned.plan
  if (planFile) refuseDifferences(planFile, plan, terminal, flags)
  deploy.json?.({ event: 'plan', plan })
  if (!deploy.json && terminal.verbosity !== 'quiet') {
    const shown = { nowMs: Date.now(), isLedgerAskedFor: flags.newLedger === true }
    terminal.err(`${planText(plan, { ...terminal, outColors: terminal.colors }, shown)}\n`)
  }
  if (messagesIn(plan) === 0) return 'nothing'
  if (flags.confirm !== undefined) refuseOtherDigest(flags.confirm, plan.digest)
  const isApproved = planFile !== undefined || flags.confirm !== undefined || flags.yes === true
  const question = { messages: messagesIn(plan), target: session.target.name, digest: plan.digest }
  const mayLeave = await confirmRepeated(planned.repeated, deploy)
  if (!mayLeave || !(isApproved || (await confirmSending(question, deploy)))) {
    terminal.err(`${deployWords[terminal.lang].declined}\n`)
    return exitCodes.stopped
  }
  return { ...planned, plan }
}

/** A plan that was used made the ledger: it knew of none. */
function asPlanned(plan: Plan, reviewed: Plan): Plan {
  const { digest: _, version: __, ...rest } = plan
  return signed({ ...rest, ledger: reviewed.ledger })
}

function refuseUsed({ path, plan }: PlanFile, ledger: Ledger | undefined): void {
  const used = ledger?.plan(plan.digest)
  if (used) refuse({ type: 'plan-used', path, release: used.release, usedAt: koreanTime(used.usedAt) })
}

async function sendAll(deploy: Opened, credentials: DeployCredentials): Promise<Outcome> {
  const { session, ledger, release, flags, stop, phase, json, terminal } = deploy
  const tell = (): void => terminal.err(`${deployRunWords[terminal.lang].stopping}\n`)
  phase.isSending = true
  stop.addEventListener('abort', tell)
  const sending = {
    session,
    ledger,
    release,
    credentials,
    stop,
    wait: flags.wait ?? false,
    ...(flags.limit !== undefined && { maxMessages: flags.limit }),
    ...(json && { json }),
  }
  try {
    return { release, ...(await send(sending, terminal)) }
  } finally {
    stop.removeEventListener('abort', tell)
    phase.isSending = false
  }
}

/** Says what came of a deploy; the ledger is closed. */
async function report({ release, end, inbox, close }: Exclude<Outcome, number>, deploy: Deploy): Promise<ExitCode> {
  const { session, flags, stop, json, terminal } = deploy
  try {
    const { ledgerFile: path, target } = session
    const exitCode = reportEnd({ ledger: { path, target: target.name }, release, end }, { terminal, flags, json })
    if (inbox !== undefined && keepsInbox(terminal, json) && !stop.aborted) {
      const words = deployRunWords[terminal.lang]
      terminal.err(`\n${words.inbox(inbox)}\n${words.inboxStays}\n`)
      await new Promise<void>((stopped) => stop.addEventListener('abort', () => stopped()))
    }
    return exitCode
  } finally {
    await close()
  }
}
