import type { Settings } from './settings.ts'

/** Statuses that the interface does not give, as the codes suggest them. */
const statuses: Readonly<Record<string, number>> = {
  C404_1: 404,
  C500_1: 500,
  G900: 500,
  CE500: 500,
  CE504: 504,
}

/** The HTTP status of an error code. */
export function statusOf(code: string, { assumptions }: Settings): number {
  return assumptions.errorStatus === 'ok' ? 200 : (statuses[code] ?? 400)
}

/** The HTTP status of a request whose credentials are missing or wrong. */
export function unauthorizedStatus({ assumptions }: Settings): number {
  return assumptions.errorStatus === 'ok' ? 200 : 401
}
