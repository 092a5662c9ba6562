import { hashOf, keyOf } from '../identity.ts'
import type { KnownSends, SendOf, SendState } from '../ledger.ts'
import type { Connection } from './connection.ts'
import type { CurrentSends } from './current-sends.ts'
import { findRelease, normalName } from './releases.ts'

export function hasPending(connection: Connection, sends: CurrentSends, message: SendOf): boolean {
  const sql =
    "SELECT 1 AS one FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND state = 'pending' " +
    "AND row NOT IN (SELECT row FROM temp.ahead WHERE state <> 'pending') LIMIT 1"
  return sends.read(() => {
    const known = messageNumber(connection, message)
    return known !== undefined && connection.get(sql, known) !== undefined
  })
}

export function knownSends(connection: Connection, sends: CurrentSends, { release: given, id }: SendOf): KnownSends {
  const message = messageNumber(connection, { release: given, id })
  const release = findRelease(connection, given)?.name ?? normalName(given)
  const hash = (number: string): string => hashOf(connection.secret, { id, release, number })
  return {
    stateOf: (number) => {
      if (message === undefined) return undefined
      return sends.read((ahead) => {
        const sql = 'SELECT row, state FROM send WHERE message = ? AND recipient = ?'
        const send = connection.get(sql, message, hash(number))
        return send && (ahead.get(Number(send['row']))?.state ?? (send['state'] as SendState))
      })
    },
    keyOf: (number) => keyOf(hash(number)),
  }
}

function messageNumber(connection: Connection, { release, id }: SendOf): number | undefined {
  const known = findRelease(connection, release)
  if (known === undefined) return undefined
  const sql = 'SELECT message FROM message WHERE release = ? AND id = ?'
  const message = connection.get(sql, known.release, id)?.['message']
  return message === undefined ? undefined : Number(message)
}
