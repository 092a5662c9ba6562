import { koreanTime } from '../../../contract/korean-time.ts'
import type { ReleaseReport, PlacedFailure } from '../../../deploy/report.ts'
import type { Language } from '../../../words/language.ts'
import { grouped, printable } from '../../../words/printable.ts'
import { deliveryIn, undeliveredIn } from '../../../deploy/delivery-words.ts'
import { failureIn } from '../../../words/failure-words.ts'

/** What a summary is made of. */
export interface Summarised {
  readonly release: ReleaseReport
  readonly failures: readonly PlacedFailure[]
}

/** A reason with the number of its sends. */
interface Reason {
  readonly why: string
  readonly sends: number
}

interface Attempt {
  readonly release: string
  readonly from: string
  readonly to: string
}

const one = (count: number, single: string, many: string): string => `${grouped(count)} ${count === 1 ? single : many}`
const was = (count: number): string => (count === 1 ? 'was' : 'were')
const months = 'January February March April May June July August September October November December'.split(' ')

const en = {
  notSent: (release: string) => `Nothing of "${release}" was sent yet.`,
  sent: ({ release, from, to }: Attempt) =>
    from === to
      ? `"${release}" was sent on ${from} (Korean time).`
      : `"${release}" was sent from ${from} to ${to} (Korean time).`,
  tried: ({ release, from, to }: Attempt) =>
    `Sending "${release}" was tried ${from === to ? `on ${from}` : `from ${from} to ${to}`} (Korean time).`,
  taken: (accepted: number, all: number) =>
    `The service took ${grouped(accepted)} of ${one(all, 'message', 'messages')}.`,
  leftOut: (excluded: number) =>
    excluded > 0 ? `${one(excluded, 'recipient', 'recipients')} ${was(excluded)} excluded by a list.` : '',
  noResults: () => 'No delivery results have come yet.',
  delivered: (sends: number, percent: string, known: number | 'all') =>
    known === 'all'
      ? `${grouped(sends)} of them (${percent}) ${was(sends)} delivered.`
      : `${grouped(sends)} ${was(sends)} delivered: ${percent} of the ${grouped(known)} whose result is known.`,
  byFallback: (sends: number) => `${grouped(sends)} of these reached people as a fallback message.`,
  rest: ({ failed, uncertain, waiting }: { failed: number; uncertain: number; waiting: number }) => [
    ...(failed > 0 ? [`${grouped(failed)} ${was(failed)} not delivered.`] : []),
    ...(uncertain > 0
      ? [`For ${grouped(uncertain)} nobody can say whether ${uncertain === 1 ? 'it' : 'they'} arrived.`]
      : []),
    ...(waiting > 0 ? [`For ${grouped(waiting)} no result has come yet.`] : []),
  ],
  undelivered: (reasons: string) => `Why not delivered: ${reasons}.`,
  refused: (sends: number, reasons: string) => `The service refused ${one(sends, 'message', 'messages')}: ${reasons}.`,
  unclear: (sends: number) =>
    `${one(sends, 'message', 'messages')} may have been sent or not; this is being looked up.`,
  left: (sends: number) => `${one(sends, 'message is', 'messages are')} still to be sent.`,
  reason: ({ why, sends }: Reason) => `${why} (${grouped(sends)})`,
  andOthers: (named: string, others: number) => `${named}, and ${one(others, 'other', 'others')}`,
  next: (steps: string) => `What to do next: ${steps}`,
  nothingToDo: 'There is nothing left to do.',
  day: (year: string, month: string, day: string) => `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`,
  moment: (day: string, time: string) => `${day}, ${time}`,
}

const ko: typeof en = {
  notSent: (release) => `"${release}" 릴리스는 아직 발송하지 않았습니다.`,
  sent: ({ release, from, to }) =>
    from === to
      ? `"${release}" 릴리스를 ${from}(한국 시각)에 발송했습니다.`
      : `"${release}" 릴리스를 ${from}부터 ${to}까지(한국 시각) 발송했습니다.`,
  tried: ({ release, from, to }) =>
    from === to
      ? `"${release}" 릴리스를 ${from}(한국 시각)에 발송하려 했습니다.`
      : `"${release}" 릴리스를 ${from}부터 ${to}까지(한국 시각) 발송하려 했습니다.`,
  taken: (accepted, all) => `메시지 ${grouped(all)}건 중 ${grouped(accepted)}건을 서비스가 접수했습니다.`,
  leftOut: (excluded) => (excluded > 0 ? `수신 제외 목록에 있는 수신자 ${grouped(excluded)}명은 뺐습니다.` : ''),
  noResults: () => '전달 결과는 아직 오지 않았습니다.',
  delivered: (sends, percent, known) =>
    known === 'all'
      ? `이 가운데 ${grouped(sends)}건(${percent})이 전달되었습니다.`
      : `결과를 아는 ${grouped(known)}건 가운데 ${grouped(sends)}건(${percent})이 전달되었습니다.`,
  byFallback: (sends) => `그중 ${grouped(sends)}건은 대체 발송으로 전달되었습니다.`,
  rest: ({ failed, uncertain, waiting }) => [
    ...(failed > 0 ? [`${grouped(failed)}건은 전달되지 않았습니다.`] : []),
    ...(uncertain > 0 ? [`${grouped(uncertain)}건은 전달 여부를 알 수 없습니다.`] : []),
    ...(waiting > 0 ? [`${grouped(waiting)}건은 아직 결과가 없습니다.`] : []),
  ],
  undelivered: (reasons) => `전달되지 않은 이유: ${reasons}.`,
  refused: (sends, reasons) => `서비스가 거절한 메시지는 ${grouped(sends)}건입니다: ${reasons}.`,
  unclear: (sends) => `${grouped(sends)}건은 발송 여부를 확인하고 있습니다.`,
  left: (sends) => `${grouped(sends)}건은 아직 발송하지 않았습니다.`,
  reason: ({ why, sends }) => `${why}(${grouped(sends)}건)`,
  andOthers: (named, others) => `${named}, 그 밖 ${grouped(others)}건`,
  next: (steps) => `다음 할 일: ${steps}`,
  nothingToDo: '더 할 일은 없습니다.',
  day: (year, month, day) => `${year}년 ${Number(month)}월 ${Number(day)}일`,
  moment: (day, time) => `${day} ${time}`,
}

