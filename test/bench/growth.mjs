import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { writeCorpus, writeLargest, writeSharedImages } from './corpus.mjs'
import { inTurn, median } from './measure.mjs'
import { runCommand } from './process.mjs'

/** How the cost grows with the work. */
export async function growth({ folder, friendtalk, messages, rounds }) {
  const works = [
    [`${messages / 10} messages`, messages / 10, (to) => writeCorpus(to, messages / 10, 11)],
    [`${messages} messages`, messages, (to) => writeCorpus(to, messages, 11)],
    [`${messages * 10} messages`, messages * 10, (to) => writeCorpus(to, messages * 10, 11)],
    [`${messages} messages with 50 images`, messages, (to) => writeSharedImages(to, messages, 50)],
    ['one message with the most of everything', 1, (to) => writeLargest(to)],
  ]
  const projects = works.map(([name, count, write], index) => {
    const project = join(folder, `growth-${index}`)
    write(project)
    return { name, count, project }
  })
  const results = await inTurn(
    Object.fromEntries(
      projects.map(({ name, project }) => [
        name,
        () => runCommand([process.execPath, friendtalk, 'lint', '--no-cache', '--quiet'], project),
      ]),
    ),
    Math.min(3, rounds),
  )
  for (const { project } of projects) rmSync(project, { recursive: true, force: true })
  const rows = projects.map(({ name, count }) => {
    const of = (what) => median(results[name].map((run) => run[what]))
    const cells = [
      name,
      of('seconds').toFixed(2),
      of('cpuSeconds').toFixed(2),
      ((of('cpuSeconds') / count) * 1000).toFixed(3),
    ]
    return `| ${[...cells, of('peakMiB').toFixed(0)].join(' | ')} |`
  })
  return [
    '## As work grows',
    '',
    '| work | seconds | CPU seconds | CPU ms a message | peak MiB |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]
}
