import { stringify } from 'yaml'
import { contractOf, type Kind } from '../contract/contracts.ts'
import type { TemplateVariable } from './variables.ts'

export interface MessageContent {
  readonly service_id: Kind
  /** Variables stand as `#{name}`, local images as `local:<path>`. */
  readonly payload: object
  readonly variables: readonly TemplateVariable[]
  readonly images: readonly { readonly path: string; readonly sha256: string }[]
}

/** Returns all that a message is made of as lines: its text as it stands, then everything else as YAML. */
export function contentText({ variables, images, ...content }: MessageContent): string {
  const facts = {
    ...(variables.length > 0 && { variables }),
    ...(images.length > 0 && { images: Object.fromEntries(images.map(({ path, sha256 }) => [path, sha256])) }),
  }
  return [payloadText(content), ...(Object.keys(facts).length > 0 ? [stringify(facts, yamlOptions)] : [])].join('\n')
}

/** Returns a payload as lines: its text as it stands, then its other fields as YAML. */
export function payloadText({ service_id: kind, payload }: Pick<MessageContent, 'service_id' | 'payload'>): string {
  const { msg } = contractOf(kind).read(kind, payload)
  const fields = Object.entries(payload).filter(([name]) => msg?.pointer !== `/${name}`)
  const rest = fields.length > 0 ? [stringify(Object.fromEntries(fields), yamlOptions)] : []
  return typeof msg?.value === 'string' ? [`${msg.value}\n`, ...rest].join('\n') : rest.join('')
}

/** The keys that come first; the others follow by name, because a ledger keeps them in another order. */
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
