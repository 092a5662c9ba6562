// Makes one mistake of the protocol at a time and simulates until a promise breaks: node test/simulation/mistakes.mjs [text]
// `text` picks the mistakes whose name holds it. --seeds says how many are tried at most. What a seed finds counts where the
// same seed finds nothing without the mistake.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { mistakes, withMistake } from '../mutation/sending-mistakes.mjs'
import { bundleSimulation } from './bundle.mjs'
import { simulateSeeds } from './simulate.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '10000' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
})
const [wanted = ''] = positionals

/** What is not simulated: sockets, images, and a database that several machines share. Regular tests see these. */
const unreachable = new Set([
  'service/dispatcher.ts',
  'deploy/images.ts',
  'ledger/database-store.ts',
  'retry at once',
  'send a full first request',
  'never stop when outcomes are unknown',
  'keep a pause to oneself',
  'go on after a pause of another worker',
  'go on without credit',
  'lose what was not written from the limit',
  'take what was not written for unknown',
  'claim as a worker that was taken over',
  'cancel beside what another machine records',
  'claim what a list has',
  'resume whom a list has',
  'send to whom a list has once nobody knows',
])
const isReachable = ([name, file]) => !unreachable.has(name) && !unreachable.has(file)

let missed = 0
const [seeds, threads] = [values.seeds, values.threads].map(Number)
const unchanged = await bundleSimulation(`unchanged-${process.pid}`)
const chosen = mistakes.filter((mistake) => mistake[0].includes(wanted) && isReachable(mistake))
for (const mistake of chosen) {
  const [name, file] = mistake
  const url = await bundleSimulation(`mistake-${process.pid}`, new Map([[file, (code) => withMistake(mistake, code)]]))
  // Another module each time, whatever its name is.
  const { tried, broken } = await firstBroken(`${url}?${encodeURIComponent(name)}`, 1, seeds)
  const isFalse = broken && (await firstBroken(unchanged, broken.seed, 1)).broken
  const what = broken === undefined ? 'SURVIVED' : isFalse ? 'FALSE' : 'found'
  const how = broken === undefined ? '' : `seed ${broken.seed}: ${broken.broken[0]?.split('\n')[0]}`
  process.stdout.write(`${what.padEnd(8)} ${name.padEnd(58)} ${String(tried).padStart(6)} seeds  ${how}\n`)
  if (what !== 'found') missed++
}
process.stdout.write(`${chosen.length} of ${mistakes.length} mistakes, ${missed} not found\n`)
process.exitCode = missed > 0 || chosen.length === 0 ? 1 : 0

async function firstBroken(url, from, most) {
  let tried = 0
  let broken
  const onResult = (result) => {
    tried++
    if (result.broken.length > 0) broken = result
    return broken && 'stop'
  }
  await simulateSeeds({ url, from, seeds: most, threads: Math.min(threads, most), onResult })
  return { tried, broken }
}
