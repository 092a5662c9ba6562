import { createServer } from 'node:net'
import { type LongRun, startCli } from '../cli/run-cli.ts'
import { tempFolder, type Tree, writeTree } from '../project/temp-folder.ts'

export const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

/** A port that is free, and that no other program is given by chance: systems give out higher ones. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    server.close()
    if (isFree) return port
  }
}

/** Starts the preview of a project; resolves once its page can be opened. */
export async function startPreview(tree: Tree, args: readonly string[] = []): Promise<RunningPreview> {
  const root = tempFolder({ ...configuration, ...tree })
  const run = startCli(['preview', '--port', '0', '--lang', 'ko', ...args], { cwd: root })
  await run.untilOutput('Ctrl-C')
  const url = /http:\S+/.exec(run.output)?.[0] ?? ''
  return { root, run, url, write: (more) => writeTree(root, more) }
}

export interface RunningPreview {
  readonly root: string
  readonly run: LongRun
  readonly url: string
  readonly write: (tree: Tree) => void
}
