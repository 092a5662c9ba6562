import { relative, resolve } from 'node:path'
import { cancelled } from '../ledger/ledger-error.ts'
import { type Ledger, sendStates } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import { maxWrittenBytes, readInput } from '../project/files/read-file.ts'
import type { Host } from '../session/host.ts'
import { type PlannedRelease, plannedTarget } from './compute-plan.ts'
import { plannedSender } from './credentials.ts'
import type { Deploying, DeployHost, DeployOptions, DeployQuestion, Recorded } from './deploy-host.ts'
import {
  inputFlags,
  isApprovedBy,
  isUnchanged,
  listsOf,
  messagesIn,
  type Plan,
  planDifferences,
  type PlanFile,
  recordedPlan,
  targetGoingOn,
} from './plan.ts'
import { diffOf } from './plan-content.ts'
import { makePlan } from './planning.ts'
import { writeSkippedRows } from './skipped-rows.ts'
import { refuse } from './target.ts'

/** Returns the plan among a command line's arguments: a single one that ends with `.json`. */
export function planPathIn(args: readonly string[]): string | undefined {
  const [path] = args
  return args.length === 1 && path?.endsWith('.json') ? path : undefined
}

/** @throws UsageError for a file that is no plan, or was changed since it was made */
export function readPlanFile(given: string, { cwd }: Pick<Host, 'cwd'>): PlanFile {
  const file = resolve(cwd, given)
  const path = relative(cwd, file)
  const text = readInput(file, { shown: path, maxBytes: maxWrittenBytes })
  const plan = planIn(text)
  if (plan === undefined)
    refuse('not-a-plan', {
      en: `${path}: is no plan. Make one with friendtalk plan --out plan.json.`,
      ko: `${path}: 계획 파일이 아닙니다. friendtalk plan --out plan.json 명령으로 만드세요.`,
    })
  if (!isUnchanged(plan))
    refuse('plan-edited', {
      en: `${path}: was changed after it was made: its digest does not fit. Make it again with friendtalk plan --out.`,
      ko: `${path}: 만든 뒤에 바뀌어 다이제스트가 맞지 않습니다. friendtalk plan --out 명령으로 다시 만드세요.`,
    })
  return { path, plan }
}

/** Returns a value that calls itself a plan of this version; its checksum says whether it is one. */
function planIn(text: string): Plan | undefined {
  try {
    const plan = JSON.parse(text) as Partial<Plan> | null
    return plan?.version === 1 && typeof plan.checksum === 'string' ? (plan as Plan) : undefined
  } catch {
    return undefined
  }
}

/** @throws UsageError that names each difference, where what would be sent now is not what was planned */
export function refuseDifferences({ path, plan }: PlanFile, now: Plan, host: Host): void {
  if (isApprovedBy(now, plan)) return
  const { inputs, target, release } = plan
  const place = [
    ['--target', target.name],
    ['--release', release],
    ['--out', path],
  ] as const
  const command = host.command('plan', [...inputFlags(inputs), ...place])
  const differences = planDifferences(plan, now)
  const diffs = textDiffs(plan, now)
  refuse('plan-differs', {
    en: [
      `${path}: is not what would be sent now. Nothing was sent.`,
      ...differences.map((difference) => `  ${difference.en}`),
      ...diffs,
      `Have it reviewed again: ${command}`,
    ],
    ko: [
      `${path}: 지금 보낼 내용과 다릅니다. 아무것도 보내지 않았습니다.`,
      ...differences.map((difference) => `  ${difference.ko}`),
      ...diffs,
      `다시 검토를 받으세요. ${command}`,
    ],
  })
}

/** Returns the lines of a unified diff of each message whose text changed since it was planned. */
function textDiffs(planned: Plan, { messages }: Plan): readonly string[] {
  return planned.messages.flatMap((before) => {
    const now = messages.find(({ id }) => id === before.id)
    const diff = diffOf(
      { name: `${before.id} (planned)`, content: before },
      { name: `${before.id} (now)`, content: now ?? before },
    )
    return diff === '' ? [] : diff.trimEnd().split('\n')
  })
}

/** A release whose recipients are all in the ledger. */
export interface Begun {
  readonly waiting: number
  /** Sends in flight at other workers; those of a crash are unknown already. */
  readonly underWay: number
  readonly accepted: number
  /** Recipients in all, excluded ones too. */
  readonly recipients: number
}

export async function begunIn(ledger: Ledger | undefined, release: string): Promise<Begun | undefined> {
  const [known] = (await ledger?.releases(release)) ?? []
  if (known === undefined) return undefined
  if (known.cancelledAt !== undefined) throw cancelled(release, known.cancelledAt)
  const { pending, deferred, inflight, accepted } = known.counts
  const sends = sendStates.reduce((sum, state) => sum + known.counts[state], 0)
  return {
    waiting: pending + deferred,
    underWay: ledger?.shared ? inflight : 0,
    accepted,
    recipients: sends + known.excluded,
  }
}

/**
 * Refuses to go on with a release otherwise than it was begun: to another target or account, from another number, or
 * with other messages and recipients than the ones that wait. Nothing but the ledger is read for it.
 *
 * @throws UsageError that names each difference
 */
