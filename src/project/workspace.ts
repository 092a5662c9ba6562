import { hash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { compile, type CompileContext, wordAll } from '../compile.ts'
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import type { RuleSettings } from '../rules/run.ts'
import { type Sketch, sketch } from '../sketch.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'
import { type CompiledFile, dependenciesOf } from './compiled-file.ts'
import { createImageStore } from './images/images.ts'
import type { StagedFile } from './files/git.ts'
import type { Project } from './project.ts'
import { readSource } from './files/read-file.ts'
import { ruleSettingsOf } from './files/discover.ts'

export interface WorkspaceOptions {
  readonly lang: Language
  /** Templates are made when absent. */
  readonly templates?: CompileContext['template']
}

export type Workspace = ReturnType<typeof createWorkspace>

/** Creates the store of a project's message files, compiled. It knows which depend on what. */
export function createWorkspace(project: Project, { lang, templates: template = 'made' }: WorkspaceOptions) {
  const { root, config } = project
  const { limits: readings, plugins, terms, require, values } = config
  const settingsOf = ruleSettingsOf(config, root)
  const senders = Object.keys(config.senders)
  const files = new Map<string, CompiledFile>()
  let staged: ((path: string) => StagedFile) | undefined
  let images = createImageStore(root)

  /** Returns the context for compiling a file. */
  const contextOf = (path: string): CompileContext => ({
    path,
    image: images.look,
    lang,
    template,
    readings,
    rules: settingsOf(path),
    sha256: (text) => hash('sha256', text),
    plugins,
    terms,
    require,
    values,
    ...(senders.length > 0 && { senders }),
  })
  /** Words violations that were found beside compiling; a configuration may have turned some of them off. */
  const word = (path: string, source: string, violations: readonly Violation[]): readonly Diagnostic[] =>
    wordAll(violations, source, { path, lang, rules: settingsOf(path) })

  /** Compiles a source as if it were a file's content. */
  const set = (path: string, source: string): void => {
    files.set(path, { path, source, ...compile(source, contextOf(path)) })
  }

  /** Returns whether a path is a symbolic link to another message: that one is the message then. */
  const isLinkTo = (path: string, other: string): boolean => {
    try {
      return realpathSync.native(join(root, path)) === join(root, other)
    } catch {
      // Gone since it was read.
      return false
    }
  }

  /** Adds that another file has the id of a file, whose paths are given. */
  const withDuplicate = (file: CompiledFile, paths: readonly string[]): CompiledFile => {
    const { id, path } = file
    const other = paths.find((each) => each !== path)
    if (id === undefined || other === undefined || isLinkTo(other, path)) return file
    const isLink = isLinkTo(path, other) && { isLink: true as const }
    const duplicate = violation('id-duplicate', id.span, { id: id.value, other, ...isLink })
    // Neither of the two is sent.
    const { template: _, ...rest } = file
    const diagnostics = [...file.diagnostics, ...word(path, file.source, [duplicate])].toSorted(compareDiagnostics)
    return { ...rest, diagnostics }
  }

  /** Returns the files at some paths with what is wrong with them alone and beside the others, sorted by path. */
  const filesAt = (paths: Iterable<string>): CompiledFile[] => {
    const pathsById = new Map<string | undefined, string[]>()
    for (const { id, path } of files.values()) {
      pathsById.set(id?.value, [...(pathsById.get(id?.value) ?? []), path].toSorted())
    }
    return [...paths].toSorted().flatMap((path) => {
      const file = files.get(path)
      return file ? [withDuplicate(file, pathsById.get(file.id?.value) ?? [])] : []
    })
  }

  return {
    contextOf,
    word,
    set,
    filesAt,
    files: (): CompiledFile[] => filesAt(files.keys()),
    fileAt: (path: string): CompiledFile | undefined => files.get(path),
    remove: (path: string): boolean => files.delete(path),

    /** Reads and compiles a file, again if it was compiled before. */
    update(path: string): void {
      const read = readSource(root, path)
      if (read.type === 'source') return set(path, read.source)
      const { source, violation: unread } = read
      files.set(path, { path, source, diagnostics: word(path, source, [unread]), images: [], suppressed: [] })
    },

    /**
     * Returns the template of a file for trying its recipients' values: also where it was left out, and where nothing
     * but the longest values would be too long.
     */
    trialTemplate(path: string): CompiledTemplate | undefined {
      const file = files.get(path)
      if (file === undefined || file.template !== undefined) return file?.template
      const { source, diagnostics } = file
      if (diagnostics.some(({ severity, rule }) => severity === 'error' && rule !== 'text-may-overflow'))
        return undefined
      const rules: RuleSettings = { ...settingsOf(path), 'text-may-overflow': 'off' }
      return compile(source, { ...contextOf(path), rules, template: 'made' }).template
    },

    /** Sketches a source as if it were a file's content, for drawing; undefined where not even its kind is known. */
    sketch: (path: string, source: string): Sketch | undefined => sketch(source, contextOf(path)),

    /** Looks at images as the next commit has them from now on; what was compiled before stays as it is. */
    takeStaged(content: (path: string) => StagedFile): void {
      staged = content
      images = createImageStore(root, content)
    },

    /** Returns what the next commit holds at a path, if it is looked at in place of the disk. */
    stagedAt: (path: string): StagedFile | undefined => staged?.(path),

    /** Forgets what is known of images, so that the next update reads them again. */
    forgetImages: (): void => images.forget(),

    /** Returns the files that refer to any of these images or recipients files, whose paths may be spelled composed or decomposed. */
    dependentsOf(paths: ReadonlySet<string>): string[] {
      const changed = new Set(Array.from(paths, (path) => path.normalize('NFC')))
      return [...files.values()]
        .filter((file) => dependenciesOf(file).some((path) => changed.has(path.normalize('NFC'))))
        .map(({ path }) => path)
    },
  }
}
