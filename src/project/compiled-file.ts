import type { CompileResult } from '../compile.ts'
import { besideMessage } from './files/discover.ts'

export interface CompiledFile extends CompileResult {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** As decoded, for showing diagnostics. */
  readonly source: string
}

/** Returns the files that a message depends on, relative to the root. */
export function dependenciesOf({ path, images, recipients }: CompiledFile): readonly string[] {
  return recipients === undefined ? images : [...images, besideMessage(path, recipients.value)]
}
