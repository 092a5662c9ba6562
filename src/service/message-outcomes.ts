import { type MessageOutcome, type SendCode, sendOutcome } from '../contract/responses.ts'
import { isAuthenticationFailure } from './read-answer.ts'
import type { SendAnswer } from './send.ts'

/** What became of one message of a request. `not-written`: proven not to have left, so it may be sent again. */
export interface SentMessage {
  readonly key: string
  readonly outcome: MessageOutcome | 'not-written'
  /** The code of the service, where it gave one. */
  readonly code?: string
  readonly description?: string
}

/** Why a deploy makes no further request before a person looked. */
export type PauseReason = 'authentication' | 'credit' | 'session' | 'too-many-requests' | 'foreign-key'

export interface RequestOutcome {
  /** One for each key that was sent, in that order. */
  readonly messages: readonly SentMessage[]
  /** Keys in the answer that were not in the request. */
  readonly foreignKeys: readonly string[]
  readonly pauses: readonly PauseReason[]
}

const pausing: ReadonlyMap<string, PauseReason> = new Map<SendCode, PauseReason>([
  ['G150', 'credit'],
  ['G160', 'session'],
])

/** Request-level codes that say that nothing of the request was taken. Any other leaves it open. */
const refusals: ReadonlySet<string> = new Set<SendCode>(['C400_1', 'C400_2', 'C400_3', 'C404_1', 'G110'])

/**
 * What became of each message of one request.
 *
 * Results are matched by `msg_key`, never by position: a message is accepted when the answer holds its key exactly once,
 * with the code of success. A key that is missing or there twice leaves its message unknown.
 *
 * @param sentKeys each once
 */
export function messageOutcomes(sentKeys: readonly string[], answer: SendAnswer): RequestOutcome {
  if (new Set(sentKeys).size < sentKeys.length) throw new Error('A request held a msg_key twice.')
  const all = (outcome: SentMessage['outcome'], pauses: readonly PauseReason[] = [], said = {}): RequestOutcome => ({
    messages: sentKeys.map((key) => ({ key, outcome, ...said })),
    foreignKeys: [],
    pauses,
  })
  switch (answer.type) {
    case 'not-written':
      return all('not-written')
    case 'unknown': {
      const pauses: readonly PauseReason[] = answer.reason === 'too-many-requests' ? ['too-many-requests'] : []
      return all('unknown', pauses, saidIn(answer.error?.code, answer.error?.description))
    }
    case 'request-error': {
      const { status, error } = answer
      const said = saidIn(error.code, error.description ?? error.name)
      if (isAuthenticationFailure(status, error)) return all('deferred', ['authentication'], said)
      if (refusals.has(error.code)) return all('rejected', [], said)
      const pause = pausing.get(error.code)
      return all('unknown', pause === undefined ? [] : [pause], said)
    }
    case 'results':
      return matched(sentKeys, answer.results)
  }
}

type Results = Extract<SendAnswer, { type: 'results' }>['results']

function matched(sentKeys: readonly string[], results: Results): RequestOutcome {
  const byKey = new Map<string, Results[number][]>(sentKeys.map((key) => [key, []]))
  const foreignKeys = new Set<string>()
  for (const result of results) {
    const own = byKey.get(result.msg_key)
    if (own) own.push(result)
    else foreignKeys.add(result.msg_key)
  }
  const pauses = new Set<PauseReason>()
  const messages = [...byKey].map(([key, own]): SentMessage => {
    const [result, second] = own
    for (const { code } of own) {
      const pause = code === undefined ? undefined : pausing.get(code)
      if (pause !== undefined) pauses.add(pause)
    }
    if (result === undefined || second !== undefined) return { key, outcome: 'unknown' }
    return { key, outcome: sendOutcome(result.code), ...saidIn(result.code, result.desc) }
  })
  if (foreignKeys.size > 0) pauses.add('foreign-key')
  return { messages, foreignKeys: [...foreignKeys], pauses: [...pauses] }
}

function saidIn(code: string | undefined, description: string | undefined): Pick<SentMessage, 'code' | 'description'> {
  if (code === undefined) return description === undefined ? {} : { description }
  return description === undefined ? { code } : { code, description }
}
