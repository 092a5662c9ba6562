import { isSameName } from '../../../text/text.ts'
import { fetchCommand } from '../../../deploy/next-steps.ts'
import { type ReleaseReport, releasesIn } from '../../../deploy/report.ts'
import { ledgersOf, refuseRelease } from '../../../deploy/target.ts'
import type { SendRecord } from '../../../ledger/ledger.ts'
import { openProject } from '../../../session/session.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type StatusWords, statusWords } from '../status/status-words.ts'
import { printableJson } from '../../terminal/printable.ts'
import { printable } from '../../../words/printable.ts'
import type { GlobalFlags, Terminal } from '../../terminal/terminal.ts'

export interface ReconcileFlags extends GlobalFlags {
  readonly sent?: boolean
  readonly notSent?: boolean
  readonly release?: string
  readonly target?: string
  readonly id?: string
  readonly key?: readonly string[]
  readonly reason?: string
  /** Whether to wait until sends may be settled. */
  readonly wait?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

interface UnknownSends {
  readonly report: ReleaseReport
  readonly sends: readonly SendRecord[]
}

/** So many sends of a message are listed. */
export const maxShown = 5

/** A message of which it is not known whether some sends left. */
export interface UnknownMessage {
  readonly sends: number
  readonly first: readonly SendRecord[]
}

export function messageLines(id: string, { sends, first }: UnknownMessage, words: StatusWords): readonly string[] {
  return [
    `  ${id}  ${words.sends(sends)}`,
    ...first.map(({ masked, key }) => `    ${masked}  ${printable(key)}`),
    ...(sends > first.length ? [`    ${words.more(sends - first.length)}`] : []),
  ]
}

/**
 * `reconcile` without a verdict: lists what is unknown and the commands that settle it. Nothing is changed.
 *
 * @throws UsageError for a release or a target that there is not, and when there is no ledger
 */
export async function listUnknown(flags: ReconcileFlags, terminal: Terminal): Promise<ExitCode> {
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
  if (flags.json) {
    const releases = found.map((one) => jsonOf(one, terminal))
    terminal.out(`${printableJson({ version: 1, releases }, 2)}\n`)
  } else if (found.length === 0) terminal.out(`${statusWords[terminal.lang].nothingUnknownAnywhere}\n`)
  else terminal.out(`${found.map((one) => textOf(one, terminal).join('\n')).join('\n\n')}\n`)
  return exitCodes.done
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
  const words = statusWords[terminal.lang]
  const { bold, cyan } = terminal.outColors
  const { fetch, sent, notSent, list } = commandsOf(found, terminal)
  const ids = [...new Set(sends.map(({ id }) => id))]
  return [
    bold(words.unknownIn(sends.length, printable(report.release), printable(report.store.target))),
    ...ids.flatMap((id) => {
      const own = sends.filter((send) => send.id === id)
      return messageLines(id, { sends: own.length, first: own.slice(0, maxShown) }, words)
    }),
    ...(report.counts.unknown > maxShown ? [`  ${words.allKeys}`, `    ${cyan(printable(list))}`] : []),
    ...(fetch === undefined ? [] : [`  ${words.askFirst}`, `    ${cyan(printable(fetch))}`]),
    `  ${words.lookUp}`,
    ...[sent, notSent].map((line) => `    ${cyan(printable(line))}`),
  ]
}
