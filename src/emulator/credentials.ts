import { isObject } from '../web/read.ts'
import type { IncomingHttpHeaders } from 'node:http'

/** Every secret that the emulator takes starts so; any other may be a real one. */
export const secretPrefix = 'emulator_'
export const defaultUserId = 'emulator'
export const defaultAppKey = 'emulator-app'
export const defaultSecretKey = 'emulator_not_a_secret'

export interface Credentials {
  readonly userId: string
  readonly appKey: string
  readonly secretKey: string
}

const masked = '***'
const senderKeyName = /^sender_?key$/i
/** However it is spelled: a misspelt name holds the same secret. */
const secretName = /^[\s_-]*secret[\s_-]*key[\s_-]*$/i
const credentialHeader = /^(?:authorization|cookie|proxy-authorization)$|secret/

/** Returns the headers that are kept; possible credentials are masked. */
export function maskHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) kept[name] = credentialHeader.test(name) ? masked : String(value)
  }
  return kept
}

/**
 * Masks in place what may be real: secrets that were not made for emulators, wherever they stand, and sender keys
 * that are not registered. In place, so that nothing keeps the value, and because a copy of each message costs.
 */
export function maskSecrets(value: unknown, registered: readonly string[] | null): void {
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === 'object') maskSecrets(entry, registered)
    return
  }
  if (!isObject(value)) return
  const record = value as Record<string, unknown>
  for (const name in record) {
    const field = record[name]
    if (secretName.test(name)) {
      if (typeof field !== 'string' || !field.startsWith(secretPrefix)) record[name] = masked
    } else if (typeof field === 'object') maskSecrets(field, registered)
    else if (senderKeyName.test(name) && typeof field === 'string' && !isOwnKey(field, registered)) {
      record[name] = `${field.slice(0, 4)}…`
    }
  }
}

function isOwnKey(key: string, registered: readonly string[] | null): boolean {
  return registered === null ? key.startsWith('emulator') : registered.includes(key)
}
