import type { Contract, FaultyResult } from '../contract/contract.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns the entries of a body of the webhook, or of a text of the same form.
 *
 * @param form in a `line`, an object without results is an entry itself
 */
export function entriesOf(
  content: Uint8Array | string,
  { entriesIn }: Contract['results'],
  form: 'body' | 'line' = 'body',
): { readonly entries: readonly unknown[] } | FaultyResult {
  let value: unknown
  try {
    value = JSON.parse(typeof content === 'string' ? content : utf8.decode(content))
  } catch (error) {
    return { fault: { type: error instanceof SyntaxError ? 'not-json' : 'not-utf8' } }
  }
  const body = entriesIn(value)
  return form === 'line' && 'fault' in body && body.fault.type === 'no-results' ? { entries: [value] } : body
}
