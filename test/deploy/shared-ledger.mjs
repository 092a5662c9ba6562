// Several deployers send one release of several messages from one PostgreSQL database while they are killed and stopped,
// their sessions ended, the server restarted and the network cut; then what the ledger says is compared with what the
// service saw.
// usage: node test/deploy/shared-ledger.mjs [--rounds n] [--seed s] [--messages m] [--deployers d] [--disturbances k]
//          [--kills share]
// It works on dist.
import { spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmulator } from '../../dist/index.js'
import { databaseStore } from '../../dist/ledger/database-store.js'
import { startCluster } from '../postgres/cluster.mjs'
import { startProxy } from '../postgres/proxy.mjs'
import {
  campaignEnv,
  cli,
  compare,
  deployCommand,
  mustBeZero,
  release,
  seeded,
  services,
  target,
  writeCampaign,
} from './campaign.mjs'

/** What the service takes to answer: most disturbances come while it is waited for. */
const answerAfterMs = 40
/** Message files of a campaign: a claim under the id of another message would be seen. */
const files = 4
/** Nothing but a deployer that hangs takes so long. */
const patienceMs = 240_000

/**
 * One campaign that several deployers send while they are disturbed.
 *
 * @param random gives numbers from 0 to 1
 * @param kills how many of the disturbances are kills at least, from 0 to 1
 * @param say takes a line about each disturbance
 */
export async function sharedRound({ cluster, service, messages, random, ...options }) {
  const campaign = { service, messages, files }
  const { deployers = 3, disturbances = 12, kills = 0.25, say = () => {} } = options
  const emulator = await startEmulator({}, { kept: { messages: messages * 2, requests: 10 } })
  emulator.faults.add({ on: 'send', fault: { type: 'delay', ms: answerAfterMs }, every: 1 })
  const root = mkdtempSync(join(tmpdir(), 'friendtalk-storm-'))
  const database = await cluster.freshDatabase()
  const schema = 'friendtalk'
  const ledger = { postgres: { env: 'FRIENDTALK_DATABASE_URL' }, schema }
  writeCampaign(root, emulator, campaign, { concurrency: 2, ledger })
  const store = databaseStore({ url: cluster.url({ database }), schema, target })
  const storm = { cluster, emulator, root, database, schema, messages, kills, random, say }
  const crew = []
  const startedAt = Date.now()
  try {
    for (let n = 0; n < deployers; n++) crew.push(await deployerOf(storm, n))
    const ends = crew.map((deployer) => deployer.work())
    const over = Promise.race([Promise.all(ends), hangs(crew)])
    // Nobody waits for it before the disturbances are over.
    over.catch(() => {})
    const counts = await disturb(storm, crew, disturbances)
    for (const deployer of crew) deployer.calm()
    await over
    const reader = await store.read()
    try {
      const totals = await compare(reader, emulator, campaign)
      return { ...totals, ...counts, starts: sum(crew.map(({ starts }) => starts())), ms: Date.now() - startedAt }
    } finally {
      await reader.close()
    }
  } finally {
    for (const deployer of crew) await deployer.close()
    await emulator.close()
    rmSync(root, { recursive: true, force: true })
  }
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0)

async function hangs(crew) {
  await delay(patienceMs, undefined, { ref: false })
  throw new Error(`The deployers hang:\n${crew.map(({ errors }) => errors()).join('\n')}`)
}

/** Somebody at a machine of their own who runs the same command again until all of it is sent. */
async function deployerOf({ cluster, emulator, root, database, schema }, n) {
  const proxy = await startProxy(cluster.port)
  const application = `deployer-${n}`
  const stateFolder = join(root, `state-${n}`)
  mkdirSync(stateFolder)
  const env = {
    ...process.env,
    ...campaignEnv(emulator, stateFolder),
    FRIENDTALK_DATABASE_URL: cluster.url({ database, at: proxy.port, application_name: application }),
  }
  const args = [cli, ...deployCommand]
  let child
  let errors = ''
  let starts = 0
  let isClosed = false
  let isOver = false
  const once = () => {
    starts++
    errors = ''
    child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], env })
    child.stderr.on('data', (chunk) => (errors += chunk))
    return new Promise((resolve) => {
      child.once('close', resolve)
    })
  }
  return {
    application,
    proxy,
    starts: () => starts,
    isOver: () => isOver,
    errors: () => errors,
    signal: (name) => child?.kill(name),
    /** Ends every disturbance of it that goes on. */
    calm: () => {
      child?.kill('SIGCONT')
      proxy.release()
    },
    work: async () => {
      for (;;) {
        const code = await once()
        isOver = isClosed || code === 0
        if (isOver) return
        if (code !== null && ![3, 4, 5].includes(code)) throw new Error(`A deployer ended with ${code}:\n${errors}`)
        // It says that some are unknown, or that there is nothing for it to do: nothing is left to send.
        isOver = code !== null && !(await isLeft(cluster, { database, schema }))
        if (isOver) return
        await delay(20)
      }
    },
    close: async () => {
      isClosed = true
      child?.kill('SIGCONT')
      child?.kill('SIGKILL')
      await proxy.close()
    },
  }
}

