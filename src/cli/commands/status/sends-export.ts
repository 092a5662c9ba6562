import { unwritable } from '../../../project/usage-error.ts'
import { relative, resolve } from 'node:path'
import { type SendRecord, type SendState, sendStates } from '../../../ledger/ledger.ts'
import { statOf } from '../../../project/files/paths.ts'
import { writeOutput } from '../../../project/files/write-file.ts'
import { printable } from '../../../words/printable.ts'
import type { ReleaseReport } from '../../../deploy/report.ts'
import { sendsText } from './state-names.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { byteOrderMark } from '../../../diagnostic.ts'
import type { Delivery } from '../../../contract/contract.ts'
import { koreanTime } from '../../../text/korean-time.ts'
import type { Language } from '../../../words/language.ts'
import { deliveryIn } from '../../../deploy/meanings.ts'

/** The sends to write; every one when undefined. */
interface Wanted {
  readonly state?: SendState | undefined
  readonly delivery?: Delivery | undefined
}

/**
 * Writes the sends of releases as CSV; memory does not grow with them.
 *
 * @param csv a file, or `-` for the standard output
 * @throws UsageError for a file that cannot be written
 */
export async function exportSends(
  csv: string,
  { reports, state, delivery }: Wanted & { readonly reports: readonly ReleaseReport[] },
  terminal: Terminal,
): Promise<void> {
  const states: readonly SendState[] = state === undefined ? sendStates : [state]
  const total = reports.reduce((sum, { counts }) => sum + states.reduce((all, each) => all + counts[each], 0), 0)
  const progress = terminal.progress('exporting', total)
  let [written, read] = [0, 0]
  const { lang } = terminal
  /** Yields rows in pieces that are worth a write each. */
  const pieces = async function* (): AsyncGenerator<string> {
    let piece = csvHead
    for (const { release, store } of reports) {
      const { target } = store
      const reader = await store.read()
      try {
        for await (const sends of reader.sends({ release, ...(state !== undefined && { state }) })) {
          const wanted = sends.filter((send) => delivery === undefined || deliveryOf(send) === delivery)
          for (const send of wanted) piece += csvRow({ ...send, release, target, lang })
          written += wanted.length
          progress.update((read += sends.length))
          if (piece.length < pieceUnits) continue
          yield piece
          piece = ''
        }
      } finally {
        await reader.close()
      }
    }
    yield piece
  }
  const path = resolve(terminal.cwd, csv)
  try {
    if (csv === '-') {
      for await (const piece of pieces()) {
        terminal.out(piece)
        await terminal.flushed()
      }
      return
    }
    // The ledger itself, named by mistake, would be lost.
    if (reports.some((report) => isSameFile(report.store.path, path))) throw unwritable(csv, 'ledger')
    await writeOutput(csv, pieces(), terminal)
  } finally {
    progress.end()
  }
  const [sends, shown] = [sendsText(written), relative(terminal.cwd, path)]
  terminal.note({ en: `${sends.en} written to ${shown}.`, ko: `${sends.ko}을 ${shown} 파일에 썼습니다.` })
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statOf(path))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

const pieceUnits = 65_536

/** Returns what is known of the delivery of an accepted send; undefined for any other. */
function deliveryOf({ state, delivery }: SendRecord): Delivery | undefined {
  return delivery?.delivery ?? (state === 'accepted' ? 'none' : undefined)
}

interface ExportedSend extends SendRecord {
  readonly release: string
  readonly target: string
  /** The language of the meanings of codes. */
  readonly lang: Language
}

/** The columns and their cells. Times are ISO 8601 in Korean time. */
const columns: { readonly [name: string]: (send: ExportedSend) => string } = {
  target: ({ target }) => target,
  release: ({ release }) => printable(release),
  id: ({ id }) => id,
  msg_key: ({ key }) => printable(key),
  receiver_number: ({ masked }) => masked,
  ref: ({ ref = '' }) => printable(ref),
  state: ({ state }) => state,
  attempt: ({ attempt }) => String(attempt),
  code: ({ code = '' }) => printable(code),
  description: ({ description = '' }) => printable(description),
  prepared_at: ({ preparedAt }) => koreanTime(preparedAt),
  claimed_at: ({ claimedAt }) => timeOr(claimedAt),
  settled_at: ({ settledAt }) => timeOr(settledAt),
  delivery: (send) => deliveryOf(send) ?? '',
  delivery_code: ({ delivery }) => printable(delivery?.code ?? ''),
  delivery_meaning: ({ kind, delivery, lang }) => (delivery ? deliveryIn(lang, kind, delivery).meaning : ''),
  delivery_description: ({ delivery }) => printable(delivery?.description ?? ''),
  done_at: ({ delivery }) => timeOr(delivery?.doneAt),
  fallback_code: ({ delivery }) => printable(delivery?.fallbackCode ?? ''),
  fallback_description: ({ delivery }) => printable(delivery?.fallbackDescription ?? ''),
  fallback_done_at: ({ delivery }) => timeOr(delivery?.fallbackDoneAt),
  results_conflict: ({ delivery }) => (delivery?.isConflicting === true ? 'yes' : ''),
}

/** The first row. Excel takes a file for UTF-8, and Hangul for what it is, only with the mark before it. */
const csvHead: string = `${byteOrderMark}${Object.keys(columns).join(',')}\r\n`

function csvRow(send: ExportedSend): string {
  const cells = Object.values(columns).map((cellOf) => csvCell(cellOf(send)))
  return `${cells.join(',')}\r\n`
}

/** Spreadsheets take a cell that starts so for a formula, and would run it; an apostrophe makes it text. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell of CSV: what could start a formula is defused, what would end the cell is quoted. */
export function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function timeOr(at: number | undefined): string {
  return at === undefined ? '' : koreanTime(at)
}
