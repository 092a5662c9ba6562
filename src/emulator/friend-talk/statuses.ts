/** Statuses that the interface does not give, as the codes suggest them. */
const statuses: Readonly<Record<string, number>> = { C404_1: 404, C500_1: 500, G900: 500, CE500: 500, CE504: 504 }

/** Returns the HTTP status of an error code. */
export function statusOf(code: string): number {
  return statuses[code] ?? 400
}
