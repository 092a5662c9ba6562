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
import { flagMissing, flagsExclusive, UsageError } from '../../project/usage-error.ts'
import { withoutNumbers } from '../../service/redact.ts'
import { openProject } from '../../session/session.ts'
import { isSameName } from '../../text/text.ts'
import type { Language, Text } from '../../words/language.ts'
import { listed, suggestionIn } from '../../words/phrases.ts'
import { grouped, printable } from '../../words/printable.ts'
import { command, flag, listOption, option, type OptionValues, type Printed } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { ask, canAsk, deciderIn } from '../terminal/ask.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { reportOpened } from './ledger/ledger-notices.ts'
import { sendsText, verdictNames } from './status/state-names.ts'

const options = {
  sent: flag('--sent', { en: 'they were sent: they are never sent again', ko: '발송됨: 다시 발송하지 않음' }),
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
  json: flag('--json', {
    en: 'without a verdict, list what is unknown as JSON',
    ko: '--sent나 --not-sent 없이, 확인이 필요한 목록을 JSON으로 출력',
  }),
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
    const { sent, notSent, reason, key, wait, yes, json } = flags
    if ([sent, notSent, reason, key, wait, yes].every((value) => value === undefined))
      return listUnknown(flags, terminal)
    if (json) throw flagsExclusive('--json', notSent ? '--not-sent' : '--sent')
    return reconcile(decisionIn(flags), flags, terminal)
  },
})

/**
 * Lists what is unknown and the commands that settle it. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
async function listUnknown(flags: ReconcileFlags, terminal: Terminal): Promise<Printed> {
  const stores = await ledgersOf(await openProject(flags, terminal), flags.target, terminal)
  const releases: object[] = []
  const texts: string[] = []
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
    if (sends.length === 0) continue
    const commands = commandsOf(report, terminal)
    releases.push({
      release,
      target: store.target,
      unknown: sends.length,
      sends: sends.map(({ id, key, masked, code, description }) => ({
        id,
        msg_key: key,
        receiver_number: masked,
        code,
        description,
      })),
      commands,
    })
    texts.push(`${unknownLines(sends, { report, commands }, terminal).join('\n')}\n`)
  }
  const nothing = { en: 'Nothing is unknown: there is nothing to settle.', ko: '확인이 필요한 발송이 없습니다.' }
  return { json: { releases }, text: texts.length === 0 ? `${nothing[terminal.lang]}\n` : texts.join('\n') }
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

interface Commands {
  /** Asks the service, where it can be asked. */
  readonly fetch: string | undefined
  readonly sent: string
  readonly notSent: string
  /** Writes all of them to a file. */
  readonly list: string
}

function commandsOf(report: ReleaseReport, terminal: Terminal): Commands {
  const { release, store } = report
  const target = ['--target', store.target] as const
  const of = [['--release', release], target] as const
  const reason = ['--reason', '…'] as const
  return {
    fetch: fetchCommand(report, terminal),
    sent: terminal.command('reconcile', [...of, ['--sent'], reason]),
    notSent: terminal.command('reconcile', [...of, ['--not-sent'], reason]),
    list: terminal.command('status', [[release], target, ['--state', 'unknown'], ['--csv', 'unknown.csv']]),
  }
}

