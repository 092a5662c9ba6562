import { hash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { compile, type CompileContext, wordAll } from '../compile.ts'
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import type { RuleSettings } from '../rules/run.ts'
import { type Sketch, sketch } from '../sketch.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'
import { type CompiledFile, dependenciesOf } from './compiled-file.ts'
import { ImageStore } from './images/images.ts'
import type { StagedFile } from './files/git.ts'
import type { Project } from './project.ts'
import { readSource } from './files/read-file.ts'
import { ruleSettingsOf } from './files/discover.ts'

export interface WorkspaceOptions {
  readonly lang: Language
  /** Templates are made when absent. */
  readonly templates?: CompileContext['template']
}

const filesBetweenLooks = 20

/** The message files of a project, compiled; knows which depend on what. */
export class Workspace {
  readonly #project: Project
  readonly #options: WorkspaceOptions
  #images: ImageStore
  #staged: ((path: string) => StagedFile) | undefined
  readonly #settings: (path: string) => RuleSettings
  readonly #senders: readonly string[]
  readonly #files = new Map<string, CompiledFile>()

  constructor(project: Project, options: WorkspaceOptions) {
    const { root, config } = project
    this.#project = project
    this.#options = options
    this.#images = new ImageStore(root)
    this.#settings = ruleSettingsOf(config, root)
    this.#senders = Object.keys(config.senders)
  }

  /** Reads and compiles a file, again if it was compiled before. */
  update(path: string): void {
    this.#files.set(path, this.compileFile(path))
  }

  /**
   * Reads and compiles many files.
   *
   * @param onProgress is told how many are done
   */
  async updateAll(paths: readonly string[], onProgress: (done: number) => void): Promise<void> {
    onProgress(0)
    for (const [index, path] of paths.entries()) {
      this.update(path)
      // Yields so that signals are handled.
      if (index % filesBetweenLooks === 0) await setImmediate()
      onProgress(index + 1)
    }
  }

  /** Reads and compiles a file without keeping it. */
  compileFile(path: string): CompiledFile {
    const read = readSource(this.#project.root, path)
    if (read.type === 'source') return this.#compile(path, read.source)
    const { source, violation: unread } = read
    return { path, source, diagnostics: this.word(path, source, [unread]), images: [], suppressed: [] }
  }

  /** Compiles a source as if it were a file's content. */
  set(path: string, source: string): void {
    this.#files.set(path, this.#compile(path, source))
  }

  #compile(path: string, source: string): CompiledFile {
    return { path, source, ...compile(source, this.contextOf(path)) }
  }

  fileAt(path: string): CompiledFile | undefined {
    return this.#files.get(path)
  }

  /**
   * The template of a file for trying its recipients' values: also where it was left out, and where nothing
   * but the longest values would be too long.
   */
  trialTemplate(path: string): CompiledTemplate | undefined {
    const file = this.#files.get(path)
    if (file === undefined || file.template !== undefined) return file?.template
    const isBroken = file.diagnostics.some(({ severity, rule }) => severity === 'error' && rule !== 'text-may-overflow')
    if (isBroken) return undefined
    const context = this.contextOf(path)
    return compile(file.source, {
      ...context,
      rules: { ...context.rules, 'text-may-overflow': 'off' },
      template: 'made',
    }).template
  }

  /** A source as if it were a file's content, for drawing; undefined where not even its kind is known. */
  sketch(path: string, source: string): Sketch | undefined {
    return sketch(source, this.contextOf(path))
  }

  /** Looks at images as the next commit has them from now on; what was compiled before stays as it is. */
  takeStaged(staged: (path: string) => StagedFile): void {
    this.#staged = staged
    this.#images = new ImageStore(this.#project.root, staged)
  }

  /** The content of the next commit, if it is looked at in place of the disk. */
  get staged(): ((path: string) => StagedFile) | undefined {
    return this.#staged
  }

  remove(path: string): void {
    this.#files.delete(path)
  }

  /** Forgets what is known of images, so that the next update reads them again. */
  forgetImages(): void {
    this.#images.forget()
  }

  /** The files that refer to any of these images or recipients files, whose paths may be spelled composed or decomposed. */
  dependentsOf(paths: ReadonlySet<string>): string[] {
    const changed = new Set(Array.from(paths, (path) => path.normalize('NFC')))
    return [...this.#files.values()]
      .filter((file) => dependenciesOf(file).some((path) => changed.has(path.normalize('NFC'))))
      .map(({ path }) => path)
  }

  /** Every file with what is wrong with it alone and beside the others, sorted by path. */
  files(): CompiledFile[] {
    return this.filesAt(this.#files.keys())
  }

  /** Returns the files at some paths with all their diagnostics, sorted by path. */
  filesAt(paths: Iterable<string>): CompiledFile[] {
    const pathsById = new Map<string | undefined, string[]>()
    for (const { id, path } of this.#files.values()) {
      pathsById.set(id?.value, [...(pathsById.get(id?.value) ?? []), path].toSorted())
    }
    return [...paths].toSorted().flatMap((path) => {
      const file = this.#files.get(path)
      return file ? [this.#withDuplicate(file, pathsById.get(file.id?.value) ?? [])] : []
    })
  }

  /** Words violations that were found beside compiling; a configuration may have turned some of them off. */
  word(path: string, source: string, violations: readonly Violation[]): readonly Diagnostic[] {
    return wordAll(violations, source, { path, lang: this.#options.lang, rules: this.#settings(path) })
  }

  /** Returns the context for compiling a file. */
  contextOf(path: string): CompileContext {
    const { lang, templates: template = 'made' } = this.#options
    const { limits, plugins, terms, require, values } = this.#project.config
    return {
      path,
      image: this.#images.look,
      lang,
      template,
      readings: limits,
      rules: this.#settings(path),
      sha256: (text) => hash('sha256', text),
      plugins,
      terms,
      require,
      values,
      ...(this.#senders.length > 0 && { senders: this.#senders }),
    }
  }

  /** Returns whether a path is a symbolic link to another message: that one is the message then. */
  #isLinkTo(path: string, other: string): boolean {
    const { root } = this.#project
    try {
      return realpathSync.native(join(root, path)) === join(root, other)
    } catch {
      // Gone since it was read.
      return false
    }
  }

  /** Adds that another file has the id of a file, whose paths are given. */
  #withDuplicate(file: CompiledFile, paths: readonly string[]): CompiledFile {
    const { id, path } = file
    const other = paths.find((each) => each !== path)
    if (id === undefined || other === undefined || this.#isLinkTo(other, path)) return file
    const isLink = this.#isLinkTo(path, other) && { isLink: true as const }
    const duplicate = violation('id-duplicate', id.span, { id: id.value, other, ...isLink })
    // Neither of the two is sent.
    const { template: _, ...rest } = file
    const diagnostics = [...file.diagnostics, ...this.word(path, file.source, [duplicate])].toSorted(compareDiagnostics)
    return { ...rest, diagnostics }
  }
}
