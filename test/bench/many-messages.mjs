import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCorpus, writeLongCorpus } from './corpus.mjs'
import { ratioOf, runCommand, tableOf } from './process.mjs'

/** `most`: how long a lint may take, in times of rumdl, on Node 20 and on newer ones. */
const corpora = [
  { title: 'Messages of all kinds', write: (folder, count) => writeCorpus(folder, count, 1), most: [1.1, 0.8] },
  {
    title: 'Long texts with comments, every third with errors, deep folders',
    write: (folder, count) => writeLongCorpus(folder, count, 7),
    most: [1.5, 1.1],
  },
]
const tasks = fileURLToPath(new URL('tasks.mjs', import.meta.url))
const isOldNode = Number(process.versions.node.split('.')[0]) < 24

/** Many files: linted and compiled. */
export async function manyMessages({ folder, friendtalk, peers, messages, rounds, isQuick }) {
  const page = []
  for (const { title, write, most } of corpora) {
    const project = join(folder, title.replaceAll(/\W+/g, '-'))
    const bytes = write(project, messages)
    const run = (command) => () => runCommand(command, project)
    const lint = [process.execPath, friendtalk, 'lint']
    let compiled = 0
    const { rumdl, 'rumdl, cached': _, ...others } = peers.commands
    const { lines, results } = await tableOf(
      {
        ...(rumdl && { rumdl: run([...rumdl, 'messages']) }),
        'friendtalk lint': run(lint),
        'friendtalk compile': () => {
          // Not removed: ext4 searches long for room among thousands of files that were removed just now.
          const before = join(project, 'dist')
          if (existsSync(before)) renameSync(before, `${project}-compiled-${process.pid}-${++compiled}`)
          return runCommand([process.execPath, friendtalk, 'compile', '--quiet'], project)
        },
        'bare loop that writes files like the compiled ones': () =>
          runCommand([process.execPath, tasks, 'write', 'dist/messages', `${project}-written-${compiled}`], project),
        'friendtalk compile, nothing changed': run([process.execPath, friendtalk, 'compile', '--quiet']),
      },
      rounds,
    )
    page.push(`## ${title}`, '', `${messages} messages of ${Math.round(bytes / messages)} bytes.`, '', ...lines, '')
    if (rumdl) page.push(...aims(results, most[isOldNode ? 0 : 1]), '')
    if (isQuick) continue
    // They take so long that fewer messages and rounds have to do.
    const few = `${project}-few`
    write(few, messages / 10)
    const runFew = (command) => () => runCommand(command, few)
    const slow = Object.entries(others).map(([name, command]) => [name, runFew([...command, 'messages/**/*.md'])])
    const more = await tableOf({ 'friendtalk lint': runFew(lint), ...Object.fromEntries(slow) }, Math.min(2, rounds))
    page.push(`${messages / 10} messages of the same kind.`, '', ...more.lines, '')
  }
  return page.slice(0, -1)
}

function aims(results, lintMost) {
  const rows = [
    ['lint × rumdl', 'friendtalk lint', 'rumdl', lintMost],
    ['compile × lint', 'friendtalk compile', 'friendtalk lint', 1.4],
  ]
  return [
    '| aim | at most | by the clock | by CPU |',
    '| --- | --- | --- | --- |',
    ...rows.map(([name, a, b, most]) => {
      const ratios = ['seconds', 'cpuSeconds'].map((what) => ratioOf(results[a], results[b], what).toFixed(2))
      return `| ${name} | ${most} | ${ratios.join(' | ')} |`
    }),
  ]
}
