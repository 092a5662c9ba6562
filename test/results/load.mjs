// A ledger of accepted sends, a receiver as a process of its own, and a client that reports results to it.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ledgerStore } from '../../dist/ledger/open.js'

const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
const target = 'production'
const release = 'r1'
const token = 'load-token'

const template = {
  format: 1,
  id: 'a',
  service_id: 'ft-text',
  sender: 'default',
  source: 'messages/a.md',
  payload: { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' },
  variables: [{ name: 'name' }],
  images: [],
  map: {},
  digest: 'sha256:a',
}

function* recipients(sends) {
  for (let from = 0; from < sends; from += 1_000) {
    const list = Array.from({ length: Math.min(1_000, sends - from) }, (_, n) => ({
      number: `010${String(from + n).padStart(8, '0')}`,
      values: new Map([['name', `손님 ${from + n}`]]),
    }))
    yield { id: 'a', recipients: list }
  }
}

/**
 * Makes a project whose ledger has so many accepted sends.
 *
 * @param database `{ url, schema }` where the ledger is in PostgreSQL
 * @returns the store and the keys of the sends
 */
export async function sentProject(root, sends, database) {
  const ledger = database ? { postgres: { env: 'LOAD_DATABASE' }, schema: database.schema } : '.friendtalk/ledger.db'
  const address = 'https://service.example.com'
  const env = (name) => ({ env: name })
  const config = {
    messages: ['*.md'],
    targets: {
      [target]: { uploadUrl: address, baseUrl: address, userId: env('LOAD_USER'), secretKey: env('LOAD_KEY') },
    },
    ledger,
    results: { token: env('LOAD_TOKEN') },
  }
  mkdirSync(join(root, '.friendtalk'), { recursive: true })
  writeFileSync(join(root, 'friendtalk.config.json'), JSON.stringify(config))
  const store = ledgerStore({ target, ...(database ?? { path: join(root, '.friendtalk', `ledger.${target}.db`) }) })
  const opened = await store.open({ ifMissing: 'create' })
  await opened.prepare({ release, templates: [template], recipients: recipients(sends), rejected: 'keep' })
  for (let batch = await opened.claim({ release, maxSends: 1_000 }); batch;) {
    const [settled, next] = [batch, opened.claim({ release, maxSends: 1_000 })]
    await opened.settle(settled.sends.map(({ row, attempt }) => ({ row, attempt, outcome: 'accepted', code: 'C100' })))
    batch = await next
  }
  await opened.close()
  return store
}

/** Yields the keys of all sends in their order, some at a time. */
export async function* keysIn(store) {
  const reader = await store.read()
  try {
    for await (const sends of reader.sends({ release })) yield sends.map(({ key }) => key)
  } finally {
    await reader.close()
  }
}

/** Counts the deliveries that a ledger knows. */
export async function deliveriesIn(store) {
  const reader = await store.read()
  try {
    const [message] = await reader.deliveries(release)
    return message.counts
  } finally {
    await reader.close()
  }
}

/** Which of these sends have no result. */
export async function withoutResult(store, keys) {
  const missing = new Set(keys)
  const reader = await store.read()
  try {
    for await (const sends of reader.sends({ release })) {
      for (const { key, delivery } of sends) if (delivery !== undefined) missing.delete(key)
    }
  } finally {
    await reader.close()
  }
  return missing
}

/** Starts `results serve` on a port; resolves once it listens. */
export async function serve(root, port, database) {
  const child = spawn(process.execPath, [cli, 'results', 'serve', '--port', String(port), '--json', '--quiet'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      XDG_STATE_HOME: join(root, 'state'),
      XDG_CACHE_HOME: join(root, 'cache'),
      LOAD_TOKEN: token,
      LOAD_USER: 'me',
      LOAD_KEY: 'key',
      ...(database && { LOAD_DATABASE: database.url }),
    },
  })
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  const line = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
    child.once('exit', (code) => reject(new Error(`results serve ended with ${code}`)))
  })
  return { child, ended, url: new URL(JSON.parse(line).url) }
}

/** Reports a result for each key on kept connections. Resolves to whether it was answered with 200. */
export class Client {
  #agent

  constructor(connections) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  report(url, keys, code = '0') {
    const results = keys.map((key) => ({
      code,
      desc: 'delivered',
      request_date: '2026-06-12 14:03:04.000',
      done_date: '2026-06-12 14:03:05.000',
      msg_key: key,
      echo_to_webhook: null,
    }))
    const body = JSON.stringify({ results })
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const sent = request(url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 200))
        response.on('error', () => resolve(false))
      })
      sent.on('error', () => resolve(false))
      sent.end(body)
    })
  }

  close() {
    this.#agent.destroy()
  }
}
