import { type SendCounts, type SendState, sendStates } from '../../../ledger/ledger.ts'
import { heldText, skippedText } from '../deploy/plan-text.ts'
import { deliveryIn, failureIn } from '../../../deploy/meanings.ts'
import { deliveries, deliveryNames } from '../../../contract/contract.ts'
import type { DeliveryCounts } from '../../../ledger/results.ts'
import type { Language, Text } from '../../../words/language.ts'
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
import { counted, grouped, printable } from '../../../words/printable.ts'
import { releaseStateNames, sendsText, stateNames, verdictNames } from './state-names.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Releases in words: the only one with all there is to say, of several a line each, the oldest first. */
export async function statusText(reports: readonly ReleaseReport[], terminal: Terminal): Promise<string> {
  const { lang } = terminal
  const [only] = reports
  const empty = { en: 'The ledger holds no release yet.', ko: '발송 기록에 아직 릴리스가 없습니다.' }
  if (only === undefined) return `${empty[lang]}\n`
  if (reports.length === 1) return releaseText(only, terminal)
  const lines = reports.map((report) => {
    const { release, store, createdAt, state, counts, deliveries: results } = report
    const delivered = results.none === totalOf(results) ? '' : deliveriesText(results, lang)
    const place = [printable(release), printable(store.target), koreanMinute(createdAt)]
    return [...place, `${releaseStateNames[state][lang]}${testMark(report, lang)}`, countsText(counts, lang), delivered]
  })
  const command = terminal.command('status', [[reports.at(-1)?.release ?? '']])
  const more = { en: `All about one of them: ${command}`, ko: `릴리스 하나를 자세히 보기: ${command}` }
  return `${textTable(lines).join('\n')}\n\n${printable(more[lang])}\n`
}

/**
 * A release in words: how far it is, what was not sent or delivered and why, what people decided, and what to type next.
 */
