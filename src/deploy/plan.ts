import { createHash } from 'node:crypto'
import { canonicalJson } from '../text/json-text.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { GivenRecipients } from '../recipients/recipient.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Flag } from '../words/command-line.ts'
import type { Text } from '../words/language.ts'
import type { Plan, PlanInputs, PlanTarget } from './plan-values.ts'

export type { Plan, PlanImage, PlanMessage, PlanTarget } from './plan-values.ts'

/** A plan that a reviewer approved. */
export interface PlanFile {
  /** As people are shown it. */
  readonly path: string
  readonly plan: Plan
}

/** Returns how many messages a plan sends. */
export function messagesIn({ messages }: Plan): number {
  return messages.reduce((sum, { recipients }) => sum + recipients.new + recipients.waiting, 0)
}

/** Returns the plan that a release was last recorded with. */
export async function recordedPlan(
  ledger: Pick<LedgerReader, 'plansOf'> | undefined,
  release: string,
): Promise<Plan | undefined> {
  const [used] = (await ledger?.plansOf(release)) ?? []
  return used && (JSON.parse(used.text) as Plan)
}

/** A plan before it is signed. */
type PlanContent = Omit<Plan, 'version' | 'digest' | 'checksum'>

/** Returns a plan with its digest and its checksum. */
export function signed(content: PlanContent): Plan {
  const plan = { version: 1, digest: digestOf(content), ...content } as const
  return { ...plan, checksum: hashOf(plan) }
}

/** Returns the digest that a plan must have: of what decides who receives what, from whom, where and how fast. */
export function digestOf(plan: PlanContent): string {
  const contents = plan.messages.map(({ service_id, payload, variables }) => ({ service_id, payload, variables }))
  return hashOf([Object.fromEntries(partsOf(plan).map(([{ en }, value]) => [en, value])), contents])
}

/** Returns whether a plan is as it was made: reviewers also read what decides nothing. */
export function isUnchanged({ checksum, ...plan }: Plan): boolean {
  return hashOf(plan) === checksum && digestOf(plan) === plan.digest
}

