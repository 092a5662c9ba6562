import type { JsonObject } from '../../text/json-text.ts'
import type { Context } from 'hono'
import type { RequestError } from '../../contract/contract.ts'
import { type SendCode, sendCodes } from '../../contract/friend-talk/codes.ts'
import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import type { Kind } from '../../contract/friend-talk/kinds.ts'
import type { SendResponse } from '../../contract/friend-talk/responses.ts'
import type { LocalEnv } from '../../web/local-server.ts'
import { isObject, textOf } from '../../web/read.ts'
import type { Text } from '../../words/language.ts'
import { isRestricted } from '../clock.ts'
import { type Answer, jsonOf, rejectionsOf, type ServerExchange } from '../exchange.ts'
import { checkMessage } from './check-message.ts'
import type { Wrong } from '../check.ts'
import { accountOf, statusOf } from './account.ts'

const missingHeader: Text = {
  en: 'The header Authorization must be <USER_ID>;<SECRET_KEY>. The page of the emulator shows what it takes.',
  ko: 'Authorization 헤더는 <USER_ID>;<SECRET_KEY>여야 합니다. 받는 값은 에뮬레이터 페이지에 있습니다.',
}

const usual = 'C400_2'
const codes = { credentials: usual, tooManyRequests: usual, contentType: usual, tooLarge: usual, noJson: 'C400_1' }

/** Answers a send request: checks it as a whole, then each message by itself. */
export async function answerSend(exchange: ServerExchange, kind: Kind, c: Context<LocalEnv>): Promise<Answer> {
  const { service, open } = exchange
  const refuse = (code: string, reason: Text, status = statusOf(code)): Answer => {
    service.refuse(open, code, reason)
    const name = sendCodes[code as SendCode].title
    return { status, body: { code, name, description: reason.en } satisfies RequestError }
  }
  const account = accountOf(service.credentials, c)
  const reasons = account === 'missing' ? { credentials: missingHeader } : {}
  const json = await jsonOf(exchange, c, { isOwn: account === 'own', codes, reasons, refuse })
  if (!('value' in json)) return json
  open.body = json.value
  if (!isObject(json.value))
    return refuse('C400_1', { en: 'The body must be a JSON object.', ko: '본문은 JSON 객체여야 합니다.' })
  const { msg_data: messages } = json.value
  if (messages === undefined || messages === null)
    return refuse('C400_3', { en: 'msg_data is missing.', ko: 'msg_data가 없습니다.' })
  if (!Array.isArray(messages))
    return refuse('C400_1', { en: 'msg_data must be an array.', ko: 'msg_data는 배열이어야 합니다.' })
  if (messages.length === 0) return refuse('C400_3', { en: 'msg_data is empty.', ko: 'msg_data가 비어 있습니다.' })
  const { length } = messages
  if (length > friendTalk.batch.max) {
    return refuse('C400_2', {
      en: `msg_data has ${length} messages; ${friendTalk.batch.max} are allowed.`,
      ko: `msg_data에 메시지가 ${length}건 있습니다. ${friendTalk.batch.max}건까지 보낼 수 있습니다.`,
    })
  }
  const results = messages.map((message: unknown, index) => take(exchange, kind, message, index))
  open.code = 'C100'
  service.inbox.announce()
  return { status: 200, body: { results } }
}

const wrong = (code: SendCode, reason: string): Wrong => ({ code, pointer: '', reason })

function take(exchange: ServerExchange, kind: Kind, message: unknown, index: number): SendResponse['results'][number] {
  const { service, open } = exchange
  const record: JsonObject = isObject(message) ? message : {}
  const [key, receiverNumber] = [textOf(record['msg_key']), textOf(record['receiver_number'])]
  const { restrictedFrom, restrictedUntil } = friendTalk.hours
  const isLate = service.settings.restrictedHours && isRestricted(open.receivedAt, friendTalk.hours)
  const { found, ignored } = isObject(message) ? checkMessage(service, kind, message) : noRecord
  const late = isLate
    ? [wrong('C400_2', `Sending is restricted between ${restrictedFrom} and ${restrictedUntil} in Korea.`)]
    : []
  const findings = [...rejectionsOf(exchange, index, receiverNumber), ...late, ...found]
  const spent = findings.length === 0 ? service.exhausted() : undefined
  if (spent) findings.push(wrong(codeOf[spent], sendCodes[codeOf[spent]].meaning.en))
  const success = { code: 'C100', description: sendCodes.C100.title }
  const taken = { kind, index, key, receiverNumber, findings, ignored, record }
  const { msgKey, code, description } = service.receive(exchange, taken, success)
  return { msg_key: msgKey, code, desc: description }
}

const noRecord = { found: [wrong('C400_1', 'a message must be an object')], ignored: [] }
const codeOf = { credit: 'G150', session: 'G160' } as const
