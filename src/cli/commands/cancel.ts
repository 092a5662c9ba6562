import { asJson, command, option } from '../command.ts'
import { ledgersOf } from '../../deploy/target.ts'
import { openProject } from '../../session/session.ts'
import { decided } from '../terminal/ask.ts'
import { grouped } from '../../words/printable.ts'
import { ledgerWith } from './reconcile.ts'

/**
 * `cancel`: calls a release off, also while a deploy is running: that one stops at its next claim.
 *
 * @throws UsageError for a release that there is not, and without a reason
 * @throws LedgerError `cancelled` for one that was called off before
 */
export const definition = command({
  usage: 'cancel <release>',
  examples: ['friendtalk cancel 2026-06-sale --target production --reason "wrong price"'],
  options: {
    target: option('--target <name>', {
      en: 'a target (default: the one that has the release)',
      ko: '대상 이름(기본값: 릴리스가 있는 대상)',
    }),
    reason: option('--reason <text>', { en: 'why; it is kept', ko: '이유. 발송 기록에 남음' }),
    json: asJson,
  },
  async run({ args: [typed], options: flags, terminal }) {
    const decision = decided(flags.reason, terminal)
    const project = await openProject(flags, terminal)
    const { store, release } = await ledgerWith(typed, await ledgersOf(project, flags.target, terminal))
    const cancelled = await store.cancel({ release, ...decision })
    const line = {
      en: `The release "${release}" is called off: ${grouped(cancelled)} messages are not sent, and whom they go to is erased. What is under way ends as usual.`,
      ko: `"${release}" 릴리스를 취소했습니다. 메시지 ${grouped(cancelled)}건을 보내지 않으며 수신자 정보를 지웠습니다. 진행 중인 요청은 끝까지 처리합니다.`,
    }
    return { json: { release, target: store.target, cancelled }, lines: [line] }
  },
})