export async function releaseText(report: ReleaseReport, terminal: Terminal): Promise<string> {
  const { failures: failed, decisions: decided } = await detailsOf(report)
  const sections = [
    head(report, terminal),
    failures(failed, report, terminal),
    undelivered(report, terminal),
    decisions(decided, terminal),
    next(report, terminal),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function testMark({ inputs }: ReleaseReport, lang: Language): string {
  return inputs.test ? (lang === 'ko' ? '  시험 발송' : '  test') : ''
}

function head(report: ReleaseReport, { outColors: colors, lang }: Terminal): string[] {
  const { release, store, state, counts, messages } = report
  const { excluded, exclusions, skipped, inputs } = report
  const paints: { readonly [S in ReleaseState]: (text: string) => string } = {
    running: colors.cyan,
    paused: colors.yellow,
    unsettled: colors.yellow,
    done: colors.green,
    cancelled: colors.dim,
  }
  const inFlight = sendsText(counts.inflight)
  const lines: readonly Text[] = [
    ...(excluded === 0 ? [] : [heldText(Object.entries(exclusions))]),
    ...(skipped === 0 ? [] : [skippedText(skipped, inputs.skipInvalid ?? '')]),
  ]
  const cutOff = {
    en: `A deploy was cut off with ${inFlight.en} in flight: they may have been sent or not, and become unknown.`,
    ko: `배포가 갑자기 끊겨 ${inFlight.ko}의 발송 여부를 알 수 없습니다. 곧 확인이 필요한 상태로 바뀝니다.`,
  }
  return [
    `${colors.bold(printable(release))}  ${printable(store.target)}  ${paints[state](releaseStateNames[state][lang])}${testMark(report, lang)}`,
    `  ${sendsText(totalOf(counts))[lang]}: ${countsText(counts, lang)}`,
    ...textTable(messages.map(({ id, counts: own }) => [`    ${nameOf(report, id)}`, countsText(own, lang)])),
    ...lines.map((line) => `  ${printable(line[lang])}`),
    ...deliveryLines(report, lang),
    ...(state === 'running' ? [`  ${printable(runningText(report)[lang])}`] : []),
    ...(state === 'paused' && counts.inflight > 0 ? [`  ${cutOff[lang]}`] : []),
  ]
}

function runningText({ store, workers, holder }: ReleaseReport): Text {
  const by =
    holder !== undefined
      ? { en: ` (process ${holder.pid} on ${holder.host})`, ko: `(${holder.host}의 프로세스 ${holder.pid})` }
      : isDatabase(store)
        ? { en: ` (${counted(workers, 'worker')})`, ko: `(작업자 ${grouped(workers)}명)` }
        : { en: '', ko: '' }
  return { en: `A deploy is running${by.en}.`, ko: `배포가 진행 중입니다${by.ko}.` }
}

/** The counts that are not zero: `57 accepted, 3 rejected`. */
function countsText(counts: SendCounts, lang: Language): string {
  const there = sendStates.filter((state) => counts[state] > 0)
  return there.map((state) => `${stateNames[state][lang]} ${grouped(counts[state])}`).join(', ') || '–'
}

/** The deliveries of the accepted sends; without any result, how results would come. */
function deliveryLines(report: ReleaseReport, lang: Language): string[] {
  const { deliveries: all, messageDeliveries } = report
  const messages = messageDeliveries.filter(({ counts }) => totalOf(counts) > 0)
  const conflicts = messages.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.conflicts, 0)
  if (messages.length === 0) return []
  const accepted = {
    en: 'Accepted means that the service took them. Whether they were delivered comes by its webhook.',
    ko: '접수는 서비스가 메시지를 받았다는 뜻입니다. 수신자에게 도착했는지는 웹훅으로 알 수 있습니다.',
  }
  if (all.none === totalOf(all)) return [`  ${accepted[lang]}`]
  const differ = {
    en: `Results for ${counted(conflicts, 'send')} say different things; the latest one counts.`,
    ko: `${grouped(conflicts)}건은 결과가 서로 다릅니다. 가장 나중 결과를 따릅니다.`,
  }
  return [
    `  ${lang === 'ko' ? '접수된 메시지의 전달 결과' : 'Of the accepted ones'}: ${deliveriesText(all, lang)}`,
    ...textTable(messages.map(({ id, counts }) => [`    ${nameOf(report, id)}`, deliveriesText(counts, lang)])),
    ...(conflicts > 0 ? [`  ${differ[lang]}`] : []),
  ]
}

function totalOf(counts: { readonly [state: string]: number }): number {
  return Object.values(counts).reduce((sum, sends) => sum + sends, 0)
}

/** Lists what the service took and could not deliver, by code. */
function undelivered(report: ReleaseReport, { outColors: colors, lang }: Terminal): string[] {
  const lines = undeliveredIn(report).flatMap((group) => {
    const { meaning, toDo } = deliveryIn(lang, group.kind, group)
    const paint = group.delivery === 'uncertain' ? colors.yellow : colors.red
    const sends = paint(`${deliveryNames[group.delivery][lang]} ${grouped(group.sends)}`)
    const said = `${printable(group.code)} ${meaning}`
    const [message, ...others] = group.messages
    return message && others.length === 0
      ? [`    ${sends}  ${message.name}: ${said}`, `      ${toDo}`]
      : [`    ${sends}  ${said}`, `      ${colors.dim(messagesText(group, lang))}`, `      ${toDo}`]
  })
  const title = { en: 'Not delivered, or not known', ko: '전달되지 않았거나 알 수 없는 메시지' }
  return lines.length === 0 ? [] : [`  ${colors.bold(title[lang])}`, ...lines]
}

function failures(all: readonly PlacedFailure[], report: ReleaseReport, terminal: Terminal): string[] {
  const { outColors: colors, lang } = terminal
  if (all.length === 0) return []
  const lines = all.flatMap((each) => {
    const { id, state, code, sends, description, place } = each
    const { meaning, toDo } = failureIn(lang, each)
    const paint = state === 'rejected' ? colors.red : colors.yellow
    const named = code === undefined ? meaning : `${printable(code)} ${meaning}`
    const service = lang === 'ko' ? '서비스의 설명' : 'The service said'
    return [
      `    ${paint(`${stateNames[state][lang]} ${grouped(sends)}`)}  ${nameOf(report, id)}: ${named}`,
      `      ${colors.dim(printable(place))}`,
      ...(description === undefined ? [] : [`      ${service}: ${printable(description)}`]),
      `      ${toDo}`,
    ]
  })
  return [`  ${colors.bold(lang === 'ko' ? '실패' : 'Failures')}`, ...lines]
}

function decisions(all: readonly ReportedDecision[], { outColors: colors, lang }: Terminal): string[] {
  if (all.length === 0) return []
  const title = lang === 'ko' ? '정리한 내역' : 'Decisions'
  const lines = all.map((each) => `    ${koreanTime(each.at)}  ${printable(decisionText(each)[lang])}`)
  return [`  ${colors.bold(title)}`, ...lines]
}

function decisionText({ who, verdict, sends: count, reason }: ReportedDecision): Text {
  const sends = sendsText(count)
  switch (verdict) {
    case 'result': {
      const before = isState(reason) ? stateNames[reason] : { en: reason, ko: reason }
      const isBehind = reason !== 'unknown'
      return {
        en: `Delivery results settled ${sends.en} as accepted: the ledger had ${count === 1 ? 'it' : 'them'} as ${before.en}.${isBehind ? ' It was behind what was sent; nothing of this is sent again.' : ''}`,
        ko: `전달 결과가 도착해 ${sends.ko}을 접수로 정리. 이전 상태는 ${before.ko}.${isBehind ? ' 발송 기록이 실제보다 뒤처져 있었으며 다시 보내지 않습니다.' : ''}`,
      }
    }
    case 'cancelled':
      return {
        en: `${who} called the release off, with ${sends.en} not sent: ${reason}`,
        ko: `${who}: 릴리스를 취소해 ${sends.ko}을 보내지 않음. ${reason}`,
      }
    case 'recovered':
      return {
        en: `${who} accepted the ledger, which made ${sends.en} unknown: ${reason}`,
        ko: `${who}: 발송 기록을 받아들여 ${sends.ko}이 확인 필요 상태가 됨. ${reason}`,
      }
    case 'sent':
    case 'not-sent':
      return {
        en: `${who} settled ${sends.en} as ${verdictNames[verdict].en}: ${reason}`,
        ko: `${who}: ${sends.ko}을 ${verdictNames[verdict].ko}으로 정리. ${reason}`,
      }
  }
}

function isState(text: string): text is SendState {
  return (sendStates as readonly string[]).includes(text)
}

function next(report: ReleaseReport, terminal: Terminal): string[] {
  const { bold, cyan } = terminal.outColors
  const lines = nextSteps(report, terminal).flatMap(({ why, commands }) => [
    `    ${why}`,
    ...commands.map((command) => `      ${cyan(printable(command))}`),
  ])
  return lines.length === 0 ? [] : [`  ${bold(terminal.lang === 'ko' ? '다음 할 일' : 'Next')}`, ...lines]
}

/** The counts that are not zero: `97 delivered, 2 failed`. */
function deliveriesText(counts: DeliveryCounts, lang: Language): string {
  return deliveries
    .toSorted((a, b) => Number(a === 'none') - Number(b === 'none'))
    .filter((delivery) => counts[delivery] > 0)
    .map((delivery) => `${deliveryNames[delivery][lang]} ${grouped(counts[delivery])}`)
    .join(', ')
}
