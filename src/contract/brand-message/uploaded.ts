import { objectOf } from '../../text/json-text.ts'
import type { Contract } from '../contract.ts'
import { answerIn } from './read-answers.ts'

/** Reads the answer to an upload of one image. */
export const uploaded: Contract['uploaded'] = ({ status, body }) => {
  const { data, header } = answerIn(body)
  if (header !== undefined && header.code !== '0') {
    const { code, description } = header
    return { type: 'refused', code, ...(description !== undefined && { message: description }) }
  }
  const isSuccess = status >= 200 && status < 300
  const { imageUrl: url } = objectOf(objectOf(data)?.['image']) ?? {}
  if (isSuccess && header?.isSuccessful === true && typeof url === 'string') return { type: 'uploaded', url }
  const notRead = data === undefined ? 'not-json' : 'not-understood'
  return { type: 'failed', reason: isSuccess ? notRead : 'status', status }
}
