import type { Kind } from '../../contract/friend-talk/kinds.ts'
import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import type { SendResponse } from '../../contract/friend-talk/responses.ts'
import type { RequestError } from '../../contract/contract.ts'
import { type SendCode, sendCodes } from '../../contract/friend-talk/codes.ts'
import { isRecord, type JsonRecord } from '../record.ts'
import { checkMessage, type FieldDiagnostic, type MessageFindings } from './check-message.ts'
import { maskSecrets, type Verdict } from '../credentials.ts'
import { type Answer, faultsOf, type ServerExchange } from '../exchange.ts'
import type { Chosen } from '../faults.ts'
import { textOf } from '../../web/read.ts'
import { timeOfDayIn, timeOfDayMs } from '../../text/korean-time.ts'
import type { Text } from '../../words/language.ts'
import { refusals, restricted, tooManyMessages } from './refusals.ts'
import { statusOf } from './statuses.ts'

/** Returns a failure of the whole send request. */
export function requestError({ service, open }: ServerExchange, code: SendCode, reason: Text): Answer {
  service.refuse(open, code, reason)
  const body: RequestError = { code, name: sendCodes[code].title, description: reason.en }
  return { status: statusOf(code), body }
}

/** Returns what a request without the emulator's own credentials is answered; nothing of its body is kept. */
export function refuseCredentials(exchange: ServerExchange, verdict: Exclude<Verdict, 'own'>): Answer {
  return { ...requestError(exchange, 'C400_2', refusals[verdict]), status: 401 }
}

/** Works a send request off: checks it as a whole, then each message by itself. */
export function send(exchange: ServerExchange, kind: Kind, body: unknown): Answer {
  const { settings, clock, inbox } = exchange.service
  // Each message is masked once it is checked: in the same object, so that nothing real stays behind.
  exchange.open.body = body
  const refuse = (code: SendCode, reason: Text): Answer => {
    maskSecrets(body, settings.senderKeys)
    return requestError(exchange, code, reason)
  }
  if (!isRecord(body)) return refuse('C400_1', refusals.noObject)
  const { msg_data: messages } = body
  if (messages === undefined || messages === null) return refuse('C400_3', refusals.noMessages)
  if (!Array.isArray(messages)) return refuse('C400_1', refusals.noArray)
  if (messages.length === 0) return refuse('C400_3', refusals.empty)
  if (messages.length > friendTalk.batch.max) return refuse('C400_2', tooManyMessages(messages.length))
  const batch = { exchange, kind, now: clock.now() }
  const results = messages.map((message: unknown, index) => take(batch, message, index))
  exchange.open.code = 'C100'
  inbox.announce()
  return { status: 200, body: { results } }
}

/** Whether sending is restricted at a time (milliseconds since 1970), whatever the machine's zone. */
function isRestricted(time: number): boolean {
  const now = timeOfDayMs(time)
  const { restrictedFrom, restrictedUntil } = friendTalk.hours
  return now >= timeOfDayIn(restrictedFrom) || now < timeOfDayIn(restrictedUntil)
}

type Result = SendResponse['results'][number]

/** The messages of one request. */
interface Batch {
  readonly exchange: ServerExchange
  readonly kind: Kind
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly now: number
}

function take(batch: Batch, message: unknown, index: number): Result {
  const { service, open } = batch.exchange
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
    service.spend()
    service.webhook.enqueue(received, service.settings.webhook)
  }
  return { msg_key: msgKey, code, desc: description }
}

function check(batch: Batch, message: unknown, index: number): MessageFindings {
  const { exchange, kind, now } = batch
  const { settings, images } = exchange.service
  const found: FieldDiagnostic[] = []
  let ignored: readonly string[] = nothing
  const reject = (code: SendCode, pointer: string, reason: string): number => found.push({ code, pointer, reason })
  for (const fault of faultsOf(exchange, 'reject')) {
    if (isChosen(fault.messages, message, index)) reject(fault.code as SendCode, '', refusals.fault.en)
  }
  if (settings.restrictedHours && isRestricted(now)) reject('C400_2', '', restricted)
  if (isRecord(message)) {
    const findings = checkMessage({ kind, settings, image: images.find, now }, message)
    found.push(...findings.found)
    ignored = findings.ignored
  } else reject('C400_1', '', 'a message must be an object')
  if (found.length === 0) {
    const spent = exchange.service.exhausted()
    if (spent) reject(codeOf[spent], '', sendCodes[codeOf[spent]].note)
  }
  return { found, ignored }
}

const codeOf = { credit: 'G150', session: 'G160' } as const
const nothing: readonly never[] = []

/** Returns whether a fault concerns a message. */
function isChosen(chosen: Chosen | undefined, message: unknown, index: number): boolean {
  if (chosen === undefined || chosen === 'all') return true
  if ('indexes' in chosen) return chosen.indexes.includes(index)
  if (!isRecord(message)) return false
  return chosen.receiverNumbers.includes(String(message['receiver_number']))
}
