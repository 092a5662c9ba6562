import type { ExitCode } from '../../exit-codes.ts'
import { type ReportFlags, report } from './lint-report.ts'
import { outcomeOf, readSelected } from '../../../session/lint.ts'
import type { LintSession } from '../../../session/lint-session.ts'
import type { WatchedWork } from '../../../session/watch.ts'
import { watchOnTerminal } from '../../terminal/watching.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { watching } from '../../terminal/words.ts'

/** Lints everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndLint(
  open: WatchedWork<LintSession>['open'],
  flags: ReportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  /** Reports what stands: always all of it. */
  const reportAll = async (session: LintSession): Promise<void> => {
    const { root, config } = session.project
    const files = session.workspace.files()
    const outcome = await outcomeOf(session, files, terminal)
    await report({ root, outcome, plugins: config.plugins }, flags, terminal)
    terminal.note(watching(files.length))
  }
  return watchOnTerminal(
    {
      open,
      isOutput: () => false,
      async start(session) {
        await readSelected(session, terminal)
        await reportAll(session)
      },
      update: reportAll,
    },
    flags,
    terminal,
  )
}
