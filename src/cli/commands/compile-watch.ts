import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CompiledFile } from '../../project/workspace.ts'
import { type CompileSession, compileAll, idsOf, reportFindings, shown, writeAll } from '../compile-session.ts'
import type { ExitCode } from '../exit-codes.ts'
import { type WatchedWork, watchMessages } from '../message-watch.ts'
import type { GlobalFlags, Terminal } from '../terminal.ts'
import { cliWords } from '../words.ts'

/** Templates, and what they are before they get their name. */
const outputName = /\.json(?:\.\d+)?$/

/** Compiles everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndCompile(
  open: WatchedWork<CompileSession>['open'],
  flags: GlobalFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const words = cliWords[terminal.lang]
  /** The files as they were last written and reported. */
  let known: ReadonlyMap<string, CompiledFile> = new Map()

  /** Writes and reports what differs from before, and removes what no message accounts for any more. */
  const settle = async (session: CompileSession, files: readonly CompiledFile[]): Promise<void> => {
    // Outputs that somebody removed are all written again.
    if (!existsSync(session.output.folder)) known = new Map()
    const changed = files.filter((file) => {
      const before = known.get(file.path)
      return before?.template !== file.template || !isDeepStrictEqual(before?.diagnostics, file.diagnostics)
    })
    await writeAll(changed, session, terminal)
    known = new Map(files.map((file) => [file.path, file]))
    // A screen that was emptied shows what stands; elsewhere what stood before is not said again.
    reportFindings(terminal.clear === undefined ? changed : files, session, terminal)
    const { output, project } = session
    for (const stale of output.stale(idsOf(files))) {
      output.remove(stale)
      terminal.err(`${words.removed(shown(stale.file, project))}\n`)
    }
  }

  const summarise = (files: readonly CompiledFile[]): void => {
    if (terminal.verbosity === 'quiet') return
    const broken = files.filter(({ template }) => template === undefined).length
    const standing = words.standing({ messages: files.length, broken })
    terminal.err(terminal.clear === undefined ? `${words.watching(files.length)}\n` : `\n${standing}\n`)
  }

  return watchMessages(
    {
      open,
      isOutput: ({ output }, path) => dirname(path) === output.folder && outputName.test(basename(path)),
      async start(session) {
        known = new Map()
        const files = await compileAll(session, terminal)
        await settle(session, files)
        summarise(files)
      },
      async update(session) {
        const files = session.workspace.files()
        await settle(session, files)
        if (terminal.clear !== undefined) summarise(files)
      },
    },
    flags,
    terminal,
  )
}
