import { beforeAll, beforeEach, afterAll, describe, expect, it, vi } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { order, receivers, sending, stubEnvironment, target } from './single-sender.ts'

let emulator: Emulator

beforeAll(async () => {
  stubEnvironment()
  emulator = await startEmulator()
})

beforeEach(() => emulator.reset())

afterAll(async () => {
  await emulator.close()
  vi.unstubAllEnvs()
})

describe('a single message', () => {
  it('is sent once, however often it is asked for', async () => {
    const { sender, project } = await sending(emulator)
    const first = await sender.send(order(1))
    expect(first).toEqual({ state: 'accepted', key: expect.stringMatching(/^ft-/), code: 'C100' })
    const again = await Promise.all(Array.from({ length: 500 }, () => sender.send(order(1))))
    expect(new Set(again.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(first)]))
    expect(receivers(emulator)).toEqual(['01073310001'])
    const status = await project.status({ target, release: 'order-1' })
    expect(status.releases?.[0]).toMatchObject({ release: 'order-1', state: 'done', counts: { accepted: 1 } })
  })
})
