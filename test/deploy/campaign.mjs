// A campaign that is sent to an emulator while somebody disturbs it, and what is compared afterwards.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
export const release = 'r1'
export const target = 'local'
export const deployCommand = ['deploy', '--target', target, '--release', release, '--yes', '--new-ledger', '--quiet']

/**
 * Writes a project with one message for so many recipients; its target is the emulator.
 *
 * @param changes what is different in the configuration
 */
export function writeCampaign(root, { url }, { messages, concurrency = 8, ...changes }) {
  const env = (name) => ({ env: name })
  const to = {
    uploadUrl: url,
    baseUrl: url,
    userId: env('KILL_USER_ID'),
    secretKey: env('KILL_SECRET_KEY'),
    rate: 100_000,
    concurrency,
    window: false,
  }
  const senders = { default: { sender_key: env('KILL_SENDER_KEY'), sender_number: '0212345678' } }
  const config = { messages: ['*.md'], senders, targets: { [target]: to }, ...changes }
  writeFileSync(join(root, 'friendtalk.config.json'), JSON.stringify(config))
  writeFileSync(
    join(root, 'hello.md'),
    '---\nkind: ft-text\nrecipients: list.csv\nvars:\n  name: { max: 10 }\n---\n#{name}님, 안녕하세요.\n',
  )
  const rows = Array.from({ length: messages }, (_, index) => `010${String(10_000_000 + index)},고객${index}`)
  writeFileSync(join(root, 'list.csv'), `receiver_number,name\n${rows.join('\n')}\n`)
}

/** What a deployer of the campaign needs beside the environment of this process. */
export function campaignEnv(emulator, stateFolder) {
  return {
    XDG_STATE_HOME: stateFolder,
    KILL_USER_ID: emulator.userId,
    KILL_SECRET_KEY: emulator.secretKey,
    KILL_SENDER_KEY: 'emulator-sender',
  }
}

/** What the ledger says beside what the service saw. Every figure but `sends` and `unknown` must be 0. */
export async function compare(reader, emulator, messages) {
  const seen = new Map()
  for (const { msgKey } of emulator.messages({ code: 'C100', limit: messages * 2 })) {
    seen.set(msgKey, (seen.get(msgKey) ?? 0) + 1)
  }
  const totals = { sends: 0, twice: 0, lost: 0, falselyAccepted: 0, foreign: 0, unknown: 0 }
  const keys = new Set()
  for await (const sends of reader.sends({ release })) {
    for (const { key, state } of sends) {
      totals.sends++
      keys.add(key)
      if (state === 'unknown') totals.unknown++
      if (state === 'accepted' && !seen.has(key)) totals.falselyAccepted++
      if (state !== 'accepted' && state !== 'unknown') totals.lost++
    }
  }
  totals.twice = [...seen.values()].filter((count) => count > 1).length
  totals.foreign = [...seen.keys()].filter((key) => !keys.has(key)).length
  totals.lost += messages - keys.size
  return totals
}

export const mustBeZero = ['twice', 'lost', 'falselyAccepted', 'foreign']

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
