import { openProject as openProjectAt, type Project } from '../project/project.ts'
import type { Host, Step } from './host.ts'
import { koreanDay } from '../text/korean-time.ts'
import { configsBelow } from '../project/config/config.ts'
import { discover, type Selection, selectionOf, shownFrom } from '../project/files/discover.ts'
import { UsageError } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/file-index.ts'
import { Workspace, type WorkspaceOptions } from '../project/workspace.ts'

/** Which project a person names; the one of the working directory when nothing is named. */
export interface ProjectChoice {
  /** Path of the configuration file. */
  readonly config?: string | undefined
  readonly root?: string | undefined
  /** Files, folders and patterns that a command is about: the configuration nearest to them holds. */
  readonly paths?: readonly string[] | undefined
  /** Whether it is opened again by a session that watches it: then no question is asked. */
  readonly isReload?: boolean | undefined
}

export function openProject(
  { config, root, paths, isReload }: ProjectChoice,
  { cwd, lang, takeLanguage, library }: Host,
): Promise<Project> {
  return openProjectAt({ config, root, paths, isReload, cwd, lang, takeLanguage, library })
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
    throw new UsageError({ type: 'no-configuration', below })
  }
  return {
    project,
    selection: selectionOf(paths, { cwd, root: project.root, messages: project.config.messages }),
    workspace: new Workspace(project, { lang, today: koreanDay(Date.now()), ...options }),
  }
}

/** Reads and compiles every message of a session's selection. */
export async function readAll(
  { selection, workspace }: MessageSession,
  step: Step,
  host: Host,
): Promise<readonly CompiledFile[]> {
  const paths = await discover(selection)
  const progress = host.progress(step, paths.length)
  await workspace.updateAll(paths, (done) => progress.update(done))
  progress.end()
  return workspace.files()
}
