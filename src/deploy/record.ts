import type { FailbackData, Payload } from '../contract/payload.ts'
import { prepareTemplate, type VariableValues } from '../message/render.ts'
import type { MessageRecord } from '../service/service.ts'
import type { CompiledTemplate } from '../template.ts'

export interface SenderIdentity {
  readonly sender_key: string
  readonly sender_number: string
}

/** What a send adds to each message of a template. */
export interface Addition extends SenderIdentity {
  /** Secret key of the fallback service's sub-account; a message that falls back needs it. */
  readonly failbackSecretKey?: string
  /** The URL of each image, by its pointer in the payload. */
  readonly imageUrls: ReadonlyMap<string, string>
}

/** Somebody who is sent to. */
export interface Addressee {
  readonly key: string
  /** Digits alone. */
  readonly number: string
  readonly values: VariableValues
}

/**
 * Prepares a template for sending: a function from a recipient to the message record of the interface.
 *
 * @returns undefined from that function when the values leave a gap or break a link; they were checked before
 */
export function prepareRecords(
  template: CompiledTemplate,
  { sender_key, sender_number, failbackSecretKey, imageUrls }: Addition,
): (addressee: Addressee) => MessageRecord | undefined {
  const payload = withImageUrls(template.payload, imageUrls)
  const render = prepareTemplate<Payload>({ ...template, payload })
  return ({ key, number, values }) => {
    const { payload: rendered } = render(values)
    if (rendered === undefined) return undefined
    const { failback_data: failback } = rendered
    return {
      sender_key,
      ...rendered,
      receiver_number: number,
      sender_number,
      msg_key: key,
      ...(failback && { failback_data: failbackOf(failback, { sender_number, number, failbackSecretKey }) }),
    }
  }
}

function failbackOf(
  failback: FailbackData,
  add: { readonly sender_number: string; readonly number: string; readonly failbackSecretKey: string | undefined },
): FailbackData {
  return {
    ...failback,
    sender_number: add.sender_number,
    receiver_number: add.number,
    ...(add.failbackSecretKey !== undefined && { secret_key: add.failbackSecretKey }),
  }
}

/** @throws Error for a pointer that leads nowhere: a template that was not compiled by this program */
function withImageUrls(payload: Payload, urls: ReadonlyMap<string, string>): Payload {
  const copy = structuredClone(payload)
  for (const [pointer, url] of urls) {
    const keys = pointer.split('/').slice(1)
    const last = keys.pop() ?? ''
    let holder: unknown = copy
    for (const key of keys) holder = (holder as { readonly [key: string]: unknown } | undefined)?.[key]
    if (typeof holder !== 'object' || holder === null) throw new Error(`The template has no image at ${pointer}.`)
    ;(holder as { [key: string]: unknown })[last] = url
  }
  return copy
}
