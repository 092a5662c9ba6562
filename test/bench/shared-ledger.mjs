// What a ledger in PostgreSQL costs beside one in a file, what a second deployer gains, what preparing takes, and how large
// its tables are. The server is one of its own, on the same machine.
// usage: node test/bench/shared-ledger.mjs [messages] [rounds] [recipients]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { databaseStore } from '../../dist/ledger/database-store.js'
import { startCluster } from '../postgres/cluster.mjs'
import { startCommand, writeCampaign } from './deploy-project.mjs'
import { median } from './measure.mjs'
import { sharedRate } from './shared-rate.mjs'

const self = fileURLToPath(import.meta.url)
const answerAfterMs = 20
const schema = 'friendtalk'
const deployCommand = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--quiet']

/** Messages a second at a service that answers after 20 ms, by where the ledger is and how many deployers there are. */
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

const payload = { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' }
const template = {
  format: 1,
  id: 'a',
  service_id: 'ft-text',
  sender: 'default',
  source: 'messages/a.md',
  payload,
  variables: [{ name: 'name' }, { name: 'code' }],
  images: [],
  map: {},
  digest: 'sha256:a',
}

function* recipientsOf(count) {
  for (let from = 0; from < count; from += 1_000) {
    const recipients = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => ({
      number: `010${String(from + n).padStart(8, '0')}`,
      values: new Map([
        ['name', `손님 ${from + n}`],
        ['code', `COUPON-${from + n}`],
      ]),
    }))
    yield { id: 'a', recipients }
  }
}

const seconds = async (work) => {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

/** Prepares so many recipients, then claims and settles all of them. */
async function large(cluster, recipients) {
  const database = await cluster.freshDatabase()
  const url = cluster.url({ database })
  const mib = async () => {
    const [row] = await cluster.query(
      'SELECT sum(pg_total_relation_size(c.oid))::float8 / 1048576 AS mib FROM pg_class c ' +
        "JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 AND relkind = 'r'",
      { database, values: [`${schema}_local`] },
    )
    return Number(row.mib)
  }
  const store = databaseStore({ url, schema, target: 'local' })
  const ledger = await store.open({ ifMissing: 'create' })
  const preparation = { release: 'r1', templates: [template], recipients: recipientsOf(recipients), rejected: 'keep' }
  const prepare = await seconds(() => ledger.prepare(preparation))
  const prepared = await mib()
  const workers = [ledger, await store.open({ ifMissing: 'refuse' })]
  const send = async (worker) => {
    for (;;) {
      const batch = await worker.claim({ release: 'r1', maxSends: 10 })
      if (batch === undefined) return
      await worker.settle(batch.sends.map(({ row, attempt }) => ({ row, attempt, outcome: 'accepted', code: 'C100' })))
    }
  }
  const sent = await seconds(() => Promise.all(workers.flatMap((each) => Array.from({ length: 8 }, () => send(each)))))
  const after = await mib()
  for (const worker of workers) await worker.close()
  return { prepare, prepared, sent, after, closed: await mib() }
}

/** The section of the benchmarks. */
export async function sharedLedger({ rounds, isQuick, messages = isQuick ? 10_000 : 50_000, recipients }) {
  const many = recipients ?? (isQuick ? 100_000 : 1_000_000)
  const cluster = await startCluster({ keptIn: 'disk' })
  let rows
  let figures
  let kept
  try {
    rows = await rates(cluster, { messages, rounds })
    figures = await large(cluster, many)
    kept = await sharedRate(cluster)
  } finally {
    await cluster.remove()
  }
  const middle = (name, figure) => median(rows.map((row) => row[name][figure])).toFixed(0)
  const of = (name) => `${middle(name, 'rate')} | ${middle(name, 'peakMiB')}`
  const ratio = (a, b) => median(rows.map((row) => row[a].rate / row[b].rate)).toFixed(2)
  const perSecond = (taken) => `${taken.toFixed(1)} s, ${(many / taken).toFixed(0)} a second`
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
    '',
    `| ${many} recipients | |`,
    '| --- | --- |',
    `| preparing them | ${perSecond(figures.prepare)} |`,
    `| claiming and settling them, 10 at a time, two workers | ${perSecond(figures.sent)} |`,
    `| tables, prepared, MiB | ${figures.prepared.toFixed(0)} |`,
    `| tables, all sent, MiB | ${figures.after.toFixed(0)} |`,
    `| tables, the workers closed, MiB | ${figures.closed.toFixed(0)} |`,
    '',
    ...kept,
  ]
}

if (process.argv[1] === self) {
  const [messages, rounds = 3, recipients] = process.argv.slice(2).map(Number)
  const lines = await sharedLedger({
    rounds,
    isQuick: false,
    ...(messages && { messages }),
    ...(recipients && { recipients }),
  })
  console.log(lines.join('\n'))
}
