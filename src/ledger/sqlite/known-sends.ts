import { hashOf, keyOf } from '../identity.ts'
import type { KnownSends, SendOf, SendState } from '../ledger.ts'
import type { Connection } from './connection.ts'

export function hasPending(connection: Connection, message: SendOf): boolean {
  const sql = "SELECT 1 AS one FROM send INDEXED BY send_pending WHERE state = 'pending' AND message = ? LIMIT 1"
  const known = messageNumber(connection, message)
  return known !== undefined && connection.get(sql, known) !== undefined
}

export function knownSends(
  connection: Connection,
  { release, id, secret }: SendOf & { readonly secret: Uint8Array },
): KnownSends {
  const message = messageNumber(connection, { release, id })
  const hash = (number: string): Buffer => hashOf(secret, { id, release, number })
  return {
    stateOf: (number) => {
      if (message === undefined) return undefined
      const sql = 'SELECT state FROM send WHERE message = ? AND recipient = ?'
      return connection.get(sql, message, hash(number))?.['state'] as SendState | undefined
    },
    keyOf: (number) => keyOf(hash(number)),
  }
}

function messageNumber(connection: Connection, { release, id }: SendOf): number | undefined {
  const sql = 'SELECT message FROM message JOIN release USING (release) WHERE name = ? AND id = ?'
  const message = connection.get(sql, release, id)?.['message']
  return message === undefined ? undefined : Number(message)
}
