import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type SendState, sendStates } from '../../../src/ledger/ledger.ts'
import { deadlineMs, until } from '../../deadline.ts'
import { closeLedger, people, preparation, sendsIn } from '../temp-ledger.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

const child = fileURLToPath(new URL('child.mjs', import.meta.url))
const built = fileURLToPath(new URL('../../../dist/ledger/open.js', import.meta.url))
/** More rounds for a longer look: `KILLS=500`. */
const kills = Number(process.env['KILLS'] ?? 6)
const timeout = 30 * deadlineMs

interface Killed {
  readonly lines: readonly string[][]
  readonly isDone: boolean
}

/** Starts the child, kills it when it has said so many lines, and gives what it said. */
function runAndKill(
  { childModule }: StoreUnderTest,
  { name }: LedgerPlace,
  { mode, seed, afterLines }: { mode: 'prepare' | 'send'; seed: number; afterLines: number },
): Promise<Killed> {
  if (!existsSync(built)) throw new Error(`${built} is missing: npm run build`)
  return new Promise((resolve, reject) => {
    const run = spawn(process.execPath, [child, childModule, name, mode, String(seed)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [said, errors] = ['', '']
    run.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.split('\n').length > afterLines) run.kill('SIGKILL')
    })
    run.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    run.on('close', (code) => {
      // A line that was not ended was not said.
      const lines = said
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(' '))
      if (errors !== '' || (code !== null && code !== 0)) reject(new Error(errors))
      else resolve({ lines, isDone: lines.at(-1)?.[0] === 'done' })
    })
  })
}

/** Waits until nobody has a ledger open: a server learns a little later than the system that a process was killed. */
async function whenAbandoned({ store }: LedgerPlace): Promise<void> {
  await until(
    () => 'the killed process to be known as gone',
    async () => (await store.workers()) === 0,
  )
}

/** Tests that a process may be killed at any moment. */
export function killContract(store: StoreUnderTest): void {
  it('never takes back what it said, and never claims what may have been sent', { timeout }, async () => {
    const place = await store.fresh()
    const total = kills * 300
    const ledger = await place.open()
    await ledger.prepare(preparation({ a: people(total / 2), b: people(total / 2) }))
    await closeLedger(ledger)
    /** What the child said of each key last; a key that is not here was never said to be claimed. */
    const said = new Map<string, SendState>()
    /** What may go back to pending: its request is said to be proven not to have been written. */
    const proven = new Set<string>()
    let [recovered, unknown] = [0, 0]
    for (let round = 0; round < kills; round++) {
      const { lines, isDone } = await runAndKill(store, place, {
        mode: 'send',
        seed: round,
        afterLines: 1 + ((round * 37) % 60),
      })
      for (const [word, ...rest] of lines) {
        if (word === 'claimed') {
          for (const key of rest) {
            // Only what is new, or came back with proof, may be claimed.
            expect([undefined, 'pending']).toContain(said.get(key))
            said.set(key, 'inflight')
            proven.delete(key)
          }
        } else if (word === 'proven') {
          for (const key of rest) proven.add(key)
        } else if (word === 'settled') {
          for (const pair of rest)
            said.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1) as SendState)
        }
      }
      await whenAbandoned(place)
      const next = await place.open()
      recovered += next.recovered
      const counts = await next.counts('r1')
      expect(sendStates.reduce((sum, state) => sum + counts[state], 0)).toBe(total)
      expect(counts.inflight).toBe(0)
      if (round % 8 === 0) await next.verify()
      const states = new Map((await sendsIn(next, { release: 'r1' })).map(({ key, state }) => [key, state]))
      expect(states.size).toBe(total)
      for (const [key, before] of said) {
        const now = states.get(key)
        // What was claimed last may have been settled, and what was pending claimed, without the word having come through.
        if (before === 'inflight')
          expect(now).toMatch(proven.has(key) ? /pending|unknown/ : /accepted|rejected|deferred|unknown/)
        else if (before === 'pending') expect(now).toMatch(/pending|unknown/)
        else expect(now).toBe(before)
        if (before === 'inflight' && now === 'unknown') unknown++
        if (now !== undefined) said.set(key, now)
      }
      await closeLedger(next)
      if (isDone) break
    }
    expect(unknown).toBeGreaterThan(kills / 4)
    // Where several may, whoever looks first makes them unknown.
    if (store.changedBy === 'one-process') expect(recovered).toBeGreaterThan(kills / 4)
  })

  it('prepares all of a release or nothing', { timeout }, async () => {
    const place = await store.fresh()
    const complete = new Set<string>()
    let brokenOff = 0
    for (let round = 0; round < Math.ceil(kills / 4); round++) {
      const { lines } = await runAndKill(store, place, {
        mode: 'prepare',
        seed: round,
        afterLines: 1 + ((round * 17) % 60),
      })
      for (const [word, release] of lines) if (word === 'prepared' && release !== undefined) complete.add(release)
      await whenAbandoned(place)
      const next = await place.open()
      const releases = await next.releases()
      for (const { release, counts } of releases) {
        expect([release, counts.pending]).toEqual([release, 12_000])
      }
      const names = releases.map(({ release }) => release)
      for (const release of complete) expect(names).toContain(release)
      brokenOff += lines.at(-1)?.[0] === 'piece' ? 1 : 0
      for (const name of names) complete.add(name)
      if (round % 4 === 0) await next.verify()
      await closeLedger(next)
    }
    expect(brokenOff).toBeGreaterThan(0)
  })
}
