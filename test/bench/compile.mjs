// Files a second and peak memory of `compile`, against reading the same files and against remark-parse.
// usage: node test/bench/compile.mjs [messages] [rounds]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCorpus } from './corpus.mjs'
import { inTurn, median, ratio, runNode } from './measure.mjs'

const count = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const tasks = fileURLToPath(new URL('tasks.mjs', import.meta.url))
const messages = join(folder, 'messages')

try {
  const bytes = writeCorpus(folder, count, 1)
  console.log(`${count} messages of all kinds, ${Math.round(bytes / count)} bytes each; medians of ${rounds} rounds\n`)
  const results = await inTurn(
    {
      'read the files': () => runNode([tasks, 'read', messages]),
      'remark-parse, bodies': () => runNode([tasks, 'commonmark', messages]),
      'dialect, bodies': () => runNode([tasks, 'dialect', messages]),
      'compile, first time': async () => {
        rmSync(join(folder, 'dist'), { recursive: true, force: true })
        return runNode([cli, 'compile', '--quiet'], { cwd: folder })
      },
      'compile, unchanged': () => runNode([cli, 'compile', '--quiet'], { cwd: folder }),
    },
    rounds,
  )
  const floor = results['read the files']
  const commonmark = results['remark-parse, bodies']
  console.log('| process | seconds | files/s | peak MiB | × reading | × remark-parse |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const [name, runs] of Object.entries(results)) {
    const seconds = median(runs.map((run) => run.seconds))
    const peak = median(runs.map((run) => run.peakMiB))
    const cells = [name, seconds.toFixed(2), Math.round(count / seconds), Math.round(peak)]
    console.log(`| ${[...cells, ratio(runs, floor).toFixed(1), ratio(runs, commonmark).toFixed(2)].join(' | ')} |`)
  }
  console.log(
    `\nremark-parse takes ${ratio(commonmark, results['dialect, bodies']).toFixed(1)} times as long as the dialect.`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
