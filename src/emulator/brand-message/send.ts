import { codes } from '../../contract/brand-message/codes.ts'
import { kindFacts, kinds } from '../../contract/brand-message/kinds.ts'
import { fieldsOf, isObject, textOf } from '../../web/read.ts'
import { maskSecrets } from '../credentials.ts'
import { type Answer, rejectionsOf, type ServerExchange } from '../exchange.ts'
import type { Wrong } from '../check.ts'
import { inEnglish } from '../refusals.ts'
import { headerOf, refusal, success } from './answers.ts'
import { checkBody, checkRecipient } from './check.ts'

/** Answers a send: checks what is the same for all, then each recipient alone. */
export function answerSend(exchange: ServerExchange, body: unknown): Answer {
  const { service, open } = exchange
  open.body = body
  const refuse = ({ code, pointer, reason }: Wrong): Answer => {
    return refusal(exchange, code, inEnglish(`${pointer}${pointer && ': '}${reason}`))
  }
  if (!isObject(body)) return refuse({ code: '-9994', pointer: '', reason: 'the body must be an object' })
  const kind = kinds.find((one) => kindFacts[one].bubble === body['chatBubbleType'])
  if (kind === undefined) return refuse({ code: '-3304', pointer: '/chatBubbleType', reason: 'is none that there is' })
  const [wrong] = checkBody(service, kind, body)
  if (wrong) return refuse(wrong)
  // Masked before the copies; all recipients share the rest of the body.
  maskSecrets(body, service.settings.senderKeys)
  const { recipientList, ...shared } = body
  const sendResults = (recipientList as readonly unknown[]).map((recipient, index) => {
    const { recipientNo = null, recipientGroupingKey: key } = fieldsOf(recipient)
    const record = { ...shared, recipientList: [recipient] }
    const rejections = rejectionsOf(exchange, index, recipientNo)
    const findings = [...rejections, ...checkRecipient(service, kind, shared, recipient)]
    const receiverNumber = textOf(recipientNo)
    const taken = { kind, index, key: textOf(key), receiverNumber, findings, ignored: [], record }
    const { code, description } = service.receive(exchange, taken, { code: '0', description: 'success' })
    return { recipientSeq: index + 1, recipientNo, resultCode: Number(code), resultMessage: description }
  })
  service.inbox.announce()
  const message = { requestId: requestIdOf(open.number), sendResults }
  if (sendResults.some(({ resultCode }) => resultCode === 0)) return success(exchange, { message })
  open.code = '-1031'
  return { status: 200, body: { ...headerOf(-1031, codes['-1031']?.meaning.en ?? ''), message } }
}

/** Returns the ID of a request by its number. */
export function requestIdOf(number: number): string {
  return `emulator-${number}`
}
