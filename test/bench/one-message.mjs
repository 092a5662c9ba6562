import { join } from 'node:path'
import { writeCorpus } from './corpus.mjs'
import { runCommand, tableOf } from './process.mjs'

/** One file, whole process: what a start costs. */
export async function oneMessage({ folder, friendtalk, peers, rounds }) {
  const project = join(folder, 'one')
  writeCorpus(project, 5, 3)
  const file = 'messages/m0.md'
  const run = (command) => () => runCommand([...command, file], project)
  const { lines } = await tableOf(
    {
      'node -e 0': () => runCommand([process.execPath, '-e', '0'], project),
      'friendtalk lint': run([process.execPath, friendtalk, 'lint']),
      'friendtalk lint --no-cache': run([process.execPath, friendtalk, 'lint', '--no-cache']),
      ...Object.fromEntries(Object.entries(peers.commands).map(([name, command]) => [name, run(command)])),
    },
    rounds * 3,
  )
  const most = Number(process.versions.node.split('.')[0]) < 24 ? 1.55 : 1.7
  return ['## One message', '', `The aim: at most ${most} times \`node -e 0\`.`, '', ...lines]
}
