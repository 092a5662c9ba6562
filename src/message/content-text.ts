import { stringify } from 'yaml'
import type { JsonObject } from '../text/json-text.ts'
import type { TemplateVariable } from './variables.ts'

/** What a message is made of. */
export interface MessageContent {
  /** Variables stand as `#{name}`, local images as `local:<path>`. */
  readonly payload: object
  readonly variables: readonly TemplateVariable[]
  readonly images: readonly { readonly path: string; readonly sha256: string }[]
}

/** Returns all that a message is made of as lines: its text as it stands, then everything else as YAML. */
export function contentText({ payload, variables, images }: MessageContent): string {
  const facts = {
    ...(variables.length > 0 && { variables }),
    ...(images.length > 0 && { images: Object.fromEntries(images.map(({ path, sha256 }) => [path, sha256])) }),
  }
  return [payloadText(payload), ...(Object.keys(facts).length > 0 ? [stringify(facts, yamlOptions)] : [])].join('\n')
}

/** Returns a payload as lines: its text as it stands, then its other fields as YAML. */
export function payloadText(payload: object): string {
  const { msg, ...rest } = payload as JsonObject
  const fields = Object.keys(rest).length > 0 ? [stringify(rest, yamlOptions)] : []
  return typeof msg === 'string' ? [`${msg}\n`, ...fields].join('\n') : stringify({ msg, ...rest }, yamlOptions)
}

/** What a thing is comes first, then its fields by name: a ledger keeps them in another order. */
const firstKeys = ['name', 'title', 'header', 'message', 'type']

const yamlOptions = {
  lineWidth: 0,
  sortMapEntries: (a: { readonly key: unknown }, b: { readonly key: unknown }): number => {
    const [first = '', second = ''] = [a, b].map(({ key }) => {
      const name = String(key)
      const rank = firstKeys.indexOf(name)
      return `${rank < 0 ? firstKeys.length : rank}${name}`
    })
    return first < second ? -1 : 1
  },
}
