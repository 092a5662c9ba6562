// What a receiver of delivery results takes: results a second with durability, the processor for each, and its memory while
// very many come; and what asking the service for very many takes.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client, deliveriesIn, keysIn, sentProject, serve } from '../results/load.mjs'
import { startCommand, writeCampaign } from './deploy-project.mjs'
import { median } from './measure.mjs'

const connections = 16
const aims = { 10: 2_000, 1: 500 }

/** Seconds of the processor that a process has used so far. Linux alone. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function memoryMiB(pid) {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(kib) / 1024
}

/** Reports results for every send of a ledger; `onPart` is told how many were answered, some dozens of times. */
async function reportAll(store, url, resultsPerRequest, onPart) {
  const client = new Client(connections)
  let answered = 0
  try {
    // All of them first: who reads sends looks at the results that came since.
    const parts = []
    for await (const keys of keysIn(store)) parts.push(keys)
    for (const keys of parts) {
      const left = [...keys]
      const work = async () => {
        while (left.length > 0) {
          const some = left.splice(0, resultsPerRequest)
          if (!(await client.report(url, some))) throw new Error('A request was not answered with 200.')
          answered += some.length
        }
      }
      await Promise.all(Array.from({ length: connections }, work))
      onPart?.(answered)
    }
  } finally {
    client.close()
  }
  return answered
}

async function measured(folder, { sends, resultsPerRequest }) {
  const root = mkdtempSync(join(folder, 'results-'))
  const store = await sentProject(root, sends)
  const server = await serve(root, 0)
  const memory = []
  try {
    const begun = performance.now()
    const cpuBefore = cpuSeconds(server.child.pid)
    await reportAll(store, server.url, resultsPerRequest, () => memory.push(memoryMiB(server.child.pid)))
    const seconds = (performance.now() - begun) / 1000
    const cpu = cpuSeconds(server.child.pid) - cpuBefore
    const file = join(root, '.friendtalk', 'ledger.production.db')
    const statusBegun = performance.now()
    const { delivered } = await deliveriesIn(store)
    const statusSeconds = (performance.now() - statusBegun) / 1000
    if (delivered !== sends) throw new Error(`${delivered} of ${sends} results are recorded.`)
    return { rate: sends / seconds, cpu, memory, bytes: statSync(file).size, statusSeconds }
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(root, { recursive: true, force: true })
  }
}

export async function results({ folder, rounds, isQuick }) {
  const lines = [
    '## Delivery results',
    '',
    `\`results serve\` with a ledger in a file, ${connections} connections, every answer after the results are on the disk; client and receiver`,
    'share the processors. The aims are 2,000 results a second, and 500 with one result in a request.',
    '',
    '| results in a request | results a second | aim | CPU of the receiver for each, ms |',
    '| --- | --- | --- | --- |',
  ]
  for (const [resultsPerRequest, sends] of [
    [10, isQuick ? 10_000 : 50_000],
    [1, isQuick ? 2_000 : 10_000],
  ]) {
    const seen = []
    for (let round = 0; round < rounds; round++) seen.push(await measured(folder, { sends, resultsPerRequest }))
    const rate = Math.round(median(seen.map((one) => one.rate)))
    const cpu = median(seen.map((one) => (one.cpu / sends) * 1000))
    lines.push(
      `| ${resultsPerRequest} | ${rate.toLocaleString('en-US')} | ${aims[resultsPerRequest].toLocaleString('en-US')} | ${cpu.toFixed(2)} |`,
    )
  }
  const many = isQuick ? 100_000 : 1_000_000
  const { memory, rate, bytes, statusSeconds } = await measured(folder, { sends: many, resultsPerRequest: 100 })
  const at = (part) => Math.round(memory[Math.max(0, Math.floor(memory.length * part) - 1)])
  lines.push(
    '',
    `${many.toLocaleString('en-US')} results, one for each of as many sends, a hundred in a request: ${Math.round(rate).toLocaleString('en-US')} a second, the ledger ` +
      `${Math.round(bytes / 2 ** 20)} MiB; counting the deliveries then takes ${statusSeconds.toFixed(1)} s.`,
    '',
    '| after | memory of the receiver, MiB |',
    '| --- | --- |',
    ...[0.1, 0.25, 0.5, 0.75, 1].map((part) => `| ${(many * part).toLocaleString('en-US')} | ${at(part)} |`),
    `| at most | ${Math.round(Math.max(...memory))} |`,
  )
  return lines
}

/** What asking the emulator for the results of a brand message takes, which everybody got. */
export async function fetching({ isQuick }) {
  const { startEmulator } = await import('../../dist/emulator/emulator.js')
  const messages = isQuick ? 2_000 : 100_000
  const emulator = await startEmulator({}, { kept: { messages, requests: 10 } })
  const root = await writeCampaign({ url: emulator.url, messages, batch: 1_000, isShared: true })
  try {
    await startCommand(root, ['deploy', '--target', 'local', '--release', 'r1', '--yes', '--new-ledger', '--quiet'])
      .ended
    const { seconds, peakMiB, output } = await startCommand(root, ['results', 'fetch', '--json']).ended
    const { recorded } = JSON.parse(output)
    if (recorded !== messages) throw new Error(`${recorded} of ${messages} results are recorded.`)
    return [
      '## Asking for results',
      '',
      '`results fetch` from its start to its end, of messages that all have a result at the service.',
      '',
      '| messages | seconds | messages a second | peak MiB |',
      '| --- | --- | --- | --- |',
      `| ${messages} | ${seconds.toFixed(2)} | ${(messages / seconds).toFixed(0)} | ${peakMiB.toFixed(0)} |`,
    ]
  } finally {
    await emulator.close()
    rmSync(root, { recursive: true })
  }
}
