import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { brandMessage } from '../../contract/brand-message/brand-message.ts'
import { deliveryCodes } from '../../contract/brand-message/delivery.ts'
import { kindFacts, kinds } from '../../contract/brand-message/kinds.ts'
import { imageLimits, uploads } from '../../contract/brand-message/limits.ts'
import type { LocalEnv } from '../../web/local-server.ts'
import { fieldsOf } from '../../web/read.ts'
import { isTooLarge, readForm, readJson } from '../body.ts'
import { type Answer, type EmulatedContract, jsonOf, refusalOf, type Route, type ServerExchange } from '../exchange.ts'
import type { Operation } from '../faults.ts'
import { checkImage } from '../images.ts'
import { headerOf, refusal, success } from './answers.ts'
import { listMessages, rowOf, showMessage } from './queries.ts'
import { answerSend, requestIdOf } from './send.ts'

const base = '/brand-message/v1.0/appkeys/:appKey'

/** The fields of a query's row that a result has too. */
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
  routes: [
    { path: `${base}/freestyle-messages`, operation: sendOf, work: takeSend },
    { path: `${base}/images`, operation: { type: 'upload' }, work: takeImage },
    query('', (exchange, c) => listMessages(exchange, c.req.query())),
    query('/:requestId/:recipientSeq', (exchange, c) =>
      showMessage(exchange, c.req.param('requestId') ?? '', Number(c.req.param('recipientSeq'))),
    ),
  ],
}

function query(path: string, answer: (exchange: ServerExchange, c: Context<LocalEnv>) => Answer): Route {
  return {
    method: 'GET',
    path: `${base}/messages${path}`,
    operation: { type: 'query' },
    work: (exchange, c) => refusalOf(exchange, refusing(exchange, c)) ?? answer(exchange, c),
  }
}

async function sendOf(c: Context<LocalEnv>): Promise<Operation> {
  const body = isTooLarge(c) ? undefined : readJson(await c.req.text())
  const { chatBubbleType: bubble } = fieldsOf(body?.value)
  const kind = kinds.find((one) => kindFacts[one].bubble === bubble)
  return { type: 'send', ...(kind && { kind }) }
}

/** Says how requests are refused. */
function refusing(exchange: ServerExchange, c: Context<LocalEnv>): Parameters<typeof refusalOf>[1] {
  const { appKey, secretKey } = exchange.service.credentials
  const isApp = c.req.param('appKey') === appKey
  const credentials = isApp ? '-1001' : '-1000'
  return {
    isOwn: isApp && c.req.header('x-secret-key') === secretKey,
    codes: { credentials, tooManyRequests: '-9999', contentType: '-9996', tooLarge: '-3002', noJson: '-3002' },
    refuse: (code, reason, status) => refusal(exchange, code, reason, status),
  }
}

async function takeSend(exchange: ServerExchange, c: Context<LocalEnv>): Promise<Answer> {
  const json = await jsonOf(exchange, c, refusing(exchange, c))
  return 'value' in json ? answerSend(exchange, json.value) : json
}

/** The code of each fault of a file; the interface shows none for a size in pixels. */
const fileCodes = { format: '-4009', weight: '-4007', size: '-8010' } as const

async function takeImage(exchange: ServerExchange, c: Context<LocalEnv>): Promise<Answer> {
  const { files, value } = await readForm(c, /^image$/)
  const refused = refusalOf(exchange, refusing(exchange, c))
  if (refused) return refused
  const refuse = (code: string, en: string, ko: string): Answer => refusal(exchange, code, { en, ko })
  const [file] = files
  const upload = uploads.find((one) => one === value('imageType'))
  if (file === undefined) return refuse('-9993', 'the part "image" is missing', '"image" 항목이 없습니다.')
  if (upload === undefined) return refuse('-8011', 'imageType is not known', 'imageType 값을 알 수 없습니다.')
  const { field, name, data } = file
  exchange.open.body = [{ field, name, bytes: data.length, imageType: upload }]
  const checked = checkImage(imageLimits[upload], data)
  if (checked.type !== 'good') return refusal(exchange, fileCodes[checked.type], checked.reason)
  const { number, url } = exchange.service.images.add({ ...checked.facts, upload, name }, data)
  return success(exchange, { image: { imageSeq: number, imageUrl: url, imageName: name } })
}
