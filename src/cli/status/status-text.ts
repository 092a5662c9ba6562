import { type SendCounts, type SendState, sendStates } from '../../ledger/ledger.ts'
import { deliveries } from '../../contract/delivery.ts'
import type { DeliveryCounts } from '../../ledger/results.ts'
import type { Language } from '../../words/language.ts'
import { deliveryIn, deliveryWords, messagesText, undeliveredIn } from './delivery-words.ts'
import { failureIn } from './failure-words.ts'
import { summaryOf } from './summary.ts'
import { koreanTime } from '../../contract/korean-time.ts'
import { isDatabase } from '../../deploy/target.ts'
import {
  type ReportedDecision,
  type DeliveredRelease,
  detailsOf,
  type PlacedFailure,
  type ReleaseReport,
  type ReleaseState,
  timelineOf,
} from '../../deploy/report.ts'
import type { Flag } from '../../session/host.ts'
import { columnsOf, printable } from '../terminal/printable.ts'
import { type StatusWords, statusWords } from './status-words.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface Style {
  readonly words: StatusWords
  readonly terminal: Terminal
}

/** Releases in words, the oldest first; a single one with a summary for others where its deliveries are known. */
export async function statusText(
  reports: readonly (ReleaseReport | DeliveredRelease)[],
  terminal: Terminal,
): Promise<string> {
  const [report, ...others] = reports
  if (report === undefined) return `${statusWords[terminal.lang].noReleases}\n`
  const texts = await Promise.all(reports.map((one) => releaseText(one, terminal)))
  if (others.length === 0 && 'deliveries' in report) texts.push(await summaryText(report, terminal))
  return texts.join('\n')
}

async function summaryText(release: DeliveredRelease, { lang, outColors: colors }: Terminal): Promise<string> {
  const [{ failures: failed }, { sends }] = await Promise.all([detailsOf(release), timelineOf(release)])
  const paragraphs = summaryOf({ release, failures: failed, sends }, lang)
  return [`  ${colors.bold(statusWords[lang].summary)}`, ...paragraphs.map((one) => `    ${one}`), ''].join('\n')
}

/**
 * A release in words: how far it is, what was not sent or delivered and why, what people decided, and what to type next.
 */
