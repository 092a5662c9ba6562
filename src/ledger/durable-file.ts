import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { LedgerError, type LedgerProblem } from './ledger-error.ts'

/** @throws LedgerError where the system refuses to say, as for a folder of somebody else */
export function stateOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    // Node's own `throwIfNoEntry` takes a file in the place of a folder for nothing in some versions, in others not.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw systemError(error, path)
  }
}

/** Returns a descriptor of a regular file, to read it; undefined when there is none. */
export function openIfThere(path: string): number | undefined {
  return stateOf(path)?.isFile() === true ? openSync(path, 'r') : undefined
}

/** Creates an empty file that only its owner may read, and makes its name durable. */
export function createPrivateFile(path: string): void {
  const descriptor = openSync(path, 'wx', 0o600)
  fsyncSync(descriptor)
  closeSync(descriptor)
  flushFolder(path)
}

/** Puts a private file in the place of an older one, durably: a crash before leaves the old one as a whole. */
export function replaceFile(path: string, data: Buffer): void {
  const draft = `${path}-new`
  rmSync(draft, { force: true })
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeAt(descriptor, data, 0)
    fdatasyncSync(descriptor)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  moveDurably(draft, path)
}

/** Gives a file that is on the disk another name, and makes that durable. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(to)
}

/** Writes a file through. */
export function flushFile(path: string): void {
  flushAs('r+', path)
}

/** Writes the folder of a file through. */
export function flushFolder(path: string): void {
  // Windows has no such thing.
  if (process.platform !== 'win32') flushAs('r', dirname(path))
}

function flushAs(flags: 'r' | 'r+', path: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the data of an open file through. */
export function flushData(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())))
}

export function writeAt(descriptor: number, data: Buffer, position: number): void {
  for (let done = 0; done < data.length;) done += writeSync(descriptor, data, done, data.length - done, position + done)
}

/** Reads so many bytes, or up to the end of the file. */
export function readAt(descriptor: number, position: number, bytes: number): Buffer {
  const data = Buffer.allocUnsafe(bytes)
  let done = 0
  for (let read = -1; read !== 0 && done < bytes; done += read) {
    read = readSync(descriptor, data, done, bytes - done, position + done)
  }
  return data.subarray(0, done)
}

/** Returns what an error of the file system means for a ledger; any other error as it is. */
export function systemError(error: unknown, path: string): unknown {
  const problem = error instanceof Error ? systemProblem(error, path) : undefined
  return problem ? new LedgerError(problem, { cause: error }) : error
}

function systemProblem(error: Error, path: string): LedgerProblem | undefined {
  const { code } = error as { readonly code?: unknown }
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return { type: 'disk-full', path }
  return code === 'EROFS' ? { type: 'read-only', path } : { type: 'failed', path, code }
}
