// Requests a second of the emulator with ten messages a request, against a bare node:http server that parses the same
// JSON and answers a constant, and its memory after many messages.
// usage: node test/bench/emulator.mjs [messages for the memory figure] [rounds] [seconds a round]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'

const self = fileURLToPath(import.meta.url)
const connections = 16

const message = (index) => ({
  sender_key: 'emulator-sender',
  msg: '안녕하세요, 고객님!\n봄 신상품이 도착했어요.\n\n오늘 단 하루, 전 상품 무료배송.',
  receiver_number: `0101234${String(1000 + index)}`,
  sender_number: '0212345678',
  msg_key: `bench-${index}`,
  ad_flag: 'Y',
  attachment: {
    button: [
      { name: '신상품 보기', type: 'WL', url_mobile: 'https://m.shop.example.com/spring' },
      { name: '앱에서 보기', type: 'AL', scheme_android: 'exampleshop://spring', scheme_ios: 'exampleshop://spring' },
    ],
  },
})
const messages = Array.from({ length: 10 }, (_, index) => message(index))
const body = Buffer.from(JSON.stringify({ msg_data: messages }))
const constant = JSON.stringify({
  results: messages.map(({ msg_key: key }) => ({ msg_key: key, code: 'C100', desc: 'Success' })),
})

const servers = {
  async emulator() {
    const { startEmulator } = await import('../../dist/emulator/emulator.js')
    return Number(new URL((await startEmulator()).url).port)
  },
  async bare() {
    const server = createServer((request, response) => {
      const chunks = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        JSON.parse(Buffer.concat(chunks).toString())
        response.setHeader('content-type', 'application/json;charset=utf-8')
        response.end(constant)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server.address().port
  },
}

/** Starts a server in a process of its own. */
async function startServer(name) {
  const child = fork(self, ['serve', name])
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

/** Memory of a server's process, after a collection, as the operating system counts it. */
async function residentMiB({ child }) {
  child.send('memory')
  const [{ rss }] = await once(child, 'message')
  return rss / 1024 / 1024
}

/** Keeps some connections busy, one request at a time on each, until `isOver`; counts the answers. */
async function load(port, isOver) {
  const head = [
    'POST /ft-text/v2/send HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Authorization: emulator;emulator_not_a_secret',
    'Content-Type: application/json;charset=utf-8',
    `Content-Length: ${body.length}`,
  ]
  const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  let answered = 0
  const work = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    await new Promise((resolve, reject) => {
      let text = ''
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        text += chunk
        const end = text.indexOf('\r\n\r\n')
        if (end === -1) return
        const bytes = Number(/content-length: (\d+)/i.exec(text)?.[1])
        if (text.length < end + 4 + bytes) return
        if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text))
        text = ''
        answered++
        if (isOver(answered)) resolve()
        else socket.write(request)
      })
      socket.write(request)
    })
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return answered
}

async function requestsPerSecond({ port }, seconds) {
  const start = performance.now()
  const answered = await load(port, () => performance.now() - start > seconds * 1000)
  return answered / ((performance.now() - start) / 1000)
}

async function compare(rounds, seconds) {
  const bare = await startServer('bare')
  const emulated = await startServer('emulator')
  const rates = { bare: [], emulator: [] }
  for (let round = 0; round <= rounds; round++) {
    const rate = {
      bare: await requestsPerSecond(bare, seconds),
      emulator: await requestsPerSecond(emulated, seconds),
    }
    // The first round warms both up and does not count.
    if (round === 0) continue
    rates.bare.push(rate.bare)
    rates.emulator.push(rate.emulator)
  }
  for (const { child } of [bare, emulated]) child.kill()
  const ratios = rates.emulator.map((rate, index) => rate / rates.bare[index])
  return [
    `Rounds of ${seconds} s in turn, ${connections} connections, 10 messages a request.`,
    '',
    '| server | requests a second | messages a second |',
    '| --- | --- | --- |',
    ...Object.entries(rates).map(
      ([name, all]) => `| ${name} | ${Math.round(median(all))} | ${Math.round(median(all) * 10)} |`,
    ),
    '',
    `The emulator reaches ${median(ratios).toFixed(2)} of the bare server (${ratios.map((each) => each.toFixed(2)).join(', ')}).`,
  ]
}

async function memory(count) {
  const server = await startServer('emulator')
  const rows = []
  let sent = 0
  for (const share of [0, 0.1, 0.25, 0.5, 0.75, 1]) {
    const requests = Math.round((count * share - sent) / 10)
    if (requests > 0) sent += 10 * (await load(server.port, (answered) => answered > requests - connections))
    rows.push(`| ${sent} | ${Math.round(await residentMiB(server))} |`)
  }
  const response = await fetch(`http://127.0.0.1:${server.port}/_emulator`)
  const { counts } = await response.json()
  server.child.kill()
  if (counts.messages !== sent) throw new Error(`${sent} messages were sent, and ${counts.messages} counted.`)
  return [
    '| messages | resident MiB |',
    '| --- | --- |',
    ...rows,
    '',
    `It counts ${counts.messages} messages, ${counts.accepted} accepted, and keeps ${counts.kept}.`,
  ]
}

/** The emulator beside a bare server, and its memory. */
export async function emulator({ rounds, isQuick, sends = isQuick ? 100_000 : 1_000_000, seconds = isQuick ? 1 : 3 }) {
  return ['## Emulator', '', ...(await compare(rounds, seconds)), '', ...(await memory(sends))]
}

if (process.argv[1] === self) {
  const [first = '1000000', second = '5', third = '3'] = process.argv.slice(2)
  if (first === 'serve') {
    const port = await servers[second]()
    process.on('message', () => process.send({ rss: process.memoryUsage.rss() }))
    process.send({ port })
  } else {
    const sizes = { rounds: Number(second), sends: Number(first), seconds: Number(third) }
    console.log((await emulator({ isQuick: false, ...sizes })).join('\n'))
  }
}
