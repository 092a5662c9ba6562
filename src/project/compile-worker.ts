import { parentPort, workerData } from 'node:worker_threads'
import { toTransferred, type ReadImage, type ThreadBatch, type ThreadStart, BatchQueue } from './compile-pool.ts'
import { Workspace } from './workspace.ts'

// The other end of compile-pool.ts: compiles batches of files until none is left.
const { project, options, paths, memory } = workerData as ThreadStart
let images: ReadImage[] = []
const workspace = new Workspace(project, {
  ...options,
  imageMemory: {
    factsOf: () => undefined,
    remember: (path, state, facts) => images.push({ path, state, facts }),
  },
})
const queue = new BatchQueue(paths, memory)
for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
  const files = batch.map((path) => toTransferred(workspace.compileFile(path)))
  const said: ThreadBatch = { files, images }
  images = []
  const moved = files.flatMap(({ output }) => (output === undefined ? [] : [output.bytes.buffer]))
  parentPort?.postMessage(said, moved)
}
