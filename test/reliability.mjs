// Repeats a short form of whatever docs/reliability.md counts on: npm run reliability [-- --quick] [--seed 1]
// It takes about ten minutes on two cores, with --quick one or two. It works on dist.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))

function optionsIn(args) {
  try {
    return parseArgs({
      args,
      options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
    }).values
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

const { quick, seed } = optionsIn(process.argv.slice(2))
if (!/^[1-9]\d{0,8}$/.test(seed)) {
  process.stderr.write(`--seed ${seed}: not a whole number from 1 on, of at most nine digits\n`)
  process.exit(2)
}

/** Each step, and its command without `node`. */
const steps = [
  step('simulation', ['test/simulation/simulate.mjs', '--from', seed, '--seeds', quick ? '100' : '5000']),
  step('deploys that are killed', ['test/deploy/kill-loop.mjs', ...(quick ? [1, 3, 1000] : [5, 20, 10_000]), seed]),
  step('receivers that are killed', ['test/results/kill-loop.mjs', ...(quick ? [2, 1000] : [10, 10_000])]),
  step(
    'several deployers on one database',
    `test/deploy/shared-ledger.mjs --seed ${seed} --kills 0.6 ${
      quick ? '--rounds 1 --messages 400 --disturbances 5' : '--rounds 3 --messages 4000 --disturbances 40'
    }`.split(' '),
    needsPostgres,
  ),
  step('generated input', ['test/fuzz/fuzz.mjs', '--seconds', quick ? 1 : 10, '--seed', seed]),
  step('mistakes that tests have to see', [
    'test/mutation/sending.mjs',
    quick ? 'return the lease of what is unknown' : 'unknown',
  ]),
]

/** @param unable returns why it cannot run here; nothing where it can */
function step(name, command, unable = () => '') {
  return { name, command: command.map(String), unable }
}

/** Why the step about PostgreSQL cannot run here. */
function needsPostgres() {
  return existsSync('/usr/lib/postgresql') ? '' : 'PostgreSQL is missing: npm run test:setup'
}

/** Runs a command; its last line of output says what came of it. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
    child.once('close', (code) => resolve({ code, output: output.trimEnd() }))
  })
}

const start = performance.now()
const secondsSince = (from) => `${((performance.now() - from) / 1000).toFixed(0)} s`
let failures = 0
let done = 0
for (const { name, command, unable } of steps) {
  const reason = unable()
  if (reason !== '') {
    process.stdout.write(`– ${name}: left out. ${reason}\n`)
    continue
  }
  process.stdout.write(`… ${name}: node ${command.join(' ')}\n`)
  const begun = performance.now()
  const { code, output } = await run(command)
  const mark = code === 0 ? '✓' : '✗'
  done++
  if (code !== 0) failures++
  // Of what went wrong everything is shown, and of the rest its figures.
  const told = code === 0 ? output.split('\n').filter((line) => /\d/.test(line)) : [output]
  const shown = name === 'generated input' ? told : told.slice(-1)
  process.stdout.write(`${mark} ${name}, ${secondsSince(begun)}\n  ${shown.join('\n  ')}\n`)
}
process.stdout.write(`${done - failures} of ${done} steps without a failure, ${secondsSince(start)}\n`)
process.exitCode = failures > 0 ? 1 : 0
