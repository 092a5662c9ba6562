import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type SendState, sendStates } from '../../src/ledger/ledger.ts'
import { deadlineMs } from '../deadline.ts'
import { closeLedger, ledgerPath, openTestLedger, people, preparation } from './temp-ledger.ts'

const child = fileURLToPath(new URL('child.mjs', import.meta.url))
const built = fileURLToPath(new URL('../../dist/ledger/sqlite/open-ledger.js', import.meta.url))
/** More rounds for a longer look: `KILLS=500`. */
const kills = Number(process.env['KILLS'] ?? 20)
const timeout = 30 * deadlineMs

interface Killed {
  readonly lines: readonly string[][]
  readonly isDone: boolean
}

/** Starts the child, kills it when it has said so many lines, and gives what it said. */
function runAndKill(
  path: string,
  mode: 'prepare' | 'send',
  { seed, afterLines }: { seed: number; afterLines: number },
): Promise<Killed> {
  if (!existsSync(built)) throw new Error(`${built} is missing: npm run build`)
  return new Promise((resolve, reject) => {
    const run = spawn(process.execPath, [child, path, mode, String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] })
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

it('never takes back what it said, and never claims what may have been sent', { timeout }, async () => {
  const path = ledgerPath()
  const total = kills * 300
  const ledger = openTestLedger(path)
  await ledger.prepare(preparation({ a: people(total / 2), b: people(total / 2) }))
  closeLedger(ledger)
  /** What the child said of each key last; a key that is not here was never said to be claimed. */
  const said = new Map<string, SendState>()
  /** What may go back to pending: its request is said to be proven not to have been written. */
  const proven = new Set<string>()
  let recovered = 0
  for (let round = 0; round < kills; round++) {
    const { lines, isDone } = await runAndKill(path, 'send', { seed: round, afterLines: 1 + ((round * 37) % 60) })
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
    const next = openTestLedger(path)
    recovered += next.recovered
    const counts = next.counts('r1')
    expect(sendStates.reduce((sum, state) => sum + counts[state], 0)).toBe(total)
    expect(counts.inflight).toBe(0)
    if (round % 8 === 0) next.verify()
    const states = new Map([...next.sends({ release: 'r1' })].map(({ key, state }) => [key, state]))
    expect(states.size).toBe(total)
    for (const [key, before] of said) {
      const now = states.get(key)
      // What was claimed last may have been settled, and what was pending claimed, without the word having come through.
      if (before === 'inflight')
        expect(now).toMatch(proven.has(key) ? /pending|unknown/ : /accepted|rejected|deferred|unknown/)
      else if (before === 'pending') expect(now).toMatch(/pending|unknown/)
      else expect(now).toBe(before)
      if (now !== undefined) said.set(key, now)
    }
    closeLedger(next)
    if (isDone) break
  }
  expect(recovered).toBeGreaterThan(kills / 4)
})

it('prepares all of a release or nothing', { timeout }, async () => {
  const path = ledgerPath()
  const complete = new Set<string>()
  let brokenOff = 0
  for (let round = 0; round < Math.ceil(kills / 4); round++) {
    const { lines } = await runAndKill(path, 'prepare', { seed: round, afterLines: 1 + ((round * 17) % 60) })
    for (const [word, release] of lines) if (word === 'prepared' && release !== undefined) complete.add(release)
    const next = openTestLedger(path)
    const releases = next.releases()
    for (const { release, isPrepared, counts } of releases) {
      expect([release, isPrepared, counts.pending]).toEqual([release, true, 12_000])
    }
    const names = releases.map(({ release }) => release)
    for (const release of complete) expect(names).toContain(release)
    brokenOff += lines.at(-1)?.[0] === 'piece' ? 1 : 0
    for (const name of names) complete.add(name)
    if (round % 4 === 0) next.verify()
    closeLedger(next)
  }
  expect(brokenOff).toBeGreaterThan(0)
})
