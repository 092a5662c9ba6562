import type { Diagnostic } from '../diagnostic.ts'

/** A file's diagnostics and the text they speak of. */
export interface ReportedFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
}

/** A file of which other findings are told than its own; its source is still not read before somebody asks for it. */
export class ReportedWith implements ReportedFile {
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
  readonly #file: ReportedFile

  constructor(file: ReportedFile, diagnostics: readonly Diagnostic[]) {
    this.#file = file
    this.path = file.path
    this.diagnostics = diagnostics
  }

  get source(): string {
    return this.#file.source
  }
}
