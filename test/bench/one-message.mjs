import { join } from 'node:path'
import { writeCorpus } from './corpus.mjs'
import { runCommand, tableOf } from './process.mjs'

/** Whole processes: what a start costs. */
export async function oneMessage({ folder, friendtalk, peers, rounds }) {
  const project = join(folder, 'one')
  writeCorpus(project, 5, 3)
  const run = (command) => () => runCommand(command, project)
  const file = 'messages/m0.md'
  const others = Object.entries(peers.commands).map(([name, command]) => [name, run([...command, file])])
  const { lines } = await tableOf(
    {
      'node -e 0': run([process.execPath, '-e', '0']),
      'friendtalk --help': run([process.execPath, friendtalk, '--help']),
      'friendtalk lint of one message': run([process.execPath, friendtalk, 'lint', file]),
      ...Object.fromEntries(others),
    },
    rounds * 3,
  )
  return ['## One message', '', 'Aims: `--help` within 2 times `node -e 0`, `lint` within 3.0.', '', ...lines]
}
