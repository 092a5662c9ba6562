import { describe, expect, it } from 'vitest'
import type { SendCounts } from '../../src/ledger/ledger.ts'
import type { PauseReason } from '../../src/contract/contract.ts'
import { template } from '../ledger/temp-ledger.ts'
import { deployWorld } from './deploy-world.ts'
import { campaignOf, matrixCases } from './matrix-cases.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import {
  type AnyFault,
  drip,
  html,
  cutOff,
  resultsMissing,
  resultsDoubled,
  resultsReordered,
  resultsForeignKey,
  skewDate,
} from '../support/wire.ts'

/** What becomes of the messages of the request that is struck, and of the deploy. */
interface Expected {
  readonly all: 'accepted' | 'rejected' | 'deferred' | 'unknown'
  /** The first message's own state, where it has one. */
  readonly first?: 'rejected' | 'deferred' | 'unknown'
  readonly end?: PauseReason | 'clock'
}

const accepted: Expected = { all: 'accepted' }
const unknown: Expected = { all: 'unknown' }
const rejected: Expected = { all: 'rejected' }
const first = { messages: { indexes: [0] } } as const

/** A fault of each kind that can strike a send, and what becomes of its messages; every answer is in test/service. */
const faults: readonly (readonly [AnyFault, Expected])[] = [
  [{ type: 'reset-after-reading' }, unknown],
  [{ type: 'drop' }, unknown],
  [{ type: 'drop', processed: true }, unknown],
  [{ type: 'delay', ms: 2 }, accepted],
  [drip({ chunkBytes: 100, everyMs: 1 }), accepted],
  [{ type: 'status', status: 503, processed: true, retryAfterSeconds: 0 }, unknown],
  [{ type: 'status', status: 200, processed: true }, unknown],
  [
    { type: 'status', status: 429, retryAfterSeconds: 0 },
    { all: 'unknown', end: 'too-many-requests' },
  ],
  [html(), unknown],
  [cutOff(), unknown],
  [resultsMissing(), { all: 'accepted', first: 'unknown' }],
  [resultsMissing('all'), unknown],
  [resultsDoubled, { all: 'accepted', first: 'unknown' }],
  [resultsReordered, accepted],
  [resultsForeignKey(), { all: 'accepted', end: 'foreign-key' }],
  [resultsForeignKey('first'), { all: 'accepted', first: 'unknown', end: 'foreign-key' }],
  [
    { type: 'reject', code: 'G141', ...first },
    { all: 'accepted', first: 'rejected' },
  ],
  [{ type: 'reject', code: 'C400_2' }, rejected],
  [
    { type: 'reject', code: 'C500_1', ...first },
    { all: 'accepted', first: 'unknown' },
  ],
  [
    { type: 'reject', code: 'G150', ...first },
    { all: 'accepted', first: 'deferred', end: 'credit' },
  ],
  [
    { type: 'reject', code: 'G160' },
    { all: 'deferred', end: 'session' },
  ],
  [{ type: 'request-error', code: 'C400_1' }, rejected],
  [{ type: 'request-error', code: 'C500_1' }, unknown],
  [
    { type: 'request-error', code: 'G150' },
    { all: 'unknown', end: 'credit' },
  ],
  [skewDate(60), { all: 'accepted', end: 'clock' }],
  [skewDate(-60), { all: 'accepted', end: 'clock' }],
]

/** So many messages of a request as the table says, and the rest accepted; what was not begun stays. */
function countsOf({ all, first: ofFirst }: Expected, struck: number, begun: number, recipients: number): SendCounts {
  const counts = {
    pending: recipients - begun,
    inflight: 0,
    accepted: begun - struck,
    rejected: 0,
    deferred: 0,
    unknown: 0,
    cancelled: 0,
  }
  counts[all] += ofFirst === undefined ? struck : struck - 1
  if (ofFirst !== undefined) counts[ofFirst]++
  return counts
}

describe.each(faults)('%j', (fault, expected) => {
  it.each(matrixCases)('at the $place request, $connection, $inFlight in flight', async (matrixCase) => {
    const { inFlight, connection, place } = matrixCase
    const { each, recipients, requests, at, struck } = campaignOf(matrixCase)
    const world = await deployWorld({
      templates: each.map((_, index) => template(`m${index}`)),
      recipients: each,
      connection,
      target: { concurrency: inFlight },
      faults: [{ fault, on: 'send', at }],
    })
    const end = await world.run()
    const sizes = requestSizes(world)
    const counts = await world.counts()

    expect(await truthOf(world)).toEqual(nothingWrong)
    // While nobody knows what became of the first request only one message follows.
    const isProbedTwice = place === 'first' && (expected.first ?? expected.all) === 'unknown'
    if (expected.end === undefined) {
      expect(end).toEqual({ type: 'done' })
      expect(sizes).toHaveLength(requests + (isProbedTwice ? 1 : 0))
      expect(counts).toEqual(countsOf(expected, struck, recipients, recipients))
    } else {
      expect(end).toMatchObject(
        expected.end === 'clock' ? { type: 'clock' } : { type: 'pause', reasons: [expected.end] },
      )
      // Those that are in flight at that moment are waited for; no other request is made.
      const begun = 1 + (sizes.length - 1) * 2
      expect(sizes.length).toBeGreaterThanOrEqual(at)
      if (inFlight === 1 || place === 'first') expect(sizes).toHaveLength(at)
      expect(counts).toEqual(countsOf(expected, struck, begun, recipients))
    }
  })
})