const summaryWords: { readonly [L in Language]: typeof en } = { en, ko }

/** The reasons that a summary names one by one. */
const maxReasons = 3

/**
 * Returns a release in plain sentences for those who never saw a terminal: what was sent when, what arrived, what did not
 * and why, and what to do next. Each entry is a paragraph.
 */
export function summaryOf({ release: report, failures }: Summarised, lang: Language): readonly string[] {
  const words = summaryWords[lang]
  const { release, counts, excluded } = report
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const name = printable(release)
  const leftOut = words.leftOut(excluded)
  const left = counts.pending + counts.deferred
  const unclear = counts.unknown + counts.inflight
  const sentOrTried = counts.accepted + unclear > 0 ? words.sent : words.tried
  const sent =
    report.claimedAt === undefined
      ? [words.notSent(name)]
      : [
          sentOrTried({ release: name, ...spanOf(report.claimedAt, report.settledAt, words) }),
          words.taken(counts.accepted, all),
        ]
  const unsent = [
    ...(counts.rejected > 0 ? [words.refused(counts.rejected, reasonsOf(refusals(failures, lang), words))] : []),
    ...(unclear > 0 ? [words.unclear(unclear)] : []),
    ...(left > 0 ? [words.left(left)] : []),
  ]
  const steps = [
    ...new Set([...failures.map((failure) => failureIn(lang, failure).toDo), ...undeliveredSteps(report, lang)]),
  ]
  const next = steps.length > 0 ? [words.next(steps.join(' '))] : left + unclear === 0 ? [words.nothingToDo] : []
  return [[...sent, ...(leftOut === '' ? [] : [leftOut])], deliveryText(report, lang), unsent, next]
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(' '))
}

/** Returns the first and the last moment; where it took less than a minute they are the same. */
function spanOf(
  firstAt: number,
  lastAt: number | undefined,
  words: typeof en,
): { readonly from: string; readonly to: string } {
  const [first, last] = [firstAt, lastAt ?? firstAt].map((at) => {
    const [date = '', time = ''] = koreanTime(at).split('T')
    const [year = '', month = '', day = ''] = date.split('-')
    return { day: words.day(year, month, day), time: time.slice(0, 'hh:mm'.length) }
  }) as [{ day: string; time: string }, { day: string; time: string }]
  const from = words.moment(first.day, first.time)
  const isSame = first.day === last.day && first.time === last.time
  return { from, to: isSame ? from : first.day === last.day ? last.time : words.moment(last.day, last.time) }
}

function deliveryText(report: ReleaseReport, lang: Language): readonly string[] {
  const { counts, deliveries } = report
  const words = summaryWords[lang]
  const { accepted } = counts
  if (accepted === 0) return []
  if (deliveries.none === accepted) return [words.noResults()]
  const byFallback = deliveries['fallback-delivered']
  const arrived = deliveries.delivered + byFallback
  const reasons = undeliveredIn(report)
    .filter(({ delivery }) => delivery !== 'uncertain')
    .map((group) => ({ why: deliveryIn(lang, group).meaning, sends: group.sends }))
  const rest = words.rest({
    failed: deliveries.failed + deliveries['fallback-failed'],
    uncertain: deliveries.uncertain,
    waiting: deliveries.none,
  })
  return [
    words.delivered(
      arrived,
      share(arrived, accepted - deliveries.none),
      deliveries.none === 0 ? 'all' : accepted - deliveries.none,
    ),
    ...(byFallback > 0 ? [words.byFallback(byFallback)] : []),
    ...rest,
    ...(reasons.length > 0 ? [words.undelivered(reasonsOf(reasons, words))] : []),
  ]
}

function refusals(failures: readonly PlacedFailure[], lang: Language): readonly Reason[] {
  return failures
    .filter(({ state }) => state === 'rejected')
    .map((failure) => ({ why: failureIn(lang, failure).meaning, sends: failure.sends }))
}

function undeliveredSteps(report: ReleaseReport, lang: Language): readonly string[] {
  return undeliveredIn(report).map((group) => deliveryIn(lang, group).toDo)
}

/** The most frequent reasons, each once. */
function reasonsOf(reasons: readonly Reason[], words: typeof en): string {
  const sums = new Map<string, number>()
  for (const { why, sends } of reasons) sums.set(why, (sums.get(why) ?? 0) + sends)
  const inOrder = [...sums].map(([why, sends]) => ({ why, sends })).toSorted((a, b) => b.sends - a.sends)
  const others = inOrder.slice(maxReasons).reduce((sum, { sends }) => sum + sends, 0)
  const named = inOrder.slice(0, maxReasons).map(words.reason).join(', ')
  return others === 0 ? named : words.andOthers(named, others)
}

/** Returns a part of a whole in percent. Only all of it is 100 %. */
export function share(part: number, whole: number): string {
  if (part === whole) return '100%'
  return `${Math.min(99.9, Math.round((part / whole) * 1000) / 10)}%`
}
