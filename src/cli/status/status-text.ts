import { type SendCounts, sendStates } from '../../ledger/ledger.ts'
import { deployWords } from '../deploy/deploy-words.ts'
import { failureIn } from './failure-words.ts'
import { koreanTime } from '../../contract/korean-time.ts'
import { isDatabase } from '../../deploy/target.ts'
import {
  type ReportedDecision,
  detailsOf,
  type PlacedFailure,
  type ReleaseReport,
  type ReleaseState,
} from '../../deploy/report.ts'
import type { Flag } from '../../session/host.ts'
import { columnsOf, printable } from '../terminal/printable.ts'
import { type StatusWords, statusWords } from './status-words.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface Style {
  readonly words: StatusWords
  readonly terminal: Terminal
}

/** A release in words: how far it is, what failed and why, what people decided, and what to type next. */
export async function releaseText(report: ReleaseReport, terminal: Terminal): Promise<string> {
  const style = { words: statusWords[terminal.lang], terminal }
  const { failures: failed, decisions: decided } = await detailsOf(report)
  const sections = [head(report, style), failures(failed, style), decisions(decided, style), next(report, style)]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function head(report: ReleaseReport, { words, terminal }: Style): string[] {
  const { outColors: colors } = terminal
  const { release, store, state, workers, counts, messages, holder } = report
  const paints: { readonly [S in ReleaseState]: (text: string) => string } = {
    running: colors.cyan,
    paused: colors.yellow,
    done: colors.green,
  }
  const idColumns = Math.max(0, ...messages.map(({ id }) => columnsOf(id)))
  const crowd = isDatabase(store) ? words.workers(workers) : ''
  const running = holder === undefined ? crowd : words.process(holder.pid, printable(holder.host))
  return [
    `${colors.bold(printable(release))}  ${printable(store.target)}  ${paints[state](words.releaseStates[state])}`,
    `  ${words.sends(total(counts))}: ${countsText(counts, words)}`,
    ...messages.map(
      ({ id, counts: own }) => `    ${id}${' '.repeat(idColumns - columnsOf(id))}  ${countsText(own, words)}`,
    ),
    ...heldLines(report, terminal).map((line) => `  ${line}`),
    ...(counts.accepted > 0 ? [`  ${words.accepted}`] : []),
    ...(state === 'running' ? [`  ${words.running(running)}`] : []),
    ...(report.isPrepared ? [] : [`  ${words.notPrepared}`]),
    ...(state === 'paused' && counts.inflight > 0 ? [`  ${words.cutOff(counts.inflight)}`] : []),
  ]
}

function heldLines({ excluded, heldBack, exclusions }: ReleaseReport, { lang }: Terminal): readonly string[] {
  if (excluded + heldBack === 0) return []
  const lists = Object.entries(exclusions).map(([path, count]) => [printable(path), count] as const)
  return [deployWords[lang].held(lists, heldBack > 0 ? heldBack : undefined)]
}

function total(counts: SendCounts): number {
  return sendStates.reduce((sum, state) => sum + counts[state], 0)
}

/** The counts that are not zero: `57 accepted, 3 rejected`. */
function countsText(counts: SendCounts, { states, count }: StatusWords): string {
  const there = sendStates.filter((state) => counts[state] > 0)
  return there.length === 0 ? '–' : there.map((state) => `${states[state]} ${count(counts[state])}`).join(', ')
}

function failures(all: readonly PlacedFailure[], style: Style): string[] {
  const { words, terminal } = style
  return all.length === 0
    ? []
    : [`  ${terminal.outColors.bold(words.failures)}`, ...all.flatMap((one) => failure(one, style))]
}

function failure({ id, state, code, sends, description, place }: PlacedFailure, { words, terminal }: Style): string[] {
  const { outColors: colors, lang } = terminal
  const { meaning, toDo } = failureIn(lang, { state, ...(code !== undefined && { code }) })
  const paint = state === 'rejected' ? colors.red : colors.yellow
  const named = code === undefined ? meaning : `${printable(code)} ${meaning}`
  return [
    `    ${paint(`${words.states[state]} ${words.count(sends)}`)}  ${id}: ${named}`,
    `      ${colors.dim(printable(place))}`,
    ...(description === undefined ? [] : [`      ${words.said(printable(description))}`]),
    `      ${toDo}`,
  ]
}

function decisions(all: readonly ReportedDecision[], { words, terminal }: Style): string[] {
  if (all.length === 0) return []
  const lines = all.map((one) => `    ${printable(words.decided({ ...one, time: koreanTime(one.at) }))}`)
  return [`  ${terminal.outColors.bold(words.decisions)}`, ...lines]
}

/** The commands that go on from here. While a deploy runs there is nothing to do but wait. */
function next(report: ReleaseReport, { words, terminal }: Style): string[] {
  const { release, store, state, counts } = report
  if (state === 'running') return []
  const same: readonly Flag[] = [
    ['--release', release],
    ['--target', store.target],
  ]
  const command = (name: string, ...more: readonly Flag[]): string =>
    `      ${terminal.outColors.cyan(printable(terminal.command(name, [...same, ...more])))}`
  const { paths, recipients, exclude = [] } = report.inputs
  const lists = exclude.map((path): Flag => ['--exclude', path])
  // The ledger has no recipients of these: their files are read again.
  const files: readonly Flag[] = [
    ...(recipients === undefined ? [] : [['--recipients', recipients] as const]),
    ...paths.map((path) => [path] as const),
    ...lists,
  ]
  const isUnclear = counts.unknown + counts.inflight
  const lines = [
    ...(isUnclear > 0
      ? [
          `    ${words.toReconcile(isUnclear)}`,
          command('reconcile', ['--sent'], ['--reason', '…']),
          command('reconcile', ['--not-sent'], ['--reason', '…']),
        ]
      : []),
    ...(report.isPrepared ? [] : [`    ${words.toSend}`, command('deploy', ...files)]),
    ...(report.isPrepared && counts.pending + counts.deferred > 0
      ? [`    ${words.toSend}`, command('deploy', ...lists)]
      : []),
    ...(counts.rejected > 0
      ? [`    ${words.toRetry(counts.rejected)}`, command('deploy', ['--retry-rejected'], ...files)]
      : []),
  ]
  return lines.length === 0 ? [] : [`  ${terminal.outColors.bold(words.next)}`, ...lines]
}
