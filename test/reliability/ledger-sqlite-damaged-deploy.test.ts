import { expect, it } from 'vitest'
import { seeded } from '../deploy/kill-loop.mjs'
import { damages, flippedBits, ledgerFiles, moments } from '../ledger/sqlite/damage.ts'
import {
  type Case,
  damagedRound,
  fileCase,
  otherCases,
  otherLedgers,
  type Seen,
} from '../ledger/sqlite/damaged-deploy.ts'

/**
 * All cells instead of some, and a table of them: `DAMAGE=all`, with more random bits `FLIPS=8`, of which a part is in the
 * name or the moment `DAMAGE=mark`. All of them take half an hour.
 */
const wanted = process.env['DAMAGE']
const flips = Number(process.env['FLIPS'] ?? 4)
const seed = Number(process.env['SEED'] ?? Date.now())
/** Otherwise: `CELLS=60` for a longer look. */
const someCells = Number(process.env['CELLS'] ?? 2)

async function cells(random: () => number): Promise<readonly Case[]> {
  const others = await otherLedgers(random)
  const kinds = [...damages, ...Array.from({ length: flips }, () => flippedBits)]
  const matrix = ledgerFiles.flatMap((file) =>
    moments.flatMap((moment) => kinds.map((damage) => fileCase(file, moment, { damage, others }))),
  )
  const all = [...matrix, ...otherCases]
  if (wanted === undefined) {
    const order = new Map(all.map((each) => [each, random()]))
    return all.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  }
  return wanted === 'all' ? all : all.filter(({ name, moment }) => `${name} ${moment}`.includes(wanted))
}

it('nobody receives twice, or misses unnoticed, what is sent from a damaged ledger', async () => {
  const left = [...(await cells(seeded(seed))).entries()]
  const wrong: object[] = []
  let done = 0
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      if (wanted === undefined && done >= someCells) return
      const [number, cell] = next
      const seen = await damagedRound(cell, seeded(seed + number))
      // Some files are not there at some moments.
      if (seen.codes.length === 0) continue
      done++
      if (seen.faults.length > 0) wrong.push({ seed, ...cell, ...seen })
      if (wanted !== undefined) process.stdout.write(rowOf(cell, seen))
    }
  }
  await Promise.all([work(), work()])
  if (wanted !== undefined) process.stdout.write(`${done} cells, ${wrong.length} wrong (seed ${seed})\n`)
  expect(wrong).toEqual([])
  expect(done).toBeGreaterThan(0)
}, 36_000_000)

function rowOf({ moment, name }: Case, { codes, received, stderr, faults }: Seen): string {
  const said = stderr.split('\n').find((line) => /^[✗!]/.test(line)) ?? ''
  const plain = said.replace(/\S*\//g, '')
  return `| ${moment} | ${name} | ${codes.join(' ')} | ${received} | ${plain} | ${faults.join(' ')} |\n`
}
