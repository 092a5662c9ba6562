// Single messages through the library: how many a second leave through concurrent calls, and how long one call takes beside a
// bare loop that flushes a log and posts the same message. Both take turns, so that they meet the same weather.
// usage: node test/bench/sender.mjs [calls one after the other] [concurrent calls] [under way at once] [url of a database]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fdatasync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Pool } from 'undici'
import { text, writeCampaign } from './deploy-project.mjs'

const flush = promisify(fdatasync)
const turn = 100

/** Measures calls one after the other; `bare` and the sender take turns. */
async function compare({ url, root, sender, calls }) {
  const pool = new Pool(url, { connections: 1 })
  const log = openSync(join(root, 'bare.log'), 'w')
  const bare = async (index) => {
    const number = `010${20_000_000 + index}`
    const record = {
      sender_key: 'emulator-sender',
      msg: text(`고객${index}`),
      receiver_number: number,
      sender_number: '0212345678',
      msg_key: `bare-${index}`,
    }
    writeSync(log, `${JSON.stringify([number, index])}\n`)
    await flush(log)
    const { body } = await pool.request({
      method: 'POST',
      path: '/ft-text/v2/send',
      headers: { authorization: 'emulator;emulator_not_a_secret', 'content-type': 'application/json;charset=utf-8' },
      body: JSON.stringify({ msg_data: [record] }),
    })
    const { results } = await body.json()
    if (results?.[0]?.code !== 'C100') throw new Error('The emulator did not take a message of the bare loop.')
  }
  const single = (index) => send(sender, `single-${index}`, 30_000_000 + index)
  const times = { bare: [], single: [] }
  for (let from = 0; from < calls + turn; from += turn) {
    for (const [name, call] of Object.entries({ bare, single })) {
      for (let index = from; index < from + turn; index++) {
        const begun = performance.now()
        await call(index)
        // The first turn warms up.
        if (from > 0) times[name].push(performance.now() - begun)
      }
    }
  }
  closeSync(log)
  await pool.close()
  return times
}

async function send(sender, release, number) {
  const sent = await sender.send({ release, id: 'sale', to: `010${number}`, values: { name: `고객${number % 1000}` } })
  if (sent.state !== 'accepted') throw new Error(JSON.stringify(sent))
}

/** Keeps so many calls under way. Returns how many a second are done. */
async function throughput({ sender, calls, underWay }) {
  const begun = performance.now()
  let next = 0
  const one = async () => {
    for (let index = next++; index < calls; index = next++) await send(sender, `many-${index}`, 40_000_000 + index)
  }
  await Promise.all(Array.from({ length: underWay }, one))
  return calls / ((performance.now() - begun) / 1000)
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

/** Measures in this process. */
async function measureSender({ calls, concurrent, underWay, database }) {
  const server = fork(fileURLToPath(new URL('deploy.mjs', import.meta.url)), ['serve'])
  const [{ url }] = await once(server, 'message')
  const ledger = database && { postgres: { env: 'BENCH_DATABASE_URL' }, schema: `bench_${process.pid}` }
  const root = await writeCampaign({ url, messages: 1, ledger })
  Object.assign(process.env, {
    XDG_STATE_HOME: join(root, 'state'),
    BENCH_USER_ID: 'emulator',
    BENCH_SECRET_KEY: 'emulator_not_a_secret',
    BENCH_SENDER_KEY: 'emulator-sender',
    ...(database && { BENCH_DATABASE_URL: database }),
  })
  const { createSender, openProject } = await import('../../dist/index.js')
  const project = await openProject(root)
  const sender = await createSender(project, { target: 'local', newLedger: true })
  try {
    const { bare, single } = await compare({ url, root, sender, calls })
    const rate = await throughput({ sender, calls: concurrent, underWay })
    const [a, b] = [bare, single].map((times) => times.toSorted((x, y) => x - y))
    return {
      rate,
      bare: { p50: at(a, 0.5), p99: at(a, 0.99) },
      single: { p50: at(b, 0.5), p99: at(b, 0.99) },
    }
  } finally {
    await sender.close()
    await project.close()
    server.kill()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Single messages, as a section of the page. */
export async function singleMessages({ isQuick }) {
  const options = { calls: isQuick ? 500 : 3_000, concurrent: isQuick ? 2_000 : 20_000, underWay: 256 }
  const { rate, bare, single } = await measureSender(options)
  const ms = (value) => value.toFixed(2)
  return [
    '## Single messages',
    '',
    `\`sender.send()\`, a release for each message, to the emulator. ${options.underWay} calls under way at once:`,
    `${Math.round(rate).toLocaleString('en')} messages a second. One call after the other, in turns with a loop that writes a line,`,
    'flushes it with `fdatasync` and posts the same message:',
    '',
    '| | p50 | p99 |',
    '| --- | --- | --- |',
    `| flush and post, ms | ${ms(bare.p50)} | ${ms(bare.p99)} |`,
    `| \`send()\`, ms | ${ms(single.p50)} | ${ms(single.p99)} |`,
    `| ratio | ${ms(single.p50 / bare.p50)} | ${ms(single.p99 / bare.p99)} |`,
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [calls = 1_000, concurrent = 5_000, underWay = 256] = process.argv.slice(2, 5).map(Number)
  console.log(await measureSender({ calls, concurrent, underWay, database: process.argv[5] }))
}
