import { objectOf } from '../../text/json-text.ts'
import { codeOf } from '../codes.ts'
import type { Contract } from '../contract.ts'
import { isSuccess, unreadUpload } from '../read-json.ts'
import { codes } from './codes.ts'
import { answerIn } from './read-answers.ts'

const passingCodes: ReadonlySet<string> = new Set(['-4010', '-4018', '-8010', '-7000', '-9999'])

export const uploaded: Contract['uploaded'] = ({ status, body }) => {
  const { data, header } = answerIn(body)
  if (header !== undefined && header.code !== '0') {
    const { code, description: message } = header
    const meaning = codeOf({ codes }, code)?.meaning
    return { type: 'refused', code, message, meaning, mayPass: passingCodes.has(code) }
  }
  const { imageUrl: url } = objectOf(objectOf(data)?.['image']) ?? {}
  const isTaken = isSuccess(status) && header?.isSuccessful === true && typeof url === 'string'
  return isTaken ? { type: 'uploaded', url } : unreadUpload(data, status)
}
