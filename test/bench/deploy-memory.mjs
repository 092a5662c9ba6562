// What many recipients cost: recipients checked and rendered a second and the peak of resident memory of `plan` for each
// size, and for the largest the time and memory of a deploy from its start to its first request, also when it resumes.
// usage: node test/bench/deploy-memory.mjs [recipients…]
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startCommand, writeCampaign } from './deploy-project.mjs'
import { peakKibOf } from './peak.mjs'

const local = ['--target', 'local', '--release', 'r1', '--quiet']

/** Resolves once an emulator has more messages than it had. */
async function nextMessage(emulator) {
  const before = emulator.counts().messages
  while (emulator.counts().messages === before) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Seconds and peak memory until the first request: of a deploy that is killed then, and of the same when it is resumed. */
async function firstRequests(root, emulator) {
  const until = async ({ child, ended, startedAt }, signal) => {
    await nextMessage(emulator)
    const seconds = (performance.now() - startedAt) / 1000
    const peakKib = peakKibOf(child.pid)
    child.kill(signal)
    await ended.catch(() => {})
    return { seconds, peakMiB: peakKib === undefined ? undefined : peakKib / 1024 }
  }
  const first = await until(startCommand(root, ['deploy', ...local, '--yes', '--new-ledger']), 'SIGKILL')
  return { first, resumed: await until(startCommand(root, ['deploy', ...local, '--yes']), 'SIGTERM') }
}

/** What many recipients cost. */
export async function manyRecipients({ isQuick, sizes = isQuick ? [10_000, 100_000] : [100_000, 1_000_000] }) {
  const { startEmulator } = await import('../../dist/emulator/emulator.js')
  const emulator = await startEmulator({}, { kept: { messages: 10, requests: 10 } })
  const rows = []
  let startSeconds = 0
  let requests
  try {
    // One recipient is the start of the command itself.
    for (const messages of [1, ...sizes]) {
      const root = await writeCampaign({ url: emulator.url, messages })
      const plan = await startCommand(root, ['plan', ...local]).ended
      if (messages === 1) startSeconds = plan.seconds
      const perSecond = messages === 1 ? '' : (messages / Math.max(0.001, plan.seconds - startSeconds)).toFixed(0)
      rows.push(`| ${messages} | ${plan.seconds.toFixed(2)} | ${perSecond} | ${plan.peakMiB.toFixed(0)} |`)
      if (messages === sizes.at(-1)) requests = await firstRequests(root, emulator)
      rmSync(root, { recursive: true })
    }
  } finally {
    await emulator.close()
  }
  const { first, resumed } = requests
  const seconds = (one) => one.seconds.toFixed(2)
  const mib = (one) => one.peakMiB?.toFixed(0) ?? ''
  return [
    '## Many recipients',
    '',
    'One run each of `plan`, which checks every recipient and renders every message; a second beyond the start of the command.',
    '',
    '| recipients | seconds | recipients a second | peak MiB |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    `Of ${sizes.at(-1)} recipients, from the start of the command to the first request:`,
    '',
    '| command | seconds | at most | peak MiB | at most |',
    '| --- | --- | --- | --- | --- |',
    `| \`deploy\` | ${seconds(first)} | | ${mib(first)} | 250 |`,
    `| \`deploy\` again, after it was killed | ${seconds(resumed)} | 5 | ${mib(resumed)} | 250 |`,
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = process.argv.slice(2).map(Number)
  console.log((await manyRecipients({ isQuick: false, ...(sizes.length > 0 && { sizes }) })).join('\n'))
}