/** Whether anything is left to send; true while nobody can say it. */
async function isLeft(cluster, { database, schema }) {
  try {
    const reader = await databaseStore({ url: cluster.url({ database }), schema, target }).read()
    try {
      const { pending, deferred, inflight } = await reader.counts(release)
      return pending + deferred + inflight > 0
    } finally {
      await reader.close()
    }
  } catch {
    return true
  }
}

/** What is done to one of the deployers or to the server. Each returns when it is over: false where there was nothing to do. */
const kinds = {
  // One that has just ended is not killed.
  kill: async ({ deployer }) => deployer.signal('SIGKILL'),
  stop: async ({ deployer, between }) => {
    deployer.signal('SIGSTOP')
    await delay(between(50, 1_500))
    deployer.signal('SIGCONT')
  },
  'stop without a session': async ({ deployer, cluster, between }) => {
    deployer.signal('SIGSTOP')
    await delay(between(0, 100))
    await cluster.terminate({ application: deployer.application })
    await delay(between(50, 1_000))
    deployer.signal('SIGCONT')
  },
  terminate: async ({ deployer, cluster }) => {
    await cluster.terminate({ application: deployer.application })
  },
  partition: async ({ deployer, between }) => {
    deployer.proxy.hold(['all', 'questions', 'answers'][between(0, 2)])
    await delay(between(20, 1_500))
    if (between(0, 1) === 1) deployer.proxy.cut()
    deployer.proxy.release()
  },
  'partition and end': async ({ deployer, cluster, between }) => {
    deployer.proxy.hold()
    await delay(between(0, 200))
    await cluster.terminate({ application: deployer.application })
    await delay(between(50, 1_000))
    deployer.proxy.cut()
    deployer.proxy.release()
  },
  cut: async ({ deployer }) => {
    deployer.proxy.cut()
  },
  'fast restart': async ({ cluster }) => {
    await cluster.restart('fast')
  },
  'immediate restart': async ({ cluster }) => {
    await cluster.restart('immediate')
  },
}

/** Disturbs so often, each time within a few more messages than the service has taken, as long as anybody sends. */
async function disturb({ cluster, emulator, messages, kills, random, say }, crew, disturbances) {
  const counts = {}
  const between = (from, to) => from + Math.floor(random() * (to - from + 1))
  for (let n = 0; n < disturbances; n++) {
    const deployer = crew[between(0, crew.length - 1)]
    // Killing is what leaves requests behind of which nobody hears.
    const kind = random() < kills ? 'kill' : Object.keys(kinds)[between(0, Object.keys(kinds).length - 1)]
    // So that something is left for the last one.
    const wanted = Math.min(messages, emulator.counts().messages + between(1, (2 * messages) / disturbances - 1))
    // One of ten comes at any moment of a start.
    const latest = Date.now() + (between(0, 9) === 0 ? between(0, 1_000) : 3_000)
    while (emulator.counts().messages < wanted && Date.now() < latest) await delay(2)
    if (crew.every(({ isOver }) => isOver())) break
    say(`${emulator.counts().messages} messages: ${kind}, ${deployer.application}`)
    if ((await kinds[kind]({ deployer, cluster, between })) === false) continue
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return { disturbances: sum(Object.values(counts)), kinds: counts }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      messages: { type: 'string', default: '4000' },
      deployers: { type: 'string', default: '3' },
      disturbances: { type: 'string', default: '20' },
      kills: { type: 'string', default: '0.25' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const [rounds, seed, messages, deployers, disturbances, kills] = [
    values.rounds,
    values.seed,
    values.messages,
    values.deployers,
    values.disturbances,
    values.kills,
  ].map(Number)
  console.log(`seed ${seed}`)
  const cluster = await startCluster()
  let isRight = true
  const sums = {}
  try {
    for (let round = 0; round < rounds; round++) {
      for (const service of Object.keys(services)) {
        const totals = await sharedRound({
          cluster,
          service,
          messages,
          deployers,
          disturbances,
          kills,
          random: seeded(seed + round),
          ...(values.verbose && { say: console.log }),
        })
        console.log(`seed ${seed + round}, ${service}: ${JSON.stringify(totals)}`)
        isRight &&= mustBeZero.every((name) => totals[name] === 0)
        for (const [name, count] of Object.entries({ ...totals, ...totals.kinds })) {
          if (typeof count === 'number') sums[name] = (sums[name] ?? 0) + count
        }
      }
    }
    console.log(`all: ${JSON.stringify(sums)}`)
  } finally {
    await cluster.remove()
  }
  process.exitCode = isRight ? 0 : 1
}
