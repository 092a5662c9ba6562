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
  return found.flatMap(([pointer, record]) => {
    const fields = objectOf(record)
    return fields !== undefined && own.some((name) => name in fields) ? [foundAt(pointer, fields)] : []
  })
}

/** Tells the kind of a body by its type, else by its parts. */
function foundAt(pointer: string, record: JsonObject): FoundRecord {
  const { chatBubbleType: bubble, commerce, item, carousel, image } = record
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

/** Returns a body without what a send adds. Recipients that differ in more than that stay, so that they are noticed. */
export const withoutSend: Contract['withoutSend'] = (record) => {
  const { senderKey: _key, senderGroupingKey: _grouping, recipientList, ...body } = objectOf(record) ?? {}
  const given = Array.isArray(recipientList) ? recipientList.map(withoutPerson) : []
  const [first = {}, ...others] = given
  const isSame = others.every((other) => canonicalJson(other) === canonicalJson(first))
  return { ...body, recipientList: isSame ? [first] : given }
}

function withoutPerson(recipient: unknown): JsonObject {
  const { recipientNo: _number, recipientGroupingKey: _key, resendParameter, ...rest } = objectOf(recipient) ?? {}
  const { resendSendNo: _from, ...resend } = objectOf(resendParameter) ?? {}
  return resendParameter === undefined ? rest : { ...rest, resendParameter: resend }
}
