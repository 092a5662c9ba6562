// Kills a deployer again and again while it sends, resumes until it is done, and compares what the ledger says with what
// the service saw, with each service:   node test/deploy/kill-loop.mjs [rounds] [kills per round] [messages] [seed]
// The long form is `100 30 10000`. It works on dist.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmulator } from '../../dist/index.js'
import { ledgerStore } from '../../dist/ledger/open.js'
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

export { seeded } from './campaign.mjs'

/** One campaign, killed `kills` times at random moments; `random` gives numbers from 0 to 1. */
export async function killRound({ service, messages, kills, random }) {
  const campaign = { service, messages, files: 2 }
  const emulator = await startEmulator({}, { kept: { messages: messages * 2, requests: 10 } })
  const root = mkdtempSync(join(tmpdir(), 'friendtalk-kills-'))
  writeCampaign(root, emulator, campaign)
  let killed = 0
  let code = null
  try {
    while (code === null) {
      const isToKill = killed < kills
      code = await deployOnce(root, emulator, isToKill ? { random, mostMessages: messages / kills } : undefined)
      if (code === null) killed++
      // It stops by itself when nobody answers; a person runs it again.
      else if ((await waitingIn(root)) > 0) code = null
    }
    return { ...(await compareWith(root, emulator, campaign)), killed, code }
  } finally {
    await emulator.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Runs the deployer. Returns its exit code, or null when it was killed. */
async function deployOnce(root, emulator, toKill) {
  const child = spawn(process.execPath, [cli, ...deployCommand], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...campaignEnv(emulator, join(root, 'state')) },
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const ended = new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
  })
  if (toKill) void killSoon(child, emulator, toKill.random, toKill.mostMessages)
  const code = await ended
  if (code !== null && ![0, 3, 4, 5].includes(code)) throw new Error(`The deployer ended with ${code}:\n${errors}`)
  return code
}

/**
 * One of ten kills comes at any moment of the start, the others within a few requests: after so few messages that some
 * are left for the last kill, however quick the machine is.
 */
async function killSoon(child, emulator, random, mostMessages) {
  const isAtStart = random() < 0.1
  const atLatestMs = isAtStart ? random() * 1_500 : Number.POSITIVE_INFINITY
  const wanted = emulator.counts().messages + 1 + (isAtStart ? 0 : random() * mostMessages)
  const startedAt = Date.now()
  while (emulator.counts().messages < wanted && child.exitCode === null) {
    if (Date.now() - startedAt > atLatestMs) break
    await delay(1)
  }
  await delay(random() * 3)
  child.kill('SIGKILL')
}

async function waitingIn(root) {
  const reader = await ledgerStore({ path: ledgerOf(root), target }).read()
  try {
    const { pending, deferred } = await reader.counts(release)
    return pending + deferred
  } finally {
    await reader.close()
  }
}

function ledgerOf(root) {
  return join(root, '.friendtalk', `ledger.${target}.db`)
}

/** The same of the ledger in the folder of a campaign. */
async function compareWith(root, emulator, campaign) {
  const reader = await ledgerStore({ path: ledgerOf(root), target }).read()
  try {
    return await compare(reader, emulator, campaign)
  } finally {
    await reader.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rounds = 3, kills = 10, messages = 10_000, seed = 1] = process.argv.slice(2).map(Number)
  const random = seeded(seed)
  const sums = {}
  for (let round = 1; round <= rounds; round++) {
    for (const service of Object.keys(services)) {
      const { code: _, together: __, ...totals } = await killRound({ service, messages, kills, random })
      for (const [name, count] of Object.entries(totals)) sums[name] = (sums[name] ?? 0) + count
      console.log(`round ${round}, ${service}: ${JSON.stringify(totals)}`)
    }
  }
  const share = ((100 * sums.unknown) / sums.sends).toFixed(3)
  console.log(`all: ${JSON.stringify(sums)}, ${share} % unknown (seed ${seed})`)
  const isRight = mustBeZero.every((name) => sums[name] === 0)
  process.exitCode = isRight ? 0 : 1
}
