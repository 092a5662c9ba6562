import type { FaultRule } from './faults.ts'
import type { InboxLanguage } from './inbox/inbox-words.ts'
import type { SettingsChange } from './settings.ts'
import type { Kept } from './kept.ts'
import type { ClockChange } from './clock.ts'

/** What an emulator is started with; the file of `--config` has the same keys. */
export interface EmulatorOptions extends SettingsChange {
  /** A free one by default. */
  readonly port?: number
  readonly userId?: string
  /** Of the inbox, unless its address says `?lang=`; what each browser prefers by default. */
  readonly lang?: InboxLanguage
  /** Starts with `emulator_`. */
  readonly secretKey?: string
  /** Of every random choice. */
  readonly seed?: number
  readonly faults?: readonly FaultRule[]
  readonly clock?: ClockChange
  /** How much is kept before the oldest leaves. */
  readonly kept?: Partial<Kept>
}
