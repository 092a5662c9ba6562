import { parentPort, workerData } from 'node:worker_threads'
import { handOver, type ReadImage, type ThreadBatch, type ThreadStart, Turns } from './compile-pool.ts'
import { Workspace } from './workspace.ts'

// The other end of compile-pool.ts: compiles batches of files until none is left.
const { project, options, paths, turns } = workerData as ThreadStart
let images: ReadImage[] = []
const workspace = new Workspace(project, {
  ...options,
  imageMemory: {
    factsOf: () => undefined,
    remember: (path, state, facts) => images.push({ path, state, facts }),
  },
})
const mine = new Turns(paths, turns)
for (let batch = mine.take(); batch.length > 0; batch = mine.take()) {
  const files = batch.map((path) => handOver(workspace.compileFile(path)))
  const said: ThreadBatch = { files, images }
  images = []
  parentPort?.postMessage(said, [])
}
