import { refusalOf } from '../../../deploy/target.ts'
import type { Ledger, LedgerStore } from '../../../ledger/ledger.ts'
import type { LedgerNotice } from '../../../ledger/ledger-error.ts'
import type { RecordedResults } from '../../../ledger/results.ts'
import { deployWords } from '../deploy/deploy-words.ts'
import { grouped, printable } from '../../../words/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { Language } from '../../../words/language.ts'

/** Says what was found when a ledger was opened: what a crash left, and what cannot be remembered. */
export function reportOpened({ recovered, notices }: Pick<Ledger, 'recovered' | 'notices'>, terminal: Terminal): void {
  if (recovered > 0) warn(deployWords[terminal.lang].recovered(recovered), terminal)
  reportNotices(notices, terminal)
}

export function reportNotices(notices: readonly LedgerNotice[], terminal: Terminal): void {
  for (const { folder, code } of notices) warn(deployWords[terminal.lang].unmarked(folder, code), terminal)
}

/** Says what delivery results proved of sends that the ledger held to be something else. */
export function reportProven({ unknown, behind }: RecordedResults['proven'], terminal: Terminal): void {
  const words = deployWords[terminal.lang]
  if (unknown > 0) warn(words.settledByResults(unknown), terminal)
  if (behind > 0) warn(words.provenByResults(behind), terminal)
}

/** Warns of each ledger that a deploy would refuse, for commands that only read it and go on. */
export async function reportRefusals(stores: readonly LedgerStore[], terminal: Terminal): Promise<void> {
  for (const store of stores) {
    const error = await refusalOf(store)
    if (error === undefined) continue
    const [wrong, toDo] = error.text[terminal.lang]
    warn(wrong, terminal)
    terminal.err(`  ${ledgerWords[terminal.lang].refused} ${printable(toDo)}\n`)
  }
}

function warn(line: string, { colors, err }: Terminal): void {
  err(`${colors.yellow('!')} ${printable(line)}\n`)
}

const en = {
  sound: (path: string) => `${path} is whole, and no older than what this machine knows.`,
  refused: 'No deploy sends from this ledger.',
  backedUp: (file: string) => `Backed up to ${file}.`,
  backupIsRefused:
    'What is sent from now on is not in it, so nothing is sent from the backup before friendtalk ledger recover.',
  moved: ({ to, sends }: { readonly to: string; readonly sends: number }) =>
    `Moved to ${to}: ${grouped(sends)} sends. Nothing is sent from the old ledger any more.`,
  configureMoved: (setting: string) => `Have the configuration say: ledger: ${setting}`,
  nothingToRecover: 'Nothing is wrong with the ledger, so nothing was changed.',
  recovered: (sends: number) =>
    sends === 0
      ? 'The ledger is accepted. Nothing was left to send in it.'
      : `The ledger is accepted. ${grouped(sends)} sends may have been sent, so they are unknown now: reconcile settles them.`,
  recoveredComplete: 'The ledger is accepted as complete: what was left to send stays so.',
  begunSince:
    'Begin no release again that was begun after the backup: this machine does not know them, and everybody would receive them again.',
  next: (command: string) => `Next: ${command}`,
}

const ko: typeof en = {
  sound: (path) => `발송 기록 ${path}은(는) 온전하며, 이 컴퓨터가 아는 것보다 오래되지 않았습니다.`,
  refused: '이 발송 기록으로는 배포할 수 없습니다.',
  backedUp: (file) => `${file}에 백업했습니다.`,
  backupIsRefused:
    '지금부터 발송하는 메시지는 백업에 없으므로, friendtalk ledger recover를 실행하기 전에는 이 백업으로 발송하지 않습니다.',
  moved: ({ to, sends }) =>
    `${to}(으)로 옮겼습니다. 발송 기록은 ${grouped(sends)}건입니다. 이전 발송 기록으로는 더 이상 발송하지 않습니다.`,
  configureMoved: (setting) => `설정을 이렇게 바꾸세요. ledger: ${setting}`,
  nothingToRecover: '발송 기록에 문제가 없어 아무것도 바꾸지 않았습니다.',
  recovered: (sends) =>
    sends === 0
      ? '발송 기록을 받아들였습니다. 보낼 것이 남아 있지 않습니다.'
      : `발송 기록을 받아들였습니다. 이미 발송했을 수 있는 ${grouped(sends)}건은 확인 필요 상태가 되었습니다. reconcile로 정리하세요.`,
  recoveredComplete: '잃은 기록이 없는 발송 기록으로 받아들였습니다. 남은 메시지는 그대로 보낼 수 있습니다.',
  begunSince:
    '백업한 뒤에 시작한 릴리스는 다시 시작하지 마세요. 이 컴퓨터는 그런 릴리스를 알지 못해 모든 수신자에게 다시 발송합니다.',
  next: (command) => `다음 명령: ${command}`,
}

export const ledgerWords: { readonly [L in Language]: typeof en } = { en, ko }
