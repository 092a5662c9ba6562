import type { AskedMessages, ListedMessage, ResultQuery } from '../contract/contract.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import { type ResultInbox, type ResultSums, sumOfResults } from '../ledger/results.ts'
import type { ListOutcome, Service } from '../service/service.ts'
import { dayMs } from '../text/korean-time.ts'
import { type OpenRelease, openSends, type Range, settlesWithinMs } from './open-sends.ts'

export type AskFailure = Exclude<ListOutcome, { readonly type: 'page' }>

export interface FetchRound extends ResultSums {
  /** Sends that were asked about. */
  readonly asked: number
  readonly unknown: number
  /** Messages that the service listed. */
  readonly listed: number
  /** Messages that the service took twice, with its names of both requests. */
  readonly doubles: readonly { readonly key: string; readonly requests: readonly string[] }[]
  /** Releases whose lists changed for as long as they were read: something may be missing. */
  readonly moving: readonly string[]
  /** Absent where everything was asked. */
  readonly failure?: AskFailure
}

export interface FetchOptions {
  readonly query: ResultQuery
  readonly service: Pick<Service, 'list'>
  readonly inbox: Pick<ResultInbox, 'record'>
  readonly reader: Pick<LedgerReader, 'releases' | 'deliveries' | 'templates' | 'sends'>
  /** Returns whether a worker sends: then sends in flight are not unknown. */
  readonly isAtWork: () => Promise<boolean>
  readonly release?: string | undefined
  /** Absent to ask once. */
  readonly everyMs?: number | undefined
  /** Requests at the same time. */
  readonly concurrency: number
  readonly now: () => number
  readonly sleep: (ms: number, stop: AbortSignal) => Promise<void>
  readonly stop: AbortSignal
  /** Returns whether to repeat a request after a refusal. */
  readonly mayPass: (code: string) => boolean
  /** Called with the count of messages listed so far. */
  readonly onProgress: (listed: number) => void
  /** Called after each round, with the time of the next one, if any. */
  readonly onRound: (round: FetchRound, nextAtMs: number | undefined) => void
}

/** Lists that are longer are asked for in shorter ranges of time. */
const maxListed = 10_000
const maxPasses = 5
const minuteMs = 60_000
const retryDelaysMs = [1_000, 5_000]

/** Asks the service once, or again and again until nothing open is young. Rejects with LedgerError. */
export async function fetchInRounds(options: FetchOptions): Promise<FetchRound> {
  const { reader, query, release, everyMs, now, sleep, stop, isAtWork, onRound } = options
  const openNow = () => openSends(reader, query, { release, nowMs: now() })
  for (;;) {
    const open = await openNow()
    const fetched = await fetchResults(open, options)
    const working = await isAtWork()
    const counts = (await reader.releases(release)).map((one) => one.counts)
    const round = {
      ...fetched,
      asked: open.reduce((sum, { count }) => sum + count, 0),
      unknown: counts.reduce((sum, { unknown, inflight }) => sum + unknown + (working ? 0 : inflight), 0),
    }
    const isYoung = ({ untilMs }: Range): boolean => untilMs > now() - settlesWithinMs
    const isLast = everyMs === undefined || stop.aborted || !(await openNow()).some(({ asked }) => asked.some(isYoung))
    onRound(round, isLast ? undefined : now() + everyMs)
    if (isLast) return round
    await sleep(everyMs, stop)
    if (stop.aborted) return round
  }
}

type Question = Omit<AskedMessages, 'page'>

/**
 * Asks the service about open sends, and records its answers. A message that is listed was taken, whatever the
 * ledger has; one that is not listed proves nothing. Rejects with LedgerError.
 */
