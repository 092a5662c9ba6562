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
  sender: 'default',
  source: 'messages/a.md',
  variables: [{ name: 'name' }],
  images: [],
  map: {},
  digest: 'sha256:a',
}

const address = 'https://service.example.com'
const env = (name) => ({ env: name })

/** What differs between the services. */
const services = {
  'friend-talk': {
    template: { service_id: 'ft-text', payload: { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' } },
    account: { uploadUrl: address, userId: env('LOAD_USER') },
    headers: { authorization: `Bearer ${token}` },
    bodyOf: (keys) => ({
      results: keys.map((key) => ({
        code: '0',
        desc: 'delivered',
        request_date: '2026-06-12 14:03:04.000',
        done_date: '2026-06-12 14:03:05.000',
        msg_key: key,
        echo_to_webhook: null,
      })),
    }),
  },
  'brand-message': {
    template: {
      service_id: 'bm-text',
      payload: {
        chatBubbleType: 'TEXT',
        content: '안녕하세요, #{name}님.',
        recipientList: [{ targeting: 'I', resendParameter: { isResend: false } }],
      },
    },
    account: { appKey: env('LOAD_USER'), webhookSignature: env('LOAD_TOKEN') },
    headers: { 'x-toast-webhook-signature': token },
    bodyOf: (keys) => ({
      event: 'MESSAGE_RESULT_UPDATE',
      hooks: keys.map((key) => ({
        resultCode: '1000',
        receiveDate: '2026-06-12 14:03:05.0',
        recipientGroupingKey: key,
      })),
    }),
  },
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
 * @param options `database`, `{ url, schema }`, where the ledger is in PostgreSQL; `service`, whose sends they are
 * @returns the store and the keys of the sends
 */
export async function sentProject(root, sends, { database, service = 'friend-talk' } = {}) {
  const ledger = database ? { postgres: { env: 'LOAD_DATABASE' }, schema: database.schema } : '.friendtalk/ledger.db'
  const { template: own, account } = services[service]
  const config = {
    messages: ['*.md'],
    targets: { [target]: { service, ...account, baseUrl: address, secretKey: env('LOAD_KEY') } },
    ledger,
    results: { token: env('LOAD_TOKEN') },
  }
  mkdirSync(join(root, '.friendtalk'), { recursive: true })
  writeFileSync(join(root, 'friendtalk.config.json'), JSON.stringify(config))
  const store = ledgerStore({ target, ...(database ?? { path: join(root, '.friendtalk', `ledger.${target}.db`) }) })
  const opened = await store.open({ ifMissing: 'create' })
  await opened.prepare({
    release,
    templates: [{ ...template, ...own }],
    recipients: recipients(sends),
    rejected: 'keep',
  })
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
  #service

  constructor(connections, service = 'friend-talk') {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
    this.#service = services[service]
  }

  report(url, keys) {
    const body = JSON.stringify(this.#service.bodyOf(keys))
    return new Promise((resolve) => {
      const headers = {
        ...this.#service.headers,
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
