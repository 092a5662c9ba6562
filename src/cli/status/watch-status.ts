import { setTimeout as delay } from 'node:timers/promises'
import { isOver, type ReleaseReport } from '../../deploy/report.ts'
import { type ExitCode, exitCodes } from '../program/exit-codes.ts'
import { printable } from '../../words/printable.ts'
import { onSignals } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { countsText, statusText, total } from './status-text.ts'
import { statusWords } from './status-words.ts'

const redrawEveryMs = 1_000
const lineEveryMs = 3_000

/**
 * Shows releases until nothing of them is left to send, or somebody presses Ctrl-C: on a terminal all of it drawn again,
 * elsewhere a line for each release every few seconds and all of it at the end.
 *
 * @param read reads them from their ledgers
 */
export async function watchStatus(
  read: () => Promise<readonly ReleaseReport[]>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { clear, out, err, lang, verbosity, flushed } = terminal
  const words = statusWords[lang]
  const signals = onSignals(() => exitCodes.done)
  const { stop } = signals
  try {
    while (!stop.aborted) {
      const reports = await read()
      const hasEnded = reports.every(isOver)
      if (clear) {
        const text = await statusText(reports, terminal)
        clear()
        out(text)
        if (!hasEnded && verbosity !== 'quiet') err(`\n${words.watching}\n`)
      } else if (hasEnded) out(await statusText(reports, terminal))
      else out(reports.map((report) => `${lineOf(report, terminal)}\n`).join(''))
      await flushed()
      if (hasEnded) break
      // Whoever stops is not kept waiting.
      await delay(clear ? redrawEveryMs : lineEveryMs, undefined, { signal: stop }).catch(() => {})
    }
    return exitCodes.done
  } finally {
    signals.end()
  }
}

function lineOf({ release, store, state, counts }: ReleaseReport, { lang }: Terminal): string {
  const words = statusWords[lang]
  const sums = `${words.sends(total(counts))}: ${countsText(counts, words)}`
  return `${printable(release)}  ${printable(store.target)}  ${words.releaseStates[state]}  ${sums}`
}
