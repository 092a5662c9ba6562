import { describe, expect, it } from 'vitest'
import { brandMessage } from '../../src/contract/brand-message/brand-message.ts'
import type { Account } from '../../src/contract/contract.ts'
import type { SendState } from '../../src/ledger/ledger.ts'
import { fetchInRounds, type FetchRound } from '../../src/results/fetch-results.ts'
import { openService } from '../../src/service/service.ts'
import { emulate } from '../emulator/client.ts'
import { claimed, outcomes, person, sendsIn, template } from '../ledger/temp-ledger.ts'
import { payloadOf, rowOf, type Sent, sentLedger } from './brand-ledger.ts'
import { type ListOptions, type ListService, type ServiceRow, startListService } from './list-service.ts'

const dayMs = 86_400_000
const { query } = brandMessage

interface Result extends FetchRound {
  /** What the sends came to: their state and delivery. */
  readonly sends: readonly string[]
  readonly waitedMs: readonly number[]
}

async function fetchedFrom(
  sent: Sent,
  given: ListOptions | readonly ServiceRow[],
  everyMs?: number,
): Promise<Result & { readonly service: ListService }> {
  const service = await startListService('rows' in given ? given : { rows: () => given })
  return { ...(await fetchedAt(sent, service.url, { appKey: 'app', secretKey: 'secret' }, { everyMs })), service }
}

async function fetchedAt(
  { store }: Sent,
  baseUrl: string,
  account: Account,
  { everyMs, now = Date.now }: { readonly everyMs?: number | undefined; readonly now?: () => number },
): Promise<Result> {
  const service = openService({ service: 'brand-message', baseUrl, account, requestTimeoutMs: 5_000 })
  const [reader, inbox] = [await store.read(), store.results()]
  const waitedMs: number[] = []
  try {
    const round = await fetchInRounds({
      query,
      service,
      inbox,
      reader,
      concurrency: 4,
      now,
      sleep: async (ms) => void waitedMs.push(ms),
      stop: new AbortController().signal,
      isAtWork: () => Promise.resolve(false),
      mayPass: (code) => brandMessage.outcomeOf(code) === 'unknown',
      onProgress: () => {},
      onRound: () => {},
      everyMs,
    })
    const sends = (await sendsIn(reader, { release: 'r1' })).map(({ state, delivery }) =>
      [state, delivery?.delivery].filter(Boolean).join(' '),
    )
    return { ...round, sends, waitedMs }
  } finally {
    await Promise.all([inbox.close(), service.close(), reader.close()])
  }
}

