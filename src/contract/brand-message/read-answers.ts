import { normalizeMobileNumber } from '../../text/phone-number.ts'
import { type JsonObject, objectOf } from '../../text/json-text.ts'
import type { Contract, RequestError, SendRecord, SendResult } from '../contract.ts'
import { dataOf, maySpeakOf } from '../read-json.ts'
import { codes } from './codes.ts'

export interface AnswerHeader extends RequestError {
  readonly isSuccessful: boolean
}

/** The body of an answer; its header is undefined where it has none that can be read. */
export interface Answer {
  readonly data: unknown
  readonly header: AnswerHeader | undefined
}

export function answerIn(body: Uint8Array): Answer {
  const data = dataOf(body)
  const { resultCode, resultMessage, isSuccessful } = objectOf(objectOf(data)?.['header']) ?? {}
  if (!Number.isSafeInteger(resultCode) || typeof isSuccessful !== 'boolean') return { data, header: undefined }
  const description = typeof resultMessage === 'string' && resultMessage !== '' ? { description: resultMessage } : {}
  return { data, header: { code: String(resultCode), isSuccessful, ...description } }
}

const everyoneRefused = '-1031'

/**
 * Reads the answer to a send, entry by entry: one that was taken or refused counts more than the header. A refusal of the
 * whole request holds for all of it where there are no entries, and nothing else says that something was taken.
 */
export const readSendAnswer: Contract['readSendAnswer'] = (body, sent) => {
  const { data, header } = answerIn(body)
  const message = objectOf(data)?.['message'] ?? {}
  const { requestId, sendResults } = objectOf(message) ?? { sendResults: 'not understood' }
  const read = {
    isJson: data !== undefined,
    maySpeakOfResults: maySpeakOf(body, /sendResults|recipientSeq|requestId/i),
  }
  const entries = sendResults ?? []
  if (header === undefined || !Array.isArray(entries)) return read
  if (entries.length > 0 || header.code === '0') return { ...read, results: resultsOf(entries, header, sent) }
  const { isSuccessful, ...requestError } = header
  return { ...read, requestError, contradictsItself: isSuccessful || (requestId ?? '') !== '' }
}

export const refusal: Contract['refusal'] = ({ code }) => {
  const { outcome = 'unknown', pause } = (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? {}
  return { outcome: outcome === 'accepted' ? 'unknown' : outcome, pause }
}

/** An entry of an answer: whom it is about, by the number and by the place in the request. */
interface Entry {
  readonly recipientSeq: unknown
  /** Undefined where the number is not repeated. */
  readonly number: string | undefined
  readonly code?: string
  readonly desc?: string
}

function entryIn(value: unknown): Entry {
  const { recipientSeq, recipientNo, resultCode, resultMessage }: JsonObject = objectOf(value) ?? {}
  const text = typeof recipientNo === 'string' ? recipientNo : ''
  return {
    recipientSeq,
    number: (recipientNo ?? undefined) === undefined ? undefined : (normalizeMobileNumber(text) ?? text),
    ...(Number.isSafeInteger(resultCode) && { code: String(resultCode) }),
    ...(typeof resultMessage === 'string' && { desc: resultMessage }),
  }
}

/** Returns the results of the messages of which exactly one entry speaks; the outcome of the others is not known. */
function resultsOf(values: readonly unknown[], header: AnswerHeader, sent: readonly SendRecord[]): SendResult[] {
  const entries = values.map(entryIn)
  const places = new Map(sent.map(({ receiver_number: number }, place) => [number, place]))
  const base = baseOf(entries, places)
  if (base === undefined) return []
  const spoken = sent.map((): (Entry | 'of another')[] => [])
  for (const entry of entries) {
    const place = Number(entry.recipientSeq) - base
    const named = entry.number === undefined ? place : places.get(entry.number)
    if (named === place) spoken[place]?.push(entry)
    else for (const meant of [place, named ?? place]) spoken[meant]?.push('of another')
  }
  return sent.flatMap(({ msg_key }, place) => {
    const [only, second] = spoken[place] ?? []
    if (only === undefined || only === 'of another' || second !== undefined) return []
    const { code, desc } = only
    if (code === '0' && header.code === everyoneRefused) return []
    return [{ msg_key, ...(code !== undefined && { code }), ...(desc !== undefined && { desc }) }]
  })
}

/** Places are counted from 0 or from 1; the interface does not say which. Undefined where none fits all entries. */
function baseOf(entries: readonly Entry[], places: ReadonlyMap<string, number>): 0 | 1 | undefined {
  const placesFrom = (base: 0 | 1): number[] =>
    entries.map(({ recipientSeq: seq }) => (Number.isSafeInteger(seq) ? Number(seq) - base : -1))
  const possible = ([0, 1] as const).filter((base) =>
    placesFrom(base).every((place) => place >= 0 && place < places.size),
  )
  if (possible.length < 2) return possible[0]
  // Not every message has an entry, so the numbers tell.
  const [only, other] = possible.filter((base) =>
    placesFrom(base).every((place, index) => {
      const number = entries[index]?.number
      return number === undefined || places.get(number) === place
    }),
  )
  return other === undefined ? only : undefined
}
