import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault, FaultRule } from '../../src/emulator/faults.ts'
import { until } from '../deadline.ts'
import { hearAll, holdTimers, letPass, somethingWaits } from '../held-timers.ts'
import { emulate, goodImages, send, uploadFiles } from './client.ts'
import { textMessage } from './messages.ts'

const emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

interface Wire {
  /** Everything that was received. */
  readonly text: string
  /** How the connection ended; empty as long as it is open. */
  readonly end: string
}

const three = ['a', 'b', 'c'].map((key) => textMessage({ msg_key: key }))

/** Sends three messages over a bare socket; what it gives is filled in as it comes back, byte for byte. */
function startRaw(): Wire {
  const { hostname, port, host } = new URL(emulator.url)
  const body = Buffer.from(JSON.stringify({ msg_data: three }))
  const head = [
    'POST /ft-text/v2/send HTTP/1.1',
    `Host: ${host}`,
    'Authorization: emulator;emulator_not_a_secret',
    'Content-Type: application/json;charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  const wire = { text: '', end: '' }
  const socket = connect(Number(port), hostname)
  const settle = (end: string): void => {
    socket.destroy()
    wire.end = end
  }
  socket.on('data', (chunk) => {
    wire.text += chunk.toString()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? 'error'))
  socket.on('end', () => settle('end'))
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  return wire
}

/** Sends them and waits for the end of the connection. */
async function sendRaw(): Promise<Wire> {
  const wire = startRaw()
  await until(
    () => `the end of the connection after ${JSON.stringify(wire.text)}`,
    () => wire.end !== '',
  )
  return wire
}

const bodyOf = ({ text }: Wire): string => text.slice(text.indexOf('\r\n\r\n') + 4)
const keysOf = (wire: Wire): string[] =>
  (JSON.parse(bodyOf(wire)) as { results: { msg_key: string }[] }).results.map(({ msg_key: key }) => key)

describe('faults on the wire', () => {
  const rows: [fault: Fault, end: string, taken: number, text: RegExp][] = [
    [{ type: 'reset-after-reading' }, 'ECONNRESET', 3, /^$/],
    [{ type: 'reset-after-reading', processed: false }, 'ECONNRESET', 0, /^$/],
    [{ type: 'drop' }, 'end', 0, /^$/],
    [{ type: 'drop', processed: true, afterMs: 50 }, 'end', 3, /^$/],
    [{ type: 'status', status: 503 }, 'end', 0, /^HTTP\/1\.1 503 [^]*x-emulator/],
    [{ type: 'status', status: 502, processed: true }, 'end', 3, /^HTTP\/1\.1 502 /],
    [{ type: 'status', status: 429, retryAfterSeconds: 7 }, 'end', 0, /^HTTP\/1\.1 429 [^]*retry-after: 7/],
  ]

  it.each(rows)('%j: the connection is "%s" and %i messages are in the inbox', async (fault, end, taken, text) => {
    emulator.faults.add({ fault, at: 1 })
    const wire = await sendRaw()
    expect(wire.end).toBe(end)
    expect(wire.text).toMatch(text)
    expect(emulator.counts().messages).toBe(taken)
    expect(emulator.requests()[0]?.faults).toEqual([{ rule: 1, type: fault.type }])
    expect(keysOf(await sendRaw())).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['after', 'answer', 3],
    ['before', 'processing', 0],
  ] as const)('delays the answer, %s the work', async (_when, before, taken) => {
    holdTimers()
    emulator.faults.add({ fault: { type: 'delay', ms: 200, before } })
    const wire = startRaw()
    await somethingWaits()
    letPass(199)
    await hearAll()
    expect(wire).toEqual({ text: '', end: '' })
    expect(emulator.counts().messages).toBe(taken)
    letPass(1)
    await until(
      () => 'the answer',
      () => wire.end !== '',
    )
    expect(keysOf(wire)).toEqual(['a', 'b', 'c'])
    expect(emulator.counts().messages).toBe(3)
  })

  it('dates its answers by its own clock', async () => {
    emulator.clock.change({ set: '2027-01-01T00:00:00Z', frozen: true })
    expect((await send(emulator, 'ft-text', three)).headers.get('date')).toBe('Fri, 01 Jan 2027 00:00:00 GMT')
  })
})

describe('refused connections', () => {
  it('refuses the n-th request, for a while', async () => {
    holdTimers()
    emulator.faults.add({ fault: { type: 'refuse', forMs: 300 }, at: 2 })
    expect((await sendRaw()).end).toBe('end')
    expect((await sendRaw()).end).toBe('ECONNREFUSED')
    letPass(299)
    expect((await sendRaw()).end).toBe('ECONNREFUSED')
    letPass(1)
    expect(keysOf(await sendRaw())).toEqual(['a', 'b', 'c'])
    expect(emulator.requests()).toHaveLength(2)
  })

  it('refuses the first one, until the faults are cleared', async () => {
    emulator.faults.add({ fault: { type: 'refuse', forMs: 3_000_000 }, at: 1 })
    expect((await sendRaw()).end).toBe('ECONNREFUSED')
    emulator.faults.clear()
    expect(keysOf(await sendRaw())).toEqual(['a', 'b', 'c'])
  })

  it('can be closed while it refuses', async () => {
    const own = await emulate({ faults: [{ fault: { type: 'refuse', forMs: 3_000_000 }, at: 1 }] })
    await expect(fetch(own.url)).rejects.toThrow()
    await own.close()
    await expect(fetch(own.url)).rejects.toThrow()
  })

  it('ends connections that wait for a next request', async () => {
    await send(emulator, 'ft-text', three)
    emulator.faults.add({ fault: { type: 'refuse', forMs: 3_000_000 }, at: 1 })
    await expect(send(emulator, 'ft-text', three)).rejects.toThrow()
    expect(emulator.requests()).toHaveLength(1)
  })
})

describe('faults in results', () => {
  it('rejects the messages of chosen recipients', async () => {
    emulator.faults.add({ fault: { type: 'reject', code: 'G150', messages: { receiverNumbers: ['01099998888'] } } })
    const { body } = await send(emulator, 'ft-text', [...three, textMessage({ receiver_number: '01099998888' })])
    expect(body.results.map(({ code }) => code)).toEqual(['C100', 'C100', 'C100', 'G150'])
  })
})

describe('when a fault strikes', () => {
  /** Which of some requests are struck. */
  async function struck(rule: Omit<FaultRule, 'fault'>, requests: number): Promise<number[]> {
    emulator.reset()
    emulator.faults.add({ ...rule, fault: { type: 'status', status: 500 } })
    const hits = []
    for (let i = 1; i <= requests; i++) if ((await send(emulator, 'ft-text', three)).status === 500) hits.push(i)
    return hits
  }

  it.each<[Omit<FaultRule, 'fault'>, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ at: 3 }, [3]],
    [{ at: [1, 4] }, [1, 4]],
    [{ every: 2 }, [2, 4, 6]],
    [{ every: 2, times: 1 }, [2]],
    [{ times: 2 }, [1, 2]],
    [{ on: 'upload' }, []],
    [{ on: 'send:ft-text', at: 2 }, [2]],
    [{ on: 'send:ft-image' }, []],
  ])('%j strikes requests %j of six', async (rule, hits) => {
    expect(await struck(rule, 6)).toEqual(hits)
  })

  it('strikes uploads too', async () => {
    emulator.faults.add({ on: 'upload:FT', fault: { type: 'status', status: 503 } })
    expect((await uploadFiles(emulator, 'FT', [{ data: goodImages.FT }])).status).toBe(503)
    expect(emulator.images()).toEqual([])
  })

  it('leaves the inbox and the control API alone', async () => {
    emulator.faults.add({ fault: { type: 'drop' } })
    expect((await fetch(`${emulator.url}/_emulator`)).status).toBe(200)
  })
})
