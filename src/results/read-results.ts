import type { FaultyResult } from '../contract/contract.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

type Json = { readonly value: unknown } | FaultyResult

export function jsonOf(bytes: Uint8Array): Json {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { fault: { type: 'not-utf8' } }
  }
  return jsonIn(text)
}

export function jsonIn(text: string): Json {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: { type: 'not-json' } }
  }
}
