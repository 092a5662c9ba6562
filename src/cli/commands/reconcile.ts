import { setTimeout as delay } from 'node:timers/promises'
import { fetchCommand } from '../../deploy/next-steps.ts'
import type { ReleaseReport } from '../../deploy/report.ts'
import { reportsOf } from '../../deploy/status-output.ts'
import { ledgersOf, requestTimeoutMsOf } from '../../deploy/target.ts'
import { suggestionFor } from '../../language/nearest.ts'
import type {
  Decision,
  Ledger,
  LedgerReader,
  LedgerStore,
  Reconciled,
  SendRecord,
  SendState,
} from '../../ledger/ledger.ts'
import { flagMissing, UsageError } from '../../project/usage-error.ts'
import { openProject } from '../../session/session.ts'
import { isSameName } from '../../text/text.ts'
import type { Language, Text } from '../../words/language.ts'
import { listed, suggestionIn } from '../../words/phrases.ts'
import { grouped, printable } from '../../words/printable.ts'
import { command, flag, listOption, option, type OptionValues, type Printed } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { ask, canAsk, decided } from '../terminal/ask.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { reportOpened } from './ledger/ledger-notices.ts'
import { sendsText, verdictNames } from './status/state-names.ts'

const options = {
  sent: flag(
    '--sent',
    { en: 'they were sent: they are never sent again', ko: '발송됨: 다시 발송하지 않음' },
    { conflicts: ['notSent'] },
  ),
  notSent: flag('--not-sent', {
    en: 'they were not sent: the next deploy sends them',
    ko: '발송 안 됨: 다음 배포에서 발송',
  }),
  release: option('--release <release>', { en: 'the release they are in', ko: '해당 릴리스' }),
  target: option('--target <name>', {
    en: 'the target, where several have the release',
    ko: '발송 대상. 여러 대상에 같은 릴리스가 있을 때 필요',
  }),
  id: option('--id <message>', { en: 'only of this message', ko: '이 메시지만' }),
  key: listOption('--key <msg_key>', {
    en: 'only these sends; may be given several times',
    ko: '이 발송만. 여러 번 지정할 수 있음',
  }),
  reason: option('--reason <text>', {
    en: 'why you know; the ledger keeps it, with your name',
    ko: '판단한 근거. 이름과 함께 발송 기록에 남음',
  }),
  wait: flag('--wait', {
    en: 'wait until no late outcome can come any more, where several machines send',
    ko: '여러 컴퓨터에서 보낼 때 늦은 결과가 올 수 없을 때까지 기다림',
  }),
  yes: flag('--yes', { en: 'with --not-sent: do not ask', ko: '--not-sent와 함께: 묻지 않고 진행' }),
  json: flag(
    '--json',
    {
      en: 'without a verdict, list what is unknown as JSON',
      ko: '--sent나 --not-sent 없이, 확인이 필요한 목록을 JSON으로 출력',
    },
    { conflicts: ['sent', 'notSent'] },
  ),
}

type ReconcileFlags = OptionValues<typeof options>

export const definition = command({
  usage: 'reconcile',
  examples: [
    'friendtalk reconcile --sent --release 2026-06-sale --reason "in the console"',
    'friendtalk reconcile --not-sent --release june --id sale --reason "lost"',
  ],
  options,
  run({ options: flags, terminal }) {
    const { sent, notSent, reason, key, wait, yes } = flags
    const lists = [sent, notSent, reason, key, wait, yes].every((value) => value === undefined)
    return lists ? listUnknown(flags, terminal) : reconcile(decisionIn(flags, terminal), flags, terminal)
  },
})

