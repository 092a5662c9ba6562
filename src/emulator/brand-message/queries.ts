import { deliveryCode } from '../../contract/brand-message/delivery.ts'
import { kindFacts, type Kind } from '../../contract/brand-message/kinds.ts'
import { query } from '../../contract/brand-message/query.ts'
import { dayMs, koreanTime, momentOfTimestamp } from '../../text/korean-time.ts'
import { fieldsOf } from '../../web/read.ts'
import type { Answer, ServerExchange } from '../exchange.ts'
import type { ReceivedMessage } from '../received.ts'
import type { EmulatedService } from '../service.ts'
import { refusal, success } from './answers.ts'
import { requestIdOf } from './send.ts'

/** Returns a message as queries and the webhook tell of it. */
export function rowOf(message: ReceivedMessage, now: number): { readonly [field: string]: unknown } {
  const { kind, record, receivedAt, receiverNumber, request, index, deliveryCode: code, doneAt = 0 } = message
  const [recipient] = record['recipientList'] as readonly unknown[]
  const { targeting, resendParameter, recipientGroupingKey } = fieldsOf(recipient)
  const hasFallback = fieldsOf(resendParameter)['isResend'] === true
  const messageStatus = statusOf(message, now)
  const result = messageStatus === 'READY' ? undefined : code
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
    receiveDate: result === undefined ? null : secondOf(doneAt),
    chatBubbleType: kindFacts[kind as Kind].bubble,
    pushAlarm: record['pushAlarm'] ?? true,
    messageStatus,
    resendStatusCode: hasFallback ? (messageStatus === 'FAILED' ? 'RSC04' : 'RSC02') : 'RSC01',
    resendStatusName: null,
    resendResultCode: null,
    resendRequestId: null,
    isAddedChannel: targeting === 'I',
    resultCode: result ?? null,
    resultCodeName: result === undefined ? null : deliveryCode(result).meaning.en,
    createUser: record['createUser'] ?? null,
    senderGroupingKey: record['senderGroupingKey'] ?? null,
    recipientGroupingKey: recipientGroupingKey ?? null,
  }
}

function statusOf({ deliveryCode: code, doneAt = 0 }: ReceivedMessage, now: number): 'READY' | 'COMPLETED' | 'FAILED' {
  if (code === undefined || doneAt > now) return 'READY'
  return code === '1000' ? 'COMPLETED' : 'FAILED'
}

/** Returns a time as `yyyy-MM-dd HH:mm:ss` in Korea. */
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

/** The values that the filters of a list compare with. */
const filters: { readonly [name: string]: (message: ReceivedMessage, now: number) => unknown } = {
  requestId: ({ request }) => requestIdOf(request),
  senderKey: ({ record }) => record['senderKey'],
  templateCode: () => null,
  recipientNo: ({ receiverNumber }) => receiverNumber,
  messageStatus: statusOf,
  resultCode: (message, now) => ({ COMPLETED: 'MRC01', FAILED: 'MRC02', READY: null })[statusOf(message, now)],
  senderGroupingKey: ({ record }) => record['senderGroupingKey'],
  recipientGroupingKey: ({ msgKey }) => msgKey,
}

/** Answers a list of messages. */
export function listMessages(exchange: ServerExchange, parameters: { readonly [name: string]: string }): Answer {
  const { service } = exchange
  const now = service.clock.now()
  const refuse = (code: string, en: string, ko: string): Answer => refusal(exchange, code, { en, ko })
  const { startRequestDate, endRequestDate, pageNum = '1', pageSize = '15', ...rest } = parameters
  const [from = Number.NaN, until = Number.NaN] = [startRequestDate, endRequestDate].map((minute) =>
    momentOfTimestamp(`${minute}:00`),
  )
  const isByDates = rest['requestId'] === undefined
  if (isByDates && !(from <= until))
    return refuse('-4103', 'requestId or dates are needed', 'requestId나 날짜가 필요합니다.')
  if (until - from > query.spanDays * dayMs)
    return refuse(
      '-4003',
      `at most ${query.spanDays} days can be asked for`,
      `${query.spanDays}일까지 조회할 수 있습니다.`,
    )
  if (from < now - query.depthDays * dayMs)
    return refuse('-4017', `only the last ${query.depthDays} days are kept`, `최근 ${query.depthDays}일만 보관합니다.`)
  const [page, size] = [pageNum, pageSize].map((text) => (/^[1-9]\d*$/.test(text) ? Number(text) : 0))
  if (!page || !size || size > query.pageSize)
    return refuse(
      '-4000',
      `a page has at most ${query.pageSize} messages`,
      `한 페이지에 메시지를 ${query.pageSize}건까지 조회할 수 있습니다.`,
    )
  const wanted = Object.entries(filters).filter(([name]) => rest[name] !== undefined)
  const found = takenBy(service).filter(
    (message) =>
      // A minute is meant to its end.
      (!isByDates || (message.receivedAt >= from && message.receivedAt < until + 60_000)) &&
      wanted.every(([name, valueOf]) => valueOf(message, now) === rest[name]),
  )
  const messages = found.slice((page - 1) * size, page * size).map((message) => rowOf(message, now))
  return success(exchange, { messageSearchResultResponse: { messages, totalCount: found.length } })
}

/** Answers what one message was and what became of it. */
export function showMessage(exchange: ServerExchange, requestId: string, recipientSeq: number): Answer {
  const message = takenBy(exchange.service).find(
    ({ request, index }) => requestIdOf(request) === requestId && index + 1 === recipientSeq,
  )
  if (!message) return refusal(exchange, '-1016', { en: 'there is no such message', ko: '그런 메시지가 없습니다.' })
  const { recipientList: _, ...sent } = message.record
  return success(exchange, { message: { ...sent, ...rowOf(message, exchange.service.clock.now()) } })
}
