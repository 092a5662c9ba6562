import type { Text } from '../words/language.ts'

/** One thing that is wrong with options, at a JSON Pointer. */
export interface OptionsFault {
  readonly pointer: string
  readonly message: Text
}

/** Options that the emulator cannot be started or changed with. */
export class EmulatorOptionsError extends Error {
  override readonly name = 'EmulatorOptionsError'
  readonly faults: readonly OptionsFault[]

  constructor(faults: readonly OptionsFault[]) {
    super(faults.map(({ pointer, message }) => `${pointer === '' ? 'the options' : pointer}: ${message.en}`).join('\n'))
    this.faults = faults
  }
}
