import { type SendCounts, type SendState, sendStates } from '../../../ledger/ledger.ts'
import { deliveriesText } from '../results/results-words.ts'
import { deployWords } from '../deploy/deploy-words.ts'
import { deliveryIn, failureIn } from '../../../deploy/meanings.ts'
import { deliveryNames } from '../../../contract/contract.ts'
import { koreanTime, koreanMinute } from '../../../text/korean-time.ts'
import { nextSteps } from '../../../deploy/next-steps.ts'
import { isDatabase } from '../../../deploy/target.ts'
import {
  type ReportedDecision,
  detailsOf,
  messagesText,
  nameOf,
  type PlacedFailure,
  type ReleaseReport,
  type ReleaseState,
  undeliveredIn,
} from '../../../deploy/report.ts'
import { textTable } from '../../terminal/printable.ts'
import { printable } from '../../../words/printable.ts'
import { type StatusWords, statusWords } from './status-words.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface Style {
  readonly words: StatusWords
  readonly terminal: Terminal
}

/** Releases in words: the only one with all there is to say, of several a line each, the oldest first. */
export async function statusText(reports: readonly ReleaseReport[], terminal: Terminal): Promise<string> {
  const words = statusWords[terminal.lang]
  const [only] = reports
  if (only === undefined) return `${words.noReleases}\n`
  if (reports.length === 1) return releaseText(only, terminal)
  const lines = reports.map(({ release, store, createdAt, state, counts, deliveries, inputs }) => {
    const delivered = deliveries.none === totalOf(deliveries) ? '' : deliveriesText(deliveries, terminal.lang)
    const place = [printable(release), printable(store.target), koreanMinute(createdAt)]
    const states = `${words.releaseStates[state]}${inputs.test ? `  ${words.test}` : ''}`
    return [...place, states, countsText(counts, words), delivered]
  })
  return `${textTable(lines).join('\n')}\n\n${words.oneRelease(terminal.command('status', [[reports.at(-1)?.release ?? '']]))}\n`
}

/**
 * A release in words: how far it is, what was not sent or delivered and why, what people decided, and what to type next.
 */
