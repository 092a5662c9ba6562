import { listed, suggestionIn } from '../../words/phrases.ts'
import { command, flag, listOption, option, type OptionValues, type Printed } from '../command.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { isSameName } from '../../text/text.ts'
import { releasesIn } from '../../deploy/report.ts'
import { ledgersOf, refuseRelease, requestTimeoutMsOf } from '../../deploy/target.ts'
import { suggestionFor } from '../../language/nearest.ts'
import type { Decision, Ledger, LedgerStore } from '../../ledger/ledger.ts'
import { UsageError, flagsExclusive, flagMissing } from '../../project/usage-error.ts'
import { withoutNumbers } from '../../service/redact.ts'
import type { Flag } from '../../session/host.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { sendsText, verdictNames } from './status/state-names.ts'
import { ask, canAsk, deciderIn } from '../terminal/ask.ts'
import { grouped, printable } from '../../words/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { reportOpened } from './ledger/ledger-notices.ts'
import { listUnknown, maxShown, messageLines, type UnknownMessage } from './ledger/unknown-sends.ts'

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
  summary: { en: 'Lists and settles sends of unknown outcome.', ko: '확인이 필요한 발송을 보여 주고 정리합니다.' },
  examples: [
    'friendtalk reconcile --sent --release 2026-06-sale --reason "in the console"',
    'friendtalk reconcile --not-sent --release june --id sale --reason "lost"',
  ],
  options,
  run: ({ options: flags, terminal }) => reconcileCommand(flags, terminal),
})

/**
 * `reconcile`: settles sends whose outcome is unknown by a person's word; without one it lists them. It holds the ledger's lock from before it
 * shows them until they are settled, so no deploy changes what the person saw.
 *
 * @throws UsageError for wrong flags, and for a release, message or key that there is not
 * @throws LedgerError `locked` while a deploy is running
 */
async function reconcileCommand(flags: ReconcileFlags, terminal: Terminal): Promise<ExitCode | Printed> {
  const { sent, notSent, reason, key, wait, yes, json } = flags
  if ([sent, notSent, reason, key, wait, yes].every((value) => value === undefined)) return listUnknown(flags, terminal)
  if (json) throw flagsExclusive('--json', notSent ? '--not-sent' : '--sent')
  const asked = decisionIn(flags)
  const project = await openProject(flags, terminal)
  const stores = await ledgersOf(project, flags.target, terminal)
  const { store, release } = await ledgerWith(asked.release, stores)
  const { target } = store
  const ledger = await store.open({ ifMissing: 'refuse' })
  try {
    reportOpened(ledger, terminal)
    const decision = {
      ...asked,
      release,
      ...(await idIn(ledger, { ...asked, release })),
      // A worker may still be sending, or bring an outcome, as long as its claim and its request may last.
      ...(ledger.shared && asked.verdict === 'not-sent' && { minAgeMs: 2 * requestTimeoutMsOf(project, target) }),
    }
    const found = await unknownSends(ledger, decision)
    if (found.size === 0) {
      terminal.say({
        en: `Nothing of the release "${release}" is unknown: there is nothing to settle.`,
        ko: `"${release}" 릴리스에는 확인이 필요한 발송이 없습니다.`,
      })
      return exitCodes.done
    }
    terminal.err(`${shown(found, { decision, target }, terminal).join('\n')}\n`)
    if (!(await isConfirmed(found, flags, terminal))) return exitCodes.done
    return await settle(ledger, { decision, target, found, tooRecent: flags.wait ? 'wait' : 'refuse' }, terminal)
  } finally {
    await ledger.close()
  }
}

/** @throws UsageError for a verdict, release or reason that is missing */
function decisionIn({ sent, notSent, release, reason, id, key }: ReconcileFlags): Decision {
  if (sent && notSent) throw flagsExclusive('--sent', '--not-sent')
  if (!sent && !notSent)
    throw new UsageError('one-flag-needed', {
      en: 'Say which: --sent or --not-sent.',
      ko: '--sent, --not-sent 중 하나를 지정하세요.',
    })
  if (release === undefined) throw flagMissing('--release')
  if (reason === undefined || reason.trim() === '') throw flagMissing('--reason')
  return {
    verdict: sent ? 'sent' : 'not-sent',
    release,
    ...(id !== undefined && { id }),
    ...(key !== undefined && { keys: key }),
    who: deciderIn(process.env),
    reason: withoutNumbers(reason.trim()),
  }
}

