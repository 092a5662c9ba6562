import type { CompiledFile } from '../../project/workspace.ts'
import type { ExitCode } from '../exit-codes.ts'
import { forPeople, report } from '../lint-report.ts'
import { type LintFlags, type LintSession, outcomeOf, readSelected } from '../lint-session.ts'
import { type WatchedWork, watchMessages } from '../message-watch.ts'
import type { Terminal } from '../terminal.ts'
import { cliWords } from '../words.ts'

/** Lints everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndLint(
  open: WatchedWork<LintSession>['open'],
  flags: LintFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const words = cliWords[terminal.lang]
  const reportAll = async (session: LintSession, files: readonly CompiledFile[]): Promise<void> => {
    await report(await outcomeOf(session, files, terminal), flags, terminal)
  }
  const summarise = (files: number): void => {
    if (terminal.verbosity !== 'quiet') terminal.err(`${words.watching(files)}\n`)
  }
  return watchMessages(
    {
      open,
      isOutput: () => false,
      async start(session) {
        const files = await readSelected(session, terminal)
        await reportAll(session, files)
        summarise(files.length)
      },
      async update(session, affected) {
        const isText = (flags.format ?? []).every(({ format }) => format === 'text')
        // A screen that was emptied shows what stands, not only what changed.
        if (!isText || terminal.clear !== undefined) {
          const files = session.workspace.files()
          await reportAll(session, files)
          if (terminal.clear !== undefined) summarise(files.length)
          return
        }
        const changed = session.workspace.filesAt(affected)
        const outcome = await outcomeOf({ ...session, isWhole: false }, changed, terminal)
        terminal.out(forPeople(outcome, flags, terminal))
      },
    },
    flags,
    terminal,
  )
}