describe('a send that is asked for', () => {
  const code = (resultCode: string): Partial<ServiceRow> => ({ resultCode, receiveDate: '2026-06-12 14:03:05.0' })

  it.each<[from: Extract<SendState, 'unknown' | 'accepted' | 'inflight'>, rows: Partial<ServiceRow>[], to: string]>([
    ['unknown', [code('1000')], 'accepted delivered'],
    ['unknown', [{ ...code('3018'), messageStatus: 'FAILED' }], 'accepted failed'],
    ['unknown', [{ messageStatus: 'COMPLETED' }], 'accepted'],
    ['unknown', [{ messageStatus: 'READY', resultCode: null }], 'accepted'],
    ['unknown', [{ messageStatus: 'FAILED' }], 'unknown'],
    ['unknown', [{ messageStatus: 'CANCEL' }], 'unknown'],
    ['unknown', [], 'unknown'],
    ['unknown', [{ recipientGroupingKey: 'another' }], 'unknown'],
    ['inflight', [code('1000')], 'accepted delivered'],
    ['inflight', [], 'inflight'],
    ['accepted', [code('4161')], 'accepted uncertain'],
    ['accepted', [code('3018')], 'accepted failed'],
    ['accepted', [{ ...code('3018'), resendStatusCode: 'RSC04' }], 'accepted fallback-delivered'],
    ['accepted', [{ ...code('3018'), resendStatusCode: 'RSC05' }], 'accepted fallback-failed'],
    ['accepted', [{ ...code('3018'), resendStatusCode: 'RSC03' }], 'accepted failed'],
    ['accepted', [], 'accepted'],
  ])('as %s, listed as %j, is %s', async (from, rows, to) => {
    const sent = await sentLedger(1, from)
    const fetched = await fetchedFrom(
      sent,
      rows.map((row) => rowOf(sent.keys[0] ?? '', row)),
    )
    expect(fetched.sends).toEqual([to])
    expect(fetched.settled).toBe(from === 'unknown' && to !== 'unknown' ? 1 : 0)
    expect(fetched.service.asked).toHaveLength(1)
    expect(fetched.doubles).toEqual([])
  })

  it.each<[name: string, first: Partial<ServiceRow>, isResend: boolean, asked: number, agoMs?: number]>([
    ['delivered', code('1000'), true, 0],
    ['failed', code('3018'), false, 0],
    ['failed, and a fallback may follow', code('3018'), true, 1],
    ['failed five days ago, and a fallback may follow', code('3018'), true, 0, 5 * dayMs],
    ['failed, and the fallback too', { ...code('3018'), resendStatusCode: 'RSC05' }, true, 0],
    ['uncertain', code('3005'), false, 1],
  ])('%s, is asked for again: %j, %s → %i', async (_name, first, isResend, asked, agoMs = 0) => {
    const sent = await sentLedger(1, 'accepted', { isResend, agoMs })
    const rows = [rowOf(sent.keys[0] ?? '', { ...first, requestedAt: Date.now() - agoMs })]
    await fetchedFrom(sent, rows)
    expect((await fetchedFrom(sent, rows)).service.asked).toHaveLength(asked)
  })

  it.each([
    ['of yesterday', dayMs, 1],
    ['of 60 days ago', 60 * dayMs, 1],
    ['of 91 days ago', 91 * dayMs, 0],
  ])('%s is asked for in the minutes around its claim', async (_name, agoMs, found) => {
    const sent = await sentLedger(1, 'unknown', { agoMs })
    const row = rowOf(sent.keys[0] ?? '', { ...code('1000'), requestedAt: Date.now() - agoMs })
    const { sends, service } = await fetchedFrom(sent, [row])
    expect(sends).toEqual([found === 1 ? 'accepted delivered' : 'unknown'])
    expect(service.asked).toHaveLength(found)
  })

  it('is asked for since it was prepared where it was sent again', async () => {
    const firstMs = Date.now() - 3 * 3_600_000
    let now = firstMs
    const sent = await sentLedger(1, 'unknown', { now: () => now })
    now = Date.now()
    const ledger = await sent.store.open({ ifMissing: 'refuse' })
    await ledger.reconcile({ verdict: 'not-sent', release: 'r1', who: 'min', reason: 'lost' })
    await ledger.resume('r1')
    await ledger.settle(outcomes(await claimed(ledger), 'unknown'))
    await ledger.close()
    const { sends } = await fetchedFrom(sent, [rowOf(sent.keys[0] ?? '', { requestedAt: firstMs })])
    expect(sends).toEqual(['accepted'])
  })

  it('is none of another service', async () => {
    const sent = await sentLedger(1, 'unknown', { templates: [template('sale')] })
    expect((await fetchedFrom(sent, [])).service.asked).toHaveLength(0)
  })

  it('twice is reported with both requests, whatever became of it', async () => {
    const sent = await sentLedger(2, 'unknown')
    const [first = '', second = ''] = sent.keys
    const rows = [rowOf(first), rowOf(first, { requestId: 'R2', recipientSeq: 7 }), rowOf(second, { recipientSeq: 2 })]
    const { sends, doubles } = await fetchedFrom(sent, rows)
    expect(sends).toEqual(['accepted', 'accepted'])
    expect(doubles).toEqual([{ key: first, requests: ['R1/1', 'R2/7'] }])
  })
})