/** Returns `sha256:` and the hash of a value. */
export function hashOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`
}

/** Returns whether a plan is what was approved, or leaves out the numbers of further lists. */
export function isApprovedBy(plan: Plan, approvedPlan: Plan): boolean {
  const { exclude } = approvedPlan.target
  const target = { ...plan.target, exclude }
  const before = { ...plan, target, inputs: { ...plan.inputs, exclude: approvedPlan.inputs.exclude } }
  const lists = listsOf(plan)
  return listsOf(approvedPlan).every((path) => lists.includes(path)) && digestOf(before) === approvedPlan.digest
}

/** Returns the lists of numbers that a plan does not send to. */
export function listsOf({ target, inputs }: PlanContent): readonly string[] {
  return [...target.exclude, ...(inputs.exclude ?? [])]
}

type Part = readonly [name: Text, value: unknown]

/** Returns what a reviewer approves, part by part. @param ids the messages that another plan has too; all when absent */
function partsOf({ release, target, inputs, messages }: PlanContent, ids?: ReadonlySet<string>): readonly Part[] {
  const shared = messages.filter(({ id }) => ids?.has(id) ?? true)
  return [
    [{ en: 'release', ko: '릴리스' }, release],
    ...Object.entries(target).map(([field, value]): Part => [{ en: `target, ${field}`, ko: `대상의 ${field}` }, value]),
    [{ en: '--exclude', ko: '--exclude' }, inputs.exclude],
    [{ en: '--not-in', ko: '--not-in' }, inputs.notIn],
    ...messages.map(({ id, source }): Part => [{ en: `message ${id}`, ko: `메시지 ${id}` }, source]),
    ...shared.flatMap(({ id, digest, recipients, sender }): Part[] => [
      [{ en: `text of ${id}`, ko: `${id} 내용` }, digest],
      [
        { en: `recipients of ${id}`, ko: `${id} 수신자` },
        { count: recipients.count, digest: recipients.digest },
      ],
      [{ en: `sender of ${id}`, ko: `${id} 발신자` }, sender],
    ]),
    [{ en: 'order of the messages', ko: '메시지 순서' }, shared.map(({ id }) => id)],
  ]
}

/** Says every difference that a reviewer has to know of; none exactly when the digests agree. */
export function planDifferences(planned: Plan, now: Plan): readonly Text[] {
  const idsOf = ({ messages }: Plan): ReadonlySet<string> => new Set(messages.map(({ id }) => id))
  const [before, after] = [partsOf(planned, idsOf(now)), partsOf(now, idsOf(planned))]
  const names = new Map([...before, ...after].map(([name]) => [name.en, name]))
  return [...names.values()].flatMap((name) => {
    const [a, b] = [before, after].map((parts) => {
      const value = parts.find(([{ en }]) => en === name.en)?.[1]
      return value === undefined || typeof value === 'string' ? value : canonicalJson(value)
    })
    if (a === b) return []
    return {
      en: `${name.en}: planned ${a ?? 'nothing'}, now ${b ?? 'nothing'}`,
      ko: `${name.ko}: 계획 ${a ?? '없음'}, 현재 ${b ?? '없음'}`,
    }
  })
}

/** Returns where a release that was begun would go on; how fast and at what hours is no difference. */
export function targetGoingOn(begun: PlanTarget, now: PlanTarget): PlanTarget {
  const { rate, concurrency, batch, requestTimeoutMs, window, uploadAuthorization, headers } = begun
  const paced = { ...now, rate, concurrency, batch, requestTimeoutMs, window, uploadAuthorization, headers }
  // A request without a known outcome may always count as unknown, and lists may become more.
  const { tooManyRequests, exclude } = begun
  return {
    ...paced,
    ...(now.tooManyRequests === 'unknown' && { tooManyRequests }),
    ...(exclude.every((path) => now.exclude.includes(path)) && { exclude }),
  }
}

type Message = Pick<CompiledTemplate, 'id' | 'source' | 'digest'>

/**
 * Says which messages would leave although the release has them under another id, or may have. Who has received what is
 * known by ids, so under another one everybody receives it again: it was copied, or renamed since an earlier deploy.
 *
 * @param planned `leaves` says whether anybody would be sent to
 * @param recorded what the ledger holds of the release
 */
export function repeatedMessages(
  planned: readonly (Message & { readonly leaves: boolean })[],
  recorded: readonly Message[],
): readonly Text[] {
  const before = recorded.filter((old) => !planned.some(({ id }) => id === old.id))
  return planned.flatMap(({ id, source, digest, leaves }, index) => {
    const copies = planned.slice(0, index).filter((other) => other.digest === digest && (leaves || other.leaves))
    return [
      ...copies.map((other) => ({
        en: `${other.id} and ${id} (${source}) are the same message: a person on both lists receives it twice.`,
        ko: `${other.id} 메시지와 ${id}(${source}) 메시지는 내용이 같습니다. 두 목록에 모두 있는 수신자는 두 번 받습니다.`,
      })),
      ...(leaves ? before.filter((old) => old.digest === digest) : []).map((old) => ({
        en: `${id} (${source}) is the same message as ${old.id}, which the release has already: a person who was sent ${old.id} receives it again. If it was only renamed, write "id: ${old.id}" in its frontmatter.`,
        ko: `${id}(${source}) 메시지는 이 릴리스에 이미 있는 ${old.id} 메시지와 내용이 같습니다. ${old.id} 메시지를 받은 수신자가 다시 받게 됩니다. 이름만 바꿨다면 프론트매터에 "id: ${old.id}"를 쓰세요.`,
      })),
    ]
  })
}

/** The inputs of a plan as a person or an earlier plan names them: paths are relative to the working directory. */
export interface PlanRequest extends Omit<PlanInputs, 'recipients' | 'test'> {
  /** A list for every message; each one's own when absent. */
  readonly recipients?: GivenRecipients | undefined
  /** Numbers that each message goes to instead, with the examples of its variables. */
  readonly test?: readonly string[] | undefined
  /** Made up for the built-in emulator alone. */
  readonly release?: string | undefined
  /** `retry` sends what was rejected again; it is kept when absent. */
  readonly rejected?: 'keep' | 'retry' | undefined
}

/** Returns the flags that make a plan of the same inputs. */
export function inputFlags(inputs: PlanInputs | PlanRequest): readonly Flag[] {
  const valued = { '--recipients': inputs.recipients, '--not-in': inputs.notIn, '--skip-invalid': inputs.skipInvalid }
  const numbers = typeof inputs.test === 'object' ? inputs.test : []
  return [
    ...inputs.paths.map((path): Flag => [path]),
    ...Object.entries(valued).flatMap(([name, value]): Flag[] => (typeof value === 'string' ? [[name, value]] : [])),
    ...numbers.map((number): Flag => ['--test', number]),
    ...(inputs.exclude ?? []).map((list): Flag => ['--exclude', list]),
  ]
}
