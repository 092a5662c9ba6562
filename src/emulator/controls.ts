import type { ClockChange, ClockState } from './clock.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { StoredImage } from './stored-image.ts'
import type { Counts, MessageFilter, ReceivedMessage } from './inbox.ts'
import type { ReceivedRequest } from './requests.ts'
import type { Settings, SettingsChange } from './settings.ts'
import type { MessageWait } from './wait.ts'
import type { WebhookAttempt } from './webhook.ts'

/** What can be asked of an emulator and told to it; the control API at `/_emulator` does the same. */
export interface Controls {
  readonly settings: () => Settings
  /** @throws EmulatorOptionsError for settings that there are not */
  readonly change: (change: SettingsChange) => Settings
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
}
