// What many recipients cost: recipients checked and rendered a second and the peak of resident memory of `plan` for each
// size, and for the largest how long a deploy that was killed takes from its start to its first request when it resumes.
// usage: node test/bench/deploy-memory.mjs [recipients…]
import { rmSync } from 'node:fs'
import { startCommand, writeCampaign } from './deploy-project.mjs'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 100_000, 1_000_000]
const { startEmulator } = await import('../../dist/emulator/emulator.js')
const emulator = await startEmulator({ kept: { messages: 10, requests: 10 } })
const local = ['--target', 'local', '--release', 'r1', '--quiet']

/** Resolves once the emulator has more messages than it had. */
async function nextMessage() {
  const before = emulator.counts().messages
  while (emulator.counts().messages === before) await new Promise((resolve) => setTimeout(resolve, 2))
}

let startSeconds = 0
for (const messages of sizes) {
  const root = await writeCampaign({ url: emulator.url, messages })
  const plan = await startCommand(root, ['plan', ...local]).ended
  // One recipient is the start of the command itself.
  if (messages === 1) startSeconds = plan.seconds
  const perSecond = messages / Math.max(0.001, plan.seconds - startSeconds)
  console.log(
    `${messages} recipients: plan ${plan.seconds.toFixed(1)} s, ${perSecond.toFixed(0)} a second beyond the start, ` +
      `peak ${plan.peakMiB.toFixed(0)} MiB`,
  )
  if (messages === sizes.at(-1)) {
    const first = startCommand(root, ['deploy', ...local, '--yes', '--new-ledger'])
    await nextMessage()
    console.log(`deploy: first request after ${((performance.now() - first.startedAt) / 1000).toFixed(1)} s`)
    first.child.kill('SIGKILL')
    await first.ended
    const resumed = startCommand(root, ['deploy', ...local, '--yes'])
    await nextMessage()
    console.log(`resume: first request after ${((performance.now() - resumed.startedAt) / 1000).toFixed(2)} s`)
    resumed.child.kill('SIGTERM')
    await resumed.ended.catch(() => {})
  }
  rmSync(root, { recursive: true })
}
await emulator.close()
