import type { SendCode } from '../contract/friend-talk/codes.ts'
import type { ByteReading, CharacterReading } from '../text/text.ts'
import { type Assumptions, defaultAssumptions } from './assumptions.ts'
import type { ClockChange } from './clock.ts'
import type { FaultRule } from './faults.ts'
import type { InboxGroup, InboxMessage, InboxSource } from '../web/inbox/page-data.ts'
import type { Language } from '../words/language.ts'

/** One thing that is wrong with options, at a JSON Pointer. */
export interface OptionsFault {
  readonly pointer: string
  readonly message: string
}

/** Options that the emulator cannot be started or changed with. */
export class EmulatorOptionsError extends Error {
  override readonly name = 'EmulatorOptionsError'
  readonly faults: readonly OptionsFault[]

  constructor(faults: readonly OptionsFault[]) {
    super(faults.map(({ pointer, message }) => `${pointer === '' ? 'the options' : pointer}: ${message}`).join('\n'))
    this.faults = faults
  }
}

/** What an emulator is started with; the file of `--faults` has the same keys. */
export interface EmulatorOptions extends SettingsChange {
  /** A free one by default. */
  readonly port?: number
  readonly userId?: string
  /** Of the inbox, unless its address says `?lang=`; what each browser prefers by default. */
  readonly lang?: Language
  /** Starts with `emulator_`. */
  readonly secretKey?: string
  readonly faults?: readonly FaultRule[]
  readonly clock?: ClockChange
}

/** What an emulator is told apart from its options, which its page shows. */
export interface EmulatorSecrets {
  /** Goes to the webhook as `Authorization: Bearer …`. */
  readonly webhookToken?: string | undefined
  /** How the channel that sends from a number shows itself in the inbox. */
  readonly channelOf?: InboxSource['channelOf'] | undefined
  /** Of which release and message a send is, as far as that is known. */
  readonly groupOf?: ((send: Pick<InboxMessage, 'msgKey' | 'receiverNumber'>) => InboxGroup | undefined) | undefined
  /** How many of the newest stay: 10,000 messages and 2,000 requests when absent. */
  readonly kept?: { readonly messages?: number; readonly requests?: number } | undefined
}

/** How results go to a callback (platform notes: "The provider's webhook"). */
export interface WebhookSettings {
  /** On loopback. */
  readonly url: string
  /** How long after the send a result leaves. */
  readonly delayMs: number
  /** The result code of every message whose recipient `codes` does not name; `0` is delivered. */
  readonly code: string
  /** Result codes by recipient number. */
  readonly codes: { readonly [receiverNumber: string]: string }
  /** Every so-many-th message that no code is stated for fails, in turn for the commonest reasons. */
  readonly failEvery: number | null
  /** How often a delivery that is not answered with 2xx is tried again. */
  readonly maxRetries: number
  readonly retryDelayMs: number
}

/** What the service behind the interface is like; all of it can be changed while it runs. */
export interface EmulatorSettings {
  /** Messages that can still be accepted; null for no end. */
  readonly credit: number | null
  /** Registered sender numbers; null takes every well-formed one. */
  readonly senderNumbers: readonly string[] | null
  /** Registered sender profiles; null takes every one. */
  readonly senderKeys: readonly string[] | null
  /** Unique ids that the fallback service knows. */
  readonly apiUniqueIds: readonly string[]
  /** The most messages accepted in one session; null for no end. */
  readonly maxMessagesPerSession: number | null
  /** Answered 429 above this many requests in a second; null for no end. */
  readonly maxRequestsPerSecond: number | null
  /** Whether the restricted hours hold. Off, so that trying works at night. */
  readonly restrictedHours: boolean
  readonly restrictedCode: SendCode
  readonly limits: { readonly bytes: ByteReading; readonly characters: CharacterReading }
  readonly assumptions: Assumptions
  readonly webhook: WebhookSettings | null
}

export const defaultSettings: EmulatorSettings = {
  credit: null,
  senderNumbers: null,
  senderKeys: null,
  apiUniqueIds: ['sms-standard', 'lms-standard', 'mms-standard'],
  maxMessagesPerSession: null,
  maxRequestsPerSecond: null,
  restrictedHours: false,
  restrictedCode: 'C400_2',
  limits: { bytes: 'utf-8', characters: 'utf-16' },
  assumptions: defaultAssumptions,
  webhook: null,
}

const defaultWebhook: Omit<WebhookSettings, 'url'> = {
  delayMs: 0,
  code: '0',
  codes: {},
  failEvery: null,
  maxRetries: 10,
  retryDelayMs: 1000,
}

/** What may be stated of the settings. */
export type SettingsChange = Partial<Omit<EmulatorSettings, 'limits' | 'assumptions' | 'webhook'>> & {
  readonly limits?: Partial<EmulatorSettings['limits']>
  readonly assumptions?: Partial<Assumptions>
  readonly webhook?: (Partial<WebhookSettings> & Pick<WebhookSettings, 'url'>) | null
}

/** Returns the settings with a change made; a webhook that is stated replaces the one before. */
export function changeSettings(settings: EmulatorSettings, change: SettingsChange): EmulatorSettings {
  const { limits, assumptions, webhook, ...rest } = change
  return {
    ...settings,
    ...rest,
    limits: { ...settings.limits, ...limits },
    assumptions: { ...settings.assumptions, ...assumptions },
    ...(webhook !== undefined && { webhook: webhook && { ...defaultWebhook, ...webhook } }),
  }
}

/** Statuses that the interface does not give, as the codes suggest them. */
const statuses: Readonly<Record<string, number>> = {
  C404_1: 404,
  C500_1: 500,
  G900: 500,
  CE500: 500,
  CE504: 504,
}

/** Returns the HTTP status of an error code. */
export function statusOf(code: string, { assumptions }: EmulatorSettings): number {
  return assumptions.errorStatus === 'ok' ? 200 : (statuses[code] ?? 400)
}

/** Returns the HTTP status of a request whose credentials are missing or wrong. */
export function unauthorizedStatus({ assumptions }: EmulatorSettings): number {
  return assumptions.errorStatus === 'ok' ? 200 : 401
}
