import { hash } from 'node:crypto'
import { join } from 'node:path'
import { compile, type CompileContext, type CompileResult, wordAll } from '../compile.ts'
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import type { RuleSettings } from '../rules/run.ts'
import { type Sketch, sketch } from '../sketch.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'
import { compileInThreads, fromTransferred, minFilesOfThread, minPackedFiles, packed } from './compile-pool.ts'
import { FileIndex } from './file-index.ts'
import { type ImageMemory, ImageStore, type ImageUses } from './images/images.ts'
import type { StagedFile } from './files/git.ts'
import type { TemplateOutput } from './files/template-folder.ts'
import type { Project } from './project.ts'
import { readSource, type RealFolders } from './files/read-file.ts'
import { batchUnpackerFor, CachedFile, packBatch, packResult, unpackerFor } from './cache/packed-result.ts'
import { type CacheKey, type ResultCache, settingsKey } from './cache/result-cache.ts'
import { programDigest } from './config/config-module.ts'
import { ruleSettingsOf } from './files/discover.ts'

/** One message file and what became of it. */
export interface CompiledFile extends Omit<CompileResult, 'template'> {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** As decoded, for showing diagnostics. */
  readonly source: string
  /** Absent when the file has an error, an id that another file has too included, and where it came from a cache. */
  readonly template?: CompiledTemplate
  /** The template as its file, where another thread has made it. */
  readonly output?: TemplateOutput
  /** The template's id, where its file is staged. */
  readonly stagedId?: string
}

export interface WorkspaceOptions {
  readonly lang: Language
  /** YYYY-MM-DD. */
  readonly today: string
  /** Whether the files have their templates; so when absent. */
  readonly templates?: CompileContext['template']
  /** Where results without their templates are cached from run to run. */
  readonly cache?: ResultCache
  /** Begins a folder that the templates of very many files are staged in; they are not kept then. */
  readonly stage?: () => string | undefined
  /** Where facts of images are cached; that of the results when absent. */
  readonly imageMemory?: ImageMemory
}

/** The message files of a project, compiled; knows which depend on what. */
export class Workspace {
  readonly #project: Project
  readonly #options: WorkspaceOptions
  #images: ImageStore
  #staged: ((path: string) => StagedFile) | undefined
  /** Absent where a result may depend on what nobody can compare. */
  readonly #cache: ResultCache | undefined
  /** What custom rules are made of, as a hash. */
  readonly #programs: string
  readonly #settings: (path: string) => RuleSettings
  readonly #senders: readonly string[]
  readonly #files = new FileIndex()
  /** The key of the settings of each file, by what they are. */
  readonly #settingsKeys = new WeakMap<RuleSettings, string>()

  constructor(project: Project, options: WorkspaceOptions) {
    const { root, config, configFile } = project
    this.#project = project
    this.#options = options
    this.#images = new ImageStore(root, options.cache ?? options.imageMemory)
    const programs = config.plugins.length === 0 ? '' : options.cache && configFile && programDigest(configFile)
    this.#programs = programs ?? ''
    this.#cache = programs === undefined ? undefined : options.cache
    this.#settings = ruleSettingsOf(config, root)
    this.#senders = Object.keys(config.senders)
  }

  /** Reads and compiles a file, again if it was compiled before. */
  update(path: string): void {
    this.#files.set(this.compileFile(path))
  }

