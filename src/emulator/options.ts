import type { FaultRule } from './faults.ts'
import type { Language } from '../words/language.ts'
import type { SettingsChange } from './settings.ts'
import type { ClockChange } from './clock.ts'

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

/** What an emulator is started with; the file of `--config` has the same keys. */
export interface EmulatorOptions extends SettingsChange {
  /** A free one by default. */
  readonly port?: number
  readonly userId?: string
  /** Of the inbox, unless its address says `?lang=`; what each browser prefers by default. */
  readonly lang?: Language
  /** Starts with `emulator_`. */
  readonly secretKey?: string
  /** Of every random choice. */
  readonly seed?: number
  readonly faults?: readonly FaultRule[]
  readonly clock?: ClockChange
  /** How much is kept before the oldest leaves. */
  readonly kept?: Partial<Kept>
}

/** How much is kept; older things leave. */
export interface Kept {
  readonly messages: number
  readonly requests: number
  readonly imageBytes: number
}

export const defaultKept: Kept = { messages: 10_000, requests: 2000, imageBytes: 256 * 1024 * 1024 }
