import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ImageFacts } from '../message/message.ts'
import type { Project } from './project.ts'
import type { CompiledFile, WorkspaceOptions } from './workspace.ts'
import type { CompiledTemplate } from '../template.ts'
import { outputOf } from './files/template-folder.ts'

/** For fewer files a thread takes longer to start than it saves. */
const minFilesOfThread = 600
/** Files that a thread takes at a time: few enough that all end together. */
const batchFiles = 32

/** What a thread is told at its start. */
export interface ThreadStart {
  readonly project: Project
  readonly options: Omit<WorkspaceOptions, 'cache'>
  readonly paths: readonly string[]
  readonly turns: SharedArrayBuffer
}

/** Facts of an image that were read, and the state of its file then. */
export interface ReadImage {
  readonly path: string
  readonly state: string
  readonly facts: ImageFacts
}

/** What a thread says of a batch. */
export interface ThreadBatch {
  readonly files: readonly HandedFile[]
  readonly images: readonly ReadImage[]
}

/** Hands the files out in batches, to whoever asks first in whichever thread. */
export class Turns {
  readonly #next: Int32Array
  readonly #paths: readonly string[]

  constructor(paths: readonly string[], memory: SharedArrayBuffer) {
    this.#next = new Int32Array(memory)
    this.#paths = paths
  }

  /** The next files; none when all are taken. */
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
  start: Omit<ThreadStart, 'turns'>,
  here: (paths: readonly string[]) => void,
  there: (batch: ThreadBatch) => void,
): Promise<void> {
  const turns = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const useful = Math.ceil(start.paths.length / minFilesOfThread)
  const others = useful > 1 ? Math.min(availableParallelism(), useful) - 1 : 0
  const workerData: ThreadStart = { ...start, turns }
  const threads = Array.from({ length: others }, async () => {
    const worker = new Worker(new URL('./compile-worker.js', import.meta.url), { workerData })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', there)
      worker.once('error', reject)
      worker.once('exit', () => resolve())
    })
  })
  const mine = new Turns(start.paths, turns)
  for (let paths = mine.take(); paths.length > 0; paths = mine.take()) {
    here(paths)
    // What other threads say is heard in between.
    if (others > 0) await new Promise(setImmediate)
  }
  await Promise.all(threads)
}

/** A file as one thread hands it to another: without its template, whose text takes a third of the time to hand over. */
export type HandedFile = Omit<CompiledFile, 'template'>

export function handOver(file: CompiledFile): HandedFile {
  const { template, ...handed } = file
  return template === undefined ? handed : { output: outputOf(template), ...handed }
}

/** The file that was handed over; its template is read from its text by whoever asks for it. */
export function takeOver(handed: HandedFile): CompiledFile {
  const { output } = handed
  if (output === undefined) return handed
  let template: CompiledTemplate | undefined
  const get = (): CompiledTemplate => (template ??= JSON.parse(output.text) as CompiledTemplate)
  return Object.defineProperty(handed, 'template', { get, enumerable: true })
}
