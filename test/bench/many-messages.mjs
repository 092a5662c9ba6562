import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeCorpus, writeLongCorpus } from './corpus.mjs'
import { ratioOf, runCommand, tableOf } from './process.mjs'

const corpora = [
  { title: 'Messages of all kinds', write: (folder, count) => writeCorpus(folder, count, 1) },
  {
    title: 'Long texts with comments, every third with errors, deep folders',
    write: (folder, count) => writeLongCorpus(folder, count, 7),
  },
]
const aims = [
  ['friendtalk lint', 'markdownlint-cli2', 0.9],
  ['friendtalk lint', 'remark-cli', 0.75],
  ['friendtalk compile', 'friendtalk lint', 1.5],
]

/** Many files: linted and compiled. */
export async function manyMessages({ folder, friendtalk, peers, messages, rounds }) {
  const page = []
  for (const { title, write } of corpora) {
    const project = join(folder, title.replaceAll(/\W+/g, '-'))
    const bytes = write(project, messages)
    const run = (command) => () => runCommand(command, project)
    const others = Object.entries(peers.commands).map(([name, command]) => [
      name,
      run([...command, 'messages/**/*.md']),
    ])
    const { lines, results } = await tableOf(
      {
        'friendtalk lint': run([process.execPath, friendtalk, 'lint']),
        'friendtalk compile': () => {
          rmSync(join(project, 'dist'), { recursive: true, force: true })
          return runCommand([process.execPath, friendtalk, 'compile', '--quiet'], project)
        },
        ...Object.fromEntries(others),
      },
      rounds,
    )
    const rows = aims
      .filter(([, base]) => results[base] !== undefined)
      .map(
        ([name, base, most]) => `| ${name} ÷ ${base} | ${most} | ${ratioOf(results[name], results[base]).toFixed(2)} |`,
      )
    page.push(`## ${title}`, '', `${messages} messages of ${Math.round(bytes / messages)} bytes.`, '', ...lines, '')
    page.push('| | at most | seen |', '| --- | --- | --- |', ...rows, '')
  }
  return page.slice(0, -1)
}
