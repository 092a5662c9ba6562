import { depthOf } from '../json-text.ts'

/** The largest body of a send or a control request; ten of the largest messages fit in many times. */
export const maxBodyBytes: number = 2 * 1024 * 1024

/** No field of the interface nests a tenth as deep, and what looks at a body goes into it level by level. */
const maxDepth = 100

/** A body that claims to be JSON and cannot be taken for it. */
export class UnreadableBody {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** What the text of a body stands for; an empty one stands for none. */
export function readJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return new UnreadableBody('The body is no JSON.')
  }
  if (depthOf(text) > maxDepth) return new UnreadableBody(`The body nests deeper than ${maxDepth} levels.`)
  return body
}
