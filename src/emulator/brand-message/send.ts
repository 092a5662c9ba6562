import { codes } from '../../contract/brand-message/codes.ts'
import { kindFacts, kinds } from '../../contract/brand-message/kinds.ts'
import { textOf } from '../../web/read.ts'
import { maskSecrets } from '../credentials.ts'
import { type Answer, rejectionOf, type ServerExchange } from '../exchange.ts'
import { isRecord, type JsonRecord } from '../record.ts'
import { headerOf, refusal, success } from './answers.ts'
import { checkBody, checkRecipient, type Wrong } from './check.ts'

/** Answers a send: checks what is the same for all, then each recipient alone. */
export function answerSend(exchange: ServerExchange, body: unknown): Answer {
  const { service, open } = exchange
  open.body = body
  const refuse = ({ code, pointer, reason }: Wrong): Answer => {
    maskSecrets(body, service.settings.senderKeys)
    const text = `${pointer}${pointer && ': '}${reason}`
    return refusal(exchange, code, { en: text, ko: text })
  }
  if (!isRecord(body)) return refuse({ code: '-9994', pointer: '', reason: 'the body must be an object' })
  const kind = kinds.find((one) => kindFacts[one].bubble === body['chatBubbleType'])
  if (kind === undefined) return refuse({ code: '-3304', pointer: '/chatBubbleType', reason: 'is none that there is' })
  const [wrong] = checkBody(exchange, kind, body)
  if (wrong) return refuse(wrong)
  const { recipientList, ...shared } = body
  maskSecrets(shared, service.settings.senderKeys)
  const requestId = requestIdOf(open.number)
  const sendResults = (recipientList as readonly unknown[]).map((recipient, index) => {
    const record: JsonRecord = isRecord(recipient) ? recipient : {}
    const [first, ...others] = wrongIn(exchange, recipient, index)
    const code = first?.code ?? '0'
    const resultMessage = first ? `${first.pointer}${first.pointer && ': '}${first.reason}` : 'success'
    const key = textOf(record['recipientGroupingKey'])
    service.receive(
      {
        request: open.number,
        index,
        kind,
        receivedAt: open.receivedAt,
        msgKey: key === '' ? `emulator-${open.number}-${index + 1}` : key,
        receiverNumber: textOf(record['recipientNo']),
        code,
        description: resultMessage,
        findings: first ? [first, ...others] : nothing,
        ignored: nothing,
        // What all have in common is kept once.
        record: { ...shared, recipientList: [record] },
      },
      first === undefined,
    )
    return {
      recipientSeq: index + 1,
      recipientNo: record['recipientNo'] ?? null,
      resultCode: Number(code),
      resultMessage,
    }
  })
  service.inbox.announce()
  const message = { requestId, sendResults }
  if (sendResults.some(({ resultCode }) => resultCode === 0)) return success(exchange, { message })
  open.code = '-1031'
  return { status: 200, body: { ...headerOf(-1031, codes['-1031']?.meaning.en ?? ''), message } }
}

const nothing: readonly never[] = []

function wrongIn(exchange: ServerExchange, recipient: unknown, index: number): readonly Wrong[] {
  const fault = rejectionOf(exchange, index, isRecord(recipient) ? recipient['recipientNo'] : undefined)
  const rejected = fault === undefined ? [] : [{ code: fault, pointer: '', reason: 'a fault of the emulator' }]
  return [...rejected, ...checkRecipient(exchange.service.settings, recipient)]
}

/** The ID of a request, by its number. */
export function requestIdOf(number: number): string {
  return `emulator-${number}`
}