/** The one ledger that holds a release, and the release's name in it. */
export async function ledgerWith(
  release: string,
  stores: readonly LedgerStore[],
): Promise<{ readonly store: LedgerStore; readonly release: string }> {
  const all = (await Promise.all(stores.map((store) => releasesIn(store)))).flat()
  const exact = all.filter((each) => each.release === release)
  const found = exact.length > 0 ? exact : all.filter((each) => isSameName(each.release, release))
  const targets = [...new Set(found.map(({ store }) => store.target))]
  const [first] = found
  if (first === undefined) {
    return refuseRelease(
      release,
      all.map((each) => each.release),
    )
  }
  if (targets.length > 1)
    throw new UsageError('release-in-several', {
      en: `Several targets have a release "${release}": name one with --target (${targets.join(', ')}).`,
      ko: `"${release}" 릴리스가 여러 발송 대상에 있습니다. --target으로 하나를 지정하세요(${targets.join(', ')}).`,
    })
  return first
}

/** @throws UsageError for a message that the release does not have */
async function idIn(ledger: Ledger, { release, id }: Decision): Promise<Pick<Decision, 'id'>> {
  if (id === undefined) return {}
  const ids = (await ledger.templates(release)).map((template) => template.id)
  const known = ids.find((each) => isSameName(each, id))
  if (known !== undefined) return { id: known }
  const { suggestion } = suggestionFor(id, ids)
  throw new UsageError('message-unknown', {
    en: `The release has no message "${id}".${suggestionIn.en(suggestion)} It has: ${listed(ids)}.`,
    ko: `릴리스에 "${id}" 메시지가 없습니다.${suggestionIn.ko(suggestion)} 있는 메시지: ${listed(ids)}`,
  })
}

/**
 * The sends that a decision settles, by message.
 *
 * @throws UsageError for a key that there is not, or whose outcome is known
 */
async function unknownSends(ledger: Ledger, decision: Decision): Promise<ReadonlyMap<string, UnknownMessage>> {
  const { release, id, keys } = decision
  const found = new Map<string, UnknownMessage>()
  const missing = new Set(keys)
  for await (const some of ledger.sends({ release, state: 'unknown', ...(id !== undefined && { id }) })) {
    for (const send of some) {
      if (keys !== undefined && !keys.includes(send.key)) continue
      missing.delete(send.key)
      const { sends, first } = found.get(send.id) ?? { sends: 0, first: [] }
      found.set(send.id, { sends: sends + 1, first: first.length < maxShown ? [...first, send] : first })
    }
  }
  // With one key that is wrong nothing is settled, and the ledger says which are.
  if (missing.size > 0) await refuseKeys(ledger, decision)
  return found
}

