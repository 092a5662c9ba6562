import type { Kind } from '../contract/friend-talk/kinds.ts'
import { friendTalk } from '../contract/friend-talk/friend-talk.ts'
import { times } from '../contract/friend-talk/limits.ts'
import type { SendResponse } from '../contract/friend-talk/responses.ts'
import type { RequestError } from '../contract/contract.ts'
import { type SendCode, sendCodes } from '../contract/friend-talk/codes.ts'
import { type Check, type FieldDiagnostic, isRecord, type JsonRecord } from './check-fields.ts'
import { checkMessage } from './check-message.ts'
import { isRestricted } from './clock.ts'
import { foreignSecret, maskSecrets, type Verdict } from './credentials.ts'
import { type Answer, faultsOf, type ServerExchange } from './exchange.ts'
import type { Chosen } from './faults.ts'
import { textOf } from '../web/read.ts'
import type { Assumptions } from './assumptions.ts'
import { statusOf, unauthorizedStatus } from './options.ts'

/** Returns a failure of the whole send request. */
export function requestError({ service, open }: ServerExchange, code: SendCode, description: string): Answer {
  open.code = code
  open.description = description
  const body: RequestError = { code, name: sendCodes[code].title, description }
  return { status: statusOf(code, service.settings), body }
}

/** Returns what a request without the emulator's own credentials is answered; nothing of its body is kept. */
export function refuseCredentials(exchange: ServerExchange, verdict: Exclude<Verdict, 'own'>): Answer {
  const missing =
    'The header Authorization must be <USER_ID>;<SECRET_KEY>. The page of the emulator shows what it takes.'
  const answer = requestError(exchange, 'C400_2', verdict === 'missing' ? missing : foreignSecret)
  return { ...answer, status: unauthorizedStatus(exchange.service.settings) }
}

/** Works a send request off: checks it as a whole, then each message by itself. */
export function send(exchange: ServerExchange, kind: Kind, body: unknown): Answer {
  const { settings, clock, inbox } = exchange.service
  // Each message is masked once it is checked: in the same object, so that nothing real stays behind.
  exchange.open.body = body
  const refuse = (code: SendCode, description: string): Answer => {
    maskSecrets(body, settings.senderKeys)
    return requestError(exchange, code, description)
  }
  if (!isRecord(body)) return refuse('C400_1', 'The body must be a JSON object.')
  const { msg_data: messages } = body
  if (messages === undefined || messages === null) return refuse('C400_3', 'msg_data is missing.')
  if (!Array.isArray(messages)) return refuse('C400_1', 'msg_data must be an array.')
  if (messages.length === 0) return refuse('C400_3', 'msg_data is empty.')
  const { max } = friendTalk.batch
  if (messages.length > max) return refuse('C400_2', `msg_data has ${messages.length} messages; ${max} are allowed.`)
  const restricted = settings.restrictedHours && isRestricted(clock.now()) && settings.assumptions.restrictedAnswer
  if (restricted === 'request') return refuse(settings.restrictedCode, restrictedReason)
  for (const { onMessages } of faultsOf(exchange, 'own')) onMessages?.(exchange, messages)
  const batch = { exchange, kind, restricted, now: clock.now(), accepted: 0 }
  const results = messages.map((message: unknown, index) => take(batch, message, index))
  exchange.open.code = 'C100'
  inbox.announce()
  let told: readonly Result[] = results
  for (const { onResults } of faultsOf(exchange, 'own')) told = onResults?.(told, messages) ?? told
  return { status: 200, body: { results: told } }
}

const restrictedReason = `Sending is restricted between ${times.restrictedFrom} and ${times.restrictedUntil} in Korea.`

type Result = SendResponse['results'][number]

/** The messages of one request. */
interface Batch {
  readonly exchange: ServerExchange
  readonly kind: Kind
  /** What is assumed of the restricted hours; false outside them. */
  readonly restricted: Assumptions['restrictedAnswer'] | false
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly now: number
  accepted: number
}

function take(batch: Batch, message: unknown, index: number): Result {
  const { service, open, socket } = batch.exchange
  const record: JsonRecord = isRecord(message) ? message : {}
  const { found, ignored } = check(batch, message, index)
  const key = textOf(record['msg_key'])
  const msgKey = key.trim() === '' ? `emulator-${open.number}-${index + 1}` : key
  const [first] = found
  const code = first?.code ?? 'C100'
  const description = first
    ? `${first.pointer === '' ? '' : `${first.pointer}: `}${first.reason}`
    : sendCodes.C100.title
  maskSecrets(record, service.settings.senderKeys)
  const receiverNumber = textOf(record['receiver_number'])
  const group = service.groupOf({ msgKey, receiverNumber })
  const received = service.inbox.add({
    request: open.number,
    index,
    kind: batch.kind,
    receivedAt: batch.now,
    msgKey,
    receiverNumber,
    ...(group && { group }),
    code,
    description,
    findings: found.length === 0 ? nothing : found,
    ignored: ignored.length === 0 ? nothing : ignored,
    record,
  })
  if (code === 'C100') {
    batch.accepted++
    service.spend(socket)
    service.webhook.enqueue(received, service.settings.webhook)
  }
  return { msg_key: msgKey, code, desc: description }
}

function check(batch: Batch, message: unknown, index: number): Pick<Check, 'found' | 'ignored'> {
  const { exchange, kind, restricted, now } = batch
  const { settings, images } = exchange.service
  const found: FieldDiagnostic[] = []
  const ignored: string[] = []
  const reject = (code: SendCode, pointer: string, reason: string): number => found.push({ code, pointer, reason })
  for (const fault of faultsOf(exchange, 'reject')) {
    if (isChosen(fault.messages, message, index)) reject(fault.code, '', 'a fault of the emulator')
  }
  if (restricted === 'results') reject(settings.restrictedCode, '', restrictedReason)
  if (isRecord(message)) {
    checkMessage({ kind, settings, image: images.find, now, found, ignored }, message)
  } else reject('C400_1', '', 'a message must be an object')
  if (found.length === 0) {
    const code = exchange.service.refusalOf(exchange.socket, batch.accepted)
    if (code) reject(code, '', sendCodes[code].note)
  }
  return { found, ignored }
}

const nothing: readonly never[] = []

/** Returns whether a fault concerns a message. */
export function isChosen(chosen: Chosen | undefined, message: unknown, index: number): boolean {
  if (chosen === undefined || chosen === 'all') return true
  if ('indexes' in chosen) return chosen.indexes.includes(index)
  if (!isRecord(message)) return false
  return chosen.receiverNumbers.includes(String(message['receiver_number']))
}
