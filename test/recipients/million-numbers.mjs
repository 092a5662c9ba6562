// Reads a generated list of a million different numbers, for a process whose heap is capped.
import { readExclusionList } from '../../dist/recipients/exclusion-list.js'
import { peakKib } from '../bench/peak.mjs'

const count = 1_000_000

async function* bytes() {
  for (let from = 0; from < count; from += 1_000) {
    const lines = Array.from(
      { length: 1_000 },
      (_, index) => `010${String(((from + index) * 7_919_777) % 100_000_000).padStart(8, '0')}\n`,
    )
    yield Buffer.from(lines.join(''))
  }
}

const begun = performance.now()
const result = await readExclusionList({ path: 'list.txt', open: bytes })
const { numbers } = result.list
const residentMb = peakKib() / 1_024
process.stdout.write(JSON.stringify({ numbers, residentMb, ms: performance.now() - begun }))
