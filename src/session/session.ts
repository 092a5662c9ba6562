import { setImmediate } from 'node:timers/promises'
import { openProject as openProjectAt, type Project } from '../project/project.ts'
import type { Host, Step } from './host.ts'
import { configsBelow } from '../project/config/config.ts'
import { discover, type Selection, selectionOf, shownFrom } from '../project/files/discover.ts'
import { UsageError } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import { createWorkspace, type Workspace, type WorkspaceOptions } from '../project/workspace.ts'

/** The project that a person names; the one of the working directory if none is named. */
export interface ProjectChoice {
  /** Path of the configuration file. */
  readonly config?: string | undefined
  readonly root?: string | undefined
  /** Files, folders and patterns that a command is about: the configuration nearest to them holds. */
  readonly paths?: readonly string[] | undefined
  /** Set by watch mode, which opens the project again: then no question is asked. */
  readonly isReload?: boolean | undefined
}

export function openProject(
  { config, root, paths, isReload }: ProjectChoice,
  { cwd, takeLanguage, library }: Host,
): Promise<Project> {
  return openProjectAt({ config, root, paths, isReload, cwd, takeLanguage, library })
}

/**
 * Opens the project that a host is in for what can do without: its language is spoken, no question is asked, and what is wrong
 * with its configuration is said to the person who works with it.
 *
 * @returns undefined for a project that cannot be opened
 */
export async function projectHere(choice: ProjectChoice, host: Host): Promise<Project | undefined> {
  try {
    return await openProject({ ...choice, isReload: true }, host)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return undefined
  }
}

/** A project and the messages of it that a use case is about. */
export interface MessageSession {
  readonly project: Project
  readonly selection: Selection
  readonly workspace: Workspace
}

/**
 * Selects messages of a project. Nothing is read yet.
 *
 * @param paths files, folders and patterns; those of the configuration when there are none
 * @throws UsageError where nothing names any messages
 */
export function selectMessages(
  project: Project,
  paths: readonly string[],
  { cwd, lang }: Host,
  options: Partial<WorkspaceOptions> = {},
): MessageSession {
  if (paths.length === 0 && project.configFile === undefined) {
    const below = configsBelow(cwd).map((file) => shownFrom(cwd, file))
    const named = `${below.slice(0, maxBelow).join(', ')}${below.length > maxBelow ? ', …' : ''}`
    throw new UsageError('no-configuration', {
      en:
        below.length > 0
          ? `There is no configuration here or above. Name one of those below with --config: ${named}`
          : 'There is no friendtalk.config.ts, .js, .mjs or .json here or above. Make a project with friendtalk init, name the messages on the command line ("messages/**/*.md"), or a configuration (--config <file>).',
      ko:
        below.length > 0
          ? `이 폴더와 상위 폴더에 설정이 없습니다. 하위 폴더의 설정 중 하나를 --config로 지정하세요: ${named}`
          : '이 폴더와 상위 폴더에 friendtalk.config.ts, .js, .mjs, .json 파일이 없습니다. friendtalk init으로 프로젝트를 만들거나, 명령줄에 메시지("messages/**/*.md")나 설정(--config <파일>)을 지정하세요.',
    })
  }
  return {
    project,
    selection: selectionOf(paths, { cwd, root: project.root, messages: project.config.messages }),
    workspace: createWorkspace(project, { lang, ...options }),
  }
}

const filesBetweenLooks = 20

/** Reads and compiles every message of a session's selection. */
export async function readAll(
  { selection, workspace }: MessageSession,
  step: Step,
  host: Host,
): Promise<readonly CompiledFile[]> {
  const paths = await discover(selection)
  const progress = host.progress(step, paths.length)
  progress.update(0)
  for (const [index, path] of paths.entries()) {
    workspace.update(path)
    // Yields so that signals are handled.
    if (index % filesBetweenLooks === 0) await setImmediate()
    progress.update(index + 1)
  }
  progress.end()
  return workspace.files()
}

/** The most configurations that are named. */
const maxBelow = 5