/**
 * Lists what is unknown and the commands that settle it. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
async function listUnknown(flags: ReconcileFlags, terminal: Terminal): Promise<Printed> {
  const stores = await ledgersOf(await openProject(flags, terminal), flags.target, terminal)
  const found: { readonly release: object; readonly text: string }[] = []
  for (const report of await reportsOf(flags.release, stores)) {
    const { release, store, state, counts } = report
    // In-flight sends of a deploy that was cut off become unknown when the ledger is opened.
    const states = (['unknown', 'inflight'] as const).filter(
      (each) => counts[each] > 0 && (each === 'unknown' || state !== 'running'),
    )
    if (states.length === 0) continue
    const reader = await store.read()
    const all = await sendsOf(reader, release, states).finally(() => reader.close())
    const sends = all.filter(({ id }) => flags.id === undefined || isSameName(id, flags.id))
    if (sends.length > 0) found.push(unknownOf(report, sends, terminal))
  }
  const nothing = { en: 'Nothing is unknown: there is nothing to settle.', ko: '확인이 필요한 발송이 없습니다.' }
  return {
    json: { releases: found.map(({ release }) => release) },
    text: found.map(({ text }) => text).join('\n') || `${nothing[terminal.lang]}\n`,
  }
}

async function sendsOf(
  reader: Pick<LedgerReader, 'sends'>,
  release: string,
  states: readonly SendState[],
): Promise<readonly SendRecord[]> {
  const all: SendRecord[] = []
  for (const state of states) for await (const some of reader.sends({ release, state })) all.push(...some)
  return all
}

/** Returns what is unknown of a release, with the commands that settle it. */
function unknownOf(
  report: ReleaseReport,
  sends: readonly SendRecord[],
  terminal: Terminal,
): { readonly release: object; readonly text: string } {
  const { release, store, counts } = report
  const {
    lang,
    outColors: { bold, cyan },
  } = terminal
  const target = ['--target', store.target] as const
  const settling = (verdict: '--sent' | '--not-sent'): string =>
    terminal.command('reconcile', [['--release', release], target, [verdict], ['--reason', '…']])
  const commands = {
    // Absent where the service cannot be asked.
    fetch: fetchCommand(report, terminal),
    sent: settling('--sent'),
    notSent: settling('--not-sent'),
    list: terminal.command('status', [[release], target, ['--state', 'unknown'], ['--csv', 'unknown.csv']]),
  }
  const count = sendsText(sends.length)
  const title = {
    en: `Release "${release}" of the target "${store.target}": it is not known whether ${count.en} left.`,
    ko: `"${store.target}" 대상의 "${release}" 릴리스에 발송 여부를 알 수 없는 메시지가 ${count.ko} 있습니다.`,
  }
  const step = (why: Text, ...lines: readonly string[]): readonly string[] => [
    `  ${why[lang]}`,
    ...lines.map((line) => `    ${cyan(printable(line))}`),
  ]
  const toList = { en: 'The list of them, for a spreadsheet:', ko: '전체 목록을 스프레드시트로 저장합니다.' }
  const toAsk = {
    en: 'Ask the service first; what it lists is settled:',
    ko: '먼저 서비스에 조회하세요. 서비스 목록에 있으면 접수로 바뀝니다.',
  }
  const toLookUp = {
    en: "Look them up in the service's console, then say which it was; --id and --key choose some of them:",
    ko: '서비스 콘솔에서 확인한 뒤 맞는 쪽을 실행하세요. 일부만 고르려면 --id나 --key를 붙이세요.',
  }
  const lines = [
    bold(printable(title[lang])),
    ...messageLines(sends, lang),
    ...(counts.unknown > maxShown ? step(toList, commands.list) : []),
    ...(commands.fetch === undefined ? [] : step(toAsk, commands.fetch)),
    ...step(toLookUp, commands.sent, commands.notSent),
  ]
  const listedSends = sends.map(({ id, key, masked, code, description }) => ({
    id,
    msg_key: key,
    receiver_number: masked,
    code,
    description,
  }))
  return {
    release: { release, target: store.target, unknown: sends.length, sends: listedSends, commands },
    text: `${lines.join('\n')}\n`,
  }
}

/** The most sends of a message that are listed. */
const maxShown = 5

/** Lists sends by message. */
function messageLines(all: readonly SendRecord[], lang: Language): readonly string[] {
  return byMessage(all).flatMap(([id, sends]) => {
    const more = sends.length - maxShown
    return [
      `  ${id}  ${sendsText(sends.length)[lang]}`,
      ...sends.slice(0, maxShown).map(({ masked, key }) => `    ${masked}  ${printable(key)}`),
      ...(more > 0 ? [lang === 'ko' ? `    외 ${grouped(more)}건` : `    and ${grouped(more)} more`] : []),
    ]
  })
}

function byMessage(sends: readonly SendRecord[]): readonly (readonly [id: string, sends: readonly SendRecord[]])[] {
  const ids = [...new Set(sends.map(({ id }) => id))]
  return ids.map((id) => [id, sends.filter((send) => send.id === id)])
}

/** @throws UsageError for a verdict, release or reason that is missing */
function decisionIn({ sent, notSent, release, reason, id, key }: ReconcileFlags, terminal: Terminal): Decision {
  if (!sent && !notSent)
    throw new UsageError('one-flag-needed', {
      en: 'Say which: --sent or --not-sent.',
      ko: '--sent, --not-sent 중 하나를 지정하세요.',
    })
  if (release === undefined) throw flagMissing('--release')
  return {
    verdict: sent ? 'sent' : 'not-sent',
    release,
    ...(id !== undefined && { id }),
    ...(key !== undefined && { keys: key }),
    ...decided(reason, terminal),
  }
}

