// A campaign that is sent to an emulator while somebody disturbs it, and what is compared afterwards.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
export const release = 'r1'
export const target = 'local'
export const deployCommand = ['deploy', '--target', target, '--release', release, '--yes', '--new-ledger', '--quiet']

const env = (name) => ({ env: name })

/** What differs between the services; the account is what the emulator takes. */
export const services = {
  'friend-talk': {
    kind: 'ft-text',
    account: { userId: env('KILL_USER_ID') },
    accepted: 'C100',
    isPersonal: () => true,
    textOf: ({ msg }) => msg,
  },
  // All but the first file have a body that is the same for all.
  'brand-message': {
    kind: 'bm-text',
    account: { appKey: env('KILL_APP_KEY'), batch: 20 },
    accepted: '0',
    isPersonal: (file) => file === 0,
    textOf: ({ content }) => content,
  },
}

/**
 * Writes a project whose target is the emulator.
 *
 * @param campaign `service`, one of services; `messages`, how many there are over all files; `files`, each with a text
 *   and a list of its own, of which a tenth is on all of them
 * @param changes what is different in the configuration
 */
export function writeCampaign(root, { url }, campaign, { concurrency = 8, ...changes } = {}) {
  const { service, files } = campaign
  const { kind, account, isPersonal } = services[service]
  const to = {
    service,
    ...account,
    ...(service === 'friend-talk' && { uploadUrl: url }),
    baseUrl: url,
    secretKey: env('KILL_SECRET_KEY'),
    rate: 100_000,
    concurrency,
    window: false,
  }
  const senders = { default: { sender_key: env('KILL_SENDER_KEY'), sender_number: '0212345678' } }
  const config = { messages: ['*.md'], senders, targets: { [target]: to }, ...changes }
  writeFileSync(join(root, 'friendtalk.config.json'), JSON.stringify(config))
  for (let file = 0; file < files; file++) {
    const id = idOf(file)
    const vars = isPersonal(file) ? 'vars:\n  name: { max: 10 }\n' : ''
    const text = textFor(id, isPersonal(file) && '#{name}')
    writeFileSync(join(root, `${id}.md`), `---\nkind: ${kind}\nrecipients: ${id}.csv\n${vars}---\n${text}\n`)
    const rows = numbersOf(file, campaign).map((number) => `${number},${nameOf(number)}`)
    writeFileSync(join(root, `${id}.csv`), `receiver_number,name\n${rows.join('\n')}\n`)
  }
}

const idOf = (file) => `hello${file}`
const nameOf = (number) => `고객${Number(number) % 10_000_000}`
const textFor = (id, name) => `${name ? `${name}님, ` : ''}안녕하세요. ${id}번 소식입니다.`

/** Who is on the list of a file: those on all lists first, then those on this one alone. */
function numbersOf(file, { messages, files }) {
  const length = Math.floor((messages * (file + 1)) / files) - Math.floor((messages * file) / files)
  const shared = Math.floor(messages / files / 10)
  return Array.from({ length }, (_, at) => `010${10_000_000 + (at < shared ? at : file * messages + at)}`)
}

/** What a deployer of the campaign needs beside the environment of this process. */
export function campaignEnv(emulator, stateFolder) {
  return {
    XDG_STATE_HOME: stateFolder,
    KILL_USER_ID: emulator.userId,
    KILL_APP_KEY: emulator.appKey,
    KILL_SECRET_KEY: emulator.secretKey,
    KILL_SENDER_KEY: 'emulator-sender',
  }
}

/**
 * What the ledger says beside what the service saw and what the lists ask for: who got which text under which key. Every
 * figure but `sends`, `unknown` and `together`, how many went in one request, must be 0.
 *
 * @param campaign as it was written
 */
export async function compare(reader, emulator, { service, messages, files }) {
  const { accepted, isPersonal, textOf } = services[service]
  const wanted = new Map()
  for (let file = 0; file < files; file++) {
    for (const number of numbersOf(file, { messages, files }))
      wanted.set(`${idOf(file)} ${number}`, textFor(idOf(file), isPersonal(file) && nameOf(number)))
  }
  const totals = { sends: 0, twice: 0, lost: 0, falselyAccepted: 0, foreign: 0, mixedUp: 0, unknown: 0, together: 0 }
  const sends = new Map()
  for await (const part of reader.sends({ release })) {
    for (const send of part) sends.set(send.key, send)
    totals.sends += part.length
  }
  const [byKey, byWhat] = [new Map(), new Map()]
  for (const { msgKey, receiverNumber, record, index } of emulator.messages({ code: accepted, limit: messages * 2 })) {
    totals.together = Math.max(totals.together, index + 1)
    byKey.set(msgKey, (byKey.get(msgKey) ?? 0) + 1)
    const send = sends.get(msgKey)
    if (send === undefined) totals.foreign++
    else {
      const what = `${send.id} ${receiverNumber}`
      byWhat.set(what, (byWhat.get(what) ?? 0) + 1)
      if (textOf(record) !== wanted.get(what) || send.masked !== masked(receiverNumber)) totals.mixedUp++
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
