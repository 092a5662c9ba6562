import { parentPort, workerData } from 'node:worker_threads'
import { toTransferred, type ReadImage, type ThreadBatch, type ThreadStart, BatchQueue } from './compile-pool.ts'
import { isWhole } from './cache/cache-file.ts'
import { packBatch, type PackedResult, packResult } from './cache/packed-result.ts'
import type { RealFolders } from './files/read-file.ts'
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
const folders: RealFolders = new Map()
const queue = new BatchQueue(paths, memory)
for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
  const compiled = batch.map((path) => workspace.compileFile(path, folders))
  const said: ThreadBatch = { ...packedBatch(compiled), images }
  images = []
  const moved = said.files.flatMap((file) => ('output' in file && file.output ? [file.output.bytes.buffer] : []))
  parentPort?.postMessage(said, said.packed === undefined ? moved : [said.packed.bytes.buffer, ...moved])
}

function packedBatch(files: readonly CompiledFile[]): Pick<ThreadBatch, 'files' | 'packed'> {
  switch (packedFor) {
    case 'nothing':
      return { files: files.map((file) => toTransferred(file, stage)) }
    case 'cache':
      return { files: files.map(packedResult) }
    case 'run': {
      const { packed, rest } = packBatch(files)
      return { files: rest, packed }
    }
  }
}

/** One that text cannot hold is transferred as it is. */
function packedResult(file: CompiledFile): CompiledFile | PackedResult {
  const result = packResult(file, 'cache')
  return isWhole(result.packed) ? result : file
}
