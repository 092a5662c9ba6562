import type { Context } from 'hono'
import { codes } from '../../contract/brand-message/codes.ts'
import { kindFacts, kinds, type Upload, uploads } from '../../contract/brand-message/kinds.ts'
import { imageLimits } from '../../contract/brand-message/limits.ts'
import type { LocalApp, LocalEnv } from '../../web/local-server.ts'
import { fieldsOf } from '../../web/read.ts'
import type { Text } from '../../words/language.ts'
import { maxBodyBytes, readForm, readJson } from '../body.ts'
import { foreignSecret, type Verdict } from '../credentials.ts'
import { addOperation, type Answer, faultsOf, refusalOf, type ServerExchange } from '../exchange.ts'
import type { Operation } from '../faults.ts'
import { checkImage } from '../images.ts'
import type { EmulatedService } from '../service.ts'
import { refusal, success } from './answers.ts'
import { listMessages, showMessage } from './queries.ts'
import { answerSend } from './send.ts'

const service = 'brand-message'
const base = '/brand-message/v1.0/appkeys/:appKey'

/** Adds sending, the upload of images and the two queries. */
export function addOperations(app: LocalApp, emulated: EmulatedService): void {
  const ask = (path: string, work: (exchange: ServerExchange, c: Context<LocalEnv>) => Answer): void =>
    addOperation(app, emulated, {
      method: 'GET',
      path: `${base}/messages${path}`,
      operation: { service, type: 'query' },
      work: (exchange, c) => refusedAt(exchange, c) ?? work(exchange, c),
    })
  addOperation(app, emulated, { path: `${base}/freestyle-messages`, operation: sendOf, work: takeSend })
  addOperation(app, emulated, { path: `${base}/images`, operation: { service, type: 'upload' }, work: takeImage })
  ask('', (exchange, c) => listMessages(exchange, c.req.query()))
  ask('/:requestId/:recipientSeq', (exchange, c) =>
    showMessage(exchange, c.req.param('requestId') ?? '', Number(c.req.param('recipientSeq'))),
  )
}

const isTooLarge = (c: Context<LocalEnv>): boolean => Number(c.req.header('content-length') ?? 0) > maxBodyBytes

async function sendOf(c: Context<LocalEnv>): Promise<Operation> {
  const body = isTooLarge(c) ? undefined : readJson(await c.req.text())
  const { chatBubbleType: bubble } = fieldsOf(body?.value)
  const kind = kinds.find((one) => kindFacts[one].bubble === bubble)
  return { service, type: 'send', ...(kind && { kind }) }
}

const reasons = {
  fault: { en: 'a fault of the emulator', ko: '에뮬레이터에서 일으킨 장애입니다.' },
  tooMany: { en: 'too many requests in a second', ko: '1초에 받을 수 있는 요청 수를 넘었습니다.' },
  foreign: {
    en: foreignSecret,
    ko: '실제 서비스가 아닌 friendtalk 에뮬레이터입니다. 자신의 앱 키와 비밀 키만 받으며, 보낸 내용은 남기지 않았습니다.',
  },
} as const satisfies { readonly [reason: string]: Text }

/** Returns why a request is not worked on: its credentials, a fault, or the rate. */
function refusedAt(exchange: ServerExchange, c: Context<LocalEnv>): Answer | undefined {
  const { appKey, secretKey } = exchange.service.credentials
  const isApp = c.req.param('appKey') === appKey
  const verdict: Verdict = isApp && c.req.header('x-secret-key') === secretKey ? 'own' : 'foreign'
  return refusalOf(exchange, verdict, {
    credentials: () => refusal(exchange, isApp ? '-1001' : '-1000', reasons.foreign, 401),
    fault: ({ code }) => refusal(exchange, code, codes[code]?.meaning ?? reasons.fault),
    tooManyRequests: () => refusal(exchange, '-9999', reasons.tooMany, 429),
  })
}

async function takeSend(exchange: ServerExchange, c: Context<LocalEnv>): Promise<Answer> {
  const refuse = (code: string, en: string, ko: string, status?: number): Answer =>
    refusal(exchange, code, { en, ko }, status)
  if (isTooLarge(c)) return refuse('-3002', 'the body is too large', '본문이 너무 큽니다.', 413)
  const refused = refusedAt(exchange, c)
  if (refused) return refused
  if (!/^application\/json(?:\s*;|$)/i.test(c.req.header('content-type') ?? '')) {
    return refuse('-9996', 'Content-Type must be application/json', 'Content-Type은 application/json이어야 합니다.')
  }
  const json = readJson(await c.req.text())
  return json === undefined
    ? refuse('-3002', 'the body is no JSON', '본문이 JSON이 아닙니다.')
    : answerSend(exchange, json.value)
}

/** What each fault of a file is answered with; the interface shows no code for a size in pixels. */
const fileCodes = { format: '-4009', weight: '-4007', size: '-8010' } as const

async function takeImage(exchange: ServerExchange, c: Context<LocalEnv>): Promise<Answer> {
  const form = await readForm(c.env.incoming, /^image$/)
  const refused = refusedAt(exchange, c)
  if (refused) return refused
  const refuse = (code: string, en: string, ko: string): Answer => refusal(exchange, code, { en, ko })
  const [file] = form?.files ?? []
  const upload = uploads.find((one) => one === form?.values.get('imageType'))
  if (file === undefined) return refuse('-9993', 'the part "image" is missing', '"image" 항목이 없습니다.')
  if (upload === undefined) return refuse('-8011', 'imageType is not known', 'imageType 값을 알 수 없습니다.')
  const { field, name, data, truncated } = file
  exchange.open.body = [{ field, name, bytes: data.length, imageType: upload }]
  const [fault] = faultsOf(exchange, 'upload-error')
  if (fault) return refuse(fault.code, reasons.fault.en, reasons.fault.ko)
  return storeImage(exchange, upload, { name, data, truncated })
}

function storeImage(
  exchange: ServerExchange,
  upload: Upload,
  { name, data, truncated }: { readonly name: string; readonly data: Buffer; readonly truncated: boolean },
): Answer {
  const checked = checkImage(imageLimits[upload], data)
  if (truncated || checked.type !== 'good') {
    const { type, reason } = checked.type === 'good' || truncated ? tooHeavy : checked
    return refusal(exchange, fileCodes[type], { en: reason, ko: reason })
  }
  const { type: _, ...facts } = checked
  const { number, url } = exchange.service.images.add({ ...facts, upload, name }, data)
  return success(exchange, { image: { imageSeq: number, imageUrl: url, imageName: name } })
}

const tooHeavy = { type: 'weight', reason: 'the file is too large' } as const
