// From a saved file to its printed result, while all messages are watched by `lint --watch`.
// usage: node test/bench/watching.mjs [messages] [saves]
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

/** From a saved file to its result, in a few messages and in many. */
export async function watching({ folder, friendtalk, messages, isQuick, saves = isQuick ? 40 : 200 }) {
  const rows = []
  for (const count of [messages / 10, messages]) {
    const project = join(folder, `watched-${count}`)
    writeCorpus(project, count, 5)
    const times = await timesOf({ project, friendtalk, count, saves })
    const sorted = times.toSorted((a, b) => a - b)
    const late = sorted[Math.ceil(sorted.length * 0.99) - 1]
    rows.push(
      `| ${count} | median | ${count === messages ? 50 : ''} | ${median(times).toFixed(1)} |`,
      `| ${count} | 99th percentile |  | ${late.toFixed(1)} |`,
    )
    rmSync(project, { recursive: true })
  }
  return [
    '## Watching',
    '',
    `${saves} saves each: from the end of a save to its printed result.`,
    '',
    '| messages | | aim, at most ms | ms |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]
}

/** Milliseconds of each save. */
async function timesOf({ project, friendtalk, count, saves }) {
  const child = spawn(process.execPath, [friendtalk, 'lint', '--watch'], { cwd: project })
  let output = ''
  const arrived = new Map()
  const read = (chunk) => {
    output = (output + chunk).slice(-100_000)
    for (const [text, done] of arrived) if (output.includes(text)) done()
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  const closed = new Promise((resolve) => child.on('close', resolve))
  const until = (text) =>
    new Promise((resolve, reject) => {
      arrived.set(text, () => {
        arrived.delete(text)
        resolve()
      })
      void closed.then(() => reject(new Error(`The watch ended before it printed ${text}:\n${output.slice(-2000)}`)))
    })
  await until('Press Ctrl-C')
  const times = []
  const originals = new Map()
  for (let save = 0; save < saves; save++) {
    const file = join(project, `messages/m${(save * 37) % count}.md`)
    const mark = `**save${save}x**`
    const seen = until(mark)
    // A file that is saved a second time has this save's mark alone: a diagnostic names the first of its kind.
    if (!originals.has(file)) originals.set(file, readFileSync(file, 'utf8'))
    const source = originals.get(file).replace('---\n#{이름}', `---\n${mark} #{이름}`).replace('\n\n', `\n${mark}\n`)
    writeFileSync(file, source)
    const start = performance.now()
    await seen
    times.push(performance.now() - start)
    // The next save of a person comes later than what follows this one.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  child.kill('SIGTERM')
  await closed
  return times
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [messages = 10_000, saves = 200] = process.argv.slice(2).map(Number)
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  process.env.XDG_CACHE_HOME = join(folder, 'cache')
  const friendtalk = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
  try {
    console.log((await watching({ folder, friendtalk, messages, saves })).join('\n'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
