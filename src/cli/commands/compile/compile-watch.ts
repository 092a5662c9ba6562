import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CompiledFile } from '../../../project/workspace.ts'
import { type CompileSession, compileAll, idsOf, reportDiagnostics, shown, writeAll } from './compile-session.ts'
import type { ExitCode } from '../../exit-codes.ts'
import type { WatchedWork } from '../../../session/watch.ts'
import { watchOnTerminal } from '../../terminal/watching.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import { cliWords } from '../../terminal/words.ts'

/** Compiles everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndCompile(
  open: WatchedWork<CompileSession>['open'],
  flags: GlobalFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  /** The files as they were last written and reported. */
  const known = new Map<string, CompiledFile>()

  /**
   * Writes and reports what differs from before.
   *
   * @returns whether there may be outputs that no message accounts for any more
   */
  const settle = async (session: CompileSession, paths: ReadonlySet<string>): Promise<boolean> => {
    const { workspace } = session
    const files = workspace.filesAt(paths)
    const changed = files.filter((file) => isNews(file, known.get(file.path)))
    await writeAll(changed, session, terminal)
    const now = new Map(files.map((file) => [file.path, file]))
    const mayBeStale = [...paths].some((path) => leavesOutput(known.get(path), now.get(path)))
    for (const path of paths) known.delete(path)
    for (const file of files) known.set(file.path, file)
    reportDiagnostics(workspace.notableFiles(), session, terminal)
    return mayBeStale
  }

  const removeStale = ({ workspace, output, project }: CompileSession): void => {
    for (const stale of output.stale(idsOf(workspace.files()))) {
      output.remove(stale)
      terminal.err(`${cliWords[terminal.lang].removed(shown(stale.file, project))}\n`)
    }
  }

  const settleAll = async (session: CompileSession): Promise<void> => {
    known.clear()
    await settle(session, new Set(session.workspace.files().map(({ path }) => path)))
    removeStale(session)
  }

  const summarise = ({ workspace }: CompileSession): void => {
    if (terminal.verbosity !== 'quiet') terminal.err(`${cliWords[terminal.lang].watching(workspace.size)}\n`)
  }

  return watchOnTerminal(
    {
      open,
      isOutput: ({ output }, path) => dirname(path) === output.path && output.hasNameOfOutput(basename(path)),
      async start(session) {
        await compileAll(session, terminal)
        await settleAll(session)
        summarise(session)
      },
      async update(session, affected) {
        // Outputs that somebody removed are all written again.
        if (!existsSync(session.output.path)) await settleAll(session)
        else if (await settle(session, withSameIds(session, affected, known))) removeStale(session)
        summarise(session)
      },
    },
    flags,
    terminal,
  )
}

/** Some paths, and those of the files that have, or had, the id of one of them: each is wrong beside the others. */
function withSameIds(
  { workspace }: CompileSession,
  paths: ReadonlySet<string>,
  before: ReadonlyMap<string, CompiledFile>,
): ReadonlySet<string> {
  const ids = [...paths].flatMap((path) =>
    [before.get(path), workspace.fileAt(path)].flatMap((file) => file?.id?.value ?? []),
  )
  return new Set([...paths, ...workspace.pathsOfIds(new Set(ids))])
}

function isNews(file: CompiledFile, before: CompiledFile | undefined): boolean {
  return before?.template !== file.template || !isDeepStrictEqual(before?.diagnostics, file.diagnostics)
}

/** Whether a file that went, or has another id, may have left a template behind. */
function leavesOutput(before: CompiledFile | undefined, now: CompiledFile | undefined): boolean {
  return now === undefined || (now.template !== undefined && now.template.id !== before?.template?.id)
}
