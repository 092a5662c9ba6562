// Measures friendtalk beside named peers and prints a table for each section; docs/benchmarks.md says what was seen.
// usage: npm run bench -- [--quick] [--rounds <n>] [--messages <n>] [--only <section>…]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { deploy } from './deploy.mjs'
import { manyRecipients } from './deploy-memory.mjs'
import { lsp } from './lsp.mjs'
import { manyMessages } from './many-messages.mjs'
import { manyReleases } from './many-releases.mjs'
import { oneMessage } from './one-message.mjs'
import { installPeers } from './peers.mjs'
import { preparing } from './prepare.mjs'
import { fetching, results } from './results.mjs'
import { sharedLedger } from './shared-ledger.mjs'
import { watching } from './watching.mjs'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    messages: { type: 'string', default: '1000' },
    only: { type: 'string', multiple: true },
  },
})
const sections = {
  'one-message': oneMessage,
  'many-messages': manyMessages,
  watching,
  lsp,
  deploy,
  preparing,
  'many-recipients': manyRecipients,
  'many-releases': manyReleases,
  'shared-ledger': sharedLedger,
  results,
  fetching,
}

const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const setting = {
  folder,
  peers: installPeers(),
  friendtalk: fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url)),
  messages: Number(flags.messages),
  rounds: Number(flags.rounds ?? (flags.quick ? 3 : 5)),
  isQuick: flags.quick,
}
try {
  console.log(`Node ${process.versions.node}, ${setting.peers.versions.join(', ')}\n`)
  for (const [name, section] of Object.entries(sections)) {
    if (flags.only === undefined || flags.only.includes(name)) console.log(`${(await section(setting)).join('\n')}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
