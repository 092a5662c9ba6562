import type { Ledger, LedgerNotice } from '../ledger/ledger.ts'
import { deployWords } from './deploy-words.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

/** Says what was found when a ledger was opened: what a crash left, what was repaired, and what cannot be remembered. */
export function reportOpened({ recovered, notices }: Ledger, terminal: Terminal): void {
  if (recovered > 0) warn(deployWords[terminal.lang].recovered(recovered), terminal)
  reportNotices(notices, terminal)
}

export function reportNotices(notices: readonly LedgerNotice[], terminal: Terminal): void {
  const words = deployWords[terminal.lang]
  for (const notice of notices) {
    switch (notice.type) {
      case 'repaired':
        warn(words.repaired, terminal)
        break
      case 'unmarked':
        warn(words.unmarked(notice.folder, notice.code), terminal)
        break
    }
  }
}

function warn(line: string, { colors, err }: Terminal): void {
  err(`${colors.yellow('!')} ${printable(line)}\n`)
}
