import { createHash } from 'node:crypto'
import { canonicalJson } from '../text/json-text.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { GivenRecipients } from '../recipients/recipient.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Flag } from '../words/command-line.ts'
import type { Text } from '../words/language.ts'
import type { Plan, PlanInputs, PlanMessage, PlanTarget } from './plan-values.ts'

export type { Plan, PlanImage, PlanMessage, PlanTarget } from './plan-values.ts'

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
  return hashOf(approved(plan))
}

/** Whether a plan is as it was made: also what decides nothing is what reviewers read. */
export function isUnchanged({ checksum, ...plan }: Plan): boolean {
  return hashOf(plan) === checksum && digestOf(plan) === plan.digest
}

function hashOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`
}

/** Whether a plan is what was approved, or leaves out the numbers of further lists. */
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

/** Says every difference that a reviewer has to know of; none exactly when the digests agree. */
export function planDifferences(planned: Plan, now: Plan): readonly Text[] {
  const find = ({ messages }: Plan, id: string): PlanMessage | undefined => messages.find((one) => one.id === id)
  const ids = [...new Set([...planned.messages, ...now.messages].map(({ id }) => id))]
  // Messages that only one plan has are named by themselves.
  const orderOf = ({ messages }: Plan): readonly string[] =>
    messages.flatMap(({ id }) => (find(planned, id) && find(now, id) ? [id] : []))
  return [
    ...difference({ en: 'release', ko: '릴리스' }, planned.release, now.release),
    ...[...new Set([...fieldsOf(planned.target), ...fieldsOf(now.target)])].flatMap((field) =>
      targetDifference(field, planned.target, now.target),
    ),
    ...difference({ en: '--exclude', ko: '--exclude' }, planned.inputs.exclude, now.inputs.exclude),
    ...difference({ en: '--not-in', ko: '--not-in' }, planned.inputs.notIn, now.inputs.notIn),
    ...ids.flatMap((id) => {
      const [a, b] = [find(planned, id), find(now, id)]
      const source = difference({ en: `message ${id}`, ko: `메시지 ${id}` }, a?.source, b?.source)
      if (a === undefined || b === undefined) return source
      return [
        ...source,
        ...difference({ en: `text of ${id}`, ko: `${id} 내용` }, a.digest, b.digest),
        ...difference({ en: `recipients of ${id}`, ko: `${id} 수신자` }, recipientsOf(a), recipientsOf(b)),
        ...senderDifference(id, a.sender, b.sender),
      ]
    }),
    ...difference({ en: 'order of the messages', ko: '메시지 순서' }, orderOf(planned), orderOf(now)),
  ]
}

/** Says where else and to whom else a release would go on now; how fast and at what hours is no difference. */
export function targetDifferences(begun: PlanTarget, now: PlanTarget): readonly Text[] {
  const fields: readonly (keyof PlanTarget)[] = [
    'name',
    'service',
    'uploadUrl',
    'baseUrl',
    'account',
    'recipients',
    // A request without a known outcome may always count as unknown.
    ...(now.tooManyRequests === 'unknown' ? [] : ['tooManyRequests' as const]),
    ...(begun.exclude.every((path) => now.exclude.includes(path)) ? [] : ['exclude' as const]),
  ]
  return fields.flatMap((field) => targetDifference(field, begun, now))
}

export function senderDifference(id: string, a: PlanMessage['sender'], b: PlanMessage['sender']): readonly Text[] {
  return difference({ en: `sender of ${id}`, ko: `${id} 발신자` }, a, b)
}

function targetDifference(field: keyof PlanTarget, a: PlanTarget, b: PlanTarget): readonly Text[] {
  return difference({ en: `target, ${field}`, ko: `대상의 ${field}` }, a[field], b[field])
}

function difference(name: Text, planned: unknown, now: unknown): readonly Text[] {
  const [a, b] = [planned, now].map((value) =>
    value === undefined || typeof value === 'string' ? value : canonicalJson(value),
  )
  if (a === b) return []
  return [
    {
      en: `${name.en}: planned ${a ?? 'nothing'}, now ${b ?? 'nothing'}`,
      ko: `${name.ko}: 계획 ${a ?? '없음'}, 현재 ${b ?? '없음'}`,
    },
  ]
}

function fieldsOf(target: PlanTarget): readonly (keyof PlanTarget)[] {
  return Object.keys(target) as (keyof PlanTarget)[]
}

function approved({ release, target, inputs, messages }: PlanContent): unknown {
  return {
    release,
    target,
    exclude: inputs.exclude,
    notIn: inputs.notIn,
    messages: messages.map((message) => {
      const { id, service_id, source, digest, sender, payload, variables } = message
      return { id, service_id, source, digest, sender, payload, variables, recipients: recipientsOf(message) }
    }),
  }
}

function recipientsOf({ recipients: { count, digest } }: PlanMessage): unknown {
  return { count, digest }
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

/** Returns what a command line says to make a plan of the same inputs. */
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
