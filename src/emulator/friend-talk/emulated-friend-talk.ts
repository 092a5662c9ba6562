import { sendCodes } from '../../contract/friend-talk/codes.ts'
import { deliveryCodes } from '../../contract/friend-talk/delivery.ts'
import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import { kinds, uploads } from '../../contract/friend-talk/kinds.ts'
import { fileUploadCodes, multiUploadCodes, singleUploadCodes } from '../../contract/friend-talk/responses.ts'
import type { EmulatedContract } from '../emulated.ts'
import { addOperation } from '../exchange.ts'
import { answerSend } from './send.ts'
import { answerUpload } from './upload.ts'
import { webhookResult } from './webhook-result.ts'

const service = friendTalk.id

/** Friend talk as the emulator serves it. */
export const emulatedFriendTalk: EmulatedContract = {
  contract: friendTalk,
  uploadCodes: [
    ...new Set([singleUploadCodes, multiUploadCodes, fileUploadCodes].flatMap((codes) => Object.keys(codes))),
  ],
  paths: /^\/(?:ft-|file\/)/,
  delivery: {
    codes: Object.keys(deliveryCodes),
    delivered: '0',
    failures: ['A', 'B', '9'],
    maxResults: 10,
    resultOf: webhookResult,
    request: (results, { token }) => ({
      body: { results },
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }),
  },
  refusal: (status, description) =>
    status === 404
      ? { code: 'C404_1', name: sendCodes.C404_1.title, description }
      : { code: 'C400_2', name: 'Refused by the emulator', description },
  addRoutes(app, emulated) {
    for (const kind of kinds) {
      addOperation(app, emulated, {
        path: `/${kind}/v2/send`,
        operation: { service, type: 'send', kind },
        work: (exchange, c) => answerSend(exchange, kind, c),
      })
    }
    for (const upload of uploads) {
      addOperation(app, emulated, {
        path: `/file/v1/${upload}/image/:userId`,
        operation: { service, type: 'upload', upload },
        work: (exchange, c) => answerUpload(exchange, upload, c),
      })
    }
  },
}
