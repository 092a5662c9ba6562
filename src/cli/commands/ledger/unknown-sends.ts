import { isSameName } from '../../../text/text.ts'
import { fetchCommand } from '../../../deploy/next-steps.ts'
import { type ReleaseReport, releasesIn } from '../../../deploy/report.ts'
import { ledgersOf, refuseRelease } from '../../../deploy/target.ts'
import type { SendRecord } from '../../../ledger/ledger.ts'
import { openProject } from '../../../session/session.ts'
import type { Language, Text } from '../../../words/language.ts'
import type { Printed } from '../../command.ts'
import { sendsText } from '../status/state-names.ts'
import { grouped, printable } from '../../../words/printable.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'

interface UnknownSends {
  readonly report: ReleaseReport
  readonly sends: readonly SendRecord[]
}

/** The most sends of a message that are listed. */
export const maxShown = 5

/** The unknown sends of a message: how many, and the first of them. */
export interface UnknownMessage {
  readonly sends: number
  readonly first: readonly SendRecord[]
}

export function messageLines(id: string, { sends, first }: UnknownMessage, lang: Language): readonly string[] {
  const more = sends - first.length
  return [
    `  ${id}  ${sendsText(sends)[lang]}`,
    ...first.map(({ masked, key }) => `    ${masked}  ${printable(key)}`),
    ...(more > 0 ? [lang === 'ko' ? `    외 ${grouped(more)}건` : `    and ${grouped(more)} more`] : []),
  ]
}

/**
 * `reconcile` without a verdict: lists what is unknown and the commands that settle it. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
export async function listUnknown(
  flags: GlobalFlags & { readonly [N in 'target' | 'release' | 'id']?: string | undefined },
  terminal: Terminal,
): Promise<Printed> {
  const stores = await ledgersOf(await openProject(flags, terminal), flags.target, terminal)
  const all = (await Promise.all(stores.map((store) => releasesIn(store)))).flat()
  const { release, id } = flags
  const chosen = all.filter((report) => release === undefined || isSameName(report.release, release))
  if (release !== undefined && chosen.length === 0) {
    refuseRelease(
      release,
      all.map((report) => report.release),
    )
  }
  const found: UnknownSends[] = []
  for (const report of chosen) {
    const sends = await unknownOf(report, id)
    if (sends.length > 0) found.push({ report, sends })
  }
  const nothing = {
    en: 'Nothing is unknown: there is nothing to settle.',
    ko: '확인이 필요한 발송이 없습니다.',
  }
  return {
    json: { releases: found.map((each) => jsonOf(each, terminal)) },
    text:
      found.length === 0
        ? `${nothing[terminal.lang]}\n`
        : `${found.map((each) => textOf(each, terminal).join('\n')).join('\n\n')}\n`,
  }
}

/** Reads what is unknown, and what a deploy that was cut off leaves: it becomes unknown when the ledger is opened. */
async function unknownOf(
  { store, release, state, counts }: ReleaseReport,
  id?: string,
): Promise<readonly SendRecord[]> {
  const states = (['unknown', 'inflight'] as const).filter(
    (each) => counts[each] > 0 && (each === 'unknown' || state !== 'running'),
  )
  if (states.length === 0) return []
  const reader = await store.read()
  const sends: SendRecord[] = []
  try {
    for (const each of states) {
      for await (const some of reader.sends({ release, state: each })) {
        for (const send of some) if (id === undefined || isSameName(send.id, id)) sends.push(send)
      }
    }
    return sends
  } finally {
    await reader.close()
  }
}

interface Commands {
  /** Asks the service, where it can be asked. */
  readonly fetch?: string
  readonly sent: string
  readonly notSent: string
  /** Writes all of them to a file. */
  readonly list: string
}

function commandsOf({ report }: UnknownSends, terminal: Terminal): Commands {
  const { release, store } = report
  const { command } = terminal
  const fetch = fetchCommand(report, terminal)
  const target = ['--target', store.target] as const
  const of = [['--release', release], target] as const
  const reason = ['--reason', '…'] as const
  return {
    ...(fetch !== undefined && { fetch }),
    sent: command('reconcile', [...of, ['--sent'], reason]),
    notSent: command('reconcile', [...of, ['--not-sent'], reason]),
    list: command('status', [[release], target, ['--state', 'unknown'], ['--csv', 'unknown.csv']]),
  }
}

function jsonOf(found: UnknownSends, terminal: Terminal): object {
  const { report, sends } = found
  return {
    release: report.release,
    target: report.store.target,
    unknown: sends.length,
    sends: sends.map(({ id, key, masked, code, description }) => ({
      id,
      msg_key: key,
      receiver_number: masked,
      ...(code !== undefined && { code }),
      ...(description !== undefined && { description }),
    })),
    commands: commandsOf(found, terminal),
  }
}

function textOf(found: UnknownSends, terminal: Terminal): readonly string[] {
  const { report, sends } = found
  const { lang } = terminal
  const { bold, cyan } = terminal.outColors
  const { fetch, sent, notSent, list } = commandsOf(found, terminal)
  const ids = [...new Set(sends.map(({ id }) => id))]
  return [
    bold(printable(unknownText(sends.length, report)[lang])),
    ...ids.flatMap((id) => {
      const own = sends.filter((send) => send.id === id)
      return messageLines(id, { sends: own.length, first: own.slice(0, maxShown) }, lang)
    }),
    ...(report.counts.unknown > maxShown ? [`  ${allKeys[lang]}`, `    ${cyan(printable(list))}`] : []),
    ...(fetch === undefined ? [] : [`  ${askFirst[lang]}`, `    ${cyan(printable(fetch))}`]),
    `  ${lookUp[lang]}`,
    ...[sent, notSent].map((line) => `    ${cyan(printable(line))}`),
  ]
}

function unknownText(count: number, { release, store: { target } }: ReleaseReport): Text {
  const sends = sendsText(count)
  return {
    en: `Release "${release}" of the target "${target}": it is not known whether ${sends.en} left.`,
    ko: `"${target}" 대상의 "${release}" 릴리스에 발송 여부를 알 수 없는 메시지가 ${sends.ko} 있습니다.`,
  }
}

const allKeys: Text = {
  en: 'The list of them, for a spreadsheet:',
  ko: '전체 목록을 스프레드시트로 저장합니다.',
}
const askFirst: Text = {
  en: 'Ask the service first; what it lists is settled:',
  ko: '먼저 서비스에 조회하세요. 서비스 목록에 있으면 접수로 바뀝니다.',
}
const lookUp: Text = {
  en: "Look them up in the service's console, then say which it was; --id and --key choose some of them:",
  ko: '서비스 콘솔에서 확인한 뒤 맞는 쪽을 실행하세요. 일부만 고르려면 --id나 --key를 붙이세요.',
}
