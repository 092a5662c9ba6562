import { createHash } from 'node:crypto'
import { type Kind, kinds, type Upload, uploads } from '../contract/kinds.ts'
import type { JsonSchema } from '../contract/schema.ts'
import { canonicalJson } from '../json-text.ts'
import type { TemplateVariable } from '../message/variables.ts'
import type { CompiledTemplate } from '../template.ts'
import type { RepeatedMessage } from './problem.ts'
import type { DeployTarget } from './target.ts'

/** What a deploy would do. It holds no number, no value of a recipient and no secret. */
export interface Plan {
  /** The version of this format. */
  readonly version: 1
  /** `sha256:` and the hash of all that a reviewer approves. */
  readonly digest: string
  readonly release: string
  readonly target: PlanTarget
  readonly ledger: {
    /** Relative to the root. */
    readonly path: string
    /** Absent when the ledger is not there yet. */
    readonly lineage?: string
  }
  /** What the command line named, to compute the plan again. Paths are relative to the root. */
  readonly inputs: {
    readonly paths: readonly string[]
    readonly recipients?: string
    /** Lists of numbers that are not sent to, beside those of the target. */
    readonly exclude?: readonly string[]
  }
  /**
   * The lists of numbers that are not sent to, for information: they are read again whenever a deploy starts. Absent where
   * there are none.
   */
  readonly exclusions?: readonly PlanExclusion[]
  readonly messages: readonly PlanMessage[]
}

export interface PlanExclusion {
  /** Relative to the root. */
  readonly path: string
  /** Of its numbers. */
  readonly digest: string
  readonly numbers: number
  /** Recipients of this plan that are not sent to because of it. */
  readonly excluded: number
}

export interface PlanTarget extends Omit<DeployTarget, 'recipients' | 'exclude' | 'tooManyRequests'> {
  /** Absent for `unknown`. */
  readonly tooManyRequests?: 'not-taken'
  /** Every number, or only those of a list. */
  readonly recipients: 'all' | { readonly count: number; readonly digest: string }
}

export interface PlanMessage {
  readonly id: string
  readonly service_id: Kind
  /** Path of the message file relative to the root. */
  readonly source: string
  /** Of the compiled template. */
  readonly digest: string
  readonly sender: {
    readonly name: string
    readonly sender_number: string
    /** The environment variable that holds the key. Absent for the emulator, which has its own. */
    readonly sender_key?: { readonly env: string }
    /** The environment variable that holds the secret key of the fallback service, where the message falls back. */
    readonly failback_secret_key?: { readonly env: string }
  }
  readonly images: readonly PlanImage[]
  readonly recipients: {
    /** Relative to the root. */
    readonly path: string
    readonly count: number
    readonly digest: string
    /** Not in the ledger yet. */
    readonly new: number
    /** In the ledger and not sent yet. */
    readonly waiting: number
    /** Accepted by the service. */
    readonly sent: number
    /** Rejected or unknown: never sent again by itself. */
    readonly notRetried: number
    /** On a list of numbers that are not sent to. */
    readonly excluded: number
    /** Has received as many messages as the target allows. */
    readonly heldBack: number
  }
  /** Send requests that it takes. */
  readonly requests: number
  /** How often each rule warns. */
  readonly warnings: { readonly [rule: string]: number }
  /** How many recipients get the fallback of a variable; those variables alone of which some do. */
  readonly fallbacks: { readonly [variable: string]: number }
  /** What is sent, as in the compiled template: variables stand as `#{name}`, local images as `local:<path>`. */
  readonly payload: CompiledTemplate['payload']
  readonly variables: readonly TemplateVariable[]
  /** The text with the examples of its variables, else their fallbacks, else their names. */
  readonly example: string
  /** Unified, from the last release of the ledger with this id; absent where there is none, empty where nothing changed. */
  readonly diff?: string
}

export interface PlanImage {
  readonly path: string
  readonly upload: Upload
  readonly sha256: string
  readonly bytes: number
  /** Whether the ledger has a URL of it that may still be used. */
  readonly isUploaded: boolean
}

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

/** One thing in which what would be sent now differs from what was planned. */
export interface PlanDifference {
  readonly type: 'release' | 'target' | 'ledger' | 'message' | 'template' | 'recipients' | 'sender' | 'order'
  /** The message, or the field of the target. */
  readonly name: string
  readonly planned?: string
  readonly now?: string
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
  compare('ledger', now.ledger.path, [planned.ledger.lineage, now.ledger.lineage])
  compare('ledger', 'path', [planned.ledger.path, now.ledger.path])
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
  'frequencyCap',
  'tooManyRequests',
] as const satisfies readonly (keyof PlanTarget)[]

/** Returns where a release went and where it would go on now; how fast is no difference. */
export function targetDifferences(begun: PlanTarget, now: DeployTarget): readonly PlanDifference[] {
  return lastingFields.flatMap((name): readonly PlanDifference[] => {
    const [planned = '', current = ''] = [begun[name], now[name]]
    return planned === current ? [] : [{ type: 'target', name, planned, now: current }]
  })
}

const lastingFields = [
  'name',
  'uploadUrl',
  'baseUrl',
  'account',
  'window',
] as const satisfies readonly (keyof PlanTarget)[]

function approved({ release, target, ledger, messages }: Omit<Plan, 'digest' | 'version'>): unknown {
  return {
    release,
    target,
    ledger,
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
 * Finds messages that would leave although the release has the same message under another id. Who has received what is
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
    const renamed = before.filter((other) => other.digest === digest && leaves)
    return [
      ...copies.map((other) => ({ id, source, other: other.id, where: 'plan' as const })),
      ...renamed.map((other) => ({ id, source, other: other.id, where: 'ledger' as const })),
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
    frequencyCap: described(
      object({ messages: positive, days: positive }),
      'The most advertising messages that somebody receives.',
    ),
    tooManyRequests: described({ const: 'not-taken' }, 'The service takes nothing of a request that it answers 429.'),
  },
  ['uploadUrl', 'baseUrl', 'frequencyCap', 'tooManyRequests'],
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
  heldBack: described(count, 'Has received as many messages as the target allows.'),
})

const variable = described(object({ env: text }), 'The environment variable that holds it.')

const message = object(
  {
    id: text,
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
  ['diff'],
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
        { paths: { type: 'array', items: text }, recipients: text, exclude: { type: 'array', items: text } },
        ['recipients', 'exclude'],
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
