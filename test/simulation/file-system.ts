// In the place of node:fs: a real file system whose calls a crash may interrupt, and which knows what was flushed.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Crashed, type CrashKind, type Process, theWorld } from './world.ts'

export * from 'node:fs'

/** A write that was not flushed, and what was there before. */
interface Write {
  readonly position: number
  readonly bytes: number
  readonly before: Buffer
}

interface OpenFile {
  path: string
  readonly process: Process | undefined
}

const open = new Map<number, OpenFile>()
const unflushed = new Map<string, Write[]>()
const closers = new Map<Process, Set<() => void>>()
/** What a file is known by, however often a crash writes it anew. */
const inodes = new Map<string, number>()
let lastInode = 0

/** Nothing of one world is left in the next. */
export function forgetAll(): void {
  for (const closing of closers.values()) for (const close of closing) close()
  for (const descriptor of open.keys()) fs.closeSync(descriptor)
  open.clear()
  unflushed.clear()
  closers.clear()
  inodes.clear()
}

/** Remembers what is to be closed when a process dies. Returns how to forget it. */
export function closedAtDeath(close: () => void): () => void {
  const { current } = theWorld()
  if (current === undefined) return () => {}
  const own = closers.get(current) ?? new Set()
  closers.set(current, own)
  own.add(close)
  return () => own.delete(close)
}

/** @throws Crashed where the running process is dead */
export function checkAlive(): void {
  if (theWorld().current?.isAlive === false) throw new Crashed()
}

/** @throws Error where the disk of the running process is full */
export function checkSpace(code: string | number): void {
  if (theWorld().current?.machine.disk.isFull !== true) return
  const isEngine = typeof code === 'number'
  throw Object.assign(new Error('simulated'), isEngine ? { code: 'ERR_SQLITE_ERROR', errcode: code } : { code })
}

/** The disk of a machine: a folder. What SQLite writes counts as flushed: it flushes before it says that it is done. */
export class Folder {
  readonly path: string
  /** Whether nothing more can be written. */
  isFull = false

  constructor(path: string) {
    this.path = path
    fs.mkdirSync(path, { recursive: true })
  }

  /** Leaves what is there after a restart, once the processes of the machine are dead. */
  crash(kind: CrashKind, dead: readonly Process[]): void {
    // Closing a database tidies up what a dead process would leave: what counts is taken down before.
    const left = contents(this.path)
    for (const process of dead) this.exit(process)
    const { random } = theWorld()
    for (const [path, writes] of unflushed) {
      const data = left.get(path)
      if (data === undefined) continue
      if (kind === 'power') {
        for (const write of writes.splice(0).toReversed()) undo(data, write, random.between(0, 2 * write.bytes))
      }
      unflushed.delete(path)
    }
    this.restore(left)
  }

  /** Closes what a process has open that has come to its end. */
  exit(process: Process): void {
    for (const close of closers.get(process) ?? []) close()
    closers.delete(process)
    for (const [descriptor, file] of open) if (file.process === process) closeNow(descriptor)
  }

  /** All files, with their contents. */
  copy(): ReadonlyMap<string, Buffer> {
    return contents(this.path)
  }

  remove(folder: string): void {
    fs.rmSync(join(this.path, folder), { recursive: true, force: true })
  }

  restore(files: ReadonlyMap<string, Buffer>): void {
    fs.rmSync(this.path, { recursive: true, force: true })
    fs.mkdirSync(this.path, { recursive: true })
    for (const [path, data] of files) {
      fs.mkdirSync(join(path, '..'), { recursive: true })
      fs.writeFileSync(path, data, { mode: 0o600 })
    }
  }
}

/** Takes back a write but for its first bytes. */
function undo(data: Buffer, { position, bytes, before }: Write, kept: number): void {
  if (kept < bytes) before.copy(data, position + kept, kept)
}

function contents(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path, fs.readFileSync(path))
  }
  return files
}

function closeNow(descriptor: number): void {
  open.delete(descriptor)
  fs.closeSync(descriptor)
}

/** Another file of the same name. */
export function renew(path: string): void {
  inodes.delete(path)
}

function moved(from: string, to: string): void {
  const inode = inodes.get(from)
  inodes.delete(from)
  if (inode === undefined) inodes.delete(to)
  else inodes.set(to, inode)
}

export function statSync(path: string, options: fs.StatSyncOptions = {}): fs.Stats | undefined {
  const stats = fs.statSync(path, options) as fs.Stats | undefined
  if (stats === undefined) return undefined
  const inode = inodes.get(path) ?? ++lastInode
  inodes.set(path, inode)
  return Object.assign(stats, { ino: inode })
}

/** No disk is anywhere else. */
export function readFileSync(...given: Parameters<typeof fs.readFileSync>): ReturnType<typeof fs.readFileSync> {
  return given[0] === '/proc/self/mountinfo' ? '' : fs.readFileSync(...given)
}

export function openSync(path: string, flags: string | number = 'r', mode?: number): number {
  if (flags !== 'r') theWorld().step(`open ${nameOf(path)}`)
  checkAlive()
  const descriptor = fs.openSync(path, flags, mode)
  open.set(descriptor, { path, process: theWorld().current })
  return descriptor
}

export function closeSync(descriptor: number): void {
  checkAlive()
  if (open.has(descriptor)) closeNow(descriptor)
}

export function writeSync(descriptor: number, data: Buffer | string, ...place: readonly number[]): number {
  const path = open.get(descriptor)?.path ?? ''
  theWorld().step(`write ${nameOf(path)}`)
  checkSpace('ENOSPC')
  const [offset, length, position] = typeof data === 'string' ? [0, Buffer.byteLength(data), place[0] ?? 0] : place
  const bytes = length ?? data.length
  const at = position ?? 0
  const before = Buffer.alloc(bytes)
  if (fs.fstatSync(descriptor).size > at) {
    const reading = fs.openSync(path, 'r')
    fs.readSync(reading, before, 0, bytes, at)
    fs.closeSync(reading)
  }
  const writes = unflushed.get(path) ?? []
  unflushed.set(path, writes)
  writes.push({ position: at, bytes, before })
  return fs.writeSync(descriptor, typeof data === 'string' ? Buffer.from(data) : data, offset ?? 0, bytes, at)
}

export function fdatasyncSync(descriptor: number): void {
  const path = open.get(descriptor)?.path ?? ''
  theWorld().step(`flush ${nameOf(path)}`)
  checkSpace('EIO')
  unflushed.delete(path)
}

export function fsyncSync(descriptor: number): void {
  fdatasyncSync(descriptor)
}

export function renameSync(from: string, to: string): void {
  theWorld().step(`rename ${nameOf(to)}`)
  fs.renameSync(from, to)
  moved(from, to)
  const writes = unflushed.get(from)
  unflushed.delete(from)
  unflushed.delete(to)
  if (writes) unflushed.set(to, writes)
  for (const file of open.values()) if (file.path === from) file.path = to
}

export function rmSync(path: string, options?: fs.RmOptions): void {
  theWorld().step(`remove ${nameOf(path)}`)
  unflushed.delete(path)
  inodes.delete(path)
  fs.rmSync(path, options)
}

/** At once: how long reading takes makes no difference to anybody. */
export function createReadStream(_path: string, { fd }: { readonly fd: number }): Readable {
  const content = fs.readFileSync(fd)
  closeSync(fd)
  return Readable.from(content.length === 0 ? [] : [content])
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
