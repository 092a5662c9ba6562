import { join } from 'node:path'
import { writeCorpus } from './corpus.mjs'
import { runCommand, tableOf } from './process.mjs'

/** One file, whole process: what a start costs. */
export async function oneMessage({ folder, friendtalk, peers, rounds }) {
  const project = join(folder, 'one')
  // removes what is kept of its project: the run that finds its file unchanged has another.
  const unchanged = join(folder, 'one-unchanged')
  for (const each of [project, unchanged]) writeCorpus(each, 5, 3)
  const file = 'messages/m0.md'
  const run =
    (command, cwd = project) =>
    () =>
      runCommand([...command, file], cwd)
  const { lines } = await tableOf(
    {
      'node -e 0': () => runCommand([process.execPath, '-e', '0'], project),
      'friendtalk lint, nothing changed': run([process.execPath, friendtalk, 'lint'], unchanged),
      'friendtalk lint': run([process.execPath, friendtalk, 'lint']),
      ...Object.fromEntries(Object.entries(peers.commands).map(([name, command]) => [name, run(command)])),
    },
    rounds * 3,
  )
  const most = Number(process.versions.node.split('.')[0]) < 24 ? 1.55 : 1.7
  return ['## One message', '', `The aim: at most ${most} times \`node -e 0\`.`, '', ...lines]
}
