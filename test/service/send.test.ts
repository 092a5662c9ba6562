import { beforeEach, describe, expect, it } from 'vitest'
import { type Kind, kinds, uploadOfKind } from '../../src/contract/kinds.ts'
import type { Fault } from '../../src/emulator/faults.ts'
import { messageOutcomes } from '../../src/service/message-outcomes.ts'
import type { MessageRecord } from '../../src/service/service.ts'
import { emulate, uploadedUrl } from '../emulator/client.ts'
import { messageOf } from '../emulator/messages.ts'
import { openClient, texts } from './client.ts'

const emulator = await emulate()
const client = openClient(emulator, { requestTimeoutMs: 1_000 })
const keys = ['a', 'b', 'c']

beforeEach(() => {
  emulator.reset()
})

async function outcomes(): Promise<string[]> {
  const sent = await client.sendMessages('ft-text', texts(...keys))
  return messageOutcomes(keys, sent).messages.map(({ outcome }) => outcome)
}

const all = (outcome: string): string[] => keys.map(() => outcome)

describe('sending', () => {
  it.each(kinds)('%s', async (kind: Kind) => {
    const upload = uploadOfKind[kind]
    const url = upload === undefined ? '' : await uploadedUrl(emulator, upload)
    const message = { ...messageOf[kind](url), msg_key: 'one' } as unknown as MessageRecord<never>
    const sent = await client.sendMessages(kind, [message])
    expect(sent).toMatchObject({ type: 'results', status: 200, results: [{ msg_key: 'one', code: 'C100' }] })
    expect(emulator.counts().accepted).toBe(1)
  })

  it('tells the clocks apart', async () => {
    emulator.faults.add({ fault: { type: 'skew-date', seconds: 90 } })
    const sent = await client.sendMessages('ft-text', texts('a'))
    const clock = 'clock' in sent ? sent.clock : undefined
    expect((clock?.serverMs ?? 0) - (clock?.localMs ?? 0)).toBeGreaterThan(85_000)
    expect((clock?.serverMs ?? 0) - (clock?.localMs ?? 0)).toBeLessThan(95_000)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['no message', () => client.sendMessages('ft-text', [])],
    ['too many', () => client.sendMessages('ft-text', texts(...Array.from({ length: 11 }, (_, i) => `k${i}`)))],
    ['a key twice', () => client.sendMessages('ft-text', texts('a', 'a'))],
    ['a blank key', () => client.sendMessages('ft-text', texts(' '))],
  ])('takes no request with %s', async (_name, send) => {
    await expect(send()).rejects.toThrow(/A request holds/)
    expect(emulator.requests()).toEqual([])
  })
})

describe('faults of the service', () => {
  const rows: [fault: Fault, outcomes: string[], taken: number][] = [
    [{ type: 'reset-before-reading' }, all('unknown'), 0],
    [{ type: 'reset-after-reading' }, all('unknown'), 3],
    [{ type: 'drop' }, all('unknown'), 0],
    [{ type: 'drop', processed: true }, all('unknown'), 3],
    [{ type: 'delay', ms: 10_000 }, all('unknown'), 3],
    [{ type: 'delay', ms: 50 }, all('accepted'), 3],
    [{ type: 'drip', chunkBytes: 1, everyMs: 100 }, all('unknown'), 3],
    [{ type: 'drip', chunkBytes: 40, everyMs: 5 }, all('accepted'), 3],
    [{ type: 'status', status: 500, processed: true }, all('unknown'), 3],
    [{ type: 'status', status: 302 }, all('unknown'), 0],
    [{ type: 'status', status: 429 }, all('unknown'), 0],
    [{ type: 'status', status: 400 }, all('unknown'), 0],
    [{ type: 'html' }, all('unknown'), 0],
    [{ type: 'html', status: 502, processed: true }, all('unknown'), 3],
    [{ type: 'cut-off' }, all('unknown'), 3],
    [{ type: 'cut-off', afterBytes: 0 }, all('unknown'), 3],
    [{ type: 'results-missing' }, ['unknown', 'accepted', 'accepted'], 3],
    [{ type: 'results-doubled' }, ['unknown', 'accepted', 'accepted'], 3],
    [{ type: 'results-reordered' }, all('accepted'), 3],
    [{ type: 'results-foreign-key' }, all('accepted'), 3],
    [{ type: 'results-foreign-key', replace: true }, ['unknown', 'accepted', 'accepted'], 3],
    [{ type: 'reject', code: 'G150', messages: { indexes: [1] } }, ['accepted', 'deferred', 'accepted'], 3],
    [{ type: 'request-error', code: 'C400_1' }, all('rejected'), 0],
    [{ type: 'request-error', code: 'C500_1' }, all('unknown'), 0],
  ]

  it.each(rows)('%j', async (fault, expected, taken) => {
    emulator.faults.add({ fault, at: 2 })
    expect(await outcomes()).toEqual(all('accepted'))
    expect(await outcomes()).toEqual(expected)
    expect(emulator.requests()).toHaveLength(2)
    expect(emulator.counts().messages).toBe(3 + taken)
    expect(await outcomes()).toEqual(all('accepted'))
  })

  it('proves that a refused request was not written', async () => {
    emulator.faults.add({ fault: { type: 'refuse', forMs: 3_000_000 }, at: 2 })
    expect(await outcomes()).toEqual(all('accepted'))
    expect(await outcomes()).toEqual(all('not-written'))
    emulator.faults.clear()
    expect(await outcomes()).toEqual(all('accepted'))
    expect(emulator.requests()).toHaveLength(2)
  })

  it.each(['ok', 'by-code'] as const)(
    'takes wrong credentials for what they are, with statuses "%s"',
    async (errorStatus) => {
      const own = await emulate({ assumptions: { errorStatus } })
      const stranger = openClient({ ...own, secretKey: 'emulator_wrong' })
      const { messages, pauses } = messageOutcomes(['a'], await stranger.sendMessages('ft-text', texts('a')))
      expect(messages).toMatchObject([{ key: 'a', outcome: 'deferred', code: 'C400_2' }])
      expect(pauses).toEqual(['authentication'])
    },
  )
})
