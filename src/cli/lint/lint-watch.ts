import { ImageListing } from '../../project/images/images.ts'
import type { ExitCode } from '../program/exit-codes.ts'
import { forPeople, report } from './lint-report.ts'
import { DiagnosticCounts } from '../reporters/report.ts'
import { outcomeOf, readSelected } from '../../session/lint.ts'
import type { LintSession } from '../../session/lint-session.ts'
import type { WatchedWork } from '../../session/watch.ts'
import { watchOnTerminal } from '../terminal/watching.ts'
import type { LintFlags } from './lint.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { cliWords } from '../terminal/words.ts'

/** Lints everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
export function watchAndLint(
  open: WatchedWork<LintSession>['open'],
  flags: LintFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { imagesIn } = new ImageListing()
  const isText = (flags.format ?? []).every(({ format }) => format === 'text')
  /** Reports what stands. */
  const reportAll = async (session: LintSession): Promise<void> => {
    const { workspace, project } = session
    // Machines are told of every file, and the baseline of every file that has nothing left to accept.
    const isForAll = !isText || session.baseline !== undefined
    const files = isForAll ? workspace.files() : workspace.notableFiles()
    const outcome = await outcomeOf({ ...session, imagesIn }, files, terminal)
    const { plugins } = project.config
    await report({ outcome: { ...outcome, lookedAt: workspace.size }, plugins }, flags, terminal)
  }
  const summarise = (files: number): void => {
    if (terminal.verbosity !== 'quiet') terminal.err(`${cliWords[terminal.lang].watching(files)}\n`)
  }
  return watchOnTerminal(
    {
      open,
      isOutput: () => false,
      async start(session) {
        const files = await readSelected(session, terminal)
        const { plugins } = session.project.config
        await report({ outcome: await outcomeOf(session, files, terminal), plugins }, flags, terminal)
        summarise(files.length)
      },
      async update(session, affected) {
        // A screen that was emptied shows what stands, not only what changed.
        if (!isText || terminal.clear !== undefined) {
          await reportAll(session)
          if (terminal.clear !== undefined) summarise(session.workspace.size)
          return
        }
        const changed = session.workspace.filesAt(affected)
        const outcome = await outcomeOf({ ...session, isWhole: false }, changed, terminal)
        for (const piece of forPeople(outcome, flags, { terminal, counts: new DiagnosticCounts() })) terminal.out(piece)
      },
    },
    flags,
    terminal,
  )
}
