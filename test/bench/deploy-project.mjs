// A campaign of one text message and as many recipients as asked for, in a folder of its own.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
const peakMemory = fileURLToPath(new URL('peak-memory.mjs', import.meta.url))

export const text = (name) =>
  `${name}님, 안녕하세요!\n봄 신상품이 도착했어요.\n\n오늘 단 하루, 전 상품 무료배송. 놓치지 마세요.`

/**
 * Writes the project; its target `local` is at `url`, its ledger a file unless `ledger` says otherwise. Everybody gets a text
 * of their own unless it `isShared`. The message is of friend talk unless there is a `batch`, which brand messages have.
 */
export async function writeCampaign({ url, messages, concurrency = 8, rate = 1_000_000, ledger, batch, isShared }) {
  const root = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  const env = (name) => ({ env: name })
  const target = {
    ...(batch === undefined
      ? { uploadUrl: url, userId: env('BENCH_USER_ID') }
      : { service: 'brand-message', appKey: env('BENCH_APP_KEY'), batch }),
    baseUrl: url,
    secretKey: env('BENCH_SECRET_KEY'),
    rate,
    concurrency,
    window: false,
  }
  const senders = { default: { sender_key: env('BENCH_SENDER_KEY'), sender_number: '0212345678' } }
  const config = { messages: ['*.md'], senders, targets: { local: target }, ...(ledger && { ledger }) }
  writeFileSync(join(root, 'friendtalk.config.json'), JSON.stringify(config))
  const settings = ['recipients: list.csv', ...(isShared ? [] : ['vars:', '  name: { max: 12 }'])].join('\n')
  const kind = batch === undefined ? 'ft-text' : 'bm-text'
  const body = text(isShared ? '고객' : '#{name}')
  writeFileSync(join(root, 'sale.md'), `---\nkind: ${kind}\n${settings}\n---\n${body}\n`)
  const file = createWriteStream(join(root, 'list.csv'))
  file.write('receiver_number,name\n')
  for (let index = 0; index < messages; index++) {
    if (!file.write(`010${String(10_000_000 + index)},고객${index}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return root
}

/** Starts a command in a campaign; `ended` resolves with its exit code, output, seconds and peak of resident memory in MiB. */
export function startCommand(root, args) {
  const env = {
    ...process.env,
    XDG_STATE_HOME: join(root, 'state'),
    BENCH_USER_ID: 'emulator',
    BENCH_APP_KEY: 'emulator-app',
    BENCH_SECRET_KEY: 'emulator_not_a_secret',
    BENCH_SENDER_KEY: 'emulator-sender',
  }
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', peakMemory, cli, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  let peak = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  child.stdio[3].on('data', (chunk) => (peak += chunk))
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== 0 && signal === null) throw new Error(`${args.join(' ')} ended with ${code}:\n${errors}`)
    return { code, output, seconds: (performance.now() - startedAt) / 1000, peakMiB: Number(peak) / 1024 }
  })
  return { child, ended, startedAt }
}