function unknownLines(
  all: readonly SendRecord[],
  { report, commands }: { readonly report: ReleaseReport; readonly commands: Commands },
  { lang, outColors: { bold, cyan } }: Terminal,
): readonly string[] {
  const { release, store, counts } = report
  const sends = sendsText(all.length)
  const title = {
    en: `Release "${release}" of the target "${store.target}": it is not known whether ${sends.en} left.`,
    ko: `"${store.target}" 대상의 "${release}" 릴리스에 발송 여부를 알 수 없는 메시지가 ${sends.ko} 있습니다.`,
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
  return [
    bold(printable(title[lang])),
    ...messageLines(all, lang),
    ...(counts.unknown > maxShown ? step(toList, commands.list) : []),
    ...(commands.fetch === undefined ? [] : step(toAsk, commands.fetch)),
    ...step(toLookUp, commands.sent, commands.notSent),
  ]
}

/** The most sends of a message that are listed. */
const maxShown = 5

/** Lists sends by message. */
function messageLines(all: readonly SendRecord[], lang: Language): readonly string[] {
  return idsOf(all).flatMap((id) => {
    const sends = all.filter((send) => send.id === id)
    const more = sends.length - maxShown
    return [
      `  ${id}  ${sendsText(sends.length)[lang]}`,
      ...sends.slice(0, maxShown).map(({ masked, key }) => `    ${masked}  ${printable(key)}`),
      ...(more > 0 ? [lang === 'ko' ? `    외 ${grouped(more)}건` : `    and ${grouped(more)} more`] : []),
    ]
  })
}

function idsOf(sends: readonly SendRecord[]): readonly string[] {
  return [...new Set(sends.map(({ id }) => id))]
}

/** @throws UsageError for a verdict, release or reason that is missing */
function decisionIn({ sent, notSent, release, reason = '', id, key }: ReconcileFlags): Decision {
  if (sent && notSent) throw flagsExclusive('--sent', '--not-sent')
  if (!sent && !notSent)
    throw new UsageError('one-flag-needed', {
      en: 'Say which: --sent or --not-sent.',
      ko: '--sent, --not-sent 중 하나를 지정하세요.',
    })
  if (release === undefined) throw flagMissing('--release')
  if (reason.trim() === '') throw flagMissing('--reason')
  return {
    verdict: sent ? 'sent' : 'not-sent',
    release,
    ...(id !== undefined && { id }),
    ...(key !== undefined && { keys: key }),
    who: deciderIn(process.env),
    reason: withoutNumbers(reason.trim()),
  }
}

/**
 * Settles sends whose outcome is unknown by a person's word. It holds the ledger's lock from before it shows them until
 * they are settled, so no deploy changes what the person saw.
 *
 * @throws UsageError for a release, message or key that there is not
 * @throws LedgerError `locked` while a deploy is running
 */
async function reconcile(asked: Decision, flags: ReconcileFlags, terminal: Terminal): Promise<ExitCode> {
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
    if (sends.length === 0) {
      terminal.say({
        en: `Nothing of the release "${release}" is unknown: there is nothing to settle.`,
        ko: `"${release}" 릴리스에는 확인이 필요한 발송이 없습니다.`,
      })
      return exitCodes.done
    }
    const { en, ko } = verdictNames[verdict]
    terminal.tell({
      en: `Settles as ${en}, in the release "${release}" of the target "${target}":`,
      ko: `"${target}" 대상의 "${release}" 릴리스에서 다음을 ${ko}으로 정리합니다.`,
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
    return await settle(ledger, { decision, target, sends, tooRecent: flags.wait ? 'wait' : 'refuse' }, terminal)
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

interface Settling {
  readonly decision: Decision
  readonly target: string
  readonly sends: readonly SendRecord[]
  /** The choice if a late outcome may still come. */
  readonly tooRecent: 'wait' | 'refuse'
}

async function settle(
  ledger: Ledger,
  { decision, target, sends, tooRecent }: Settling,
  terminal: Terminal,
): Promise<ExitCode> {
  const { say, lang } = terminal
  const { verdict, release, keys = [] } = decision
  let reconciled = await ledger.reconcile(decision)
  while (reconciled.type === 'too-recent') {
    const seconds = grouped(Math.max(1, Math.ceil(reconciled.waitMs / 1000)))
    if (tooRecent === 'refuse') {
      terminal.tell({
        en: `Nothing was changed: some became unknown so recently that a worker may still send them or record their outcome. Wait ${seconds} s, or run it with --wait.`,
        ko: `바꾼 것이 없습니다. 방금 확인 필요 상태가 된 메시지가 있어 작업자가 아직 보내거나 결과를 기록할 수 있습니다. ${seconds}초 기다리거나 --wait를 붙여 실행하세요.`,
      })
      return exitCodes.stopped
    }
    terminal.note({
      en: `Waiting ${seconds} s, until no late outcome can come any more.`,
      ko: `늦은 결과가 올 수 없을 때까지 ${seconds}초 기다립니다.`,
    })
    await delay(Math.max(minWaitMs, reconciled.waitMs))
    reconciled = await ledger.reconcile(decision)
  }
  if (reconciled.type === 'refused') refuseKeys(reconciled, keys)
  const [settled, as] = [sendsText(reconciled.sends), verdictNames[verdict]]
  say({ en: `${settled.en} settled as ${as.en}.`, ko: `${settled.ko}을 ${as.ko}으로 정리했습니다.` })
  for (const id of idsOf(sends)) say(`  ${id}  ${sendsText(sends.filter((send) => send.id === id).length)[lang]}`)
  const { unknown, deferred, pending } = await ledger.counts(release)
  if (verdict === 'not-sent')
    say({
      en: `The next deploy of this release sends ${reconciled.sends === 1 ? 'it' : 'them'}:`,
      ko: '이 릴리스를 다시 배포하면 발송됩니다.',
    })
  if (pending + deferred > 0)
    say(
      `  ${terminal.command('deploy', [
        ['--release', release],
        ['--target', target],
      ])}`,
    )
  if (unknown > 0) {
    const left = sendsText(unknown)
    say({ en: `${left.en} still unknown:`, ko: `아직 확인이 필요한 발송이 ${left.ko} 있습니다.` })
    say(`  ${terminal.command('status', [[release], ['--target', target]])}`)
  }
  return exitCodes.done
}
