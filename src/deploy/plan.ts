import { createHash } from 'node:crypto'
import { canonicalJson } from '../text/json-text.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { CompiledTemplate } from '../template.ts'
import type { PlanDifference, RepeatedMessage } from './difference.ts'
import type { Flag } from '../words/command-line.ts'
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
  return [...(target.exclude ?? []), ...(inputs.exclude ?? [])]
}

/** Every difference that a reviewer has to know of; none exactly when the digests agree. */
export function planDifferences(planned: Plan, now: Plan): readonly PlanDifference[] {
  const differences: PlanDifference[] = []
  const compare = (type: PlanDifference['type'], name: string, values: readonly [unknown, unknown]): void => {
    const [a, b] = values.map((value) => (value === undefined ? undefined : textOf(value)))
    if (a === b) return
    differences.push({ type, name, planned: a, now: b })
  }
  compare('release', planned.release, [planned.release, now.release])
  const [target, targetNow] = [planned.target, now.target] as const
  for (const field of new Set([...fieldsOf(target), ...fieldsOf(targetNow)])) {
    compare('target', field, [target[field], targetNow[field]])
  }
  compare('exclude', '', [planned.inputs.exclude, now.inputs.exclude])
  compare('not-in', '', [planned.inputs.notIn, now.inputs.notIn])
  const ids = new Set([...planned.messages, ...now.messages].map(({ id }) => id))
  for (const id of ids) {
    const [a, b] = [planned, now].map(({ messages }) => messages.find((message) => message.id === id))
    compare('message', id, [a?.source, b?.source])
    if (a === undefined || b === undefined) continue
    compare('template', id, [a.digest, b.digest])
    compare('recipients', id, [recipientsOf(a), recipientsOf(b)])
    compare('sender', id, [a.sender, b.sender])
  }
  // Messages that only one plan has are named above.
  const [order, orderNow] = [planned, now].map(({ messages }, index) => {
    const other = index === 0 ? now : planned
    return messages.filter(({ id }) => other.messages.some((message) => message.id === id)).map(({ id }) => id)
  })
  compare('order', '', [order, orderNow])
  return differences
}

/** Returns where and to whom a release went and would go on now; how fast and at what hours is no difference. */
export function targetDifferences(begun: PlanTarget, now: PlanTarget): readonly PlanDifference[] {
  const hasAllLists = (begun.exclude ?? []).every((path) => now.exclude?.includes(path))
  const fields = hasAllLists ? lastingFields : [...lastingFields, 'exclude' as const]
  return fields.flatMap((name): readonly PlanDifference[] => {
    const [planned, current] = [begun[name], now[name]].map((value) => textOf(value ?? ''))
    // A request without a known outcome may always count as unknown.
    if (planned === current || (name === 'tooManyRequests' && current === '')) return []
    return [{ type: 'target', name, planned: planned || undefined, now: current || undefined }]
  })
}

const lastingFields = [
  'name',
  'service',
  'uploadUrl',
  'baseUrl',
  'account',
  'recipients',
  'tooManyRequests',
] as const satisfies readonly (keyof PlanTarget)[]

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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : canonicalJson(value)
}

type Message = Pick<CompiledTemplate, 'id' | 'source' | 'digest'>

/**
 * Finds messages that would leave although the release has them under another id, or may have. Who has received what is
 * known by ids, so under another one everybody receives it again: it was copied, or renamed since an earlier deploy.
 *
 * @param planned `leaves` says whether anybody would be sent to
 * @param recorded what the ledger holds of the release
 */
export function repeatedMessages(
  planned: readonly (Message & { readonly leaves: boolean })[],
  recorded: readonly Message[],
): readonly RepeatedMessage[] {
  const ids = new Set(planned.map(({ id }) => id))
  const before = recorded.filter(({ id }) => !ids.has(id))
  return planned.flatMap(({ id, source, digest, leaves }, index) => {
    const copies = planned.slice(0, index).filter((other) => other.digest === digest && (leaves || other.leaves))
    return [
      ...copies.map((other) => ({ id, source, other: other.id, where: 'plan' as const })),
      ...(leaves ? before.filter((other) => other.digest === digest) : []).map((other) => {
        return { id, source, other: other.id, where: 'ledger' as const }
      }),
    ]
  })
}

/** The inputs of a plan, as a command line names them. */
interface NamedInputs extends Omit<PlanInputs, 'recipients' | 'test'> {
  /** Those that a program gives as values have no flag. */
  readonly recipients?: unknown
  readonly test?: readonly string[] | boolean | undefined
}

/** Returns what a command line says to make a plan of the same inputs. */
export function inputFlags(inputs: NamedInputs): readonly Flag[] {
  const valued = { '--recipients': inputs.recipients, '--not-in': inputs.notIn, '--skip-invalid': inputs.skipInvalid }
  const numbers = Array.isArray(inputs.test) ? inputs.test : []
  return [
    ...inputs.paths.map((path): Flag => [path]),
    ...Object.entries(valued).flatMap(([name, value]): Flag[] => (typeof value === 'string' ? [[name, value]] : [])),
    ...numbers.map((number: string): Flag => ['--test', number]),
    ...(inputs.exclude ?? []).map((list): Flag => ['--exclude', list]),
  ]
}
