/** The middle of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
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
