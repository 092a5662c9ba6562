import { isDeepStrictEqual } from 'node:util'
import type { CompiledFile } from '../../project/workspace.ts'
import { type CompileSession, compileAll, idsOf, reportFindings, shown, writeAll } from '../compile-session.ts'
import type { ExitCode } from '../exit-codes.ts'
import { watchMessages } from '../message-watch.ts'
import type { Terminal } from '../terminal.ts'
import { cliWords } from '../words.ts'

/** Compiles everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndCompile(open: () => Promise<CompileSession>, terminal: Terminal): Promise<ExitCode> {
  const words = cliWords[terminal.lang]
  /** The files as they were last written and reported. */
  let known: ReadonlyMap<string, CompiledFile> = new Map()

  /** Writes and reports what differs from before, and removes what no message accounts for any more. */
  const settle = async (session: CompileSession, files: readonly CompiledFile[]): Promise<void> => {
    const changed = files.filter((file) => {
      const before = known.get(file.path)
      return before?.template !== file.template || !isDeepStrictEqual(before?.diagnostics, file.diagnostics)
    })
    await writeAll(changed, session, terminal)
    known = new Map(files.map((file) => [file.path, file]))
    reportFindings(changed, session, terminal)
    const { output, project } = session
    for (const stale of output.stale(idsOf(files))) {
      output.remove(stale)
      terminal.err(`${words.removed(shown(stale.file, project))}\n`)
    }
  }

  return watchMessages(
    {
      open,
      ignored: ({ output }) => [output.folder],
      async start(session) {
        known = new Map()
        const files = await compileAll(session, terminal)
        await settle(session, files)
        if (terminal.verbosity !== 'quiet') terminal.err(`${words.watching(files.length)}\n`)
      },
      update: (session) => settle(session, session.workspace.files()),
    },
    terminal,
  )
}
