// Runs friendtalk in simulated worlds: npm run simulate -- --seeds 1000 [--from 1] [--history] [--rounds 6] [--threads 2]
// The histories of the first seeds that break a promise are printed; --history prints that of each seed.
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { bundleSimulation } from './bundle.mjs'

/** A seed takes less than a tenth of a second. One that runs for so long runs for ever, without an event of its world. */
const hangsAfterMs = 300_000
const maxFailures = 40

/** A folder in memory where there is one: a simulated disk decides itself what survives. */
function folderInMemory() {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'friendtalk-simulation-'))
}

/**
 * Simulates seeds, in several threads.
 *
 * @param options `url` of the bundle; `onResult` is told of each seed, in no order, and may return 'stop'; of one that runs
 *   for ever nothing else is known
 */
export async function simulateSeeds({ url, from, seeds, rounds = 6, threads, onResult }) {
  let next = from
  let isOver = false
  const base = folderInMemory()
  const simulateSome = async (_, thread) => {
    const folder = join(base, String(thread))
    const worker = new Worker(new URL(import.meta.url), { workerData: { url, folder, rounds } })
    while (next < from + seeds && !isOver) {
      const result = await ask(worker, next++)
      isOver ||= onResult(result) === 'stop' || result.hangs === true
    }
    // Between two seeds: within the engine it would take the process with it.
    await worker.terminate()
  }
  try {
    await Promise.all(Array.from({ length: threads }, simulateSome))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

async function ask(worker, seed) {
  const signal = AbortSignal.timeout(hangsAfterMs)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(seed)
  try {
    return (await once(worker, 'message', { signal }))[0]
  } catch (error) {
    if (!signal.aborted) throw error
    const broken = ['It does not come to an end, without an event of its world.']
    return { seed, broken, deploys: 0, crashes: 0, arrivals: 0, history: [], hangs: true }
  }
}

async function work() {
  const { url, ...options } = workerData
  const { simulate } = await import(url)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort.on('message', async (seed) => parentPort.postMessage(await simulate({ seed, ...options })))
}

async function main() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '6' },
      threads: { type: 'string', default: String(availableParallelism()) },
      history: { type: 'boolean', default: false },
    },
  })
  const [seeds, from, rounds, threads] = [values.seeds, values.from, values.rounds, values.threads].map(Number)
  const url = await bundleSimulation('simulation')
  const sum = { seeds: 0, deploys: 0, crashes: 0, arrivals: 0 }
  const failed = []
  const tell = ({ seed, history, broken }) =>
    process.stdout.write(`seed ${seed}\n${[...history, ...broken.map((line) => `BROKEN: ${line}`)].join('\n')}\n\n`)
  const begin = performance.now()
  await simulateSeeds({
    url,
    from,
    seeds,
    rounds,
    threads: values.history ? 1 : threads,
    onResult: (result) => {
      sum.seeds++
      for (const key of ['deploys', 'crashes', 'arrivals']) sum[key] += result[key]
      if (values.history) tell(result)
      if (result.broken.length > 0) failed.push(result)
      return failed.length >= maxFailures ? 'stop' : undefined
    },
  })
  const seconds = (performance.now() - begin) / 1_000
  failed.sort((a, b) => a.seed - b.seed)
  if (!values.history) failed.slice(0, 3).forEach(tell)
  for (const { seed, broken } of failed) process.stdout.write(`seed ${seed}: ${broken.length} broken, ${broken[0]}\n`)
  process.stdout.write(
    `Seeds ${from} to ${from + sum.seeds - 1}: ${sum.deploys} deploys, ${sum.crashes} crashes, ${sum.arrivals} messages` +
      `, ${(sum.seeds / seconds).toFixed(1)} seeds a second. ` +
      (failed.length === 0 ? 'No promise was broken.\n' : `${failed.length} seeds broke promises.\n`),
  )
  process.exitCode = failed.length > 0 || sum.seeds === 0 ? 1 : 0
}

if (!isMainThread) await work()
else if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
