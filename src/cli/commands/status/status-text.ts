import { deliveryNames } from '../../../contract/contract.ts'
import { deliveryIn, failureIn } from '../../../deploy/meanings.ts'
import { nextSteps } from '../../../deploy/next-steps.ts'
import {
  detailsOf,
  messagesText,
  nameOf,
  type ReleaseReport,
  type ReleaseState,
  type ReportedDecision,
  undeliveredIn,
} from '../../../deploy/report.ts'
import { isDatabase } from '../../../deploy/target.ts'
import { sendStates } from '../../../ledger/ledger.ts'
import { koreanMinute, koreanTime } from '../../../text/korean-time.ts'
import type { Language, Text } from '../../../words/language.ts'
import { counted, grouped, printable } from '../../../words/printable.ts'
import { textTable } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { heldText, skippedText } from '../deploy/plan-text.ts'
import { releaseStateNames, sendsText, stateNames, verdictNames } from './state-names.ts'

/** Returns releases in words: the only one with all there is to say, of several a line each, the oldest first. */
export async function statusText(reports: readonly ReleaseReport[], terminal: Terminal): Promise<string> {
  const { lang } = terminal
  const [only] = reports
  const empty = { en: 'The ledger holds no release yet.', ko: '발송 기록에 아직 릴리스가 없습니다.' }
  if (only === undefined) return `${empty[lang]}\n`
  if (reports.length === 1) return releaseText(only, terminal)
  const lines = reports.map((report) => {
    const { release, store, createdAt, counts, deliveries: results } = report
    const delivered = results.none === totalOf(results) ? '' : countsText(results, deliveryNames, lang)
    const place = [printable(release), printable(store.target), koreanMinute(createdAt)]
    return [...place, stateText(report, lang), countsText(counts, stateNames, lang), delivered]
  })
  const command = terminal.command('status', [[reports.at(-1)?.release ?? '']])
  const more = { en: `All about one of them: ${command}`, ko: `릴리스 하나를 자세히 보기: ${command}` }
  return `${textTable(lines).join('\n')}\n\n${printable(more[lang])}\n`
}

/**
 * Returns a release in words: how far it is, what was not sent or delivered and why, what people decided, and what to
 * type next.
 */
