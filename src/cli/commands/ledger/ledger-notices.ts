import { refusalOf } from '../../../deploy/target.ts'
import type { Ledger, LedgerStore } from '../../../ledger/ledger.ts'
import type { LedgerNotice } from '../../../ledger/ledger-error.ts'
import type { ResultSums } from '../../../ledger/results.ts'
import { counted, grouped } from '../../../words/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Tells of sends that a crash left, and of folders that cannot be written. */
export function reportOpened({ recovered, notices }: Pick<Ledger, 'recovered' | 'notices'>, terminal: Terminal): void {
  const [were, are] = recovered === 1 ? ['it was', 'it is'] : ['they were', 'they are']
  if (recovered > 0)
    terminal.warn({
      en: `${counted(recovered, 'message')} of an earlier deploy ended without an answer being recorded: it is not known whether ${were} sent, so ${are} unknown now.`,
      ko: `지난 배포에서 응답을 기록하지 못하고 끝난 메시지가 ${grouped(recovered)}건 있습니다. 발송 여부를 알 수 없어 확인 필요 상태로 둡니다.`,
    })
  reportNotices(notices, terminal)
}

export function reportNotices(notices: readonly LedgerNotice[], terminal: Terminal): void {
  for (const { folder, code } of notices)
    terminal.warn({
      en: `${folder} cannot be written (${code}): this machine cannot remember how far the ledger is, and would not notice an older copy of it.`,
      ko: `${folder} 폴더에 쓸 수 없습니다(${code}). 발송 기록이 어디까지 진행되었는지 이 컴퓨터에 남기지 못해, 오래된 사본을 써도 알아차릴 수 없습니다.`,
    })
}

/** Tells of sends that delivery results proved to be accepted although the ledger had them as something else. */
export function reportProven({ settled, behind }: Pick<ResultSums, 'settled' | 'behind'>, terminal: Terminal): void {
  if (settled > 0)
    terminal.warn({
      en: `Delivery results came for ${grouped(settled)} unknown ${settled === 1 ? 'send: the service took it, so it is' : 'sends: the service took them, so they are'} accepted now.`,
      ko: `확인이 필요했던 메시지 ${grouped(settled)}건의 전달 결과가 도착했습니다. 서비스가 받은 것이므로 접수로 바꾸었습니다.`,
    })
  if (behind > 0)
    terminal.warn({
      en: `Delivery results came for ${counted(behind, 'send')} that the ledger held to be unsent or rejected: it is behind what was sent. ${behind === 1 ? 'It is' : 'They are'} accepted now and not sent again. Check whether an older copy of the ledger was put back.`,
      ko: `발송 기록에는 보내지 않았거나 거절된 것으로 되어 있는 메시지 ${grouped(behind)}건의 전달 결과가 도착했습니다. 발송 기록이 실제보다 뒤처져 있습니다. 접수로 바꾸었고 다시 보내지 않습니다. 오래된 발송 기록으로 되돌린 것은 아닌지 확인하세요.`,
    })
}

/** Warns of each ledger that a deploy would refuse, for commands that only read it and go on. */
export async function reportRefusals(stores: readonly LedgerStore[], terminal: Terminal): Promise<void> {
  for (const store of stores) {
    const error = await refusalOf(store)
    if (error === undefined) continue
    const [wrong, toDo] = error.text[terminal.lang]
    terminal.warn(wrong)
    const refused = {
      en: 'No deploy sends from this ledger.',
      ko: '이 발송 기록으로는 배포할 수 없습니다.',
    }
    terminal.tell(`  ${refused[terminal.lang]} ${toDo}`)
  }
}
