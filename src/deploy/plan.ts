import { createHash } from 'node:crypto'
import { kinds, uploads } from '../contract/kinds.ts'
import type { JsonSchema } from '../contract/schema.ts'
import { canonicalJson } from '../json-text.ts'
import type { CompiledTemplate } from '../template.ts'
import type { RepeatedMessage } from './problem.ts'
import type { Plan, PlanDifference, PlanMessage, PlanTarget } from './plan-values.ts'

export type { Plan, PlanDifference, PlanExclusion, PlanImage, PlanMessage, PlanTarget } from './plan-values.ts'

/** Returns how many messages a plan sends. */
export function messagesIn({ messages }: Plan): number {
  return messages.reduce((sum, { recipients }) => sum + recipients.new + recipients.waiting, 0)
}

/** Returns a plan with its digest. */
export function signed(plan: Omit<Plan, 'digest' | 'version'>): Plan {
  return { version: 1, digest: digestOf(plan), ...plan }
}

/** Returns the digest that a plan must have: of what decides who receives what, from whom, where and how fast. */
export function digestOf(plan: Omit<Plan, 'digest' | 'version'>): string {
  return `sha256:${createHash('sha256')
    .update(canonicalJson(approved(plan)))
    .digest('hex')}`
}

/** Every difference that a reviewer has to know of; none exactly when the digests agree. */
export function planDifferences(planned: Plan, now: Plan): readonly PlanDifference[] {
  const differences: PlanDifference[] = []
  const compare = (type: PlanDifference['type'], name: string, values: readonly [unknown, unknown]): void => {
    const [a, b] = values.map((value) => (value === undefined ? undefined : textOf(value)))
    if (a === b) return
    differences.push({ type, name, ...(a !== undefined && { planned: a }), ...(b !== undefined && { now: b }) })
  }
  compare('release', planned.release, [planned.release, now.release])
  for (const field of targetFields) compare('target', field, [planned.target[field], now.target[field]])
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
  // What only one of them has is named above.
  const [order, orderNow] = [planned, now].map(({ messages }, index) => {
    const other = index === 0 ? now : planned
    return messages.filter(({ id }) => other.messages.some((message) => message.id === id)).map(({ id }) => id)
  })
  compare('order', '', [order, orderNow])
  return differences
}

const targetFields = [
  'name',
  'uploadUrl',
  'baseUrl',
  'account',
  'rate',
  'concurrency',
  'requestTimeoutMs',
  'window',
  'recipients',
  'uploadAuthorization',
  'headers',
  'tooManyRequests',
] as const satisfies readonly (keyof PlanTarget)[]

/** Returns where and to whom a release went and would go on now; how fast is no difference. */
export function targetDifferences(begun: PlanTarget, now: PlanTarget): readonly PlanDifference[] {
  return lastingFields.flatMap((name): readonly PlanDifference[] => {
    const [planned, current] = [begun[name], now[name]].map((value) => textOf(value ?? ''))
    // A request without a known outcome may always count as unknown.
    if (planned === current || (name === 'tooManyRequests' && current === '')) return []
    return [{ type: 'target', name, ...(planned && { planned }), ...(current && { now: current }) }]
  })
}

const lastingFields = [
  'name',
  'uploadUrl',
  'baseUrl',
  'account',
  'window',
  'recipients',
  'tooManyRequests',
] as const satisfies readonly (keyof PlanTarget)[]

function approved({ release, target, inputs, messages }: Omit<Plan, 'digest' | 'version'>): unknown {
  return {
    release,
    target,
    ...(inputs.notIn !== undefined && { notIn: inputs.notIn }),
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

const text: JsonSchema = { type: 'string', minLength: 1 }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const positive: JsonSchema = { type: 'integer', minimum: 1 }
const digest: JsonSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description })

function object(properties: { readonly [key: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key))
  return { type: 'object', properties, required, additionalProperties: false }
}

