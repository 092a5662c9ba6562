// How a target's rate is kept where it counts, at the service: messages that arrive in each second of its clock, while
// deployers join, leave and are killed.
// usage: node test/bench/shared-rate.mjs [rate…]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../postgres/cluster.mjs'
import { startCommand, writeCampaign } from './deploy-project.mjs'

const answerAfterMs = 20
const schema = 'friendtalk'
const deployCommand = ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--quiet']
/** How long as many deployers send as there are; and what is left out of it, while one more starts. */
const phaseSeconds = 5
const startSeconds = 2

/** What happens one after the other, and how many deployers send then. */
const phases = [
  ['one', (crew) => crew.start(), 1],
  ['a second joins', (crew) => crew.start(), 2],
  ['a third joins', (crew) => crew.start(), 3],
  ['one is killed', (crew) => crew.end('SIGKILL'), 2],
  ['one is stopped by its user', (crew) => crew.end('SIGTERM'), 1],
]

/** Runs the phases; returns when each began, and at what time which messages arrived. */
async function arrivalsOf({ ask, url, rate, ledger, phases: run }) {
  const seconds = run.length * (phaseSeconds + startSeconds) + 5
  const root = await writeCampaign({ url, rate, messages: rate * seconds, ledger })
  await ask({ delayMs: answerAfterMs })
  const running = []
  const crew = {
    start: () => running.push(startCommand(root, deployCommand)),
    end: (signal) => {
      const { child, ended } = running.shift()
      // It says that something is left.
      ended.catch(() => {})
      child.kill(signal)
    },
  }
  const marks = []
  try {
    for (const [name, act, deployers] of run) {
      act(crew)
      // The first one copies the recipients in.
      await delay(startSeconds * 1_000)
      const from = Date.now()
      await delay(phaseSeconds * 1_000)
      marks.push({ name, deployers, from, to: Date.now() })
    }
    const { arrivals } = await ask({})
    return { marks, arrivals }
  } finally {
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.allSettled(running.map(({ ended }) => ended))
    rmSync(root, { recursive: true })
  }
}

/** Messages of every whole second between two times. */
function perSecond(arrivals, { from, to }) {
  const first = Math.ceil(from / 1_000)
  const seconds = Array.from({ length: Math.floor(to / 1_000) - first }, () => 0)
  for (const [at, messages] of arrivals) {
    const second = Math.floor(at / 1_000) - first
    if (second in seconds) seconds[second] += messages
  }
  return seconds
}

/** A row for each phase, and one for the seconds in which somebody joins or leaves. */
function rowsOf({ marks, arrivals }, { place, rate }) {
  const rows = marks.map((mark) => [mark.name, mark.deployers, perSecond(arrivals, mark)])
  const [first, ...later] = marks
  const changes = later.flatMap((mark, n) => perSecond(arrivals, { from: (marks[n] ?? first).to, to: mark.from }))
  if (later.length > 0) rows.push(['seconds of a change', 3, changes])
  return rows.map(([name, deployers, seconds]) => {
    const allowed = rate * 1.05 + 10 * deployers
    return (
      `| ${place} | ${rate} | ${name} | ${Math.max(...seconds)} | ${allowed.toFixed(0)} | ` +
      `${Math.min(...seconds)} | ${(0.9 * rate).toFixed(0)} |`
    )
  })
}

/** The tables of the benchmarks. */
export async function sharedRate(cluster, rates = [100, 1_000]) {
  const server = fork(fileURLToPath(new URL('deploy.mjs', import.meta.url)), ['serve'])
  const [{ url }] = await once(server, 'message')
  const ask = async (question) => {
    server.send(question)
    const [answer] = await once(server, 'message')
    return answer
  }
  const rows = []
  try {
    for (const rate of rates) {
      const alone = await arrivalsOf({ ask, url, rate, phases: phases.slice(0, 1) })
      rows.push(...rowsOf(alone, { place: 'file', rate }))
      process.env.BENCH_DATABASE_URL = cluster.url({ database: await cluster.freshDatabase() })
      const ledger = { postgres: { env: 'BENCH_DATABASE_URL' }, schema }
      rows.push(...rowsOf(await arrivalsOf({ ask, url, rate, ledger, phases }), { place: 'PostgreSQL', rate }))
    }
  } finally {
    server.kill()
  }
  return [
    `Messages that arrive in a second of the service's clock, which answers after ${answerAfterMs} ms, while deployers join and leave:`,
    'the most and the least of all seconds. At most 5 % and one request of each deployer above the rate, at least 90 % of it.',
    '',
    '| ledger | rate | | most | at most | least | at least |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cluster = await startCluster({ keptIn: 'disk' })
  try {
    const rates = process.argv.slice(2).map(Number)
    console.log((await sharedRate(cluster, rates.length > 0 ? rates : undefined)).join('\n'))
  } finally {
    await cluster.remove()
  }
}