export async function refuseOtherThanBegun({ asked, ledger, release, session, host }: Recorded): Promise<void> {
  const begun = await recordedPlan(ledger, release)
  // A preparation is only there once its plan is.
  if (begun === undefined) return
  const { project, target } = session
  if (asked.confirm !== undefined && !asked.planFile) refuseOtherDigest(asked.confirm, begun)
  const templates = await ledger.templates(release)
  const messages = begun.messages.map((message) => {
    const template = templates.find(({ id }) => id === message.id)
    return template ? { ...message, sender: plannedSender(template, project.config, target) } : message
  })
  const now = { ...begun, messages, target: targetGoingOn(begun.target, plannedTarget(target)) }
  const differences = planDifferences(begun, now)
  if (differences.length > 0)
    refuse('release-differs', {
      en: [
        `Release ${release} was begun otherwise than it would go on now. Nothing was sent.`,
        ...differences.map(({ en }) => `  ${en}`),
        'Put the configuration and the environment back, or deploy under another release name.',
      ],
      ko: [
        `릴리스 ${release} 발송을 시작할 때와 지금 설정이 다릅니다. 아무것도 보내지 않았습니다.`,
        ...differences.map(({ ko }) => `  ${ko}`),
        '설정과 환경 변수를 되돌리거나 다른 릴리스 이름으로 배포하세요.',
      ],
    })
  // A plan names its inputs itself.
  if (asked.planFile) return
  const { paths, recipients, notIn } = asked
  const { inputs } = begun
  const inside = (path: string): string => toPosix(relative(project.root, resolve(host.cwd, path)))
  const list = typeof recipients === 'string' ? inside(recipients) : undefined
  const isOther =
    (notIn !== undefined && notIn !== inputs.notIn) ||
    (paths.length > 0 && paths.map(inside).join('\n') !== inputs.paths.join('\n')) ||
    (recipients !== undefined && list !== inputs.recipients)
  if (!isOther) return
  const files = [...inputs.paths, inputs.recipients ?? ''].join(' ').trim()
  const named = files === '' ? '' : `(${files})`
  refuse('inputs-differ', {
    en: [
      `Release ${release} still has messages waiting, and they came from other files${named && ` ${named}`}. Nothing was sent.`,
      'Let it go on first, without naming files, or use another release name.',
    ],
    ko: [
      `릴리스 ${release}에는 다른 파일${named}에서 온 메시지가 기다리고 있습니다. 아무것도 보내지 않았습니다.`,
      '파일을 지정하지 말고 먼저 이어서 보내거나 다른 릴리스 이름을 쓰세요.',
    ],
  })
}

/** @throws UsageError for characters that are too few, or do not begin the plan's digest */
function refuseOtherDigest(given: string, plan: Plan): void {
  const { digest } = plan
  const wanted = given.replace(/^(?!sha256:)/, 'sha256:')
  if (wanted.length >= confirmCharacters && digest.startsWith(wanted)) return
  const lists = listsOf(plan).join(', ')
  refuse('other-digest', {
    en: [
      `--confirm ${given}: the plan's digest is ${digest}. Nothing was sent.`,
      `Lists of numbers that it does not send to: ${lists || 'none'}.`,
    ],
    ko: [
      `--confirm ${given}: 계획의 다이제스트는 ${digest}입니다. 아무것도 보내지 않았습니다.`,
      `보내지 않는 번호 목록: ${lists || '없음'}`,
    ],
  })
}

/** Computes the plan and asks, unless it was reviewed; `nothing` where nothing is left to record or to send. */
export async function approve(
  deploying: Deploying,
  begun: Begun | undefined,
): Promise<PlannedRelease | 'nothing' | 'diagnostics' | 'declined'> {
  const { asked, host } = deploying
  const { test, planFile, confirm } = asked
  const planned = await makePlan(deploying)
  host.onEvent({ type: 'found', found: planned.found })
  if (planned.type === 'diagnostics') return 'diagnostics'
  if (planFile) refuseDifferences(planFile, planned.plan, host)
  await writeSkippedRows(planned, asked.skipInvalid, host)
  // Further lists leave it the plan that was approved.
  const plan = planFile ? { ...planned.plan, digest: planFile.plan.digest } : planned.plan
  host.onEvent({ type: 'plan', plan })
  const messages = messagesIn(plan)
  // Excluded recipients are recorded too, and need no approval.
  const given = plan.messages.reduce((sum, { recipients: { count } }) => sum + count, 0)
  const isNew = given > (begun?.recipients ?? 0) || planned.leftOut > 0
  if (messages === 0) return isNew ? { ...planned, plan } : 'nothing'
  if (confirm !== undefined) refuseOtherDigest(confirm, plan)
  const { repeated } = planned
  if (repeated.length > 0 && !(await confirms(host, { type: 'repeated', messages: repeated }))) return 'declined'
  // The digest of a test is another one with the next minute.
  const digest = test ? undefined : plan.digest
  const question = { type: 'send', messages, target: plan.target.name, digest } as const
  return isApproved(asked) || (await confirms(host, question)) ? { ...planned, plan } : 'declined'
}

/** Asks about what waits, where the plan holds nothing else to decide. */
export async function confirmsWaiting({ asked, host, session }: Deploying, { waiting }: Begun): Promise<boolean> {
  if (waiting === 0 || isApproved(asked)) return true
  return confirms(host, { type: 'send', messages: waiting, target: session.target.name })
}

function isApproved({ planFile, confirm, isApproved: isAgreed }: DeployOptions): boolean {
  return planFile !== undefined || confirm !== undefined || isAgreed
}

/** @throws UsageError without a terminal to ask on */
async function confirms(host: DeployHost, question: DeployQuestion): Promise<boolean> {
  const answer = await host.ask(question)
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
      confirm === undefined ? '--yes를 붙이세요.' : `--yes를 붙이거나, 이 계획만 보내려면 ${confirm} 옵션을 붙이세요.`,
    ],
  })
}

/** The least characters of a digest that confirm it: "sha256:" and twelve digits. */
const confirmCharacters = 19
