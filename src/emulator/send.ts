import { type RequestError, type SendCode, sendCodes, type SendResponse } from '../contract/responses.ts'
import type { Kind } from '../contract/kinds.ts'
import { limits, times } from '../contract/limits.ts'
import type { Answer } from './answer.ts'
import { type Check, type FieldProblem, isRecord, type JsonRecord } from './check-fields.ts'
import { checkMessage } from './check-message.ts'
import { foreignSecret, type Verdict } from './credentials.ts'
import { type ServerExchange, faultsOf } from './exchange.ts'
import { isRestricted } from './korean-time.ts'
import { maskSecrets } from './mask.ts'
import { expireImages, faultyResults, isChosen } from './send-faults.ts'
import type { EmulatedService } from './service.ts'
import { statusOf, unauthorizedStatus } from './settings.ts'

/** A failure of the whole send request. */
export function requestError(
  service: EmulatedService,
  exchange: ServerExchange,
  code: SendCode,
  description: string,
): Answer {
  exchange.open.code = code
  exchange.open.description = description
  const body: RequestError = { code, name: sendCodes[code].title, description }
  return { status: statusOf(code, service.settings), body }
}

/** What a request without the emulator's own credentials is answered; nothing of its body is kept. */
export function refuseCredentials(
  service: EmulatedService,
  exchange: ServerExchange,
  verdict: Exclude<Verdict, 'own'>,
): Answer {
  const missing =
    'The header Authorization must be <USER_ID>;<SECRET_KEY>. The page of the emulator shows what it takes.'
  const answer = requestError(service, exchange, 'C400_2', verdict === 'missing' ? missing : foreignSecret)
  return { ...answer, status: unauthorizedStatus(service.settings) }
}

/** Works a send request off: checks it as a whole, then each message by itself. */
export function send(service: EmulatedService, exchange: ServerExchange, kind: Kind, body: unknown): Answer {
  const { settings, clock } = service
  // Each message is masked once it is checked: in the same object, so that nothing real stays behind.
  exchange.open.body = body
  const refuse = (code: SendCode, description: string): Answer => {
    maskSecrets(body, settings.senderKeys)
    return requestError(service, exchange, code, description)
  }
  if (!isRecord(body)) return refuse('C400_1', 'The body must be a JSON object.')
  const { msg_data: messages } = body
  if (messages === undefined || messages === null) return refuse('C400_3', 'msg_data is missing.')
  if (!Array.isArray(messages)) return refuse('C400_1', 'msg_data must be an array.')
  if (messages.length === 0) return refuse('C400_3', 'msg_data is empty.')
  const { max } = limits.messagesPerRequest
  if (messages.length > max) return refuse('C400_2', `msg_data has ${messages.length} messages; ${max} are allowed.`)
  const restricted = settings.restrictedHours && isRestricted(clock.now())
  if (restricted && settings.assumptions.restrictedAnswer === 'request') {
    return refuse(settings.restrictedCode, restrictedReason)
  }
  expireImages(service, exchange, messages)
  const batch = new Batch(service, exchange, kind)
  const results = messages.map((message: unknown, index) => batch.take(message, index))
  exchange.open.code = 'C100'
  service.inbox.announce()
  return {
    status: 200,
    body: exchange.struck.length === 0 ? { results } : faultyResults(exchange, { results }, messages),
  }
}

const restrictedReason = `Sending is restricted between ${times.restrictedFrom} and ${times.restrictedUntil} in Korea.`

type Result = SendResponse['results'][number]

/** The messages of one request. */
class Batch {
  readonly #service: EmulatedService
  readonly #exchange: ServerExchange
  readonly #kind: Kind
  readonly #keys = new Set<string>()
  readonly #restricted: boolean
  readonly #now: number
  #accepted = 0

  constructor(service: EmulatedService, exchange: ServerExchange, kind: Kind) {
    const { settings, clock } = service
    this.#service = service
    this.#exchange = exchange
    this.#kind = kind
    this.#now = clock.now()
    this.#restricted =
      settings.restrictedHours && isRestricted(this.#now) && settings.assumptions.restrictedAnswer === 'results'
  }

  take(message: unknown, index: number): Result {
    const service = this.#service
    const record: JsonRecord = isRecord(message) ? message : {}
    const { found, ignored } = this.#check(message, index)
    const msgKey = textOf(record['msg_key']).trim() === '' ? this.#assignedKey(index) : textOf(record['msg_key'])
    const [first] = found
    const code = first?.code ?? 'C100'
    const description = first
      ? `${first.pointer === '' ? '' : `${first.pointer}: `}${first.reason}`
      : sendCodes.C100.title
    maskSecrets(record, service.settings.senderKeys)
    const received = service.inbox.add({
      request: this.#exchange.open.number,
      index,
      kind: this.#kind,
      receivedAt: this.#now,
      msgKey,
      receiverNumber: textOf(record['receiver_number']),
      code,
      description,
      findings: found.length === 0 ? nothing : found,
      ignored: ignored.length === 0 ? nothing : ignored,
      record,
    })
    if (code === 'C100') {
      this.#accepted++
      service.spend(this.#exchange.socket)
      service.webhook.enqueue(received, service.settings.webhook)
    }
    return { msg_key: msgKey, code, desc: description }
  }

  #check(message: unknown, index: number): Pick<Check, 'found' | 'ignored'> {
    const { settings, images } = this.#service
    const found: FieldProblem[] = []
    const ignored: string[] = []
    const reject = (code: SendCode, pointer: string, reason: string): number => found.push({ code, pointer, reason })
    for (const fault of faultsOf(this.#exchange, 'reject')) {
      if (isChosen(fault.messages, message, index)) reject(fault.code, '', 'a fault of the emulator')
    }
    if (this.#restricted) reject(settings.restrictedCode, '', restrictedReason)
    if (isRecord(message)) {
      checkMessage({ kind: this.#kind, settings, image: images.find, now: this.#now, found, ignored }, message)
      const repeated = this.#isRepeated(textOf(message['msg_key']))
      if (repeated) reject('C400_2', '/msg_key', 'stands twice in the request')
    } else reject('C400_1', '', 'a message must be an object')
    if (found.length === 0) {
      const code = this.#service.refusalOf(this.#exchange.socket, this.#accepted)
      if (code) reject(code, '', sendCodes[code].meaning)
    }
    return { found, ignored }
  }

  #isRepeated(key: string): boolean {
    if (this.#service.settings.assumptions.repeatedMsgKey === 'accept' || key === '') return false
    const repeated = this.#keys.has(key)
    this.#keys.add(key)
    return repeated
  }

  #assignedKey(index: number): string {
    return `emulator-${this.#exchange.open.number}-${index + 1}`
  }
}

const nothing: readonly never[] = []

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
