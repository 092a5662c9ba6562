import { koreanMinute } from '../../text/korean-time.ts'
import { objectOf } from '../../text/json-text.ts'
import type { ListedMessage, ResultQuery } from '../contract.ts'
import { answerIn } from './read-answers.ts'
import { results } from './read-results.ts'
import { pathOf, signed } from './requests.ts'

const pageSize = 1_000
const noData = '-4016'

/** States of a message that the service may not have taken (interface: "States and transitions"). */
const maybeNotTaken: ReadonlySet<unknown> = new Set(['FAILED', 'CANCEL'])

export const query: ResultQuery = {
  depthDays: 90,
  spanDays: 31,
  pageSize,
  request: ({ key, release, fromMs, untilMs, page }, account) => {
    const parameters = {
      startRequestDate: koreanMinute(fromMs),
      endRequestDate: koreanMinute(untilMs),
      ...(key === undefined ? { senderGroupingKey: release } : { recipientGroupingKey: key }),
      pageNum: String(page),
      pageSize: String(pageSize),
    }
    const search = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
    return { path: `${pathOf(account, 'messages')}?${search}`, headers: signed(account) }
  },
  read: (body, redact) => {
    const { data, header } = answerIn(body)
    if (header?.code === noData) return { type: 'page', total: 0, messages: [] }
    if (header !== undefined && header.code !== '0') {
      const { code, description = '' } = header
      return { type: 'refused', code, description: redact(description) }
    }
    const { messages, totalCount } = objectOf(objectOf(data)?.['messageSearchResultResponse']) ?? {}
    const isPage = header?.isSuccessful === true && Array.isArray(messages) && Number.isSafeInteger(totalCount)
    if (!isPage) return { type: 'not-understood' }
    return {
      type: 'page',
      total: Number(totalCount),
      messages: messages.map((row: unknown): ListedMessage => {
        const { requestId, recipientSeq, recipientGroupingKey: key, messageStatus } = objectOf(row) ?? {}
        const read = results.read(row, redact)
        const result = 'result' in read ? read.result : undefined
        return {
          request: String(requestId),
          place: String(recipientSeq),
          key: typeof key === 'string' ? key : '',
          isTaken: result !== undefined || !maybeNotTaken.has(messageStatus),
          ...(result && { result }),
        }
      }),
    }
  },
}
