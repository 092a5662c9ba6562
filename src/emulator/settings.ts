import { contracts, kinds } from '../contract/contracts.ts'
import {
  either,
  list,
  mapOf,
  object,
  oneOf,
  orNull,
  typed,
  type TypedSchema,
  type ValueOf,
} from '../text/json-schema.ts'
import { byteReadings, characterReadings } from '../text/text.ts'
import { loopbackHostnamePattern } from '../text/urls.ts'
import { verdicts } from '../web/inbox/page-data.ts'

// Each schema stands once and gives its type. What depends on the services is put in by options.ts.

export const text: TypedSchema<string> = { type: 'string', minLength: 1 }
export const count: TypedSchema<number> = { type: 'integer', minimum: 0 }
export const countFromOne: TypedSchema<number> = { type: 'integer', minimum: 1 }
export const boolean: TypedSchema<boolean> = { type: 'boolean' }
export const ms: TypedSchema<number> = { type: 'integer', minimum: 0, maximum: 3_600_000 }
export const sendCode = oneOf(contracts.flatMap(({ codes }) => Object.keys(codes)))

/** Describes the delivery results of a service with these codes, and how they are posted. */
export function webhookSchema(codes: readonly string[]) {
  const code = oneOf(codes)
  return object({
    // A result carries a phone's answer: it leaves this machine as little as anything else.
    /** The address that results are posted to; without it they can only be asked for. */
    url: typed<string>({ type: 'string', pattern: `^http://${loopbackHostnamePattern}(:\\d+)?(/|$)` }),
    /** The time from the send to its result. */
    delayMs: ms,
    /** The result code of every message whose recipient `codes` does not name. */
    code,
    /** Result codes by recipient number. */
    codes: mapOf(code),
    /** Every so-many-th message that no code is stated for fails, in turn for the commonest reasons. */
    failEvery: orNull(countFromOne),
    /** Tries after the first, if it is not answered with 2xx. */
    maxRetries: { ...count, maximum: 10 },
    retryDelayMs: ms,
  })
}

export type WebhookSettings = ValueOf<ReturnType<typeof webhookSchema>>

/** Settings of the account and its service; all can be changed while it runs. */
export const commonSettings = {
  /** Messages that can still be accepted; null for no end. */
  credit: orNull(count),
  /** Registered sender numbers; null takes every well-formed one. */
  senderNumbers: orNull(list(text)),
  /** Registered sender profiles; null takes every one. */
  senderKeys: orNull(list(text)),
  /** The most messages accepted in one session; null for no end. */
  maxMessagesPerSession: orNull(count),
  /** Answered 429 above this many requests in a second; null for no end. */
  maxRequestsPerSecond: orNull(countFromOne),
  /** True if the restricted hours hold; false by default, so that trying works at night. */
  restrictedHours: boolean,
  limits: object({ bytes: oneOf(byteReadings), characters: oneOf(characterReadings) }, 'bytes', 'characters'),
}

type Stated = { readonly [S in keyof typeof commonSettings]: ValueOf<(typeof commonSettings)[S]> }

export interface CommonSettings extends Stated {
  /** By service. */
  readonly webhooks: { readonly [service: string]: WebhookSettings }
}

export const defaultSettings: CommonSettings = {
  credit: null,
  senderNumbers: null,
  senderKeys: null,
  maxMessagesPerSession: null,
  maxRequestsPerSecond: null,
  restrictedHours: false,
  limits: { bytes: 'utf-8', characters: 'utf-16' },
  webhooks: {},
}

export const clockSchema = either(
  object({ set: typed<number | string>({ type: ['number', 'string'] }), frozen: boolean }, 'set'),
  object({ moveMs: typed<number>({ type: 'number' }) }, 'moveMs'),
  object({ frozen: boolean }, 'frozen'),
  object({ real: typed<true>({ const: true }) }, 'real'),
)

/** A change of the emulator's clock. Times are milliseconds since 1970, or ISO 8601. */
export type ClockChange = ValueOf<typeof clockSchema>

const filter = {
  /** Part of the recipient's number, of the `msg_key`, of the code, or of the release or message, whichever fits. */
  search: typed<string>({ type: 'string' }),
  receiverNumber: text,
  msgKey: text,
  code: sendCode,
  kind: oneOf(kinds),
  verdict: oneOf(verdicts),
  /** Newer than this sequence number. */
  after: count,
}

/** A filter of messages; every condition must hold. */
export const filterSchema = object({ ...filter, offset: count, limit: count })
export const waitSchema = object({ ...filter, count, timeoutMs: count })

export type MessageFilter = ValueOf<typeof filterSchema>
/** A filter of the messages to wait for, and the time: 10 seconds when absent. */
export type MessageWait = Omit<ValueOf<typeof waitSchema>, 'count'>