describe('a service', () => {
  const failures: readonly [
    name: string,
    instead: ReturnType<NonNullable<ListOptions['instead']>>,
    times: number,
    failure: string | undefined,
  ][] = [
    ['that fails once', { status: 500 }, 1, undefined],
    ['that hangs up once', 'reset', 1, undefined],
    ['that has too many requests twice', { status: 429 }, 2, undefined],
    ['that stays away', { status: 503 }, 3, 'status'],
    ['that is not understood', { status: 200, body: { header: {} } }, 3, 'not-understood'],
    [
      'that says that it failed',
      { status: 200, body: { header: { resultCode: -9999, resultMessage: '', isSuccessful: false } } },
      3,
      '-9999',
    ],
    [
      'that refuses the key',
      { status: 401, body: { header: { resultCode: -1001, resultMessage: '', isSuccessful: false } } },
      1,
      '-1001',
    ],
  ]
  it.each(failures)('%s is asked again where that may help', async (_name, other, times, failure) => {
    const sent = await sentLedger(1, 'unknown')
    const rows = [rowOf(sent.keys[0] ?? '')]
    const fetched = await fetchedFrom(sent, {
      rows: () => rows,
      instead: (number) => (number < times ? other : undefined),
    })
    const { type, ...why } = fetched.failure ?? {}
    expect(type === 'refused' || type === 'failed' ? Object.values(why)[0] : type).toBe(failure)
    expect(fetched.sends).toEqual([failure === undefined ? 'accepted' : 'unknown'])
    expect(fetched.service.asked).toHaveLength(failure === undefined ? times + 1 : times)
    expect(fetched.waitedMs).toEqual([1_000, 5_000].slice(0, fetched.service.asked.length - 1))
  })
})

describe('many sends', () => {
  it.each([
    [100, 100],
    [101, 1],
    [2_500, 3],
  ])('%i are asked for in %i requests', async (count, requests) => {
    const sent = await sentLedger(count, 'unknown')
    const rows = sent.keys.map((key, index) => rowOf(key, { recipientSeq: index, resultCode: '1000' }))
    const { sends, service, recorded } = await fetchedFrom(sent, rows)
    expect(new Set(sends)).toEqual(new Set(['accepted delivered']))
    expect([recorded, service.asked.length]).toEqual([count, requests])
  })

  /** Rows that begin with another one. */
  const moved = (rows: readonly ServiceRow[], by: number): readonly ServiceRow[] => {
    const from = ((by % rows.length) + rows.length) % rows.length
    return [...rows.slice(from), ...rows.slice(0, from)]
  }

  const others = (length: number): readonly ServiceRow[] =>
    Array.from({ length }, (_, index) => rowOf('another', { requestId: 'R0', recipientSeq: index }))

  it.each<[name: string, at: (rows: readonly ServiceRow[], request: number) => readonly ServiceRow[]]>([
    ['begin elsewhere', (rows, request) => moved(rows, 389 * request)],
    ['are in another order', (rows, request) => (request % 2 === 0 ? rows : rows.toReversed())],
    ['get more', (rows, request) => [...others(Math.min(10 * request, 40)), ...rows]],
    ['get fewer', (rows, request) => rows.slice(10 * Math.min(request, 4))],
  ])('are all found where the pages %s while they are read', async (_name, at) => {
    const sent = await sentLedger(2_500, 'unknown')
    const rows = sent.keys.map((key, index) => rowOf(key, { recipientSeq: index }))
    const { sends, moving, service } = await fetchedFrom(sent, { rows: (request) => at(rows, request) })
    expect(new Set(sends)).toEqual(new Set(['accepted']))
    expect(moving).toEqual([])
    expect(service.asked.length).toBeGreaterThan(3)
  })

  it('get what is theirs where the answers come late and in another order', async () => {
    const sent = await sentLedger(100, 'accepted')
    const rows = sent.keys.map((key, index) => rowOf(key, { resultCode: index % 3 === 0 ? '1000' : '3018' }))
    const { sends } = await fetchedFrom(sent, { rows: () => rows, together: 4 })
    expect(sends).toEqual(rows.map(({ resultCode }) => `accepted ${resultCode === '1000' ? 'delivered' : 'failed'}`))
  })

  it('are warned of where the list never comes to an end', async () => {
    const sent = await sentLedger(3_000, 'unknown')
    const rows = sent.keys.map((key, index) => rowOf(key, { recipientSeq: index }))
    // Each page shows nearly what the one before did.
    const { sends, moving, listed } = await fetchedFrom(sent, { rows: (request) => moved(rows, -990 * request) })
    expect(moving).toEqual(['r1'])
    expect(sends.filter((send) => send === 'accepted')).toHaveLength(listed)
    expect(listed).toBeLessThan(3_000)
  })

  it('are asked for in shorter times where the list is too long', async () => {
    const sent = await sentLedger(101, 'unknown', { agoMs: 120_000 })
    const minutes = [-3, -2, -1].flatMap((minute) =>
      Array.from({ length: 4_000 }, (_, index) =>
        rowOf(sent.keys[index] ?? '', {
          requestId: `R${minute}`,
          recipientSeq: index,
          requestedAt: Date.now() + minute * 60_000,
        }),
      ),
    )
    const { sends, service, moving } = await fetchedFrom(sent, minutes)
    expect(new Set(sends)).toEqual(new Set(['accepted']))
    expect(moving).toEqual([])
    const spans = new Set(
      service.asked.map((asked) => `${asked.get('startRequestDate')} ${asked.get('endRequestDate')}`),
    )
    expect(spans.size).toBeGreaterThan(2)
  })

  it('of a release with several messages to a person keep other releases as they are', async () => {
    const sent = await sentLedger(101, 'unknown')
    const rows = sent.keys.map((key) => rowOf(key, { senderGroupingKey: 'r2' }))
    const { sends } = await fetchedFrom(sent, rows)
    expect(new Set(sends)).toEqual(new Set(['unknown']))
  })
})

