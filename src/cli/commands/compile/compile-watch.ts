import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CompiledFile } from '../../../project/compiled-file.ts'
import { readAll } from '../../../session/session.ts'
import { type CompileSession, idsOf, reportErrors, shown, writeAll } from './compile-session.ts'
import type { ExitCode } from '../../exit-codes.ts'
import type { WatchedWork } from '../../../session/watch.ts'
import { watchOnTerminal } from '../../terminal/watching.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'
import { watching } from '../../terminal/words.ts'

/** Compiles everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndCompile(
  open: WatchedWork<CompileSession>['open'],
  flags: GlobalFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  /** The files as they were last written. */
  let last: ReadonlyMap<string, CompiledFile> = new Map()

  /** Writes what differs from before, reports what stands, and removes outputs that no message accounts for any more. */
  const settle = async (session: CompileSession): Promise<void> => {
    const { workspace, output, project } = session
    const files = workspace.files()
    await writeAll(
      files.filter((file) => isNews(file, last.get(file.path))),
      session,
      terminal,
    )
    last = new Map(files.map((file) => [file.path, file]))
    reportErrors(files, session, terminal)
    for (const stale of output.stale(idsOf(files))) {
      output.remove(stale)
      const file = shown(stale.file, project)
      terminal.tell({
        en: `Removed ${file}: its message is gone.`,
        ko: `${file} 파일을 지웠습니다. 메시지가 없어졌습니다.`,
      })
    }
    terminal.note(watching(workspace.size))
  }

  return watchOnTerminal(
    {
      open,
      isOutput: ({ output }, path) => dirname(path) === output.path && output.hasNameOfOutput(basename(path)),
      async start(session) {
        await readAll(session, 'compiling', terminal)
        last = new Map()
        await settle(session)
      },
      async update(session) {
        // Outputs that were removed are all written again.
        if (!existsSync(session.output.path)) last = new Map()
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
