import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { writeCorpus, writeLargest, writeSharedImages } from './corpus.mjs'
import { inTurn, median } from './measure.mjs'
import { runCommand } from './process.mjs'

/** How the cost grows with the work. */
export async function growth({ folder, friendtalk, messages, rounds }) {
  const counts = [messages / 10, messages, messages * 10]
  const works = [
    ...counts.map((count) => [`${count} messages`, count, (to) => writeCorpus(to, count, 11)]),
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
        () => runCommand([process.execPath, friendtalk, 'lint', '--quiet'], project),
      ]),
    ),
    Math.min(3, rounds),
  )
  for (const { project } of projects) rmSync(project, { recursive: true, force: true })
  const of = (name, what) => median(results[name].map((run) => run[what]))
  const rows = projects.map(({ name, count }) => {
    const perMessage = (of(name, 'cpuSeconds') / count) * 1000
    const cells = [name, of(name, 'seconds').toFixed(2), of(name, 'cpuSeconds').toFixed(2), perMessage.toFixed(3)]
    return `| ${[...cells, of(name, 'peakMiB').toFixed(0)].join(' | ')} |`
  })
  const growths = [
    ['by the clock', 'seconds'],
    ['by CPU', 'cpuSeconds'],
  ].map(([name, what]) => {
    const [few, some, many] = counts.map((count) => of(`${count} messages`, what))
    const first = (some - few) / (counts[1] - counts[0])
    const last = (many - some) / (counts[2] - counts[1])
    return `| one more message of ${counts[2]} ÷ one more of ${counts[1]}, ${name} | 1.15 | ${(last / first).toFixed(2)} |`
  })
  return [
    '## As work grows',
    '',
    '| work | seconds | CPU seconds | CPU ms a message | peak MiB |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    'What the start of the command takes counts for none of the messages:',
    '',
    '| aim | at most | seen |',
    '| --- | --- | --- |',
    ...growths,
  ]
}
