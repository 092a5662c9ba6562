import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultConfig, findConfig } from '../project/config/config.ts'
import { importedFiles } from '../project/config/config-module.ts'
import { matcher, selectionOf, toPosix } from '../project/files/discover.ts'
import { isWithin } from '../project/files/paths.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import { createWorkspace, type Workspace } from '../project/workspace.ts'
import type { Host } from '../session/host.ts'
import { openProject, type ProjectChoice } from '../session/session.ts'
import type { Language } from '../words/language.ts'

/** A project that documents are open of. It changes with its configuration, for all who hold it. */
export interface OpenProject {
  readonly project: Project
  readonly root: string
  /** Absolute path. */
  readonly configFile: string | undefined
  /** The language of the configuration, unless the command line asks for another. */
  readonly lang: Language
  readonly workspace: Workspace
  readonly configFiles: ReadonlySet<string>
  /** True if the configuration names a file as a message. */
  readonly isListed: (path: string) => boolean
}

function opened(project: Project, host: Host): OpenProject {
  const { root, config, configFile } = project
  const { messages } = config
  const lang = host.takeLanguage?.(config.lang) ?? host.lang
  return {
    project,
    root,
    configFile,
    lang,
    workspace: createWorkspace(project, { lang, templates: 'left out' }),
    configFiles: new Set(configFile === undefined ? [] : [configFile, ...importedFiles(configFile)]),
    isListed: messages.length === 0 ? () => false : matcher(selectionOf([], { cwd: root, root, messages })),
  }
}

export interface ProjectsOptions {
  readonly host: () => Host
  readonly choice: ProjectChoice
  /** Absolute paths, without symbolic links. */
  readonly folders: () => readonly string[]
  /** True if programs of those folders may be run. */
  readonly isTrusted: () => boolean
  /** Is told of every configuration that was opened or could not be. */
  readonly onOpened: (configFile: string, wrong: UsageError | undefined) => void
}

/** The projects of the open documents: each configuration is opened once. */
export class Projects {
  readonly #options: ProjectsOptions
  readonly #opened = new Map<string, Promise<OpenProject>>()

  constructor(options: ProjectsOptions) {
    this.#options = options
  }

  /** The project of a file, which need not exist: that of the nearest configuration upwards, or of its workspace folder. */
  of(file: string): Promise<OpenProject> {
    const { choice, host } = this.#options
    const configFile = choice.config === undefined ? this.#configOf(file) : join(host().cwd, choice.config)
    const root = this.#folderOf(file) ?? dirname(file)
    const key = configFile ?? root
    const known = this.#opened.get(key)
    if (known !== undefined) return known
    const opening = this.#open(configFile, root)
    this.#opened.set(key, opening)
    return opening
  }

  /** Opens the configuration of a project anew; one that is broken now changes nothing. */
  async again(project: OpenProject): Promise<void> {
    const { configFile } = project
    if (configFile === undefined) return
    if (!existsSync(configFile)) {
      // A complaint about it is taken back.
      this.#options.onOpened(configFile, undefined)
      return
    }
    const reloaded = await this.#load(configFile, { isReload: true })
    if (reloaded !== undefined) Object.assign(project, opened(reloaded, this.#options.host()))
  }

  async keep(used: ReadonlySet<OpenProject>): Promise<void> {
    for (const [key, opening] of this.#opened) {
      if (!used.has(await opening) && this.#opened.get(key) === opening) this.#opened.delete(key)
    }
  }

  /** The nearest configuration; where no program may be run, the one beside it that is only read. */
  #configOf(file: string): string | undefined {
    const found = findConfig(dirname(file))
    if (found === undefined || this.#options.isTrusted()) return found
    const readOnly = join(dirname(found), 'friendtalk.config.json')
    return existsSync(readOnly) ? readOnly : found
  }

  #folderOf(file: string): string | undefined {
    return this.#options
      .folders()
      .filter((folder) => isWithin(file, folder))
      .toSorted((a, b) => b.length - a.length)[0]
  }

  async #open(configFile: string | undefined, root: string): Promise<OpenProject> {
    const host = this.#options.host()
    if (configFile === undefined) return opened({ root, config: defaultConfig }, host)
    const project = await this.#load(configFile, {})
    // One that is broken is watched until it is repaired; until then the defaults hold.
    const broken = { root: realFolder(dirname(configFile)), configFile, config: defaultConfig }
    return opened(project ?? broken, host)
  }

  /** @returns undefined for a configuration that cannot be used; the reason was told */
  async #load(configFile: string, how: { readonly isReload?: boolean }): Promise<Project | undefined> {
    const { choice, isTrusted, onOpened } = this.#options
    const { config, root } = choice
    const host = this.#options.host()
    try {
      // A program is run that stands in a folder which the user opened; elsewhere none is.
      if (config === undefined && !configFile.endsWith('.json') && !isTrusted())
        throw new UsageError('not-trusted', {
          en: `${basename(configFile)}: is a program and was not run, because this folder is not trusted. The default settings hold; trust the folder, or write a friendtalk.config.json, which is only read.`,
          ko: `${basename(configFile)}: 신뢰하지 않는 폴더에 있는 프로그램이므로 실행하지 않았습니다. 기본 설정을 적용합니다. 폴더를 신뢰하거나, 읽기만 하는 friendtalk.config.json 파일로 설정하세요.`,
        })
      const cwd = root === undefined ? dirname(configFile) : host.cwd
      const project = await openProject({ config: configFile, root, ...how }, { ...host, cwd })
      onOpened(configFile, undefined)
      return project
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      onOpened(configFile, error)
      return undefined
    }
  }
}

/** A path with the symbolic links of its folder resolved; as it is where the folder is not there. */
export function realPath(file: string): string {
  const folder = dirname(file)
  return join(realFolder(folder), basename(file))
}

function realFolder(folder: string): string {
  try {
    return existsSync(folder) ? realpathSync.native(folder) : folder
  } catch {
    // It may not be entered.
    return folder
  }
}

/** A file's path relative to a root, with `/`; undefined for one outside. */
export function pathInside(root: string, file: string): string | undefined {
  const path = toPosix(relative(root, file))
  return path === '' || path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path
}

/** Returns the path of a file that an address names; undefined for any other. */
export function fileOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** Returns the folder that an address names, without symbolic links. */
export function folderOf(uri: string): string | undefined {
  const folder = fileOf(uri)
  return folder === undefined ? undefined : realFolder(folder)
}
