import { canonicalJson, type JsonObject, objectOf } from '../../text/json-text.ts'
import type { Contract, FoundRecord } from '../contract.ts'
import { kindFacts, type Kind } from './kinds.ts'

/** Fields of which a body has one at least, and a message of another service none. */
const own = ['chatBubbleType', 'recipientList', 'content', 'additionalContent', 'image', 'item', 'commerce', 'buttons']

/** Finds the bodies of requests in JSON data: one, or those of a list. */
export const recordsIn: Contract['recordsIn'] = (data) => {
  const found = Array.isArray(data)
    ? data.map((one: unknown, index) => [`/${index}`, one] as const)
    : [['', data] as const]
  const isBody = (record: unknown): boolean => own.some((name) => Object.hasOwn(objectOf(record) ?? {}, name))
  return found.some(([, record]) => isBody(record)) ? found.map(([pointer, record]) => foundAt(pointer, record)) : []
}

/** Tells the kind of a body by its type, else by its parts. */
function foundAt(pointer: string, record: unknown): FoundRecord {
  const { chatBubbleType: bubble, commerce, item, carousel, image } = objectOf(record) ?? {}
  const found = { pointer, record, unclearAt: `${pointer}/chatBubbleType` }
  if (bubble !== undefined) {
    const kinds = (Object.keys(kindFacts) as Kind[]).filter((kind) => kindFacts[kind].bubble === bubble)
    return { ...found, kinds }
  }
  const cards = objectOf(carousel)?.['list']
  if (Array.isArray(cards)) {
    const isCommerce = cards.some((card) => objectOf(card)?.['commerce'] !== undefined)
    return { ...found, kinds: [isCommerce ? 'bm-carousel-commerce' : 'bm-carousel-feed'] }
  }
  if (item !== undefined) return { ...found, kinds: ['bm-wide-item-list'] }
  if (commerce !== undefined) return { ...found, kinds: ['bm-commerce'] }
  return { ...found, unclearAt: `${pointer}/image`, kinds: image === undefined ? ['bm-text'] : ['bm-image', 'bm-wide'] }
}

/** Fields that belong to one send. */
const ofSend = ['requestDate', 'createUser', 'statsId', 'resellerCode', 'groupTagKey']

const words = {
  send: { en: 'This belongs to one send: it is left out.', ko: '한 번의 발송에만 쓰는 값이어서 뺐습니다.' },
  other: {
    en: 'This recipient has other settings: the message has those of the first.',
    ko: '이 수신자의 설정이 다릅니다. 메시지에는 첫 수신자의 설정을 썼습니다.',
  },
  fallback: {
    en: 'Whether a text message follows was up to the console: none follows this message.',
    ko: '대체 발송을 콘솔 설정에 맡긴 요청입니다. 이 메시지는 대체 발송을 하지 않습니다.',
  },
} as const

/** Returns a body without what a send adds, with the settings of its first recipient. */
export const withoutSend: Contract['withoutSend'] = (record) => {
  const { senderKey: _key, senderGroupingKey: _grouping, recipientList: _people, ...body } = objectOf(record) ?? {}
  const [first = messageOf({})] = recipientsIn(record)
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !ofSend.includes(name))),
    recipientList: [first],
  }
}

export const unsaid: Contract['unsaid'] & {} = (record) => {
  const fields = objectOf(record) ?? {}
  const [first, ...others] = recipientsIn(record).map(canonicalJson)
  const { resendParameter } = objectOf((fields['recipientList'] as readonly unknown[] | undefined)?.[0]) ?? {}
  return [
    ...ofSend.flatMap((name) => (name in fields ? [{ pointer: `/${name}`, words: words.send }] : [])),
    ...others.flatMap((other, index) =>
      other === first ? [] : [{ pointer: `/recipientList/${index + 1}`, words: words.other }],
    ),
    ...(first === undefined || resendParameter !== undefined
      ? []
      : [{ pointer: '/recipientList/0', words: words.fallback }]),
  ]
}

function recipientsIn(record: unknown): readonly JsonObject[] {
  const people = objectOf(record)?.['recipientList']
  return Array.isArray(people) ? people.map(messageOf) : []
}

/** Returns a recipient without number and key, with friendtalk's values for what is absent. */
function messageOf(recipient: unknown): JsonObject {
  const { recipientNo: _number, recipientGroupingKey: _key, resendParameter, ...rest } = objectOf(recipient) ?? {}
  const { resendSendNo: _from, ...resend } = objectOf(resendParameter) ?? { isResend: false }
  return { targeting: 'I', ...rest, resendParameter: resend['isResend'] === false ? { isResend: false } : resend }
}
