// Kills a deployer again and again while it sends, resumes until it is done, and compares what the ledger says with what
// the service saw:   node test/deploy/kill-loop.mjs [rounds] [kills per round] [messages] [seed]
// The long form is `100 30 10000`. It works on dist.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmulator } from '../../dist/index.js'
import { ledgerStore } from '../../dist/ledger/open.js'

const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
const release = 'r1'
const target = 'local'

/** One campaign, killed `kills` times at random moments; `random` gives numbers from 0 to 1. */
export async function killRound({ messages, kills, random }) {
  const emulator = await startEmulator({ kept: { messages: messages * 2, requests: 10 } })
  const root = mkdtempSync(join(tmpdir(), 'friendtalk-kills-'))
  writeProject(root, emulator, messages)
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
    return { ...(await compare(root, emulator, messages)), killed, code }
  } finally {
    await emulator.close()
    rmSync(root, { recursive: true, force: true })
  }
}

function writeProject(root, { url }, messages) {
  const env = (name) => ({ env: name })
  writeFileSync(
    join(root, 'friendtalk.config.json'),
    JSON.stringify({
      messages: ['*.md'],
      senders: { default: { sender_key: env('KILL_SENDER_KEY'), sender_number: '0212345678' } },
      targets: {
        [target]: {
          uploadUrl: url,
          baseUrl: url,
          userId: env('KILL_USER_ID'),
          secretKey: env('KILL_SECRET_KEY'),
          rate: 100_000,
          concurrency: 8,
          window: false,
        },
      },
    }),
  )
  writeFileSync(
    join(root, 'hello.md'),
    '---\nkind: ft-text\nrecipients: list.csv\nvars:\n  name: { max: 10 }\n---\n#{name}님, 안녕하세요.\n',
  )
  const rows = Array.from({ length: messages }, (_, index) => `010${String(10_000_000 + index)},고객${index}`)
  writeFileSync(join(root, 'list.csv'), `receiver_number,name\n${rows.join('\n')}\n`)
}

/** Runs the deployer. Returns its exit code, or null when it was killed. */
async function deployOnce(root, emulator, toKill) {
  const child = spawn(
    process.execPath,
    [cli, 'deploy', '--target', target, '--release', release, '--yes', '--new-ledger', '--quiet'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        XDG_STATE_HOME: join(root, 'state'),
        KILL_USER_ID: emulator.userId,
        KILL_SECRET_KEY: emulator.secretKey,
        KILL_SENDER_KEY: 'emulator-sender',
      },
    },
  )
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

/** What the ledger says beside what the service saw. Every figure but `unknown` must be 0. */
async function compare(root, emulator, messages) {
  const seen = new Map()
  const arrived = emulator.messages({ code: 'C100', limit: messages * 2 })
  for (const { msgKey } of arrived) seen.set(msgKey, (seen.get(msgKey) ?? 0) + 1)
  const reader = await ledgerStore({ path: ledgerOf(root), target }).read()
  const totals = { sends: 0, twice: 0, lost: 0, falselyAccepted: 0, foreign: 0, unknown: 0 }
  try {
    const keys = new Set()
    for await (const sends of reader.sends({ release })) {
      for (const { key, state } of sends) {
        totals.sends++
        keys.add(key)
        const isSeen = seen.has(key)
        if (state === 'unknown') totals.unknown++
        if (state === 'accepted' && !isSeen) totals.falselyAccepted++
        if (state !== 'accepted' && state !== 'unknown') totals.lost++
      }
    }
    totals.twice = [...seen.values()].filter((count) => count > 1).length
    totals.foreign = [...seen.keys()].filter((key) => !keys.has(key)).length
    totals.lost += messages - totals.sends
  } finally {
    await reader.close()
  }
  return totals
}

/** A generator of random numbers that starts the same for the same seed. */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rounds = 3, kills = 10, messages = 10_000, seed = 1] = process.argv.slice(2).map(Number)
  const random = seeded(seed)
  const sums = {}
  for (let round = 1; round <= rounds; round++) {
    const { code: _, ...totals } = await killRound({ messages, kills, random })
    for (const [name, count] of Object.entries(totals)) sums[name] = (sums[name] ?? 0) + count
    console.log(`round ${round}: ${JSON.stringify(totals)}`)
  }
  const share = ((100 * sums.unknown) / sums.sends).toFixed(3)
  console.log(`all: ${JSON.stringify(sums)}, ${share} % unknown (seed ${seed})`)
  const isRight = ['twice', 'lost', 'falselyAccepted', 'foreign'].every((name) => sums[name] === 0)
  process.exitCode = isRight ? 0 : 1
}
