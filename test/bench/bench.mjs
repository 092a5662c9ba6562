// Measures friendtalk, beside other linters of Markdown too, and writes docs/benchmarks.md; with --only it only prints.
// usage: node test/bench/bench.mjs [--quick] [--rounds <n>] [--messages <n>] [--only <section>…] [--node <version>…]
//
// Every section says its tables; another is added to `sections`. Everything runs on the Node that runs this, and then on the
// versions that are named; without a name on those in `otherNodes`.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeOf } from '../node-program.mjs'
import { deploy } from './deploy.mjs'
import { manyRecipients } from './deploy-memory.mjs'
import { emulator } from './emulator.mjs'
import { growth } from './growth.mjs'
import { lsp } from './lsp.mjs'
import { manyMessages } from './many-messages.mjs'
import { oneMessage } from './one-message.mjs'
import { installPeers } from './peers.mjs'
import { preparing } from './prepare.mjs'
import { preview } from './preview.mjs'
import { results } from './results.mjs'
import { sharedLedger } from './shared-ledger.mjs'
import { watching } from './watching.mjs'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    messages: { type: 'string' },
    only: { type: 'string', multiple: true },
    node: { type: 'string', multiple: true },
    // Of one Node: its tables are written there.
    part: { type: 'string' },
  },
})
const sections = {
  'one-message': oneMessage,
  'many-messages': manyMessages,
  watching,
  preview,
  lsp,
  growth,
  deploy,
  preparing,
  'many-recipients': manyRecipients,
  'shared-ledger': sharedLedger,
  emulator,
  results,
}
const otherNodes = ['24']

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
// What is kept from run to run must not be the user's.
process.env.XDG_CACHE_HOME = join(folder, 'cache')
const peers = installPeers()
const self = fileURLToPath(import.meta.url)
const rounds = Number(flags.rounds ?? (flags.quick ? 3 : 5))
try {
  if (flags.part === undefined) writePage()
  else await writePart(flags.part)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Measures with each Node in turn, each in a process of its own. */
function writePage() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const notes = readFileSync(new URL('notes.md', import.meta.url), 'utf8').trimEnd()
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, '')
  const page = [
    '# Benchmarks',
    '',
    'Written by `test/bench/bench.mjs`; do not edit. Commands run in turn, whole processes, so that all meet the same',
    'weather; seconds are medians, and a ratio is the median of the ratios of its rounds. CPU is user and system time of',
    'all threads: on a machine with other work it says more than the clock.',
    '',
    `- Command: \`${command}\`, ${rounds === 1 ? 'one round' : `${rounds} rounds`} after one that does not count`,
    `- Machine: ${cpus().length} × ${cpus()[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`,
    `- Versions: friendtalk ${version}, ${peers.versions.join(', ')}`,
  ]
  const programs = [process.execPath, ...(flags.node ?? otherNodes).map((each) => nodeOf(each, folder))]
  for (const [index, program] of programs.entries()) {
    const part = join(folder, `part-${index}.md`)
    // Peers that are programs of Node run on the same one.
    const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` }
    execFileSync(program, [self, ...process.argv.slice(2), '--part', part], { stdio: 'inherit', env })
    const node = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1)
    page.push('', `## Node ${node}`, '', readFileSync(part, 'utf8').trim())
    // What is known stays when a later part is interrupted.
    if (flags.only === undefined)
      writeFileSync(join(root, 'docs/benchmarks.md'), `${[...page, '', notes].join('\n')}\n`)
  }
}

async function writePart(path) {
  const setting = {
    folder,
    peers,
    friendtalk: join(root, 'dist/bin/main.js'),
    messages: Number(flags.messages ?? (flags.quick ? 1000 : 10_000)),
    rounds,
    isQuick: flags.quick,
  }
  for (const [name, section] of Object.entries(sections)) {
    if (flags.only !== undefined && !flags.only.includes(name)) continue
    const lines = await section(setting)
    console.log(`${lines.join('\n')}\n`)
    appendFileSync(path, `${lines.map((line) => line.replace(/^#/, '##')).join('\n')}\n\n`)
  }
}