export async function releaseText(report: ReleaseReport, terminal: Terminal): Promise<string> {
  const { lang, outColors: colors } = terminal
  const { failures, decisions } = await detailsOf(report)
  const section = (title: Text, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`  ${colors.bold(title[lang])}`, ...lines.map((line) => `    ${line}`)]
  const failed = failures.flatMap((failure) => {
    const { state, code, description } = failure
    const { meaning, toDo } = failureIn(lang, failure)
    const count = `${stateNames[state][lang]} ${grouped(failure.sends)}`
    const named = code === undefined ? meaning : `${printable(code)} ${meaning}`
    const service = lang === 'ko' ? '서비스의 설명' : 'The service said'
    return [
      `${(state === 'rejected' ? colors.red : colors.yellow)(count)}  ${nameOf(report, failure.id)}: ${named}`,
      `  ${colors.dim(printable(failure.place))}`,
      ...(description === undefined ? [] : [`  ${service}: ${printable(description)}`]),
      `  ${toDo}`,
    ]
  })
  const undelivered = undeliveredIn(report).flatMap((group) => {
    const { meaning, toDo } = deliveryIn(lang, group.kind, group)
    const count = `${deliveryNames[group.delivery][lang]} ${grouped(group.sends)}`
    const sends = (group.delivery === 'uncertain' ? colors.yellow : colors.red)(count)
    const reason = `${printable(group.code)} ${meaning}`
    const [message, ...others] = group.messages
    return message && others.length === 0
      ? [`${sends}  ${message.name}: ${reason}`, `  ${toDo}`]
      : [`${sends}  ${reason}`, `  ${colors.dim(messagesText(group, lang))}`, `  ${toDo}`]
  })
  const sections = [
    head(report, terminal),
    section({ en: 'Failures', ko: '실패' }, failed),
    section({ en: 'Not delivered, or not known', ko: '전달되지 않았거나 알 수 없는 메시지' }, undelivered),
    section(
      { en: 'Decisions', ko: '정리한 내역' },
      decisions.map((each) => `${koreanTime(each.at)}  ${printable(decisionText(each)[lang])}`),
    ),
    section(
      { en: 'Next', ko: '다음 할 일' },
      nextSteps(report, terminal).flatMap(({ why, commands }) => [
        why,
        ...commands.map((command) => `  ${colors.cyan(printable(command))}`),
      ]),
    ),
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

function stateText({ state, inputs }: ReleaseReport, lang: Language): string {
  return `${releaseStateNames[state][lang]}${inputs.test ? (lang === 'ko' ? '  시험 발송' : '  test') : ''}`
}

function head(report: ReleaseReport, { outColors: colors, lang }: Terminal): readonly string[] {
  const { release, store, state, counts, messages, excluded, exclusions, skipped, inputs } = report
  const paints: { readonly [S in ReleaseState]: (text: string) => string } = {
    running: colors.cyan,
    paused: colors.yellow,
    unsettled: colors.yellow,
    done: colors.green,
    cancelled: colors.dim,
  }
  const inFlight = sendsText(counts.inflight)
  const cutOff = {
    en: `A deploy was cut off with ${inFlight.en} in flight: they may have been sent or not, and become unknown.`,
    ko: `배포가 갑자기 끊겨 ${inFlight.ko}의 발송 여부를 알 수 없습니다. 곧 확인이 필요한 상태로 바뀝니다.`,
  }
  const line = (text: Text): string => `  ${printable(text[lang])}`
  return [
    `${colors.bold(printable(release))}  ${printable(store.target)}  ${paints[state](stateText(report, lang))}`,
    `  ${sendsText(totalOf(counts))[lang]}: ${countsText(counts, stateNames, lang)}`,
    ...textTable(
      messages.map(({ id, counts: own }) => [`    ${nameOf(report, id)}`, countsText(own, stateNames, lang)]),
    ),
    ...(excluded === 0 ? [] : [line(heldText(Object.entries(exclusions)))]),
    ...(skipped === 0 ? [] : [line(skippedText(skipped, inputs.skipInvalid ?? ''))]),
    ...deliveryLines(report, lang),
    ...(state === 'running' ? [line(runningText(report))] : []),
    ...(state === 'paused' && counts.inflight > 0 ? [line(cutOff)] : []),
  ]
}

function runningText({ store, workers, holder }: ReleaseReport): Text {
  if (holder !== undefined)
    return {
      en: `A deploy is running (process ${holder.pid} on ${holder.host}).`,
      ko: `배포가 진행 중입니다(${holder.host}의 프로세스 ${holder.pid}).`,
    }
  return isDatabase(store)
    ? {
        en: `A deploy is running (${counted(workers, 'worker')}).`,
        ko: `배포가 진행 중입니다(작업자 ${grouped(workers)}명).`,
      }
    : { en: 'A deploy is running.', ko: '배포가 진행 중입니다.' }
}

/** Returns the deliveries of the accepted sends; without any result, how results would come. */
function deliveryLines(report: ReleaseReport, lang: Language): readonly string[] {
  const { deliveries: all } = report
  const messages = report.messages.filter(({ deliveries }) => totalOf(deliveries) > 0)
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
  const rows = messages.map(({ id, deliveries }) => [
    `    ${nameOf(report, id)}`,
    countsText(deliveries, deliveryNames, lang),
  ])
  return [
    `  ${lang === 'ko' ? '접수된 메시지의 전달 결과' : 'Of the accepted ones'}: ${countsText(all, deliveryNames, lang)}`,
    ...textTable(rows),
    ...(conflicts > 0 ? [`  ${differ[lang]}`] : []),
  ]
}

function totalOf(counts: { readonly [name: string]: number }): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Returns the counts that are not zero, what is not known yet last: `57 accepted, 3 rejected`. */
function countsText<N extends string>(
  counts: { readonly [S in N]: number },
  names: { readonly [S in N]: Text },
  lang: Language,
): string {
  const counting = (Object.keys(names) as N[]).filter((name) => counts[name] > 0)
  const sorted = counting.toSorted((a, b) => Number(a === 'none') - Number(b === 'none'))
  return sorted.map((name) => `${names[name][lang]} ${grouped(counts[name])}`).join(', ') || '–'
}

function decisionText({ who, verdict, sends: count, reason }: ReportedDecision): Text {
  const sends = sendsText(count)
  switch (verdict) {
    case 'result': {
      const before = sendStates.find((state) => state === reason)
      const { en, ko } = before === undefined ? { en: reason, ko: reason } : stateNames[before]
      const isBehind = reason !== 'unknown'
      return {
        en: `Delivery results settled ${sends.en} as accepted: the ledger had ${count === 1 ? 'it' : 'them'} as ${en}.${isBehind ? ' It was behind what was sent; nothing of this is sent again.' : ''}`,
        ko: `전달 결과가 도착해 ${sends.ko}을 접수로 정리. 이전 상태는 ${ko}.${isBehind ? ' 발송 기록이 실제보다 뒤처져 있었으며 다시 보내지 않습니다.' : ''}`,
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
