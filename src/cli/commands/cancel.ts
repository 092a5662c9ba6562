import { flagMissing } from '../../project/usage-error.ts'
import { command, option } from '../command.ts'
import { ledgersOf } from '../../deploy/target.ts'
import { withoutNumbers } from '../../service/redact.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { deciderIn } from '../terminal/ask.ts'
import { printableJson } from '../terminal/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { grouped, printable } from '../../words/printable.ts'
import type { Language } from '../../words/language.ts'
import { ledgerWith } from './reconcile.ts'

export const definition = command({
  usage: 'cancel <release>',
  examples: ['friendtalk cancel 2026-06-sale --target production --reason "wrong price"'],
  options: [
    option('--target <name>', {
      en: 'a target (default: the one that has the release)',
      ko: '대상 이름(기본값: 릴리스가 있는 대상)',
    }),
    option('--reason <text>', { en: 'why; it is kept', ko: '이유. 발송 기록에 남음' }),
    option('--json', { en: 'as JSON', ko: 'JSON으로 출력' }),
  ],
  run: (terminal: Terminal, release: string, flags: CancelFlags) => cancelCommand(release, flags, terminal),
})

export interface CancelFlags extends GlobalFlags {
  readonly target?: string
  readonly reason?: string
  readonly json?: boolean
}

/**
 * `cancel`: calls a release off, also while a deploy is running: that one stops at its next claim.
 *
 * @throws UsageError for a release that there is not, and without a reason
 * @throws LedgerError `cancelled` for one that was called off before
 */
async function cancelCommand(given: string, flags: CancelFlags, terminal: Terminal): Promise<ExitCode> {
  const { lang, out } = terminal
  const reason = (flags.reason ?? '').trim()
  if (reason === '') throw flagMissing('--reason')
  const project = await openProject(flags, terminal)
  const { store, release } = await ledgerWith(given, await ledgersOf(project, flags.target, terminal))
  const who = deciderIn(terminal.env)
  const cancelled = await store.cancel({ release, who, reason: withoutNumbers(reason) })
  if (flags.json) out(`${printableJson({ version: 1, release, target: store.target, cancelled }, 2)}\n`)
  else out(`${words[lang](printable(release), cancelled)}\n`)
  return exitCodes.done
}

const words: { readonly [L in Language]: (release: string, sends: number) => string } = {
  en: (release, sends) =>
    `The release "${release}" is called off: ${grouped(sends)} messages are not sent, and whom they go to is erased. What is under way ends as usual.`,
  ko: (release, sends) =>
    `"${release}" 릴리스를 취소했습니다. 메시지 ${grouped(sends)}건을 보내지 않으며 수신자 정보를 지웠습니다. 진행 중인 요청은 끝까지 처리합니다.`,
}
