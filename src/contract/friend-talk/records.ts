import { type JsonObject, objectOf, isUnset } from '../../text/json-text.ts'
import type { Contract, FoundRecord } from '../contract.ts'
import { failbackSendFields } from './names.ts'

/** Finds message records in JSON data: one, or those of `msg_data` or of a list. */
export const recordsIn: Contract['recordsIn'] = (data) => {
  const fields = objectOf(data)
  const list = Array.isArray(data) ? data : fields?.['msg_data']
  if (!Array.isArray(list)) return [foundAt('', data)]
  const folder = Array.isArray(data) ? '' : '/msg_data'
  return list.map((record: unknown, index) => foundAt(`${folder}/${index}`, record))
}

/** Tells the kind of a record by its fields; an image may be that of two kinds. */
function foundAt(pointer: string, record: unknown): FoundRecord {
  const fields = objectOf(record)
  const attachment = objectOf(fields?.['attachment'])
  const isSet = (value: unknown): boolean => objectOf(value) !== undefined && !isUnset(value)
  const found = { pointer, record, unclearAt: `${pointer}/attachment/image` }
  if (isSet(fields?.['carousel'])) return { ...found, kinds: ['ft-carousel-feed'] }
  if (isSet(attachment?.['item'])) return { ...found, kinds: ['ft-wide-item-list'] }
  return { ...found, kinds: isSet(attachment?.['image']) ? ['ft-image', 'ft-wide'] : ['ft-text'] }
}

/** Returns a record without what a send adds; one that does not say is an advertisement. */
export const withoutSend: Contract['withoutSend'] = (record) => {
  const sent = ['sender_key', 'sender_number', 'receiver_number', 'msg_key', 'secret_key']
  const fields: JsonObject = { ad_flag: 'Y', ...without(record, sent) }
  const { failback_data: failback } = fields
  return failback === undefined ? fields : { ...fields, failback_data: without(failback, failbackSendFields) }
}

function without(value: unknown, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(value) ?? {}).filter(([name]) => !names.includes(name)))
}
