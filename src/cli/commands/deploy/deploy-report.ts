import { type EndedDeploy, endedReport, endLines, ledgerEndLines } from '../../../deploy/ended.ts'
import { suggestedCommand } from '../../../deploy/next-steps.ts'
import { detailsOf, type ReleaseReport } from '../../../deploy/report.ts'
import type { RunEnd } from '../../../deploy/run.ts'
import type { LedgerStore } from '../../../ledger/ledger.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { releaseText } from '../status/status-text.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { EmitJson } from './deploy-events.ts'

export interface Ended extends EndedDeploy {
  readonly store: LedgerStore
}

interface Look {
  readonly terminal: Terminal
  readonly json: EmitJson | undefined
}

/** Says why a deploy ended and the outcome of the release, and returns the exit code that tells it to scripts. */
export async function reportEnd({ store, ...ended }: Ended, { terminal, json }: Look): Promise<ExitCode> {
  const { release, end } = ended
  const report = await endedReport(store, ended)
  if (report === 'unreadable') return exitUnreadable(end, terminal)
  if (report === undefined) throw new Error(`The ledger has no release ${release}.`)
  const exitCode = exitCodeOf(end, report)
  const lines = await endLines(end, report, terminal.lang)
  if (json) {
    const { state, counts, excluded, deliveries, messages } = report
    const { failures } = await detailsOf(report)
    const next = suggestedCommand(report, terminal)
    json({
      event: 'end',
      reason: end.type,
      release,
      target: store.target,
      state,
      counts,
      excluded,
      deliveries,
      messages,
      failures,
      ...(end.type === 'pause' && { pauses: end.reasons, foreignKeys: end.foreignKeys }),
      exitCode,
      ...(next !== undefined && { next }),
    })
  } else terminal.out(await releaseText(report, terminal))
  for (const line of lines) terminal.tell(line)
  return exitCode
}

function exitUnreadable(end: RunEnd, terminal: Terminal): ExitCode {
  if (end.type !== 'ledger') return exitCodes.stopped
  for (const line of ledgerEndLines(end, terminal.lang)) terminal.tell(line)
  return end.unrecorded > 0 ? exitCodes.unknown : exitCodes.stopped
}

/** Precedence: unknown, resumable, rejected. */
function exitCodeOf(end: RunEnd, { counts, state }: ReleaseReport): ExitCode {
  // Other workers report their own in-flight sends.
  const cutOff = state === 'running' ? 0 : counts.inflight
  if (counts.unknown + cutOff > 0) return exitCodes.unknown
  // The reason does not matter where everything was sent.
  const isStopped = end.type !== 'done' && end.type !== 'limit'
  if (isStopped && ((state !== 'done' && state !== 'cancelled') || end.type === 'ledger' || end.type === 'cancelled'))
    return exitCodes.stopped
  // Another worker or `reconcile` returned these sends.
  if (end.type === 'done' && counts.pending + counts.deferred > 0) return exitCodes.stopped
  return counts.rejected > 0 ? exitCodes.rejected : exitCodes.done
}
