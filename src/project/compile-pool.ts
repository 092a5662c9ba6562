import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ImageFacts } from '../message/message.ts'
import type { Project } from './project.ts'
import type { CompiledFile, WorkspaceOptions } from './workspace.ts'
import type { CompiledTemplate } from '../template.ts'
import type { PackedBatch, PackedResult } from './cache/packed-result.ts'
import { outputOf, sharedOutputOf, stageOutput, textOf } from './files/template-folder.ts'

/** For fewer files a thread takes longer to start than it saves. */
export const minFilesOfThread = 600
/** Results of fewer files are not packed: that takes 7 % of the CPU of 10,000, and saves memory where there are more. */
export const minPackedFiles = 20_000
/** Files that a thread takes at a time: few enough that all end together. */
const batchFiles = 32

/** What a thread made is gone from it a batch later: more room for what is young would only be memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }

/** What a thread starts with. */
export interface ThreadStart {
  readonly project: Project
  readonly options: Omit<WorkspaceOptions, 'cache' | 'stage'>
  readonly paths: readonly string[]
  /** What results of linting are packed for. */
  readonly packedFor: 'nothing' | 'run' | 'cache'
  /** The folder that templates are staged in. */
  readonly stage?: string
  /** Shared by all threads: see `BatchQueue`. */
  readonly memory: SharedArrayBuffer
}

/** Facts of an image that were read, and the state of its file then. */
export interface ReadImage {
  readonly path: string
  readonly state: string
  readonly facts: ImageFacts
}

/** What a thread made of a batch. */
export interface ThreadBatch {
  /** Results that are linted, and not compiled, are packed for the cache. */
  readonly files: readonly (TransferredFile | PackedResult)[]
  /** Those that are packed for the run. */
  readonly packed?: PackedBatch
  readonly images: readonly ReadImage[]
}

/** The files in batches, each for the thread that asks first. */
export class BatchQueue {
  readonly #next: Int32Array
  readonly #paths: readonly string[]

  constructor(paths: readonly string[], memory: SharedArrayBuffer) {
    this.#next = new Int32Array(memory)
    this.#paths = paths
  }

  /** Returns the next files; none when all are taken. */
  take(): readonly string[] {
    const at = Atomics.add(this.#next, 0, batchFiles)
    return this.#paths.slice(at, at + batchFiles)
  }
}

/**
 * Compiles files in this thread and in as many others as the machine has processors for.
 *
 * @param here compiles files in this thread
 * @param there takes over what another thread compiled
 */
export async function compileInThreads(
  start: Omit<ThreadStart, 'memory'>,
  here: (paths: readonly string[]) => void,
  there: (batch: ThreadBatch) => void,
): Promise<void> {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  // Custom rules are functions, which no thread can be given; running the configuration in each would cost more.
  const isShareable = start.project.config.plugins.length === 0
  const useful = isShareable ? Math.ceil(start.paths.length / minFilesOfThread) : 1
  const others = useful > 1 ? Math.min(availableParallelism(), useful) - 1 : 0
  const workerData: ThreadStart = { ...start, memory }
  const threads = Array.from({ length: others }, async () => {
    const worker = new Worker(new URL('./compile-worker.js', import.meta.url), { workerData, resourceLimits })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', there)
      worker.once('error', reject)
      worker.once('exit', () => resolve())
    })
  })
  const queue = new BatchQueue(start.paths, memory)
  for (let paths = queue.take(); paths.length > 0; paths = queue.take()) {
    here(paths)
    // Messages of other threads arrive in between.
    if (others > 0) await new Promise(setImmediate)
  }
  await Promise.all(threads)
}

/** A file as one thread transfers it to another: without its template, whose bytes take a third of the time. */
export type TransferredFile = Omit<CompiledFile, 'template'>

/**
 * Returns what is transferred of a file.
 *
 * @param stage the folder that its template is staged in
 */
export function toTransferred(file: CompiledFile, stage?: string): TransferredFile {
  const { template, ...transferred } = file
  if (template === undefined) return transferred
  if (stage !== undefined && stageOutput(stage, sharedOutputOf(template))) {
    return { stagedId: template.id, ...transferred }
  }
  return { output: outputOf(template), ...transferred }
}

/** Returns one file of very many: its template is kept as bytes, which take a fraction of the memory. */
export function packed(file: CompiledFile, stage?: string): CompiledFile {
  return file.template === undefined ? file : fromTransferred(toTransferred(file, stage))
}

/** Returns the file that was transferred; its template is read from its text when it is asked for. */
export function fromTransferred(transferred: TransferredFile): CompiledFile {
  const { output } = transferred
  if (output === undefined) return transferred
  let template: CompiledTemplate | undefined
  const get = (): CompiledTemplate => (template ??= JSON.parse(textOf(output)) as CompiledTemplate)
  return Object.defineProperty(transferred, 'template', { get, enumerable: true })
}
