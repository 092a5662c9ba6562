import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CompiledFile } from '../../../project/compiled-file.ts'
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
  /** The files as they were last written. */
  let known: ReadonlyMap<string, CompiledFile> = new Map()

  /** Writes what differs from before, reports what stands, and removes outputs that no message accounts for any more. */
  const settle = async (session: CompileSession): Promise<void> => {
    const { workspace, output, project } = session
    const files = workspace.files()
    await writeAll(
      files.filter((file) => isNews(file, known.get(file.path))),
      session,
      terminal,
    )
    known = new Map(files.map((file) => [file.path, file]))
    reportDiagnostics(files, session, terminal)
    for (const stale of output.stale(idsOf(files))) {
      output.remove(stale)
      terminal.err(`${cliWords[terminal.lang].removed(shown(stale.file, project))}\n`)
    }
    if (terminal.verbosity !== 'quiet') terminal.err(`${cliWords[terminal.lang].watching(workspace.size)}\n`)
  }

  return watchOnTerminal(
    {
      open,
      isOutput: ({ output }, path) => dirname(path) === output.path && output.hasNameOfOutput(basename(path)),
      async start(session) {
        await compileAll(session, terminal)
        known = new Map()
        await settle(session)
      },
      async update(session) {
        // Outputs that were removed are all written again.
        if (!existsSync(session.output.path)) known = new Map()
        await settle(session)
      },
    },
    flags,
    terminal,
  )
}

function isNews(file: CompiledFile, before: CompiledFile | undefined): boolean {
  return before?.template !== file.template || !isDeepStrictEqual(before?.diagnostics, file.diagnostics)
}