async function fetchResults(
  open: readonly OpenRelease[],
  options: FetchOptions,
): Promise<Omit<FetchRound, 'asked' | 'unknown'>> {
  const { query, inbox, onProgress, now, stop } = options
  let [sum, listed] = [sumOfResults([]), 0]
  const requestsOf = new Map<string, string>()
  const doubles = new Map<string, Set<string>>()
  const moving = new Set<string>()
  let failure: AskFailure | undefined

  const take = async (messages: readonly ListedMessage[]): Promise<void> => {
    const taken = messages.filter(({ key, isTaken }) => key !== '' && isTaken)
    for (const { key, request, place } of taken) {
      const name = `${request}/${place}`
      const first = requestsOf.get(key) ?? name
      requestsOf.set(key, first)
      if (first !== name) doubles.set(key, (doubles.get(key) ?? new Set([first])).add(name))
    }
    const recorded = await inbox.record(taken.map(({ key, result }) => result ?? { key }))
    sum = sumOfResults([sum, recorded])
    listed += messages.length
    onProgress(listed)
  }

  /** Reads the pages of a range until all of it was seen: rows move while they are read. */
  const readAll = async (question: Question): Promise<AskFailure | undefined> => {
    const page = (number: number) => askedPage({ ...question, page: number }, options)
    const first = await page(1)
    if (first.type !== 'page') return first
    let { total, messages } = first
    const middleMs = Math.floor((question.fromMs + question.untilMs) / 2 / minuteMs) * minuteMs
    if (total > maxListed && middleMs > question.fromMs) {
      return (await readAll({ ...question, untilMs: middleMs })) ?? readAll({ ...question, fromMs: middleMs })
    }
    const seen = new Set<string>()
    for (let pass = 1; pass <= maxPasses; pass++) {
      const before = seen.size
      for (let number = 1; ; number++) {
        if (number > 1 || pass > 1) {
          const next = await page(number)
          if (next.type !== 'page') return next
          // Messages that leave the list move as many others to a page that was read.
          total = Math.max(total, next.total)
          messages = next.messages
        }
        const fresh = messages.filter(({ request, place }) => !seen.has(`${request}/${place}`))
        for (const { request, place } of fresh) seen.add(`${request}/${place}`)
        if (fresh.length > 0) await take(fresh)
        if (messages.length === 0 || number * query.pageSize >= total) break
      }
      if (seen.size >= total || seen.size === before) return undefined
    }
    moving.add(question.release)
    return undefined
  }

  const questions = open.flatMap(({ release, asked }) =>
    asked.flatMap((one) => rangesOf(one, query, now()).map((range): Question => ({ release, ...one, ...range }))),
  )
  const queue = questions.values()
  const work = async (): Promise<void> => {
    for (const question of queue) {
      if (failure !== undefined || stop.aborted) return
      const failed = await readAll(question)
      failure ??= failed
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, work))
  return {
    ...sum,
    listed,
    doubles: Array.from(doubles, ([key, requests]) => ({ key, requests: [...requests] })),
    moving: [...moving],
    ...(failure && { failure }),
  }
}

/** Returns ranges as the service takes them, in whole minutes: one more at both ends, as its clock is another. */
function rangesOf({ fromMs, untilMs }: Range, { spanDays, depthDays }: ResultQuery, nowMs: number): readonly Range[] {
  const minute = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs
  const oldest = minute(nowMs - depthDays * dayMs) + 10 * minuteMs
  const end = minute(untilMs) + 2 * minuteMs
  const ranges: Range[] = []
  for (let from = Math.max(oldest, minute(fromMs) - minuteMs); from < end; from += spanDays * dayMs) {
    ranges.push({ fromMs: from, untilMs: Math.min(end, from + spanDays * dayMs) })
  }
  return ranges
}

/** Asks for a page, again where the failure may pass. */
async function askedPage(asked: AskedMessages, { service, sleep, stop, mayPass }: FetchOptions): Promise<ListOutcome> {
  for (const delayMs of retryDelaysMs) {
    const answer = await service.list(asked)
    const isRepeated = answer.type === 'refused' ? mayPass(answer.code) : answer.type !== 'page'
    if (!isRepeated || stop.aborted) return answer
    await sleep(delayMs, stop)
  }
  return service.list(asked)
}
