// Runs friendtalk in simulated worlds: npm run simulate -- --seeds 1000 [--from 1] [--history] [--rounds 6] [--threads 2]
// A seed that breaks a promise is shrunk, and its history printed; --history prints that of each seed.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { bundleSimulation } from './bundle.mjs'

const seedsAtOnce = 20
/**
 * A seed takes a tenth of a second of a processor. One that runs for so long runs for ever, without an event of its world.
 * All threads count together, and a machine that has no time for them counts nothing.
 */
const hangsAfterMs = 60_000

/** A folder in memory where there is one: a simulated disk decides itself what survives. */
export function folderInMemory() {
  const memory = '/dev/shm'
  const base = statSync(memory, { throwIfNoEntry: false })?.isDirectory() ? memory : tmpdir()
  return mkdtempSync(join(base, 'friendtalk-simulation-'))
}

/**
 * Simulates seeds, in several threads.
 *
 * @param options `url` of the bundle; `onResult` is told of each seed, in no order, and may return 'stop'; of one that runs
 *   for ever it is told by `hangs`, and nothing else is known of it
 */
export async function simulateSeeds({ url, from, seeds, rounds, threads, isTold, onResult }) {
  let next = from
  const end = from + seeds
  const folder = folderInMemory()
  // A thread that is stopped within the engine would take the process with it: it is asked, and stops after its seed.
  const over = new Int32Array(new SharedArrayBuffer(4))
  const isOver = () => Atomics.load(over, 0) === 1
  try {
    await Promise.all(
      Array.from({ length: threads }, async (_, thread) => {
        const own = join(folder, String(thread))
        mkdirSync(own)
        const worker = new Worker(new URL(import.meta.url), { workerData: { url, folder: own, rounds, isTold, over } })
        try {
          while (next < end && !isOver()) {
            const some = Array.from({ length: Math.min(seedsAtOnce, end - next) }, (__, index) => next + index)
            next += some.length
            for (const result of await ask(worker, some)) {
              // Of a thread that hangs nothing more comes.
              if (!isOver() && (onResult(result) === 'stop' || result.hangs)) Atomics.store(over, 0, 1)
            }
          }
        } finally {
          await worker.terminate()
        }
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the results of seeds, fewer once it is over; the last one is of a seed that hangs, where one does. */
function ask(worker, seeds) {
  return new Promise((resolve, reject) => {
    const results = []
    let heardMs = processorMs()
    const hanging = setInterval(() => {
      if (processorMs() - heardMs < hangsAfterMs) return
      const broken = [`It does not come to an end: nothing was heard of it for ${hangsAfterMs / 1_000} seconds.`]
      const nothing = { deploys: 0, crashes: 0, arrivals: 0, history: [] }
      end(() => resolve([...results, { seed: seeds[results.length], broken, ...nothing, hangs: true }]))
    }, 1_000)
    const end = (settle) => {
      clearInterval(hanging)
      settle()
    }
    worker.removeAllListeners()
    worker.on('message', (result) => {
      if (result === 'done') {
        end(() => resolve(results))
        return
      }
      results.push(result)
      heardMs = processorMs()
    })
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', (code) => end(() => reject(new Error(`A thread ended with ${code}.`))))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(seeds)
  })
}

function processorMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function work() {
  const { url, folder, rounds, isTold, over } = workerData
  const { simulate } = await import(url)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (what) => parentPort.postMessage(what)
  parentPort.on('message', async (seeds) => {
    for (const seed of seeds) {
      if (Atomics.load(over, 0) === 1) break
      tell(await simulate({ seed, folder, isTold, maxRounds: rounds }))
    }
    tell('done')
  })
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
  if (![seeds, from, rounds, threads].every((number) => Number.isSafeInteger(number) && number >= 0) || threads === 0) {
    process.stderr.write('--seeds, --from, --rounds and --threads take whole numbers.\n')
    process.exitCode = 2
    return
  }
  const url = await bundleSimulation('simulation')
  const sum = { seeds: 0, deploys: 0, crashes: 0, arrivals: 0 }
  const failed = []
  const begin = performance.now()
  await simulateSeeds({
    url,
    from,
    seeds,
    rounds,
    threads: values.history ? 1 : Math.min(threads, seeds),
    isTold: values.history,
    onResult: (result) => {
      sum.seeds++
      for (const key of ['deploys', 'crashes', 'arrivals']) sum[key] += result[key]
      if (values.history) process.stdout.write(`seed ${result.seed}\n${result.history.join('\n')}\n`)
      if (result.broken.length > 0) failed.push(result)
      return failed.length >= 40 ? 'stop' : undefined
    },
  })
  const seconds = (performance.now() - begin) / 1_000
  if (!values.history)
    for (const { seed, broken } of failed)
      process.stdout.write(`seed ${seed}: ${broken[0]}${broken.length > 1 ? ` (and ${broken.length - 1} more)` : ''}\n`)
  const numbers = failed.map(({ seed }) => seed).toSorted((a, b) => a - b)
  process.stdout.write(
    `Seeds ${from} to ${from + sum.seeds - 1}: ${sum.deploys} deploys, ${sum.crashes} crashes, ${sum.arrivals} messages${values.history ? '.' : ','} ` +
      // A history is the same in each run.
      (values.history ? '' : `${(sum.deploys / seconds).toFixed(0)} deploys a second. `) +
      (failed.length === 0 ? 'No promise was broken.\n' : `Promises were broken by ${numbers.join(', ')}.\n`),
  )
  process.exitCode = failed.length > 0 ? 1 : 0
}

if (!isMainThread) await work()
else if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