export async function releaseText(report: ReleaseReport, terminal: Terminal): Promise<string> {
  const style = { words: statusWords[terminal.lang], terminal }
  const { failures: failed, decisions: decided } = await detailsOf(report)
  const sections = [
    head(report, style),
    failures(failed, report, style),
    undelivered(report, style),
    decisions(decided, style),
    next(report, style),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function head(report: ReleaseReport, { words, terminal }: Style): string[] {
  const { outColors: colors } = terminal
  const { release, store, state, workers, counts, messages, holder, inputs } = report
  const paints: { readonly [S in ReleaseState]: (text: string) => string } = {
    running: colors.cyan,
    paused: colors.yellow,
    unsettled: colors.yellow,
    done: colors.green,
    cancelled: colors.dim,
  }
  const crowd = isDatabase(store) ? words.workers(workers) : ''
  const running = holder === undefined ? crowd : words.process(holder.pid, printable(holder.host))
  return [
    `${colors.bold(printable(release))}  ${printable(store.target)}  ${paints[state](words.releaseStates[state])}${inputs.test ? `  ${words.test}` : ''}`,
    `  ${words.sends(totalOf(counts))}: ${countsText(counts, words)}`,
    ...textTable(messages.map(({ id, counts: own }) => [`    ${nameOf(report, id)}`, countsText(own, words)])),
    ...heldLines(report, terminal).map((line) => `  ${line}`),
    ...skippedLines(report, terminal).map((line) => `  ${line}`),
    ...deliveryLines(report, { words, terminal }),
    ...(state === 'running' ? [`  ${words.running(running)}`] : []),
    ...(state === 'paused' && counts.inflight > 0 ? [`  ${words.cutOff(counts.inflight)}`] : []),
  ]
}

function heldLines({ excluded, exclusions }: ReleaseReport, { lang }: Terminal): readonly string[] {
  if (excluded === 0) return []
  const lists = Object.entries(exclusions).map(([path, count]) => [printable(path), count] as const)
  return [deployWords[lang].held(lists)]
}

function skippedLines({ skipped, inputs: { skipInvalid = '' } }: ReleaseReport, { lang }: Terminal): readonly string[] {
  return skipped === 0 ? [] : [deployWords[lang].skipped(skipped, printable(skipInvalid))]
}

/** The counts that are not zero: `57 accepted, 3 rejected`. */
function countsText(counts: SendCounts, { states, count }: StatusWords): string {
  const there = sendStates.filter((state) => counts[state] > 0)
  return there.length === 0 ? '–' : there.map((state) => `${states[state]} ${count(counts[state])}`).join(', ')
}

/** The deliveries of the accepted ones; without any result, how results would come. */
function deliveryLines(report: ReleaseReport, { words, terminal: { lang } }: Style): string[] {
  const { deliveries, messageDeliveries } = report
  const messages = messageDeliveries.filter(({ counts }) => totalOf(counts) > 0)
  const conflicts = messages.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.conflicts, 0)
  if (messages.length === 0) return []
  if (deliveries.none === totalOf(deliveries)) return [`  ${words.accepted}`]
  const lines = textTable(messages.map(({ id, counts }) => [`    ${nameOf(report, id)}`, deliveriesText(counts, lang)]))
  return [
    `  ${words.deliveries}: ${deliveriesText(deliveries, lang)}`,
    ...lines,
    ...(conflicts > 0 ? [`  ${words.conflicts(conflicts)}`] : []),
  ]
}

function totalOf(counts: { readonly [state: string]: number }): number {
  return Object.values(counts).reduce((sum, sends) => sum + sends, 0)
}

/** What the service took and could not deliver, by code. */
function undelivered(report: ReleaseReport, { words, terminal }: Style): string[] {
  const { outColors: colors, lang } = terminal
  const lines = undeliveredIn(report).flatMap((group) => {
    const { meaning, toDo } = deliveryIn(lang, group.kind, group)
    const paint = group.delivery === 'uncertain' ? colors.yellow : colors.red
    const counted = paint(`${deliveryNames[lang][group.delivery]} ${words.count(group.sends)}`)
    const said = `${printable(group.code)} ${meaning}`
    const [message, ...others] = group.messages
    return message && others.length === 0
      ? [`    ${counted}  ${message.name}: ${said}`, `      ${toDo}`]
      : [`    ${counted}  ${said}`, `      ${colors.dim(messagesText(group, lang))}`, `      ${toDo}`]
  })
  const title = { en: 'Not delivered, or not known', ko: '전달되지 않았거나 알 수 없는 메시지' }
  return lines.length === 0 ? [] : [`  ${colors.bold(title[lang])}`, ...lines]
}

function failures(all: readonly PlacedFailure[], report: ReleaseReport, style: Style): string[] {
  const { words, terminal } = style
  return all.length === 0
    ? []
    : [
        `  ${terminal.outColors.bold(words.failures)}`,
        ...all.flatMap((one) => failure(one, nameOf(report, one.id), style)),
      ]
}

function failure(one: PlacedFailure, name: string, { words, terminal }: Style): string[] {
  const { state, code, sends, description, place } = one
  const { outColors: colors, lang } = terminal
  const { meaning, toDo } = failureIn(lang, one)
  const paint = state === 'rejected' ? colors.red : colors.yellow
  const named = code === undefined ? meaning : `${printable(code)} ${meaning}`
  return [
    `    ${paint(`${words.states[state]} ${words.count(sends)}`)}  ${name}: ${named}`,
    `      ${colors.dim(printable(place))}`,
    ...(description === undefined ? [] : [`      ${words.said(printable(description))}`]),
    `      ${toDo}`,
  ]
}

function decisions(all: readonly ReportedDecision[], { words, terminal }: Style): string[] {
  if (all.length === 0) return []
  const lines = all.map((one) => {
    const isBehind = one.verdict === 'result' && one.reason !== 'unknown'
    const reason = one.verdict === 'result' && isState(one.reason) ? words.states[one.reason] : one.reason
    return `    ${printable(words.decided({ ...one, reason, isBehind, time: koreanTime(one.at) }))}`
  })
  return [`  ${terminal.outColors.bold(words.decisions)}`, ...lines]
}

function isState(text: string): text is SendState {
  return (sendStates as readonly string[]).includes(text)
}

function next(report: ReleaseReport, { words, terminal }: Style): string[] {
  const { bold, cyan } = terminal.outColors
  const lines = nextSteps(report, terminal).flatMap(({ why, commands }) => [
    `    ${why}`,
    ...commands.map((command) => `      ${cyan(printable(command))}`),
  ])
  return lines.length === 0 ? [] : [`  ${bold(words.next)}`, ...lines]
}
