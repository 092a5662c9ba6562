import { momentOfTimestamp } from '../../text/korean-time.ts'
import { type JsonObject, objectOf } from '../../text/json-text.ts'
import { resultsOf, valueIn } from '../read-results.ts'
import { fallbackStates } from './delivery.ts'

/** Delivery results, as an entry of the webhook or a row of a query has them. */
export const results = resultsOf({
  key: 'recipientGroupingKey',
  code: 'resultCode',
  doneAt: 'receiveDate',
  others: ['resultCodeName', 'resendStatusCode', 'resendStatus', 'resendStatusName', 'resendResultCode'],
  signatureHeader: 'x-toast-webhook-signature',
  listIn: ({ hooks, messageSearchResultResponse: page }) => hooks ?? objectOf(page)?.['messages'],
  restIn(fields, code, redact) {
    const state = textOf(fields, 'resendStatusCode') || textOf(fields, 'resendStatus')
    const description = code === '1000' ? '' : textOf(fields, 'resultCodeName')
    const why = `${textOf(fields, 'resendStatusName')} ${textOf(fields, 'resendResultCode')}`.trim()
    // Assumption: the interface shows no form of this date. One that is not read leaves the result without a time.
    const date = textOf(fields, 'receiveDate').replace('T', ' ')
    const doneAt = momentOfTimestamp(/:\d\d:/.test(date) ? date : `${date}:00`) ?? -1
    return {
      ...(doneAt >= 0 && { doneAt }),
      ...(description !== '' && { description: redact(description) }),
      // Only the last states of a fallback message are its result.
      ...(fallbackStates.has(state) && { fallback: { code: state, ...(why !== '' && { description: redact(why) }) } }),
    }
  },
})

function textOf(fields: JsonObject, field: string): string {
  return String(valueIn(fields, field)).trim()
}