function keysRefused({
  notFound,
  notUnknown,
}: {
  notFound: readonly string[]
  notUnknown: readonly string[]
}): UsageError {
  return new UsageError('keys-refused', {
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

async function refuseKeys(ledger: Ledger, decision: Decision): Promise<never> {
  const reconciled = await ledger.reconcile(decision)
  switch (reconciled.type) {
    case 'settled':
      throw new Error('A key was settled that was not among the unknown sends.')
    case 'too-recent':
      // They became unknown only after they were looked up.
      throw keysRefused({ notFound: [], notUnknown: decision.keys ?? [] })
    case 'refused':
      throw keysRefused(reconciled)
  }
}

/** Says what is going to be settled, and what follows from it. */
function shown(
  found: ReadonlyMap<string, UnknownMessage>,
  { decision, target }: { readonly decision: Decision; readonly target: string },
  { lang, colors }: Terminal,
): string[] {
  const { verdict, release } = decision
  const { en, ko } = verdictNames[verdict]
  const settles = {
    en: `Settles as ${en}, in the release "${release}" of the target "${target}":`,
    ko: `"${target}" 대상의 "${release}" 릴리스에서 다음을 ${ko}으로 정리합니다.`,
  }
  const consequence =
    verdict === 'sent'
      ? { en: 'They become accepted and are never sent again.', ko: '접수로 바뀌며 다시 발송하지 않습니다.' }
      : {
          en: 'They become deferred: THE NEXT DEPLOY SENDS THEM. A person who has one already gets it twice.',
          ko: '보류로 바뀌며 다음 배포에서 발송됩니다. 이미 받은 수신자는 두 번 받게 되니 주의하세요.',
        }
  return [
    printable(settles[lang]),
    ...[...found].flatMap(([id, message]) => messageLines(id, message, lang)),
    (verdict === 'sent' ? colors.bold : colors.yellow)(consequence[lang]),
  ]
}

/**
 * Asks before anything can be sent again: a person on a terminal, and for `--yes` elsewhere.
 *
 * @throws UsageError without a terminal to ask on
 */
async function isConfirmed(
  found: ReadonlyMap<string, UnknownMessage>,
  { sent, yes }: ReconcileFlags,
  terminal: Terminal,
): Promise<boolean> {
  if (sent || yes) return true
  if (!canAsk(terminal))
    throw new UsageError('not-confirmed', {
      en: 'Without a terminal nobody can be asked: add --yes to go on.',
      ko: '터미널이 아니어서 확인을 받을 수 없습니다. 계속하려면 --yes 옵션을 붙이세요.',
    })
  const sends = sendsText([...found.values()].reduce((sum, message) => sum + message.sends, 0))
  const question = { en: `Settle ${sends.en}?`, ko: `${sends.ko}을 정리할까요?` }
  const answer = await ask(question[terminal.lang])
  if (!answer) terminal.tell({ en: 'Nothing was changed.', ko: '아무것도 바꾸지 않았습니다.' })
  return answer
}

/** The clock of a database counts in finer steps than timers do. */
const minWaitMs = 50

interface Settling {
  readonly decision: Decision
  readonly target: string
  readonly found: ReadonlyMap<string, UnknownMessage>
  /** The choice if a late outcome may still come. */
  readonly tooRecent: 'wait' | 'refuse'
}

async function settle(
  ledger: Ledger,
  { decision, target, found, tooRecent }: Settling,
  terminal: Terminal,
): Promise<ExitCode> {
  const { say, lang } = terminal
  const { verdict, release } = decision
  let reconciled = await ledger.reconcile(decision)
  while (reconciled.type === 'too-recent') {
    const { waitMs } = reconciled
    const seconds = grouped(Math.max(1, Math.ceil(waitMs / 1000)))
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
    await delay(Math.max(minWaitMs, waitMs))
    reconciled = await ledger.reconcile(decision)
  }
  if (reconciled.type === 'refused') throw keysRefused(reconciled)
  const [sends, as] = [sendsText(reconciled.sends), verdictNames[verdict]]
  say({ en: `${sends.en} settled as ${as.en}.`, ko: `${sends.ko}을 ${as.ko}으로 정리했습니다.` })
  for (const [id, message] of found) say(`  ${id}  ${sendsText(message.sends)[lang]}`)
  const { unknown, deferred, pending } = await ledger.counts(release)
  const flags: readonly Flag[] = [['--target', target]]
  if (verdict === 'not-sent')
    say({
      en: `The next deploy of this release sends ${reconciled.sends === 1 ? 'it' : 'them'}:`,
      ko: '이 릴리스를 다시 배포하면 발송됩니다.',
    })
  if (pending + deferred > 0) say(`  ${terminal.command('deploy', [['--release', release], ...flags])}`)
  if (unknown > 0) {
    const left = sendsText(unknown)
    say({ en: `${left.en} still unknown:`, ko: `아직 확인이 필요한 발송이 ${left.ko} 있습니다.` })
    say(`  ${terminal.command('status', [[release], ...flags])}`)
  }
  return exitCodes.done
}
