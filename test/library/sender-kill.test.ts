import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { deployProject, environment } from '../cli/deploy-project.ts'
import { deadlineMs } from '../deadline.ts'
import { databaseProject } from '../ledger/postgres/database-project.ts'
import { commonServer } from '../postgres/server.ts'
import { receivers } from './single-sender.ts'

const script = fileURLToPath(new URL('sender-process.mjs', import.meta.url))
const messages = 200

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ kept: { messages: 10_000, requests: 10 } })
})

beforeEach(() => emulator.reset())

afterAll(() => emulator.close())

interface Told {
  readonly n: number
  readonly state: string
  readonly key: string
}

interface Asking {
  readonly told: readonly Told[]
  readonly kill: () => void
  /** Resolves with the exit code; null after a kill. */
  readonly ended: Promise<number | null>
}

/** Starts a process that asks for all messages, and kills it once it was told of so many. */
function asking(root: string, env: Readonly<Record<string, string>>, killAfter = Number.POSITIVE_INFINITY): Asking {
  const child = spawn(process.execPath, [script, root, String(messages), '24'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, XDG_STATE_HOME: join(root, 'state'), ...env },
  })
  const told: Told[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { n, state, key } = JSON.parse(line) as Told
    told.push({ n, state, key })
    if (told.length >= killAfter) child.kill('SIGKILL')
  })
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0 && code !== null) throw new Error(errors)
    return code as number | null
  })
  return { told, kill: () => child.kill('SIGKILL'), ended }
}

/** Compares what every process was told with what came to the service. */
function expectOnce(all: readonly (readonly Told[])[]): void {
  const received = receivers(emulator)
  expect(new Set(received).size, 'nobody receives a message twice').toBe(received.length)
  const last = new Map(all.at(-1)?.map((one) => [one.n, one]))
  expect(last.size).toBe(messages)
  for (const { n, state, key } of all.flat()) {
    expect({ n, state, key }, 'whoever asks again is told the same').toEqual(last.get(n))
  }
  for (const { n, state } of last.values()) {
    const isReceived = received.includes(`010${73_310_000 + n}`)
    expect(['accepted', 'unknown']).toContain(state)
    if (state === 'accepted') expect(isReceived, `order-${n} was accepted`).toBe(true)
  }
}

const moments = [1, 90]

describe('processes that are killed', () => {
  it('send nothing twice, and every one is told the same', { timeout: 10 * deadlineMs }, async () => {
    const root = deployProject(emulator)
    const all: (readonly Told[])[] = []
    for (const moment of [...moments, Number.POSITIVE_INFINITY]) {
      const process = asking(root, {}, moment)
      expect(await process.ended).toBe(moment === Number.POSITIVE_INFINITY ? 0 : null)
      all.push(process.told)
    }
    expectOnce(all)
    // What was under way when a process was killed, and no more.
    expect(all.at(-1)?.filter(({ state }) => state === 'unknown').length).toBeLessThanOrEqual(24 * moments.length)
  })

  it('leave the others of a database at work', { timeout: 10 * deadlineMs }, async () => {
    const server = await commonServer()
    const { root } = databaseProject(emulator)
    const env = { LEDGER_URL: server.url({ database: await server.freshDatabase() }) }
    const [killed, other] = [asking(root, env, 50), asking(root, env)]
    expect(await Promise.all([killed.ended, other.ended])).toEqual([null, 0])
    const last = asking(root, env)
    expect(await last.ended).toBe(0)
    expectOnce([killed.told, other.told, last.told])
  })
})
