import { spawn } from 'node:child_process'

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const reporter = new URL('peak-memory.mjs', import.meta.url).href

/** Runs a Node process to its end: wall seconds from outside, peak memory as the operating system counts it. */
export function runNode(args, options = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(process.execPath, ['--import', reporter, ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    })
    let report = ''
    child.stdio[3].on('data', (chunk) => {
      report += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`${args.join(' ')} ended with ${code}`))
      else resolve({ seconds: (performance.now() - start) / 1000, peakMiB: Number(report) / 1024 })
    })
  })
}

/**
 * Runs several commands in turn, so that all of them meet the same weather, and takes medians.
 *
 * @param commands name → function that runs it once and says how long it took
 */
export async function inTurn(commands, rounds) {
  const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(commands)) {
      const result = await run()
      // The first round warms the file cache and does not count.
      if (round > 0) results[name].push(result)
    }
  }
  return results
}

/** The ratio of two commands, round by round, as a median. */
export function ratio(a, b) {
  return median(a.map((result, index) => result.seconds / b[index].seconds))
}
