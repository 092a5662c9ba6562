import { times } from '../contract/limits.ts'
import { discover, type Selection, selectionOf } from '../project/discover.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import { type CompiledFile, Workspace, type WorkspaceOptions } from '../project/workspace.ts'
import { openProjectOf } from './open-project.ts'
import { Progress } from './progress.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'

/** A project and what of it a command works on. */
export interface MessageSession {
  readonly project: Project
  readonly selection: Selection
  readonly workspace: Workspace
}

/** Opens the project and the selection that a command line names. */
export async function openMessages(
  args: readonly string[],
  flags: GlobalFlags,
  terminal: Terminal,
  optionsFor: (project: Project) => Partial<WorkspaceOptions> = () => ({}),
): Promise<MessageSession> {
  const project = await openProjectOf(flags, terminal)
  return messagesIn(project, args, terminal, optionsFor(project))
}

/**
 * What of a project, which is open, a command works on.
 *
 * @throws UsageError where nothing names any messages
 */
export function messagesIn(
  project: Project,
  args: readonly string[],
  { cwd, lang }: Terminal,
  options: Partial<WorkspaceOptions> = {},
): MessageSession {
  if (args.length === 0 && project.configFile === undefined) throw new UsageError({ type: 'no-configuration' })
  return {
    project,
    selection: selectionOf(args, { cwd, root: project.root, messages: project.config.messages }),
    workspace: new Workspace(project, { lang, today: todayInKorea(Date.now()), ...options }),
  }
}

/** Reads and compiles every message of a session's selection. */
export async function readAll(
  { selection, workspace }: MessageSession,
  label: string,
  terminal: Terminal,
): Promise<readonly CompiledFile[]> {
  const paths = await discover(selection)
  const progress = new Progress(terminal, label, paths.length)
  await workspace.updateAll(paths, (done) => progress.update(done))
  progress.end()
  return workspace.files()
}

/** The day in Korea as YYYY-MM-DD, whatever the machine's zone. */
function todayInKorea(nowMs: number): string {
  return new Date(nowMs + times.utcOffsetHours * 3_600_000).toISOString().slice(0, 10)
}