/**
 * Settles sends whose outcome is unknown by a person's word. It holds the ledger's lock from before it shows them until
 * they are settled, so no deploy changes what the person saw.
 *
 * @throws UsageError for a release, message or key that there is not
 * @throws LedgerError `locked` while a deploy is running
 */
async function reconcile(asked: Decision, flags: ReconcileFlags, terminal: Terminal): Promise<ExitCode | Printed> {
  const { lang, colors } = terminal
  const project = await openProject(flags, terminal)
  const { store, release } = await ledgerWith(asked.release, await ledgersOf(project, flags.target, terminal))
  const { target } = store
  const ledger = await store.open({ ifMissing: 'refuse' })
  try {
    reportOpened(ledger, terminal)
    const decision = {
      ...asked,
      release,
      ...(asked.id !== undefined && { id: await idIn(ledger, release, asked.id) }),
      // A worker may still be sending, or bring an outcome, as long as its claim and its request may last.
      ...(ledger.shared && asked.verdict === 'not-sent' && { minAgeMs: 2 * requestTimeoutMsOf(project, target) }),
    }
    const { verdict, id: ofId, keys } = decision
    const sends = (await sendsOf(ledger, release, ['unknown'])).filter(
      ({ id, key }) => (ofId === undefined || id === ofId) && (keys === undefined || keys.includes(key)),
    )
    // With one key that is wrong nothing is settled, and the ledger says which are.
    if (keys?.some((key) => !sends.some((send) => send.key === key))) refuseKeys(await ledger.reconcile(decision), keys)
    const nothing = {
      en: `Nothing of the release "${release}" is unknown: there is nothing to settle.`,
      ko: `"${release}" 릴리스에는 확인이 필요한 발송이 없습니다.`,
    }
    if (sends.length === 0) return { lines: [nothing] }
    const as = verdictNames[verdict]
    terminal.tell({
      en: `Settles as ${as.en}, in the release "${release}" of the target "${target}":`,
      ko: `"${target}" 대상의 "${release}" 릴리스에서 다음을 ${as.ko}으로 정리합니다.`,
    })
    const consequence =
      verdict === 'sent'
        ? { en: 'They become accepted and are never sent again.', ko: '접수로 바뀌며 다시 발송하지 않습니다.' }
        : {
            en: 'They become deferred: THE NEXT DEPLOY SENDS THEM. A person who has one already gets it twice.',
            ko: '보류로 바뀌며 다음 배포에서 발송됩니다. 이미 받은 수신자는 두 번 받게 되니 주의하세요.',
          }
    const paint = verdict === 'sent' ? colors.bold : colors.yellow
    terminal.err(`${[...messageLines(sends, lang), paint(consequence[lang])].join('\n')}\n`)
    if (verdict === 'not-sent' && !flags.yes && !(await isConfirmed(sends.length, terminal))) return exitCodes.done
    const reconciled = await settle(ledger, { decision, tooRecent: flags.wait ? 'wait' : 'refuse' }, terminal)
    if (reconciled === undefined) return exitCodes.stopped
    const settled = sendsText(reconciled)
    const { unknown, deferred, pending } = await ledger.counts(release)
    const left = sendsText(unknown)
    const of = ['--target', target] as const
    const again = {
      en: `The next deploy of this release sends ${reconciled === 1 ? 'it' : 'them'}:`,
      ko: '이 릴리스를 다시 배포하면 발송됩니다.',
    }
    return {
      lines: [
        { en: `${settled.en} settled as ${as.en}.`, ko: `${settled.ko}을 ${as.ko}으로 정리했습니다.` },
        ...byMessage(sends).map(([id, { length }]) => `  ${id}  ${sendsText(length)[lang]}`),
        ...(verdict === 'not-sent' ? [again] : []),
        ...(pending + deferred > 0 ? [`  ${terminal.command('deploy', [['--release', release], of])}`] : []),
        ...(unknown > 0
          ? [
              { en: `${left.en} still unknown:`, ko: `아직 확인이 필요한 발송이 ${left.ko} 있습니다.` },
              `  ${terminal.command('status', [[release], of])}`,
            ]
          : []),
      ],
    }
  } finally {
    await ledger.close()
  }
}

