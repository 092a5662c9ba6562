// People a second of a deploy, its ledger on the disk, beside a bare loop of the same HTTP client with the same bodies,
// connections and server: the emulator in a process of its own. The loop does what the least of ledgers must: it appends the
// keys of each request to a log and flushes that before the request leaves. Both are processes that just started, and are
// measured at the server, from the second request to the last: a deploy's first one is of one message. The server answers
// at once, which shows what either costs, and after what a service and the way to it take.
// usage: node test/bench/deploy.mjs [messages] [rounds] [connections] [way]
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
/** What a request is of: of brand messages a `batch` stands in the target, and `size` people are in each request. */
const ways = {
  'friend talk': { size: 10 },
  'brand message, 100 a request': { size: 100, batch: 100, isShared: true },
  'brand message, 1,000 a request': { size: 1_000, batch: 1_000, isShared: true },
  'brand message, a text for each': { size: 1, batch: 100, isShared: false },
}
/** A quick service in the same country. */
const answerAfterMs = 20

/** The emulator, which tells when it was asked which requests came since the last time: how many messages, and when. */
async function serve() {
  const { startEmulator } = await import('../../dist/emulator/emulator.js')
  const emulator = await startEmulator({}, { kept: { requests: 200_000, messages: 10 } })
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
    const [first, ...sends] = emulator.requests().toSorted((a, b) => a.number - b.number)
    const messages = emulator.counts().messages - (first.body.msg_data ?? first.body.recipientList).length
    startAnew()
    process.send({ messages, ms: sends.at(-1).receivedAt - sends[0].receivedAt })
  })
  process.send({ url: emulator.url })
}

const numberOf = (index) => `010${String(10_000_000 + index)}`
const keyOf = (index) => `m-${String(index).padStart(24, '0')}`

/** The address, the headers and the body of a request for so many people. */
const requestOf = {
  friendTalk: (people) => ({
    path: '/ft-text/v2/send',
    headers: { authorization: 'emulator;emulator_not_a_secret' },
    content: {
      msg_data: people.map((index) => ({
        sender_key: 'emulator-sender',
        msg: text(`고객${index}`),
        ad_flag: 'Y',
        receiver_number: numberOf(index),
        sender_number: '0212345678',
        msg_key: keyOf(index),
      })),
    },
  }),
  brandMessage: (people, isShared) => ({
    path: '/brand-message/v1.0/appkeys/emulator-app/freestyle-messages',
    headers: { 'x-secret-key': 'emulator_not_a_secret', 'x-nc-api-idempotency-key': randomUUID() },
    content: {
      senderKey: 'emulator-sender',
      senderGroupingKey: 'r1',
      chatBubbleType: 'TEXT',
      content: text(isShared ? '고객' : `고객${people[0]}`),
      recipientList: people.map((index) => ({
        recipientNo: numberOf(index),
        targeting: 'I',
        resendParameter: { isResend: false },
        recipientGroupingKey: keyOf(index),
      })),
    },
  }),
}

async function bareLoop(url, messages, connections, { size, batch, isShared }) {
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  const log = await open(join(folder, 'claims.log'), 'a')
  const agent = new Agent({ connections, pipelining: 1 })
  const request = batch === undefined ? requestOf.friendTalk : requestOf.brandMessage
  let next = 0
  const work = async () => {
    for (;;) {
      const from = next
      next += size
      if (from >= messages) return
      const people = Array.from({ length: Math.min(size, messages - from) }, (_, index) => from + index)
      await log.write(`${people.map(keyOf).join(' ')}\n`)
      await log.datasync()
      const { path, headers, content } = request(people, isShared)
      const type = { 'content-type': 'application/json;charset=utf-8' }
      const body = JSON.stringify(content)
      const answer = await agent.request({ origin: url, path, method: 'POST', headers: { ...type, ...headers }, body })
      await answer.body.json()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  await agent.close()
  await log.close()
  rmSync(folder, { recursive: true })
}

/** People a second of a deploy beside the bare loop, in each way or in one. */
export async function deploy({ rounds, isQuick, recipients = isQuick ? 5_000 : 100_000, connections = 16, way }) {
  const names = way === undefined ? Object.keys(ways) : [way]
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
  const rowsOf = async (name, delayMs) => {
    const rows = []
    const { size, batch, isShared } = ways[name]
    // A rate needs a few rounds of all connections, and one person a request takes its time.
    const messages = Math.max(size === 1 ? recipients / 10 : recipients, 10 * connections * size)
    await ask({ delayMs })
    for (let round = 0; round <= rounds; round++) {
      await once(fork(self, ['bare', url, String(messages), String(connections), name]), 'exit')
      const bare = await seen()
      const root = await writeCampaign({ url, messages, concurrency: connections, batch, isShared })
      const args = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--quiet']
      const { peakMiB } = await startCommand(root, args).ended
      rmSync(root, { recursive: true })
      const deployed = await seen()
      // The first round warms the server up and does not count.
      if (round > 0) rows.push({ bare, deployed, ratio: deployed / bare, peakMiB })
    }
    return rows
  }
  const seenOf = []
  try {
    for (const name of names)
      seenOf.push({ name, atOnce: await rowsOf(name, 0), later: await rowsOf(name, answerAfterMs) })
  } finally {
    server.kill()
  }
  const of = (rows, name) => median(rows.map((row) => row[name]))
  const ratios = (rows) => `${of(rows, 'ratio').toFixed(2)} (${rows.map(({ ratio }) => ratio.toFixed(2)).join(', ')})`
  const lines = (name, rows, answers) => [
    `| bare loop of ${name}, ${answers} | ${of(rows, 'bare').toFixed(0)} | |`,
    `| deploy of ${name}, ${answers} | ${of(rows, 'deployed').toFixed(0)} | ${of(rows, 'peakMiB').toFixed(0)} |`,
  ]
  const [now, after] = ['answers at once', `answers after ${answerAfterMs} ms`]
  return [
    '## Deploy',
    '',
    `${recipients} people or more over ${connections} connections to the emulator in a process of its own, the ledger on the disk, beside`,
    'a bare loop of the same HTTP client with the same bodies, which flushes a log once for each request; measured at the',
    'server.',
    '',
    '| | people a second | peak MiB |',
    '| --- | --- | --- |',
    ...seenOf.flatMap(({ name, atOnce, later }) => [...lines(name, atOnce, now), ...lines(name, later, after)]),
    '',
    '| aim | at least | seen |',
    '| --- | --- | --- |',
    ...seenOf.map(({ name, later }) => `| deploy ÷ bare loop of ${name}, ${after} | 0.85 | ${ratios(later)} |`),
  ]
}

if (process.argv[1] === self) {
  const [first, second = 5, connections, fourth, fifth] = process.argv.slice(2)
  if (first === 'serve') await serve()
  else if (first === 'bare') await bareLoop(second, Number(connections), Number(fourth), ways[fifth])
  else {
    const setting = { rounds: Number(second), isQuick: false }
    const sizes = {
      ...(first !== undefined && { recipients: Number(first) }),
      ...(connections !== undefined && { connections: Number(connections) }),
      ...(fourth !== undefined && { way: fourth }),
    }
    console.log((await deploy({ ...setting, ...sizes })).join('\n'))
  }
}