describe('rounds', () => {
  it.each([
    [{ agoMs: 0, listedFrom: 3 }, 'accepted delivered', 3],
    [{ agoMs: 0, listedFrom: 0 }, 'accepted delivered', 0],
    [{ agoMs: 3.9 * dayMs, listedFrom: 1 }, 'accepted delivered', 1],
    [{ agoMs: 4.1 * dayMs, listedFrom: 1 }, 'unknown', 0],
  ])('come until nothing that is open is young: %j', async ({ agoMs, listedFrom }, to, pauses) => {
    const sent = await sentLedger(1, 'unknown', { agoMs })
    const row = rowOf(sent.keys[0] ?? '', { resultCode: '1000', requestedAt: Date.now() - agoMs })
    const { sends, waitedMs, unknown } = await fetchedFrom(
      sent,
      { rows: (n) => (n < listedFrom ? [] : [row]) },
      600_000,
    )
    expect([sends, unknown]).toEqual([[to], to === 'unknown' ? 1 : 0])
    expect(waitedMs).toEqual(Array.from({ length: pauses }, () => 600_000))
  })
})

it('tells what the emulator took of messages whose answers were lost', async () => {
  const emulator = await emulate()
  const now = (): number => Date.parse('2027-03-10T12:00:00+09:00')
  emulator.clock.change({ set: new Date(now()).toISOString(), frozen: true })
  const { url, appKey, secretKey } = emulator
  const sent = await sentLedger(3, 'unknown', { now })
  const service = openService({
    service: 'brand-message',
    baseUrl: url,
    account: { appKey, secretKey },
    requestTimeoutMs: 5_000,
  })
  const send = { sender_key: 'emulator-sender', sender_number: undefined, release: 'r1' }
  const records = sent.keys.map((msg_key, index) =>
    brandMessage.record(payloadOf(false), { ...send, msg_key, receiver_number: person(index).number }, undefined),
  )
  expect(await service.sendMessages('bm-text', records.slice(1))).toMatchObject({ type: 'results' })
  await service.close()
  const { sends, unknown, recorded } = await fetchedAt(sent, url, { appKey, secretKey }, { now })
  expect(sends).toEqual(['unknown', 'accepted delivered', 'accepted delivered'])
  expect([unknown, recorded]).toEqual([1, 2])
})
