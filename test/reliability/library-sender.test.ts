import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { createSender } from '../../src/library/sender.ts'
import { until } from '../deadline.ts'
import { deployProject, friendtalk, hello } from '../cli/deploy-project.ts'
import { type Gate, gateBefore } from '../emulator/gate.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { order, projectAt, receivers, senderOf, sending, stubEnvironment, target } from '../library/single-sender.ts'

let emulator: Emulator
let gate: Gate

beforeAll(async () => {
  stubEnvironment()
  emulator = await startEmulator()
  gate = await gateBefore(emulator)
})

beforeEach(() => {
  emulator.reset()
  gate.open()
})

afterEach(() => vi.useRealTimers())

afterAll(async () => {
  await emulator.close()
  vi.unstubAllEnvs()
})

const accepted = { state: 'accepted', key: expect.stringMatching(/^ft-/), code: 'C100' }

describe('a single message', () => {
  it('is sent once, however often it is asked for', async () => {
    const { sender, project } = await sending(emulator)
    const asked = await Promise.all(Array.from({ length: 500 }, () => sender.send(order(1, { ref: 'cust-17' }))))
    expect(asked[0]).toEqual(accepted)
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
    // The same person, however the number and the names are written.
    expect(await sender.send(order(1, { to: '+82 10-7331-0001', id: ' hello ' }))).toEqual(asked[0])
    expect(receivers(emulator)).toEqual(['01073310001'])
    const status = await project.status({ target, release: 'order-1' })
    expect(status.releases?.[0]).toMatchObject({ release: 'order-1', state: 'done', counts: { accepted: 1 } })
    await sender.close()
    const next = await senderOf(project)
    expect(await next.send(order(1))).toEqual(asked[0])
    expect(receivers(emulator)).toHaveLength(1)
  })

  it('is one of many that share requests, and each has its own outcome', async () => {
    const { sender } = await sending(emulator, { concurrency: 2 })
    const messages = { receiverNumbers: ['01073310005'] }
    emulator.faults.add({ fault: { type: 'reject', code: 'G141', messages }, on: 'send' })
    const asked = await Promise.all(Array.from({ length: 40 }, (_, n) => sender.send(order(n))))
    expect(asked.map(({ state }) => state)).toEqual(asked.map((_, n) => (n === 5 ? 'rejected' : 'accepted')))
    expect(asked[5]).toMatchObject({ code: 'G141', description: expect.any(String) })
    expect(await sender.send(order(5))).toEqual(asked[5])
    expect(emulator.requests().length).toBeLessThan(40)
  })

  it('that cannot be sent is wrong usage, and leaves nothing behind', async () => {
    const files = { 'broken.md': '---\nkind: ft-text\nid: broken\n---\n\n' }
    const { sender, project } = await sending(emulator, { safeList: ['01073310001'], files })
    const wrong = [
      order(1, { to: '02-123-4567' }),
      order(2),
      order(1, { values: {} }),
      order(1, { values: { name: '이름이 열 글자를 넘습니다' } }),
      order(1, { values: { name: '하늘', nmae: '하늘' } }),
      order(1, { values: { name: 7 as unknown as string } }),
      order(1, { id: 'helo' }),
      order(1, { id: 'broken' }),
      order(1, { release: '-' }),
      order(1, { ref: 'x'.repeat(129) }),
      { id: 'hello', to: '01073310001' } as never,
      order(1, { colour: 'red' } as never),
    ]
    const said: string[] = []
    for (const message of wrong) {
      const error: unknown = await sender.send(message).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(UsageError)
      said.push((error as UsageError).message)
    }
    expect(said).toMatchSnapshot()
    expect(said.join('\n')).not.toContain('021234567')
    expect(emulator.requests()).toEqual([])
    expect((await project.status({ target })).releases).toEqual([])
  })

  it('keeps its text as long as its release is the same', async () => {
    const { sender, project, root } = await sending(emulator)
    const first = await sender.send(order(1))
    await sender.close()
    writeFileSync(join(root, 'hello.md'), hello('오늘 주문하신 상품이 도착했어요.'))
    const next = await senderOf(project)
    expect(await next.send(order(1))).toEqual(first)
    await expect(next.send(order(2, { release: 'order-1' }))).rejects.toThrow('another version of the message "hello"')
    expect(await next.send(order(2))).toEqual(accepted)
  })

  it('is of another release than what is deployed', async () => {
    const { sender, project } = await sending(emulator)
    await sender.send(order(1))
    await sender.close()
    const refused = { state: 'refused', reason: 'single-release' }
    expect(await project.plan({ target, release: 'order-1' })).toMatchObject(refused)
    expect(await project.deploy({ target, release: 'order-1', confirm: 'sha256:0123456789ab' })).toMatchObject(refused)
    const { digest } = await project.plan({ target, release: 'r1' })
    await project.deploy({ target, release: 'r1', confirm: digest })
    const sent = receivers(emulator).length
    const next = await senderOf(project)
    await expect(next.send(order(3, { release: 'r1' }))).rejects.toThrow('was begun by friendtalk deploy')
    expect(receivers(emulator)).toHaveLength(sent)
  })

  it('uploads its images once', async () => {
    const files = {
      'photo.md': '---\nkind: ft-image\n---\n![사진](photo.png)\n\n안녕하세요\n',
      'photo.png': pngBytes({ width: 800, height: 400 }),
    }
    const { sender, project, root } = await sending(emulator, { files })
    const message = (n: number): Parameters<typeof sender.send>[0] => ({ ...order(n), id: 'photo', values: {} })
    expect((await Promise.all([1, 2, 3].map((n) => sender.send(message(n))))).map(({ state }) => state)).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ])
    await sender.close()
    rmSync(join(root, 'photo.png'))
    void project
    expect(emulator.requests().filter(({ operation }) => operation.type !== 'send')).toHaveLength(1)
  })
})

