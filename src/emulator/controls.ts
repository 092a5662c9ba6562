import type { Upload } from '../contract/contracts.ts'
import type { ClockChange, ClockState } from './clock.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { Counts, MessageFilter, ReceivedMessage, ReceivedRequest } from './received.ts'
import type { EmulatorSettings, SettingsChange } from './options.ts'
import type { WebhookAttempt } from './webhook.ts'

/** What can be asked of an emulator and told to it; the control API at `/_emulator` does the same. */
export interface Controls {
  readonly settings: () => EmulatorSettings
  /** @throws EmulatorOptionsError for settings that there are not */
  readonly change: (change: SettingsChange) => EmulatorSettings
  readonly counts: () => Counts
  /** The newest first. */
  readonly messages: (filter?: MessageFilter) => readonly ReceivedMessage[]
  /** The oldest first. */
  readonly images: () => readonly StoredImage[]
  /** @returns whether there is such an image */
  readonly expireImage: (url: string) => boolean
  /** The oldest first. */
  readonly requests: () => readonly ReceivedRequest[]
  /** Resolves once so many messages arrived since the last reset; rejects when that takes too long. */
  readonly waitForMessages: (count: number, wait?: MessageWait) => Promise<Counts>
  /** Forgets the messages and their counts; images, faults and settings stay. */
  readonly clearMessages: () => void
  /** Back to how it was started. */
  readonly reset: () => void
  readonly clock: {
    readonly state: () => ClockState
    /** @throws EmulatorOptionsError for a time that cannot be read */
    readonly change: (change: ClockChange) => ClockState
  }
  readonly faults: {
    /** @throws EmulatorOptionsError for a rule that there is not */
    readonly add: (rule: FaultRule) => ActiveFault
    readonly list: () => readonly ActiveFault[]
    /** @returns whether there was such a rule */
    readonly remove: (id: number) => boolean
    /** Also listens again where connections are refused. */
    readonly clear: () => void
  }
  readonly webhookAttempts: () => readonly WebhookAttempt[]
  /** Resolves once no result waits to be delivered, or after that time. */
  readonly webhookIdle: (timeoutMs: number) => Promise<void>
}

/** Which messages are waited for, and how long. */
export interface MessageWait extends Omit<MessageFilter, 'offset' | 'limit'> {
  /** 10 seconds by default. */
  readonly timeoutMs?: number
}

/** Waited in vain for messages. */
export class MessagesLate extends Error {
  override readonly name = 'MessagesLate'
  readonly counts: Counts

  constructor(count: number, { came, timeoutMs, counts }: { came: number; timeoutMs: number; counts: Counts }) {
    const all = `${counts.messages} messages (${counts.accepted} accepted)`
    super(
      `After ${timeoutMs} ms there are ${came === counts.messages ? all : `${came} of ${all} that match`}, not ${count}.`,
    )
    this.counts = counts
  }
}

/** An image that was uploaded. */
export interface StoredImage {
  readonly key: string
  readonly url: string
  readonly upload: Upload
  /** The uploaded file's name. */
  readonly name: string
  readonly format: 'jpg' | 'png'
  readonly bytes: number
  readonly widthPx: number
  readonly heightPx: number
  readonly sha256: string
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly uploadedAt: number
  readonly expiresAt: number
}
