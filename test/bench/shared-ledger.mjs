// What a ledger in PostgreSQL costs beside one in a file, and what a second deployer gains. The server is one of its own, on
// the same machine.
// usage: node test/bench/shared-ledger.mjs [messages] [rounds]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../postgres/cluster.mjs'
import { startCommand, writeCampaign } from './deploy-project.mjs'
import { median } from './measure.mjs'

const self = fileURLToPath(import.meta.url)
/** Where the processor is not the limit. */
const answerAfterMs = 100
const schema = 'friendtalk'
const deployCommand = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--quiet']

/** Messages a second at a service that answers after 100 ms, by where the ledger is and how many deployers there are. */
async function rates(cluster, { messages, rounds }) {
  const server = fork(fileURLToPath(new URL('deploy.mjs', import.meta.url)), ['serve'])
  const [{ url }] = await once(server, 'message')
  const ask = async (question) => {
    server.send(question)
    const [answer] = await once(server, 'message')
    return answer
  }
  const deploy = async (place, deployers) => {
    const ledger = place === 'postgres' ? { postgres: { env: 'BENCH_DATABASE_URL' }, schema } : undefined
    if (ledger) process.env.BENCH_DATABASE_URL = cluster.url({ database: await cluster.freshDatabase() })
    const root = await writeCampaign({ url, messages, ledger })
    await ask({ delayMs: answerAfterMs })
    const ends = await Promise.all(Array.from({ length: deployers }, () => startCommand(root, deployCommand).ended))
    rmSync(root, { recursive: true })
    const seen = await ask({})
    return { rate: seen.messages / (seen.ms / 1_000), peakMiB: Math.max(...ends.map(({ peakMiB }) => peakMiB)) }
  }
  const rows = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const row = {
        sqlite: await deploy('sqlite', 1),
        one: await deploy('postgres', 1),
        two: await deploy('postgres', 2),
      }
      // The first round warms the server up and does not count.
      if (round > 0) rows.push(row)
    }
  } finally {
    server.kill()
  }
  return rows
}

/** The section of the benchmarks. */
export async function sharedLedger({ rounds, isQuick, sends: messages = isQuick ? 10_000 : 50_000 }) {
  const cluster = await startCluster({ keptIn: 'disk' })
  let rows
  try {
    rows = await rates(cluster, { messages, rounds })
  } finally {
    await cluster.remove()
  }
  const middle = (name, figure) => median(rows.map((row) => row[name][figure])).toFixed(0)
  const of = (name) => `${middle(name, 'rate')} | ${middle(name, 'peakMiB')}`
  const ratio = (a, b) => median(rows.map((row) => row[a].rate / row[b].rate)).toFixed(2)
  return [
    '## Shared ledger',
    '',
    `${messages} messages over 8 connections of each deployer to a service that answers after ${answerAfterMs} ms; the ledger in a file,`,
    'or in PostgreSQL on the same machine and disk with its usual durability.',
    '',
    '| ledger, deployers | messages a second | peak MiB of a deployer |',
    '| --- | --- | --- |',
    `| file, 1 | ${of('sqlite')} |`,
    `| PostgreSQL, 1 | ${of('one')} |`,
    `| PostgreSQL, 2 | ${of('two')} |`,
    '',
    '| aim | at least | seen |',
    '| --- | --- | --- |',
    `| PostgreSQL ÷ file | 0.4 | ${ratio('one', 'sqlite')} |`,
    `| two deployers ÷ one | 1.3 | ${ratio('two', 'one')} |`,
  ]
}

if (process.argv[1] === self) {
  const [messages, rounds = 3] = process.argv.slice(2).map(Number)
  console.log((await sharedLedger({ rounds, isQuick: false, ...(messages && { sends: messages }) })).join('\n'))
}
