// npm run reliability [-- --quick] [-- --only <words>]: what needs thousands of runs or minutes. It prints a table of
// promises with figures, and ends with 1 where one does not hold. It works on dist.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { quick, only } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
}).values

/** Each promise, and the command without `node` whose last line of output with a figure shows it. */
const scripts = [
  {
    promise: 'Nobody twice, nobody lost, in a simulated world',
    command: ['test/simulation/simulate.mjs', '--seeds', quick ? 100 : 2000],
  },
  {
    promise: 'The same while a deploy is killed',
    command: ['test/deploy/kill-loop.mjs', ...(quick ? [1, 3, 1000] : [5, 20, 10_000]), 1],
  },
  {
    promise: 'The same on several machines, killed and cut off',
    command: [
      'test/deploy/shared-ledger.mjs',
      '--seed',
      1,
      '--kills',
      0.6,
      '--rounds',
      quick ? 1 : 3,
      '--messages',
      quick ? 400 : 4000,
      '--disturbances',
      quick ? 5 : 40,
    ],
  },
  {
    promise: 'A recorded result is never lost',
    command: ['test/results/kill-loop.mjs', ...(quick ? [2, 1000] : [20, 20_000])],
  },
  {
    promise: 'No input ends in a stack trace or a hang',
    command: ['test/fuzz/fuzz.mjs', '--seconds', quick ? 1 : 10, '--seed', 1],
  },
  {
    promise: 'A mistake in sending fails a test',
    command: ['test/mutation/sending.mjs', ...(quick ? ['return the lease of what is unknown'] : [])],
  },
  { promise: 'A limit that is off by one fails a test', command: ['test/mutation/limits.mjs'], isLong: true },
]

const scratch = mkdtempSync(join(tmpdir(), 'friendtalk-reliability-'))
const rows = []

for (const { promise, command, isLong = false } of scripts) {
  if ((quick && isLong) || !promise.includes(only)) continue
  const { code, output, seconds } = await run(command)
  const figures =
    output
      .trimEnd()
      .split('\n')
      .findLast((line) => /\d/.test(line)) ?? ''
  add({ promise, figures, seconds, holds: code === 0 })
  if (code !== 0) process.stdout.write(`${output}\n`)
}
if (!quick && only === '') await addTestFiles()
rmSync(scratch, { recursive: true, force: true })

process.stdout.write(`\n| promise | figures | seconds |\n| --- | --- | --- |\n`)
for (const { promise, figures, seconds } of rows) process.stdout.write(`| ${promise} | ${figures} | ${seconds} |\n`)
const broken = rows.filter(({ holds }) => !holds)
process.stdout.write(`\n${rows.length - broken.length} of ${rows.length} promises hold\n`)
process.exitCode = broken.length > 0 ? 1 : 0

/** Adds a row for each file of test/reliability: what its first `describe` says, and how many of its tests passed. */
async function addTestFiles() {
  const report = join(scratch, 'report.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const config = 'test/reliability/vitest.config.ts'
  const { code, output } = await run([vitest, 'run', '--config', config, '--reporter=json', `--outputFile=${report}`])
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  for (const { name, assertionResults, startTime, endTime, status } of testResults) {
    const passed = assertionResults.filter((test) => test.status === 'passed').length
    add({
      promise: assertionResults[0]?.ancestorTitles[0] ?? relative(root, name),
      figures: `${passed} of ${assertionResults.length} tests: ${relative(root, name)}`,
      seconds: Math.round((endTime - startTime) / 1000),
      holds: status === 'passed',
    })
    for (const { fullName, status: came, failureMessages } of assertionResults) {
      if (came === 'failed') process.stdout.write(`✗ ${fullName}\n${failureMessages.join('\n')}\n`)
    }
  }
  if (code !== 0) process.stdout.write(`${output}\n`)
}

function add(row) {
  rows.push(row)
  process.stdout.write(`${row.holds ? '✓' : '✗'} ${row.promise}, ${row.seconds} s: ${row.figures}\n`)
}

function run(command) {
  const begun = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command.map(String), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
    child.once('close', (code) => {
      resolve({ code, output, seconds: Math.round((performance.now() - begun) / 1000) })
    })
  })
}
