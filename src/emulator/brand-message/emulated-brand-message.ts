import { randomUUID } from 'node:crypto'
import { brandMessage } from '../../contract/brand-message/brand-message.ts'
import { deliveryCodes } from '../../contract/brand-message/delivery.ts'
import type { EmulatedContract } from '../emulated.ts'
import { headerOf } from './answers.ts'
import { addOperations } from './operations.ts'
import { rowOf } from './queries.ts'
import { requestIdOf } from './send.ts'

/** What a result has of the row of a query. */
const reported =
  'requestId recipientSeq requestDate createDate receiveDate recipientNo resultCode senderGroupingKey recipientGroupingKey isAddedChannel'

/** Brand messages as the emulator serves them. */
export const emulatedBrandMessage: EmulatedContract = {
  contract: brandMessage,
  paths: /^\/brand-message\//,
  uploadCodes: ['-4007', '-4009', '-4010', '-4018', '-4020', '-7000', '-8001', '-8010', '-8011', '-9999'],
  delivery: {
    codes: Object.keys(deliveryCodes),
    delivered: '1000',
    restricted: '3022',
    failures: ['3018', '3020', '3019'],
    isAsked: true,
    maxResults: 100,
    resultOf: (message, { url, appKey }) => {
      const row = rowOf(message, message.doneAt)
      const path = `/brand-message/v1.0/appkeys/${appKey}/messages/${requestIdOf(message.request)}/${message.index + 1}`
      return {
        hookId: randomUUID(),
        kakaoMessageType: 'BRAND_MESSAGE_NORMAL',
        ...Object.fromEntries(reported.split(' ').map((name) => [name, row[name]])),
        _links: { self: { href: url + path } },
      }
    },
    request: (hooks, { appKey, token }) => ({
      body: {
        hooksId: randomUUID(),
        webhookConfigId: 'emulator',
        productName: 'KakaoTalk Bizmessage',
        appKey,
        event: 'MESSAGE_RESULT_UPDATE',
        hooks,
      },
      headers: token === undefined ? {} : { 'x-toast-webhook-signature': token },
    }),
  },
  refusal: (status, description) => headerOf(status === 404 ? -9998 : -9997, description),
  addRoutes: addOperations,
}
