import { parentPort, workerData } from 'node:worker_threads'
import {
  toTransferred,
  type ReadImage,
  type ThreadBatch,
  type ThreadStart,
  type TransferredFile,
  BatchQueue,
} from './compile-pool.ts'
import { isWhole } from './cache/cache-file.ts'
import { type PackedResult, packResult } from './cache/result-cache.ts'
import { type CompiledFile, Workspace } from './workspace.ts'

// The other end of compile-pool.ts: compiles batches of files until none is left.
const { project, options, paths, memory, packedFor, stage } = workerData as ThreadStart
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
  const compiled = batch.map((path) => workspace.compileFile(path))
  const files = compiled.map((file) => (packedFor === 'nothing' ? toTransferred(file, stage) : packedResult(file)))
  const said: ThreadBatch = { files, images }
  images = []
  const moved = files.flatMap((file) => ('output' in file && file.output ? [file.output.bytes.buffer] : []))
  parentPort?.postMessage(said, moved)
}

/** One that text cannot hold is transferred as it is. */
function packedResult(file: CompiledFile): TransferredFile | PackedResult {
  if (packedFor === 'nothing') return file
  const result = packResult(file, packedFor)
  return isWhole(result.packed) ? result : file
}