const target = object(
  {
    name: text,
    uploadUrl: described(text, 'Absent for an emulator that is started for the run.'),
    baseUrl: described(text, 'Absent for an emulator that is started for the run.'),
    account: described(text, 'The user ID.'),
    rate: described(positive, 'Messages a second.'),
    concurrency: described(positive, 'Requests in flight.'),
    requestTimeoutMs: positive,
    window: { type: 'string', enum: ['restricted', 'off'] },
    recipients: described(
      { anyOf: [{ const: 'all' }, object({ count, digest })] },
      'Every number, or only those of a list.',
    ),
    uploadAuthorization: { type: 'boolean' },
    headers: described({ type: 'object' }, 'Headers that requests carry besides; of a secret its variable.'),
    tooManyRequests: described({ const: 'not-taken' }, 'The service takes nothing of a request that it answers 429.'),
  },
  ['uploadUrl', 'baseUrl', 'headers', 'tooManyRequests'],
)

const image = object({
  path: text,
  upload: { type: 'string', enum: uploads },
  sha256: text,
  bytes: count,
  isUploaded: described({ type: 'boolean' }, 'Whether the ledger has a URL of it that may still be used.'),
})

const recipients = object({
  path: text,
  count,
  digest,
  new: described(count, 'Not in the ledger yet.'),
  waiting: described(count, 'In the ledger and not sent yet.'),
  sent: described(count, 'Accepted by the service.'),
  notRetried: described(count, 'Rejected or unknown: never sent again by itself.'),
  excluded: described(count, 'On a list of numbers that are not sent to.'),
})

const variable = described(object({ env: text }), 'The environment variable that holds it.')

const message = object(
  {
    id: text,
    title: described(text, 'A name for people; not sent.'),
    service_id: { type: 'string', enum: kinds },
    source: described(text, 'Path of the message file relative to the root.'),
    digest: described(digest, 'Of the compiled template.'),
    sender: object({ name: text, sender_number: text, sender_key: variable, failback_secret_key: variable }, [
      'sender_key',
      'failback_secret_key',
    ]),
    images: { type: 'array', items: image },
    recipients,
    requests: count,
    warnings: described({ type: 'object', additionalProperties: count }, 'How often each rule warns.'),
    fallbacks: described(
      { type: 'object', additionalProperties: count },
      'How many recipients get the fallback of a variable.',
    ),
    payload: described({ type: 'object' }, 'What is sent, as in the compiled template.'),
    variables: {
      type: 'array',
      items: object({ name: text, max: positive, fallback: { type: 'string' } }, ['max', 'fallback']),
    },
    example: described(
      { type: 'string' },
      'The text with the examples of its variables, else their fallbacks, else their names.',
    ),
    diff: described(
      { type: 'string' },
      'Unified, from the last release of the ledger with this id; empty where nothing changed.',
    ),
  },
  ['title', 'diff'],
)

/** `plan.json`, as `friendtalk plan --out` writes it and `friendtalk deploy` reads it. */
export const planSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk plan',
  description: 'What a deploy would do. It holds no phone number, no value of a recipient and no secret.',
  ...object(
    {
      version: { const: 1 },
      digest: described(digest, 'Of all that a reviewer approves.'),
      release: text,
      target,
      ledger: object({ path: text, lineage: described(text, 'Absent when the ledger is not there yet.') }, ['lineage']),
      inputs: object(
        {
          paths: { type: 'array', items: text },
          recipients: text,
          exclude: { type: 'array', items: text },
          notIn: text,
        },
        ['recipients', 'exclude', 'notIn'],
      ),
      exclusions: described(
        { type: 'array', items: object({ path: text, digest, numbers: count, excluded: count }) },
        'Lists of numbers that are not sent to, for information: they are read again whenever a deploy starts.',
      ),
      messages: { type: 'array', items: message, minItems: 1 },
    },
    ['exclusions'],
  ),
} as const satisfies JsonSchema
