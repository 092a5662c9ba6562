import { type CompileResult, compile, wordAll } from '../compile.ts'
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts'
import { fault } from '../fault.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'
import { ImageStore } from './images.ts'
import type { Project } from './project.ts'
import { readSource } from './read-file.ts'

/** One message file and what became of it. */
export interface CompiledFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** As decoded, for showing diagnostics. */
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
  /** Images that the message refers to, relative to the root, found or not. */
  readonly images: readonly string[]
  readonly id?: CompileResult['id']
  /** Absent when the file has an error, an id that another file has too included. */
  readonly template?: CompiledTemplate
}

/** The message files of a project, compiled; knows which depend on what. */
export class Workspace {
  readonly #project: Project
  readonly #lang: Language
  readonly #images: ImageStore
  readonly #files = new Map<string, CompiledFile>()

  constructor(project: Project, lang: Language) {
    this.#project = project
    this.#lang = lang
    this.#images = new ImageStore(project.root)
  }

  /** Reads and compiles a file, again if it was compiled before. */
  update(path: string): void {
    const { root, config } = this.#project
    const read = readSource(root, path)
    const { source } = read
    if (read.type === 'fault') {
      const diagnostics = wordAll([read.fault], source, { path, lang: this.#lang })
      this.#files.set(path, { path, source, diagnostics, images: [] })
      return
    }
    const context = {
      path,
      image: this.#images.look,
      senders: Object.keys(config.senders).map((name) => name.normalize('NFC')),
      lang: this.#lang,
    }
    const { senders, ...anySender } = context
    this.#files.set(path, { path, source, ...compile(source, senders.length > 0 ? context : anySender) })
  }

  /** Forgets a file that is gone. */
  remove(path: string): void {
    this.#files.delete(path)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Forgets what is known of images, so that the next update reads them again. */
  forgetImages(): void {
    this.#images.forget()
  }

  /** The files that refer to an image, whose path may be spelled composed or decomposed. */
  dependentsOf(image: string): string[] {
    const spelling = image.normalize('NFC')
    return [...this.#files.values()]
      .filter(({ images }) => images.some((path) => path.normalize('NFC') === spelling))
      .map(({ path }) => path)
  }

  /** Every file with what is wrong with it alone and beside the others, sorted by path. */
  files(): CompiledFile[] {
    const pathsOfId = new Map<string, string[]>()
    for (const { id, path } of this.#files.values()) {
      if (id !== undefined) pathsOfId.set(id.value, [...(pathsOfId.get(id.value) ?? []), path])
    }
    return [...this.#files.values()]
      .map((file) => this.#withDuplicates(file, pathsOfId))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  #withDuplicates(file: CompiledFile, pathsOfId: ReadonlyMap<string, readonly string[]>): CompiledFile {
    const { id, path, source } = file
    const other = id && pathsOfId.get(id.value)?.find((known) => known !== path)
    if (id === undefined || other === undefined) return file
    const duplicate = fault('id-duplicate', id.span, { id: id.value, other })
    const { template: _, ...broken } = file
    const diagnostics = [...file.diagnostics, ...wordAll([duplicate], source, { path, lang: this.#lang })]
    return { ...broken, diagnostics: diagnostics.toSorted(compareDiagnostics) }
  }
}