  /**
   * Reads and compiles many files, in several threads where there are enough of them.
   *
   * @param onProgress is told how many are done
   */
  async updateAll(paths: readonly string[], onProgress: (done: number) => void): Promise<void> {
    const { cache: _, stage: begin, ...options } = this.#options
    const cache = this.#cache
    const unknown = cache === undefined ? paths : paths.filter((path) => !this.#takeUnchanged(path, cache))
    const { root, config } = this.#project
    const pages = { root, lang: options.lang, plugins: config.plugins }
    const unpack = unpackerFor(pages)
    const unpackBatch = batchUnpackerFor(pages)
    const use = cache === undefined ? 'run' : 'cache'
    const packedFor = options.templates === 'left out' && unknown.length > minPackedFiles ? use : 'nothing'
    const isMany = unknown.length > minFilesOfThread
    const stage = isMany ? begin?.() : undefined
    // Nobody holds the sources and diagnostics of very many files: their memory would grow with them.
    const light = (files: readonly CompiledFile[]): readonly CompiledFile[] => {
      if (!isMany) return files
      const cached = files.filter((file) => file instanceof CachedFile)
      const others = files.filter((file) => !(file instanceof CachedFile))
      if (options.templates !== 'left out') return [...cached, ...others.map((file) => packed(file, stage))]
      if (packedFor === 'nothing') return files
      const { packed: batch, rest } = packBatch(others)
      return [...cached, ...unpackBatch(batch), ...rest]
    }
    const folders: RealFolders = new Map()
    let done = paths.length - unknown.length
    onProgress(done)
    await compileInThreads(
      { project: this.#project, options, paths: unknown, packedFor, ...(stage !== undefined && { stage }) },
      (batch) => {
        for (const file of light(batch.map((path) => this.compileFile(path, folders)))) this.#files.set(file)
        onProgress((done += batch.length))
      },
      ({ files, packed: batch, images }) => {
        for (const { path, state, facts } of images) cache?.remember(path, state, facts)
        const unpacked = batch === undefined ? [] : unpackBatch(batch)
        for (const file of unpacked) this.#files.set(file)
        for (const transferred of files) {
          const { path } = transferred
          const file = 'packed' in transferred ? unpack(transferred) : fromTransferred(transferred)
          if (file !== undefined) this.#files.set(file)
          if (cache === undefined) continue
          const result = 'packed' in transferred ? transferred : packResult(transferred, 'cache')
          cache.set(this.#keyOf(path), result, this.#images, join(this.#project.root, path))
        }
        onProgress((done += files.length + unpacked.length))
      },
    )
  }

  /** Takes over what the cache knows of a file that has not changed; its source is read when somebody asks for it. */
  #takeUnchanged(path: string, cache: ResultCache): boolean {
    const { root } = this.#project
    const known = cache.unchanged(this.#keyOf(path), `${root}/${path}`, this.#images)
    if (known !== undefined) this.#files.set(known)
    return known !== undefined
  }

  /** What comes of a file, which is not taken up. */
  compileFile(path: string, folders?: RealFolders): CompiledFile {
    const read = readSource(this.#project.root, path, folders)
    if (read.type === 'source') return this.#compile(path, read.source, join(this.#project.root, path))
    const { source, violation: unread } = read
    return { path, source, diagnostics: this.word(path, source, [unread]), images: [], suppressed: [] }
  }

  /** Compiles a source as if it were a file's content. */
  set(path: string, source: string): void {
    this.#files.set(this.#compile(path, source))
  }

  /** Takes up a file of which nothing is known but its id. */
  know(path: string, id: CompiledFile['id']): void {
    this.#files.set({ path, source: '', images: [], diagnostics: [], suppressed: [], ...(id && { id }) })
  }

  #compile(path: string, source: string, file?: string): CompiledFile {
    const cache = this.#cache
    const known = cache?.get(this.#keyOf(path), { source, ...(file !== undefined && { file }) }, this.#images)
    if (known !== undefined) return known
    const compiled = { path, source, ...compile(source, this.contextOf(path)) }
    cache?.set(this.#keyOf(path), packResult(compiled, 'cache'), this.#images, file)
    return compiled
  }

  #keyOf(path: string): CacheKey {
    const rules = this.#settings(path)
    let settings = this.#settingsKeys.get(rules)
    if (settings === undefined) {
      settings = settingsKey(this.contextOf(path), this.#programs)
      this.#settingsKeys.set(rules, settings)
    }
    const { today, lang } = this.#options
    const { root, config } = this.#project
    return { root, path, settings, today, lang, plugins: config.plugins }
  }

  /** What became of a file alone. */
  fileAt(path: string): CompiledFile | undefined {
    return this.#files.get(path)
  }

  /**
   * The template of a file for trying its recipients' values: also where it came from the cache, and where nothing
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
    this.#images = new ImageStore(this.#project.root, undefined, staged)
  }

  /** What the next commit holds, where that is looked at in place of the disk. */
  get staged(): ((path: string) => StagedFile) | undefined {
    return this.#staged
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

  /** The files that refer to any of these images or recipients files, whose paths may be spelled composed or decomposed. */
  dependentsOf(paths: ReadonlySet<string>): string[] {
    return [...new Set([...paths].flatMap((path) => this.#files.dependentsOf(path)))]
  }

  /** Every file with what is wrong with it alone and beside the others, sorted by path. */
  files(): CompiledFile[] {
    return this.#files.sorted().map((file) => this.#withDuplicates(file))
  }

  /** How many files there are. */
  get size(): number {
    return this.#files.size
  }

  /** As `files`, but only what something is wrong with, alone or beside the others, or that names recipients. */
  notableFiles(): CompiledFile[] {
    return this.filesAt(this.#files.notablePaths())
  }

  /** Which images the files use. */
  imageUses(): ImageUses {
    return this.#files.imageUses()
  }

  /** The files that have any of these ids. */
  pathsOfIds(ids: Iterable<string>): string[] {
    return this.#files.pathsOfIds(ids)
  }

  /** Those of some paths that are files, each with what is wrong with it alone and beside the others, sorted by path. */
  filesAt(paths: Iterable<string>): CompiledFile[] {
    return [...paths]
      .toSorted()
      .flatMap((path) => this.#files.get(path) ?? [])
      .map((file) => this.#withDuplicates(file))
  }

  /** Words violations that were found beside compiling; a configuration may have turned some of them off. */
  word(path: string, source: string, violations: readonly Violation[]): readonly Diagnostic[] {
    return wordAll(violations, source, { path, lang: this.#options.lang, rules: this.#settings(path) })
  }

  /** What compiling a file needs to know beside its text. */
  contextOf(path: string): CompileContext {
    const { lang, today, templates: template = 'made' } = this.#options
    const { limits, plugins, terms, require } = this.#project.config
    return {
      path,
      image: this.#images.look,
      lang,
      today,
      template,
      readings: limits,
      rules: this.#settings(path),
      sha256: (text) => hash('sha256', text),
      plugins,
      terms,
      require,
      ...(this.#senders.length > 0 && { senders: this.#senders }),
    }
  }

  #withDuplicates(file: CompiledFile): CompiledFile {
    const { id, path } = file
    const other = this.#files.otherWithIdOf(file)
    if (id === undefined || other === undefined) return file
    const duplicate = violation('id-duplicate', id.span, { id: id.value, other })
    const { source, kind, title, images, suppressed, recipients } = file
    const diagnostics = [...file.diagnostics, ...this.word(path, source, [duplicate])].toSorted(compareDiagnostics)
    return {
      path,
      source,
      id,
      images,
      diagnostics,
      suppressed,
      ...(kind && { kind }),
      ...(title !== undefined && { title }),
      ...(recipients && { recipients }),
    }
  }
}
