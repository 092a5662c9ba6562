import type { ByteReading, CharacterReading } from '../text/text.ts'
import type { ClockChange } from './clock.ts'
import type { FaultRule } from './faults.ts'
import type { InboxGroup, InboxMessage, InboxSource } from '../web/inbox/page-data.ts'
import type { Language } from '../words/language.ts'

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
  readonly limits: { readonly bytes: ByteReading; readonly characters: CharacterReading }
  /** How `formField` names files of one upload that are all sent as "image", which the interface does not say. */
  readonly formField: (typeof formFields)[number]
  readonly webhook: WebhookSettings | null
}

/** image1, image2, …; image0, image1, …; image[0], image[1], …; image for each of them. */
export const formFields = ['from-1', 'from-0', 'brackets', 'as-sent'] as const

export const defaultSettings: EmulatorSettings = {
  credit: null,
  senderNumbers: null,
  senderKeys: null,
  apiUniqueIds: ['sms-standard', 'lms-standard', 'mms-standard'],
  maxMessagesPerSession: null,
  maxRequestsPerSecond: null,
  restrictedHours: false,
  limits: { bytes: 'utf-8', characters: 'utf-16' },
  formField: 'from-1',
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
export type SettingsChange = Partial<Omit<EmulatorSettings, 'limits' | 'webhook'>> & {
  readonly limits?: Partial<EmulatorSettings['limits']>
  readonly webhook?: (Partial<WebhookSettings> & Pick<WebhookSettings, 'url'>) | null
}

/** Returns the settings with a change made; a webhook that is stated replaces the one before. */
export function changeSettings(settings: EmulatorSettings, change: SettingsChange): EmulatorSettings {
  const { limits, webhook, ...rest } = change
  return {
    ...settings,
    ...rest,
    limits: { ...settings.limits, ...limits },
    ...(webhook !== undefined && { webhook: webhook && { ...defaultWebhook, ...webhook } }),
  }
}
