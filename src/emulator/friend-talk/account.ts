import type { Context } from 'hono'
import type { LocalEnv } from '../../web/local-server.ts'
import type { Credentials } from '../credentials.ts'

/** Returns whose header `Authorization: <USER_ID>;<SECRET_KEY>` a request has. */
export function accountOf({ userId, secretKey }: Credentials, c: Context<LocalEnv>): 'own' | 'missing' | 'foreign' {
  const header = c.req.header('authorization')
  if (header === undefined || header === '') return 'missing'
  // Nothing is won by comparing in constant time: the page shows what it takes.
  return header === `${userId};${secretKey}` ? 'own' : 'foreign'
}

/** Statuses that the interface does not give, as the codes suggest them. */
const statuses: Readonly<Record<string, number>> = { C404_1: 404, C500_1: 500, G900: 500, CE500: 500, CE504: 504 }

/** Returns the HTTP status of an error code. */
export function statusOf(code: string): number {
  return statuses[code] ?? 400
}
