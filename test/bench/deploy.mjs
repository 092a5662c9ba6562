// Messages a second of a deploy, its ledger on the disk, beside a bare loop of the same HTTP client with the same bodies,
// connections and server: the emulator in a process of its own. The loop does what the least of ledgers must: it appends the
// keys of each request to a log and flushes that before the request leaves. Both are processes that just started, and are
// measured at the server, from the first request to the last. A deploy's first request, of one message, is left out. The server answers
// at once, which shows what either costs, and after what a service and the way to it take.
// usage: node test/bench/deploy.mjs [messages] [rounds] [connections]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { startCommand, text, writeCampaign } from './deploy-project.mjs'
import { median } from './measure.mjs'

const self = fileURLToPath(import.meta.url)
const batch = 10
/** A quick service in the same country. */
const answerAfterMs = 20

/** The emulator, which tells when it was asked which requests came since the last time: how many messages, and when. */
async function serve() {
  const { startEmulator } = await import('../../dist/emulator/emulator.js')
  const emulator = await startEmulator({}, { kept: { requests: 20_000, messages: 10 } })
  let answerAfter = 0
  const startAnew = () => {
    emulator.reset()
    if (answerAfter > 0) emulator.faults.add({ on: 'send', fault: { type: 'delay', ms: answerAfter }, every: 1 })
  }
  process.on('message', ({ delayMs }) => {
    if (delayMs !== undefined) {
      answerAfter = delayMs
      startAnew()
      process.send({})
      return
    }
    const sends = emulator.requests().filter(({ body }) => body.msg_data.length > 1)
    const times = sends.map(({ receivedAt }) => receivedAt)
    const messages = emulator.counts().messages
    const arrivals = sends.map(({ receivedAt, body }) => [receivedAt, body.msg_data.length])
    startAnew()
    process.send({ messages, ms: Math.max(...times) - Math.min(...times), arrivals })
  })
  process.send({ url: emulator.url })
}

async function bareLoop(url, messages, connections) {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  const log = await open(join(folder, 'claims.log'), 'a')
  const agent = new Agent({ connections, pipelining: 1 })
  const headers = { authorization: 'emulator;emulator_not_a_secret', 'content-type': 'application/json;charset=utf-8' }
  let next = 0
  const work = async () => {
    for (;;) {
      const from = next
      next += batch
      if (from >= messages) return
      const records = Array.from({ length: Math.min(batch, messages - from) }, (_, index) => ({
        sender_key: 'emulator-sender',
        msg: text(`고객${from + index}`),
        ad_flag: 'Y',
        receiver_number: `010${String(10_000_000 + from + index)}`,
        sender_number: '0212345678',
        msg_key: `m-${String(from + index).padStart(24, '0')}`,
      }))
      await log.write(`${records.map(({ msg_key: key }) => key).join(' ')}\n`)
      await log.datasync()
      const body = JSON.stringify({ msg_data: records })
      const answer = await agent.request({ origin: url, path: '/ft-text/v2/send', method: 'POST', headers, body })
      await answer.body.json()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  await agent.close()
  await log.close()
  rmSync(folder, { recursive: true })
}

/** Messages a second of a deploy beside the bare loop. */
export async function deploy({ rounds, isQuick, recipients = isQuick ? 5_000 : 100_000, connections = 16 }) {
  const server = fork(self, ['serve'])
  const [{ url }] = await once(server, 'message')
  const ask = async (question) => {
    server.send(question)
    const [answer] = await once(server, 'message')
    return answer
  }
  const seen = async () => {
    const { messages, ms } = await ask({})
    return messages / (ms / 1000)
  }
  const rowsOf = async (delayMs) => {
    const rows = []
    await ask({ delayMs })
    for (let round = 0; round <= rounds; round++) {
      await once(fork(self, ['bare', url, String(recipients), String(connections)]), 'exit')
      const bare = await seen()
      const root = await writeCampaign({ url, messages: recipients, concurrency: connections })
      const args = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--quiet']
      const { peakMiB } = await startCommand(root, args).ended
      rmSync(root, { recursive: true })
      const deployed = await seen()
      // The first round warms the server up and does not count.
      if (round > 0) rows.push({ bare, deployed, ratio: deployed / bare, peakMiB })
    }
    return rows
  }
  let atOnce
  let later
  try {
    atOnce = await rowsOf(0)
    later = await rowsOf(answerAfterMs)
  } finally {
    server.kill()
  }
  const of = (rows, name) => median(rows.map((row) => row[name]))
  const ratios = (rows) => `${of(rows, 'ratio').toFixed(2)} (${rows.map(({ ratio }) => ratio.toFixed(2)).join(', ')})`
  const lines = (rows, answers) => [
    `| bare loop, ${answers} | ${of(rows, 'bare').toFixed(0)} | |`,
    `| deploy, ${answers} | ${of(rows, 'deployed').toFixed(0)} | ${of(rows, 'peakMiB').toFixed(0)} |`,
  ]
  const [now, after] = ['answers at once', `answers after ${answerAfterMs} ms`]
  return [
    '## Deploy',
    '',
    `${recipients} messages over ${connections} connections to the emulator in a process of its own, the ledger on the disk, beside`,
    'a bare loop of the same HTTP client with the same bodies, which flushes a log once for each request; measured at the',
    'server.',
    '',
    '| | messages a second | peak MiB |',
    '| --- | --- | --- |',
    ...lines(atOnce, now),
    ...lines(later, after),
    '',
    '| aim | at least | seen |',
    '| --- | --- | --- |',
    `| deploy ÷ bare loop, ${after} | 0.85 | ${ratios(later)} |`,
  ]
}

if (process.argv[1] === self) {
  const [first, second = 5, connections, fourth] = process.argv.slice(2)
  if (first === 'serve') await serve()
  else if (first === 'bare') await bareLoop(second, Number(connections), Number(fourth))
  else {
    const setting = { rounds: Number(second), isQuick: false }
    const sizes = {
      ...(first !== undefined && { recipients: Number(first) }),
      ...(connections !== undefined && { connections: Number(connections) }),
    }
    console.log((await deploy({ ...setting, ...sizes })).join('\n'))
  }
}
