import { afterAll, beforeAll, expect, it } from 'vitest'
import { SingleSender } from '../../src/deploy/single-sender.ts'
import { openTarget } from '../../src/deploy/target.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { SingleSend } from '../../src/ledger/single.ts'
import type { Host } from '../../src/session/host.ts'
import { openProject } from '../../src/session/session.ts'
import { deployProject, environment } from '../cli/deploy-project.ts'
import { person, template } from '../ledger/temp-ledger.ts'
import { VirtualClock } from './virtual-clock.ts'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator()
})

afterAll(() => emulator.close())

const send = (n: number): SingleSend => {
  const { number } = person(10_000_000 + n)
  return { release: `order-${n}`, id: 'a', template: template('a'), number, values: { name: '손님' } }
}

it('a single message waits for the permitted hours, and what was sent before is told at any hour', async () => {
  const root = deployProject(emulator, { window: true })
  const progress = { update: () => {}, pause: () => {}, end: () => {} }
  const host: Host = {
    lang: 'en',
    cwd: root,
    env: environment,
    folders: {},
    progress: () => progress,
    command: (name) => name,
  }
  const session = openTarget(await openProject({}, host), 'local', host)
  const clock = new VirtualClock()
  const sender = await SingleSender.open(session, { newLedger: true, clock }, host)
  const at = (iso: string): void => clock.set(Date.parse(iso))
  try {
    at('2026-06-12T14:00:00+09:00')
    const first = await sender.send(send(1))
    expect(first).toMatchObject({ state: 'accepted' })
    at('2026-06-12T21:00:00+09:00')
    const end = { type: 'window', opensAtMs: Date.parse('2026-06-13T08:00:00+09:00') }
    expect(await sender.send(send(2))).toEqual({ type: 'kept', key: expect.stringMatching(/^ft-/), end })
    expect(await sender.send(send(1))).toEqual(first)
    at('2026-06-13T08:00:01+09:00')
    expect(await sender.send(send(2))).toMatchObject({ state: 'accepted' })
  } finally {
    await sender.close()
  }
})