describe('an image that the service has deleted', () => {
  it('is uploaded again for the message after the one that names it', async () => {
    const files = {
      'photo.md': '---\nkind: ft-image\n---\n![사진](photo.png)\n\n안녕하세요\n',
      'photo.png': pngBytes({ width: 800, height: 402 }),
    }
    const { sender } = await sending(emulator, { files })
    const send = (n: number): ReturnType<typeof sender.send> => sender.send({ ...order(n), id: 'photo', values: {} })
    expect(await send(1)).toMatchObject({ state: 'accepted' })
    for (const { url } of emulator.images()) emulator.expireImage(url)
    expect(await send(2)).toMatchObject({ state: 'rejected', code: 'C404_1' })
    expect(await send(3)).toMatchObject({ state: 'accepted' })
    expect(await send(4)).toMatchObject({ state: 'accepted' })
    // What was rejected stays so, and whoever asks for it uploads nothing.
    expect(await send(2)).toMatchObject({ state: 'rejected', code: 'C404_1' })
    expect(await send(5)).toMatchObject({ state: 'accepted' })
    expect(emulator.requests().filter(({ operation }) => operation.type !== 'send')).toHaveLength(2)
  })
})

describe('messages that wait while an image turns out to be deleted', () => {
  it('leave with the one that is uploaded again', async () => {
    const files = {
      'photo.md': '---\nkind: ft-image\n---\n![사진](photo.png)\n\n안녕하세요\n',
      'photo.png': pngBytes({ width: 800, height: 404 }),
    }
    const { sender } = await sending(emulator, { files, concurrency: 1 })
    const send = (n: number): ReturnType<typeof sender.send> => sender.send({ ...order(n), id: 'photo', values: {} })
    expect(await send(1)).toMatchObject({ state: 'accepted' })
    for (const { url } of emulator.images()) emulator.expireImage(url)
    const states = (await Promise.all(Array.from({ length: 60 }, (_, n) => send(n + 2)))).map(({ state }) => state)
    expect(states.filter((state) => state === 'rejected').length).toBeLessThan(30)
    expect(new Set(states)).toEqual(new Set(['rejected', 'accepted']))
  })
})