export async function releaseText(report: ReleaseReport | DeliveredRelease, terminal: Terminal): Promise<string> {
  const style = { words: statusWords[terminal.lang], terminal }
  const { failures: failed, decisions: decided } = await detailsOf(report)
  const delivered = 'deliveries' in report ? report : undefined
  const sections = [
    head(report, style),
    failures(failed, style),
    ...(delivered ? [undelivered(delivered, style)] : []),
    decisions(decided, style),
    next(report, style),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function head(
  report: ReleaseReport | DeliveredRelease,
  { words, terminal: { outColors: colors, lang } }: Style,
): string[] {
  const { release, store, state, workers, counts, messages, holder } = report
  const paints: { readonly [S in ReleaseState]: (text: string) => string } = {
    running: colors.cyan,
    paused: colors.yellow,
    unsettled: colors.yellow,
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
    ...deliveryLines(report, words, lang),
    ...(state === 'running' ? [`  ${words.running(running)}`] : []),
    ...(report.isPrepared ? [] : [`  ${words.notPrepared}`]),
    ...(state === 'paused' && counts.inflight > 0 ? [`  ${words.cutOff(counts.inflight)}`] : []),
  ]
}

export function total(counts: SendCounts): number {
  return sendStates.reduce((sum, state) => sum + counts[state], 0)
}

/** The counts that are not zero: `57 accepted, 3 rejected`. */
export function countsText(counts: SendCounts, { states, count }: StatusWords): string {
  const there = sendStates.filter((state) => counts[state] > 0)
  return there.length === 0 ? '–' : there.map((state) => `${states[state]} ${count(counts[state])}`).join(', ')
}

function deliveryLines(
  report: ReleaseReport | DeliveredRelease,
  words: StatusWords,
  lang: Language,
): readonly string[] {
  const { accepted } = report.counts
  if (accepted === 0) return []
  if (!('deliveries' in report) || report.deliveries.none === accepted) return [`  ${words.accepted}`]
  const { names, conflicts } = deliveryWords[lang]
  const text = (counts: DeliveryCounts): string =>
    // What is not known yet comes last.
    [...deliveries.filter((delivery) => delivery !== 'none'), 'none' as const]
      .filter((delivery) => counts[delivery] > 0)
      .map((delivery) => `${names[delivery]} ${words.count(counts[delivery])}`)
      .join(', ')
  const messages = report.messages.filter(({ counts }) => counts.accepted > 0)
  const idColumns = Math.max(0, ...messages.map(({ id }) => columnsOf(id)))
  return [
    `  ${words.deliveries(accepted)}: ${text(report.deliveries)}`,
    ...messages.map((one) => `    ${one.id}${' '.repeat(idColumns - columnsOf(one.id))}  ${text(one.deliveries)}`),
    ...(report.conflicts > 0 ? [`  ${conflicts(words.sends(report.conflicts))}`] : []),
  ]
}

/** What the service took and could not deliver, by code. */
function undelivered(report: DeliveredRelease, { words, terminal }: Style): string[] {
  const { outColors: colors, lang } = terminal
  const { names, failures: title } = deliveryWords[lang]
  const lines = undeliveredIn(report).flatMap((group) => {
    const { meaning, toDo } = deliveryIn(lang, group)
    const paint = group.delivery === 'uncertain' ? colors.yellow : colors.red
    const counted = paint(`${names[group.delivery]} ${words.count(group.sends)}`)
    return [
      `    ${counted}  ${printable(group.code)} ${meaning}`,
      `      ${colors.dim(messagesText(group, lang))}`,
      `      ${toDo}`,
    ]
  })
  return lines.length === 0 ? [] : [`  ${colors.bold(title)}`, ...lines]
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
  const lines = all.map((one) => {
    const reason = one.verdict === 'result' ? words.states[one.reason as SendState] : one.reason
    return `    ${printable(words.decided({ ...one, reason, time: koreanTime(one.at) }))}`
  })
  return [`  ${terminal.outColors.bold(words.decisions)}`, ...lines]
}

/** A step that goes on from here, with the commands of which one does it. */
interface NextStep {
  readonly why: string
  readonly commands: readonly string[]
}

/** Returns what goes on from a release, the most urgent first. While a deploy runs there is nothing to do but wait. */
function nextSteps(report: ReleaseReport, terminal: Terminal): readonly NextStep[] {
  const { release, store, state, counts, isPrepared } = report
  if (state === 'running') return []
  const words = statusWords[terminal.lang]
  const same: readonly Flag[] = [
    ['--release', release],
    ['--target', store.target],
  ]
  const command = (name: string, ...more: readonly Flag[]): string => terminal.command(name, [...same, ...more])
  const { paths, recipients } = report.inputs
  // The ledger has no recipients of these: their files are read again.
  const files: readonly Flag[] = [
    ...(recipients === undefined ? [] : [['--recipients', recipients] as const]),
    ...paths.map((path) => [path] as const),
  ]
  const isUnclear = counts.unknown + counts.inflight
  const verdicts = (['--sent', '--not-sent'] as const).map((flag) => command('reconcile', [flag], ['--reason', '…']))
  return [
    ...(isUnclear > 0 ? [{ why: words.toReconcile(isUnclear), commands: verdicts }] : []),
    ...(isPrepared ? [] : [{ why: words.toSend, commands: [command('deploy', ...files)] }]),
    ...(isPrepared && counts.pending + counts.deferred > 0
      ? [{ why: words.toSend, commands: [command('deploy')] }]
      : []),
    ...(counts.rejected > 0
      ? [{ why: words.toRetry(counts.rejected), commands: [command('deploy', ['--retry-rejected'], ...files)] }]
      : []),
  ]
}

function next(report: ReleaseReport, { words, terminal }: Style): string[] {
  const { bold, cyan } = terminal.outColors
  const lines = nextSteps(report, terminal).flatMap(({ why, commands }) => [
    `    ${why}`,
    ...commands.map((command) => `      ${cyan(printable(command))}`),
  ])
  return lines.length === 0 ? [] : [`  ${bold(words.next)}`, ...lines]
}

/** Returns the one command to type next; undefined where there is nothing to do. Of two verdicts it chooses none. */
export function suggestedCommand(report: ReleaseReport, terminal: Terminal): string | undefined {
  const [step] = nextSteps(report, terminal)
  if (step === undefined || step.commands.length === 1) return step?.commands[0]
  return terminal.command('reconcile', [
    ['--release', report.release],
    ['--target', report.store.target],
  ])
}