/** Returns the one ledger that holds a release, and the release's name in it. */
export async function ledgerWith(
  release: string,
  stores: readonly LedgerStore[],
): Promise<{ readonly store: LedgerStore; readonly release: string }> {
  const reports = await reportsOf(release, stores)
  const targets = [...new Set(reports.map(({ store }) => store.target))]
  const [first] = reports
  if (first !== undefined && targets.length === 1) return first
  throw new UsageError('release-in-several', {
    en: `Several targets have a release "${release}": name one with --target (${targets.join(', ')}).`,
    ko: `"${release}" 릴리스가 여러 발송 대상에 있습니다. --target으로 하나를 지정하세요(${targets.join(', ')}).`,
  })
}

/** @throws UsageError for a message that the release does not have */
async function idIn(ledger: Ledger, release: string, typed: string): Promise<string> {
  const ids = (await ledger.templates(release)).map(({ id }) => id)
  const id = ids.find((each) => isSameName(each, typed))
  if (id !== undefined) return id
  const { suggestion } = suggestionFor(typed, ids)
  throw new UsageError('message-unknown', {
    en: `The release has no message "${typed}".${suggestionIn.en(suggestion)} It has: ${listed(ids)}.`,
    ko: `릴리스에 "${typed}" 메시지가 없습니다.${suggestionIn.ko(suggestion)} 있는 메시지: ${listed(ids)}`,
  })
}

/** @throws UsageError for keys of sends that there are not, or whose outcome is known */
function refuseKeys(reconciled: Reconciled, keys: readonly string[]): never {
  if (reconciled.type === 'settled') throw new Error('A key was settled that was not among the unknown sends.')
  // They became unknown only after they were looked up where the ledger calls them too recent.
  const { notFound, notUnknown } = reconciled.type === 'refused' ? reconciled : { notFound: [], notUnknown: keys }
  throw new UsageError('keys-refused', {
    en: [
      'Nothing was settled.',
      ...(notFound.length > 0 ? [`No send has the msg_key ${listed(notFound)}.`] : []),
      ...(notUnknown.length > 0 ? [`The outcome of ${listed(notUnknown)} is known.`] : []),
    ],
    ko: [
      '아무것도 바꾸지 않았습니다.',
      ...(notFound.length > 0 ? [`msg_key가 ${listed(notFound)}인 발송이 없습니다.`] : []),
      ...(notUnknown.length > 0 ? [`이미 결과를 아는 발송입니다: ${listed(notUnknown)}`] : []),
    ],
  })
}

/**
 * Asks before anything can be sent again.
 *
 * @throws UsageError without a terminal to ask on
 */
async function isConfirmed(count: number, terminal: Terminal): Promise<boolean> {
  if (!canAsk(terminal))
    throw new UsageError('not-confirmed', {
      en: 'Without a terminal nobody can be asked: add --yes to go on.',
      ko: '터미널이 아니어서 확인을 받을 수 없습니다. 계속하려면 --yes 옵션을 붙이세요.',
    })
  const sends = sendsText(count)
  const isYes = await ask({ en: `Settle ${sends.en}?`, ko: `${sends.ko}을 정리할까요?` }, terminal)
  if (!isYes) terminal.tell({ en: 'Nothing was changed.', ko: '아무것도 바꾸지 않았습니다.' })
  return isYes
}

/** The clock of a database counts in finer steps than timers do. */
const minWaitMs = 50

/** Returns how many sends were settled; undefined where a late outcome may still come and is not waited for. */
async function settle(
  ledger: Ledger,
  { decision, tooRecent }: { readonly decision: Decision; readonly tooRecent: 'wait' | 'refuse' },
  terminal: Terminal,
): Promise<number | undefined> {
  for (;;) {
    const reconciled = await ledger.reconcile(decision)
    if (reconciled.type === 'settled') return reconciled.sends
    if (reconciled.type === 'refused') refuseKeys(reconciled, decision.keys ?? [])
    const seconds = grouped(Math.max(1, Math.ceil(reconciled.waitMs / 1000)))
    if (tooRecent === 'refuse') {
      terminal.tell({
        en: `Nothing was changed: some became unknown so recently that a worker may still send them or record their outcome. Wait ${seconds} s, or run it with --wait.`,
        ko: `바꾼 것이 없습니다. 방금 확인 필요 상태가 된 메시지가 있어 작업자가 아직 보내거나 결과를 기록할 수 있습니다. ${seconds}초 기다리거나 --wait를 붙여 실행하세요.`,
      })
      return undefined
    }
    terminal.note({
      en: `Waiting ${seconds} s, until no late outcome can come any more.`,
      ko: `늦은 결과가 올 수 없을 때까지 ${seconds}초 기다립니다.`,
    })
    await delay(Math.max(minWaitMs, reconciled.waitMs))
  }
}
