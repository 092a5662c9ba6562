import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

/** From a saved file to its result, while all messages are watched. */
export async function watching({ folder, friendtalk, messages, isQuick }) {
  const project = join(folder, 'watched')
  writeCorpus(project, messages, 5)
  const child = spawn(process.execPath, [friendtalk, 'lint', '--watch'], { cwd: project })
  let output = ''
  const arrived = new Map()
  const read = (chunk) => {
    output = (output + chunk).slice(-100_000)
    for (const [text, done] of arrived) if (output.includes(text)) done()
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  const until = (text) =>
    new Promise((resolve) => {
      arrived.set(text, () => {
        arrived.delete(text)
        resolve()
      })
    })
  await until('Press Ctrl-C')
  const times = []
  for (let save = 0; save < (isQuick ? 40 : 200); save++) {
    const file = join(project, `messages/m${(save * 37) % messages}.md`)
    const mark = `**save${save}x**`
    const seen = until(mark)
    const source = readFileSync(file, 'utf8')
      .replace('---\n#{이름}', `---\n${mark} #{이름}`)
      .replace('\n\n', `\n${mark}\n`)
    writeFileSync(file, source)
    const start = performance.now()
    await seen
    times.push(performance.now() - start)
    // The next save of a person comes later than what follows this one.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  child.kill('SIGTERM')
  await new Promise((resolve) => child.on('close', resolve))
  const sorted = times.toSorted((a, b) => a - b)
  const late = sorted[Math.ceil(sorted.length * 0.99) - 1]
  return [
    '## Watching',
    '',
    `${messages} messages, ${times.length} saves: from the end of a save to its printed result.`,
    '',
    '| | aim | ms |',
    '| --- | --- | --- |',
    `| median | 20 | ${median(times).toFixed(1)} |`,
    `| 99th percentile | 60 | ${late.toFixed(1)} |`,
  ]
}
