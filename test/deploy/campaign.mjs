// A campaign that is sent to an emulator while somebody disturbs it, and what is compared afterwards.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
export const release = 'r1'
export const target = 'local'
export const deployCommand = ['deploy', '--target', target, '--release', release, '--yes', '--new-ledger', '--quiet']

/**
 * Writes a project whose target is the emulator.
 *
 * @param messages how many of them there are, over all files
 * @param files message files, each with a text and a list of its own; a tenth of each list is on all of them
 * @param changes what is different in the configuration
 */
export function writeCampaign(root, { url }, { messages, files = 1, concurrency = 8, ...changes }) {
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
  for (let file = 0; file < files; file++) {
    writeFileSync(
      join(root, `${idOf(file)}.md`),
      `---\nkind: ft-text\nrecipients: ${idOf(file)}.csv\nvars:\n  name: { max: 10 }\n---\n${textFor(idOf(file), '#{name}')}\n`,
    )
    const rows = numbersOf(file, { messages, files }).map((number) => `${number},${nameOf(number)}`)
    writeFileSync(join(root, `${idOf(file)}.csv`), `receiver_number,name\n${rows.join('\n')}\n`)
  }
}

const idOf = (file) => `hello${file}`
const nameOf = (number) => `고객${Number(number) % 10_000_000}`
const textFor = (id, name) => `${name}님, 안녕하세요. ${id}번 소식입니다.`

/** Who is on the list of a file: those on all lists first, then those on this one alone. */
function numbersOf(file, { messages, files }) {
  const length = Math.floor((messages * (file + 1)) / files) - Math.floor((messages * file) / files)
  const shared = files === 1 ? 0 : Math.floor(messages / files / 10)
  return Array.from({ length }, (_, at) => `010${10_000_000 + (at < shared ? at : file * messages + at)}`)
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

/**
 * What the ledger says beside what the service saw and what the lists ask for: who got which text under which key. Every
 * figure but `sends` and `unknown` must be 0.
 *
 * @param campaign `messages` and `files` as they were written
 */
export async function compare(reader, emulator, { messages, files = 1 }) {
  const wanted = new Set()
  for (let file = 0; file < files; file++) {
    for (const number of numbersOf(file, { messages, files })) wanted.add(`${idOf(file)} ${number}`)
  }
  const totals = { sends: 0, twice: 0, lost: 0, falselyAccepted: 0, foreign: 0, mixedUp: 0, unknown: 0 }
  const sends = new Map()
  for await (const part of reader.sends({ release })) {
    for (const send of part) sends.set(send.key, send)
    totals.sends += part.length
  }
  const [byKey, byWhat] = [new Map(), new Map()]
  for (const { msgKey, receiverNumber, record } of emulator.messages({ code: 'C100', limit: messages * 2 })) {
    byKey.set(msgKey, (byKey.get(msgKey) ?? 0) + 1)
    const send = sends.get(msgKey)
    if (send === undefined) totals.foreign++
    else {
      const what = `${send.id} ${receiverNumber}`
      byWhat.set(what, (byWhat.get(what) ?? 0) + 1)
      const isIts = record.msg === textFor(send.id, nameOf(receiverNumber)) && send.masked === masked(receiverNumber)
      if (!isIts || !wanted.has(what)) totals.mixedUp++
    }
  }
  for (const { key, state } of sends.values()) {
    if (state === 'unknown') totals.unknown++
    if (state === 'accepted' && !byKey.has(key)) totals.falselyAccepted++
    if (state !== 'accepted' && state !== 'unknown') totals.lost++
  }
  for (const counts of [byKey, byWhat]) {
    totals.twice = Math.max(totals.twice, [...counts.values()].filter((count) => count > 1).length)
  }
  totals.lost += Math.abs(wanted.size - sends.size) + Math.abs(totals.sends - sends.size)
  return totals
}

const masked = (number) => `${number.slice(0, 3)}-****-${number.slice(-4)}`

export const mustBeZero = ['twice', 'lost', 'falselyAccepted', 'foreign', 'mixedUp']

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
