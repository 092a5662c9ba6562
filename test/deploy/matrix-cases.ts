/**
 * Where a fault strikes. One message goes to one person and each other one to two: a request holds one message alone, so
 * these are four requests one after the other, or one and then eight at the same time.
 */
export const campaigns = { 1: [1, 2, 2, 2], 8: [1, 2, 2, 2, 2, 2, 2, 2, 2] } as const

export interface MatrixCase {
  readonly inFlight: keyof typeof campaigns
  readonly connection: 'fresh' | 'reused'
  readonly place: keyof typeof places
}

const places = {
  first: () => 1,
  last: (requests: number) => requests,
} as const

/** Four of eight: each value of one property meets each value of the others. */
export const matrixCases: readonly MatrixCase[] = [
  { inFlight: 1, connection: 'fresh', place: 'first' },
  { inFlight: 1, connection: 'reused', place: 'last' },
  { inFlight: 8, connection: 'reused', place: 'first' },
  { inFlight: 8, connection: 'fresh', place: 'last' },
]

/** The campaign of a case: how many receive each message, and the number of the request that is struck. */
export function campaignOf({ inFlight, place }: MatrixCase): {
  readonly each: readonly number[]
  readonly recipients: number
  readonly requests: number
  readonly at: number
  readonly struck: number
} {
  const each = campaigns[inFlight]
  const requests = each.length
  return {
    each,
    requests,
    recipients: requests * 2 - 1,
    at: places[place](requests),
    struck: place === 'first' ? 1 : 2,
  }
}