describe('what keeps a message', () => {
  it('is a list of numbers as it is now, or the most advertisements', async () => {
    const files = {
      'out.csv': 'receiver_number\n01073310001\n',
      'ad.md': '---\nkind: ft-text\nad_flag: Y\n---\n봄 세일을 시작했어요.\n',
    }
    const { sender, root } = await sending(emulator, {
      files,
      exclude: ['out.csv'],
      frequencyCap: { messages: 2, days: 7 },
    })
    expect(await sender.send(order(1))).toMatchObject({ state: 'deferred', reason: 'excluded' })
    writeFileSync(join(root, 'out.csv'), 'receiver_number\n01073310002\n')
    await vi.waitFor(async () => expect(await sender.send(order(1))).toEqual(accepted), {
      timeout: 20_000,
      interval: 200,
    })
    expect(await sender.send(order(2))).toMatchObject({
      state: 'deferred',
      description: expect.stringContaining('out.csv'),
    })
    const ads = await Promise.all(
      Array.from({ length: 5 }, (_, n) => sender.send({ release: `ad-${n}`, id: 'ad', to: '01073310003', values: {} })),
    )
    expect(ads.map(({ state, reason }) => reason ?? state)).toEqual([
      'accepted',
      'accepted',
      ...Array.from({ length: 3 }, () => 'frequency-cap'),
    ])
  })

  it('is a list to which somebody was added while the message waited for its turn', async () => {
    const { sender, root } = await sending(gate, {
      files: { 'out.csv': 'receiver_number\n' },
      exclude: ['out.csv'],
      concurrency: 1,
    })
    gate.holdFrom(1)
    const first = sender.send(order(1))
    await gate.held(1)
    const others = [2, 3].map((n) => sender.send(order(n)))
    writeFileSync(join(root, 'out.csv'), 'receiver_number\n01073310002\n')
    // So long a list is believed.
    const from = performance.now()
    await until(
      () => 'the list to be old',
      () => performance.now() - from > 1_000,
    )
    gate.open()
    expect(await first).toEqual(accepted)
    expect(await Promise.all(others)).toMatchObject([{ state: 'deferred', reason: 'excluded' }, { state: 'accepted' }])
    expect(receivers(emulator).toSorted()).toEqual(['01073310001', '01073310003'])
  })

  it('is told what its program does about it: no deploy sends it', async () => {
    const { sender, root } = await sending(emulator)
    const fail = (at: number, code: 'C404_1' | 'G150' | 'G141'): void =>
      void emulator.faults.add({ on: 'send', at, fault: { type: 'reject', code, messages: 'all' } })
    fail(1, 'C404_1')
    fail(2, 'G150')
    expect(await sender.send(order(1))).toMatchObject({ state: 'rejected', code: 'C404_1' })
    expect(await sender.send(order(2))).toMatchObject({ state: 'deferred', code: 'G150' })
    await sender.close()
    const told = async (...args: readonly string[]): Promise<string> =>
      (await friendtalk(root, 'status', '--target', target, ...args)).stdout
    const text = await told()
    expect(text).toContain('then call send() with another release name.')
    expect(text).toContain('Charge the account, then make the same call of send() again')
    const korean = await told('--lang', 'ko')
    expect(korean).toContain('다른 릴리스 이름으로 send()를 호출하세요.')
    expect(korean).toContain('충전한 뒤 send()를 똑같이 다시 호출하세요.')
    const html = await told('order-2', '--html', '-')
    expect(html).toContain('make the same call of send() again')
    for (const one of [text, html, korean]) expect(one).not.toMatch(/deploy|retry|배포|다시 보내/i)
    emulator.faults.clear()
    const next = await senderOf(await projectAt(root))
    expect(await next.send(order(2))).toEqual(accepted)
    expect(await next.send(order(1))).toMatchObject({ state: 'rejected' })
    expect(await next.send(order(1, { release: 'order-1-again' }))).toEqual(accepted)
  })

  it('is a pause, until somebody ends it', async () => {
    const { sender, project } = await sending(emulator, { concurrency: 1 })
    emulator.change({ credit: 1 })
    expect(await sender.send(order(1))).toEqual(accepted)
    const without = await sender.send(order(2))
    expect(without).toMatchObject({ state: 'deferred', code: 'G150' })
    expect(await sender.send(order(3))).toMatchObject({ state: 'deferred', reason: 'pause' })
    expect(await sender.send(order(1))).toEqual(accepted)
    const status = await project.status({ target, release: 'order-2' })
    expect(status.releases?.[0]).toMatchObject({ state: 'paused', counts: { deferred: 1 } })
    expect(status.releases?.[0]).not.toHaveProperty('next')
    const requests = emulator.requests().length
    emulator.change({ credit: 100 })
    expect(await sender.send(order(2))).toMatchObject({ state: 'deferred', key: without.key })
    expect(emulator.requests()).toHaveLength(requests)
    await sender.resume()
    expect(await sender.send(order(2))).toEqual({ ...accepted, key: without.key })
    expect(await sender.send(order(3))).toEqual(accepted)
    expect((await project.status({ target })).releases?.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('are three unknown outcomes in a row, which are never sent again by themselves', async () => {
    const { sender, project, root } = await sending(emulator, { concurrency: 1 })
    emulator.faults.add({ fault: { type: 'reset-after-reading' }, on: 'send', times: 3 })
    for (const n of [1, 2, 3]) expect(await sender.send(order(n))).toMatchObject({ state: 'unknown' })
    expect(await sender.send(order(4))).toMatchObject({ state: 'deferred', reason: 'unknown-outcomes' })
    await sender.resume()
    expect(await sender.send(order(4))).toEqual(accepted)
    expect(await sender.send(order(1))).toMatchObject({ state: 'unknown' })
    expect(emulator.requests()).toHaveLength(4)
    await sender.close()
    const ledger = await ledgerStore({ path: join(root, '.friendtalk/ledger.local.db'), target }).open({
      ifMissing: 'refuse',
    })
    await ledger.reconcile({ verdict: 'not-sent', release: 'order-1', who: 'ops', reason: 'the console' })
    await ledger.close()
    const next = await senderOf(project)
    expect(await next.send(order(1))).toEqual(accepted)
    expect(await next.send(order(2))).toMatchObject({ state: 'unknown' })
  })

  it.each(['not-taken', 'unknown'] as const)('are too many requests, where they are %s', async (tooManyRequests) => {
    const { sender } = await sending(emulator, { tooManyRequests })
    const fault = { type: 'status', status: 429, retryAfterSeconds: 0 } as const
    emulator.faults.add({ fault, on: 'send', times: 1 })
    const sent = await sender.send(order(1))
    expect(sent.state).toBe(tooManyRequests === 'unknown' ? 'unknown' : 'accepted')
    const next = await sender.send(order(2))
    expect(next.reason ?? next.state).toBe(tooManyRequests === 'unknown' ? 'pause' : 'accepted')
  })
})

describe('senders', () => {
  it('of one process share the ledger', async () => {
    const { sender, root } = await sending(emulator)
    const other = await senderOf(await projectAt(root))
    const asked = await Promise.all(
      [sender, other].flatMap((each) => Array.from({ length: 20 }, (_, n) => each.send(order(n)))),
    )
    expect(asked.every(({ state }) => state === 'accepted')).toBe(true)
    expect(receivers(emulator)).toHaveLength(20)
    await sender.close()
    expect(await other.send(order(30))).toEqual(accepted)
    await expect(sender.send(order(31))).rejects.toThrow('The sender is closed')
    await other.close()
  })

  it('of two processes do not, where it is a file', async () => {
    const { root, project, sender } = await sending(emulator)
    await sender.close()
    const store = ledgerStore({ path: join(root, '.friendtalk/ledger.local.db'), target })
    const held = await store.open({ ifMissing: 'refuse' })
    expect(await createSender(project, { target })).toEqual({
      state: 'busy',
      holder: { pid: process.pid, host: expect.any(String), since: expect.any(Number) },
    })
    await held.close()
    expect((await senderOf(project)).state).toBe('open')
  })

  it('begin a ledger only when they are told to', async () => {
    const project = await projectAt(deployProject(emulator))
    await expect(createSender(project, { target })).rejects.toThrow('newLedger')
    await expect(createSender(project, { target: 'locla' })).rejects.toThrow('locla')
    await expect(createSender(project, { newLedgers: true } as never)).rejects.toThrow('newLedger')
    await expect(createSender({} as never)).rejects.toThrow('openProject')
  })

  it('that are closed wait for what is under way, and send nothing more', async () => {
    const { sender, project } = await sending(gate, { concurrency: 1 })
    gate.holdFrom(1)
    const first = sender.send(order(1))
    await gate.held(1)
    const waiting = [2, 3].map((n) => sender.send(order(n)))
    const closed = sender.close()
    gate.open()
    expect(await first).toEqual(accepted)
    expect(await Promise.all(waiting)).toMatchObject([
      { state: 'deferred', reason: 'interrupted' },
      { state: 'deferred', reason: 'interrupted' },
    ])
    await closed
    expect(receivers(emulator)).toEqual(['01073310001'])
    const next = await senderOf(project)
    expect(await next.send(order(2))).toEqual(accepted)
  })
})
