import type { Diagnostic } from '../diagnostic.ts'
import type { Traced } from '../message/traced.ts'
import type { Entry } from './cache-file.ts'
import { unpackFindings, unpackTraced } from './packed-findings.ts'
import { readSource } from './read-file.ts'
import type { CompiledFile } from './workspace.ts'

/** What is the same for all kept files of a project. */
export interface KeptIn {
  readonly root: string
  /** The page about a rule. */
  readonly urlOf: (rule: string) => string
}

/**
 * A message file that is as it was when it was linted. Its source is read, and its findings are taken apart, whenever
 * somebody asks for them, and nobody holds them: of thousands of files most findings are printed once, and the
 * garbage collector would carry them along until then.
 *
 * They are no properties of its own: `{ ...file }` leaves them out.
 */
export class KeptFile implements CompiledFile {
  readonly path: string
  readonly images: readonly string[]
  readonly id?: Traced<string>
  readonly recipients?: Traced<string>
  readonly #entry: Entry
  readonly #keptIn: KeptIn
  readonly #source: string | undefined

  /** @param source where it is known, or is not what is on disk */
  constructor(entry: Entry, keptIn: KeptIn, source?: string) {
    this.#entry = entry
    this.#keptIn = keptIn
    this.#source = source
    this.path = entry.path
    this.images = entry.seen.images
    const { id, recipients } = entry
    if (id !== '') this.id = unpackTraced(id)
    if (recipients !== '') this.recipients = unpackTraced(recipients)
  }

  get source(): string {
    return this.#source ?? readSource(this.#keptIn.root, this.path).source
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#unpacked(this.#entry.diagnostics)
  }

  get silenced(): readonly Diagnostic[] {
    return this.#unpacked(this.#entry.silenced)
  }

  #unpacked(packed: string): readonly Diagnostic[] {
    return unpackFindings(packed, { path: this.path, urlOf: this.#keptIn.urlOf })
  }
}
