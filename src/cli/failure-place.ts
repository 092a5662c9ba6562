import type { SendCode } from '../contract/codes.ts'
import type { CompiledTemplate } from '../template.ts'

/** Fields that a code is about, whatever the service says with it. Codes come from the service: they may be any text. */
const fieldOfCode: ReadonlyMap<string, string> = new Map<SendCode, string>([
  ['G110', '/failback_data/api_unique_id'],
  ['G142', '/echo_to_webhook'],
])

/**
 * Where a failure points to in the message's file: `messages/sale.md:12` by the source map, where the code or the
 * service's description names a field of the payload; else the file.
 */
export function failurePlace(
  { source, map }: Pick<CompiledTemplate, 'source' | 'map'>,
  { code = '', description = '' }: { readonly code?: string; readonly description?: string },
): string {
  const pointer = pointerIn(description) ?? fieldOfCode.get(code) ?? ''
  // What has no place of its own stands where the value around it does; the message itself has none to look at.
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = Object.hasOwn(map, at) ? map[at] : undefined
    if (place) return `${source}:${place.start.line}`
  }
  return source
}

/** A field as services name it: `/attachment/button/0/name`, `attachment.button[0].name`, `echo_to_webhook`. */
const field = /(?<![\w:/])\/?((?:msg|header|echo_to_webhook|attachment|carousel|failback_data)(?:[./]\w+|\[\d+\])*)/

function pointerIn(description: string): string | undefined {
  const [, name] = field.exec(description) ?? []
  return name === undefined ? undefined : `/${name.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`
}
