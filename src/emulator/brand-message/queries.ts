import { deliveryCode } from '../../contract/brand-message/delivery.ts'
import { kindFacts, type Kind } from '../../contract/brand-message/kinds.ts'
import { query } from '../../contract/brand-message/query.ts'
import { dayMs, koreanMinute, koreanTime, momentOfTimestamp } from '../../text/korean-time.ts'
import { fieldsOf } from '../../web/read.ts'
import type { Answer, ServerExchange } from '../exchange.ts'
import type { ReceivedMessage } from '../received.ts'
import type { EmulatedService } from '../service.ts'
import { refusal, success } from './answers.ts'
import { requestIdOf } from './send.ts'

/** What queries and the webhook say of a message. */
export function rowOf(message: ReceivedMessage, now: number): { readonly [field: string]: unknown } {
  const { kind, record, receivedAt, receiverNumber, request, index, deliveryCode: code, doneAt = 0 } = message
  const [recipient] = record['recipientList'] as readonly unknown[]
  const { targeting, resendParameter, recipientGroupingKey } = fieldsOf(recipient)
  const hasFallback = fieldsOf(resendParameter)['isResend'] === true
  const isDone = code !== undefined && doneAt <= now
  const isDelivered = code === '1000'
  const fallback = hasFallback ? (isDone && !isDelivered ? 'RSC04' : 'RSC02') : 'RSC01'
  return {
    requestId: requestIdOf(request),
    recipientSeq: index + 1,
    plusFriendId: '@emulator',
    senderKey: record['senderKey'],
    templateCode: null,
    recipientNo: receiverNumber,
    targeting,
    requestDate: secondOf(receivedAt),
    createDate: secondOf(receivedAt),
    receiveDate: isDone ? secondOf(doneAt) : null,
    chatBubbleType: kindFacts[kind as Kind].bubble,
    pushAlarm: record['pushAlarm'] ?? true,
    messageStatus: isDone ? (isDelivered ? 'COMPLETED' : 'FAILED') : 'READY',
    resendStatusCode: fallback,
    resendStatusName: null,
    resendResultCode: null,
    resendRequestId: null,
    isAddedChannel: targeting === 'I',
    resultCode: isDone ? code : null,
    resultCodeName: isDone ? deliveryCode(code).meaning.en : null,
    createUser: record['createUser'] ?? null,
    senderGroupingKey: record['senderGroupingKey'] ?? null,
    recipientGroupingKey: recipientGroupingKey ?? null,
  }
}

/** `yyyy-MM-dd HH:mm:ss` in Korea. */
function secondOf(time: number): string {
  return koreanTime(time).slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ')
}

/** Returns the messages that were taken, the newest first; the interface shows no order. */
function takenBy({ inbox }: EmulatedService): readonly ReceivedMessage[] {
  return inbox
    .all()
    .filter(({ kind, code }) => kind in kindFacts && code === '0')
    .toReversed()
}

type Parameters = Readonly<Record<string, string>>

/** The filters that compare with a field of the same name. */
const filters = ['requestId', 'senderKey', 'recipientNo', 'messageStatus', 'senderGroupingKey', 'recipientGroupingKey']
/** Values of the filter resultCode. */
const outcomes: { readonly [filter: string]: string } = { MRC01: 'COMPLETED', MRC02: 'FAILED' }

/** Answers a list of messages. */
export function listMessages(exchange: ServerExchange, parameters: Parameters): Answer {
  const { service } = exchange
  const now = service.clock.now()
  const refuse = (code: string, reason: string): Answer => refusal(exchange, code, { en: reason, ko: reason })
  const { startRequestDate = '', endRequestDate = '', resultCode, pageNum = '1', pageSize = '15' } = parameters
  const [from, until] = [startRequestDate, endRequestDate].map((text) => momentOfTimestamp(`${text}:00`))
  if (parameters['requestId'] === undefined) {
    if (from === undefined || until === undefined || from > until)
      return refuse('-4103', 'requestId or dates are needed')
    if (until - from > query.spanDays * dayMs)
      return refuse('-4003', `the dates are more than ${query.spanDays} days apart`)
    if (from < now - query.depthDays * dayMs) return refuse('-4017', `only the last ${query.depthDays} days are kept`)
  }
  const isPage = /^[1-9]\d*$/.test(pageNum) && /^[1-9]\d*$/.test(pageSize) && Number(pageSize) <= query.pageSize
  if (!isPage) return refuse('-4000', `pageNum is from 1, pageSize at most ${query.pageSize}`)
  const isMeant = (row: ReturnType<typeof rowOf>): boolean =>
    filters.every((name) => parameters[name] === undefined || row[name] === parameters[name]) &&
    (resultCode === undefined || row['messageStatus'] === outcomes[resultCode]) &&
    parameters['templateCode'] === undefined
  const rows = takenBy(service)
    .filter(({ receivedAt }) => {
      const minute = koreanMinute(receivedAt)
      return from === undefined || until === undefined || (minute >= startRequestDate && minute <= endRequestDate)
    })
    .map((message) => rowOf(message, now))
    .filter(isMeant)
  const start = (Number(pageNum) - 1) * Number(pageSize)
  const messages = rows.slice(start, start + Number(pageSize))
  return success(exchange, { messageSearchResultResponse: { messages, totalCount: rows.length } })
}

/** Answers what one message was and what became of it. */
export function showMessage(exchange: ServerExchange, requestId: string, recipientSeq: number): Answer {
  const message = takenBy(exchange.service).find(
    ({ request, index }) => requestIdOf(request) === requestId && index + 1 === recipientSeq,
  )
  if (message === undefined)
    return refusal(exchange, '-1016', { en: 'there is no such message', ko: '그런 메시지가 없습니다.' })
  const { recipientList: _, ...sent } = message.record
  return success(exchange, { message: { ...sent, ...rowOf(message, exchange.service.clock.now()) } })
}
