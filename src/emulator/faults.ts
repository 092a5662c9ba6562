import { kinds, type Kind, uploads, type Upload } from '../contract/contracts.ts'
import {
  either,
  type JsonSchema,
  list,
  object,
  oneOf,
  typed,
  type TypedSchema,
  type ValueOf,
} from '../text/json-schema.ts'
import { boolean, count, countFromOne, ms, sendCode, text } from './settings.ts'

/** The operation of a request. It has no kind or upload if only the body would tell. */
export type Operation =
  | { readonly type: 'send'; readonly kind?: Kind }
  | { readonly type: 'upload'; readonly upload?: Upload }
  | { readonly type: 'query' }

/** The messages of a request that a fault concerns. */
const chosen = either(
  typed<'all'>({ const: 'all' }),
  object({ indexes: list(count) }, 'indexes'),
  object({ receiverNumbers: list(text) }, 'receiverNumbers'),
)
export type Chosen = ValueOf<typeof chosen>

function named<const T extends string>(type: T): TypedSchema<T> {
  return { const: type }
}

/** Describes what can go wrong. docs/emulator.md says what each does on the wire. */
function faultSchemas(uploadCodes: readonly string[]) {
  return [
    object({ type: named('refuse'), forMs: ms }, 'type'),
    object({ type: named('reset-after-reading'), processed: boolean }, 'type'),
    object({ type: named('drop'), afterMs: ms, processed: boolean }, 'type'),
    object({ type: named('delay'), ms, before: oneOf(['processing', 'answer']) }, 'type', 'ms'),
    object(
      {
        type: named('status'),
        status: typed<number>({ type: 'integer', minimum: 200, maximum: 599 }),
        retryAfterSeconds: count,
        processed: boolean,
      },
      'type',
      'status',
    ),
    object({ type: named('reject'), code: sendCode, messages: chosen }, 'type', 'code'),
    object({ type: named('request-error'), code: sendCode }, 'type', 'code'),
    object(
      { type: named('upload-error'), code: oneOf(uploadCodes), message: text, files: list(count) },
      'type',
      'code',
    ),
  ] as const
}

export type Fault = ValueOf<ReturnType<typeof faultSchemas>[number]>

const targets = [
  'send',
  'upload',
  'query',
  ...kinds.map((kind) => `send:${kind}` as const),
  ...uploads.map((upload) => `upload:${upload}` as const),
] as const

/** Describes what goes wrong and when. Without `at` and `every` it strikes each request. */
export function faultRuleSchema(uploadCodes: readonly string[]) {
  const fault: JsonSchema = {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: faultSchemas(uploadCodes),
  }
  return object(
    {
      fault: typed<Fault>(fault),
      /** The operations it concerns; every one when absent. `refuse` concerns all of them. */
      on: typed<(typeof targets)[number]>({ enum: targets }),
      /** The numbers of the requests it strikes, from 1, counted per rule among the operations it concerns. */
      at: either(countFromOne, { ...list(countFromOne), minItems: 1 }),
      every: countFromOne,
      /** It strikes so often at most. */
      times: countFromOne,
    },
    'fault',
  )
}

export type FaultRule = ValueOf<ReturnType<typeof faultRuleSchema>>

/** A rule in force, with how often it struck. */
export type ActiveFault = FaultRule & {
  readonly id: number
  /** Requests counted so far. */
  readonly seen: number
  readonly struck: number
}

/** A fault together with its rule's id. */
export interface Struck {
  readonly rule: number
  readonly fault: Fault
}

type Counted = FaultRule & { readonly id: number; seen: number; struck: number }

export type Faults = ReturnType<typeof createFaults>

/** Creates the list of the faults in force. The same rules and order of requests give the same faults. */
export function createFaults() {
  let rules: Counted[] = []
  let lastId = 0
  return {
    add(rule: FaultRule): ActiveFault {
      const added = { ...rule, id: ++lastId, seen: 0, struck: 0 }
      rules.push(added)
      return { ...added }
    },
    list: (): readonly ActiveFault[] => rules.map((rule) => ({ ...rule })),
    /** @returns whether there was such a rule */
    remove(id: number): boolean {
      const before = rules.length
      rules = rules.filter((rule) => rule.id !== id)
      return rules.length < before
    },
    /** Forgets the rules and their numbers. */
    clear(): void {
      rules = []
      lastId = 0
    },
    /** Counts a request that can be answered with some codes, and says what strikes it. */
    strike: (operation: Operation, codes: readonly string[]): readonly Struck[] =>
      rules.flatMap((rule) => {
        const { fault, id } = rule
        const isMeant = !('code' in fault) || codes.includes(fault.code)
        const isCounted = fault.type !== 'refuse' && concerns(rule, operation) && isMeant
        return isCounted && strikes(rule) ? [{ rule: id, fault }] : []
      }),
    /**
     * Counts the request that comes next, and says for how long it is refused, in milliseconds. No byte of a request
     * that is refused is ever read, so what it asks for cannot matter: these rules concern every operation.
     *
     * @param only the one rule that counts: the first request after it was added
     */
    refuseNext(only?: number): number | undefined {
      const times = rules.flatMap((rule) => {
        const { fault, id } = rule
        if (fault.type !== 'refuse' || (only !== undefined && id !== only)) return []
        return strikes(rule) ? [fault.forMs ?? defaultRefusalMs] : []
      })
      return times.length === 0 ? undefined : Math.max(...times)
    },
  }
}

const defaultRefusalMs = 1000

/** Counts a request that a rule concerns. */
function strikes(rule: Counted): boolean {
  const { at, every = 1, times = Number.POSITIVE_INFINITY } = rule
  const number = ++rule.seen
  if (rule.struck >= times || number % every !== 0) return false
  if (at !== undefined && ![at].flat().includes(number)) return false
  rule.struck++
  return true
}

function concerns({ on }: FaultRule, operation: Operation): boolean {
  if (on === undefined || on === operation.type) return true
  if (operation.type === 'query') return false
  return on === `${operation.type}:${operation.type === 'send' ? operation.kind : operation.upload}`
}
