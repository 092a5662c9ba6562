// In the place of node:fs: a real file system whose calls a crash may interrupt, and which knows what was flushed.
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Crashed, type CrashKind, type Process, theWorld } from './world.ts'

export * from 'node:fs'

/** A write that was not flushed: what was there before. */
interface Write {
  readonly position: number
  readonly before: Buffer
}

interface OpenFile {
  readonly path: string
  readonly close: () => void
}

/** Has something closed when the running process dies. Returns how to close it before. */
export function closedAtDeath(close: () => void): () => void {
  const { current, disk } = theWorld()
  const now = (): void => {
    if (disk.closers.delete(now)) close()
  }
  disk.closers.set(now, current)
  return now
}

/** @throws Crashed where the running process is dead */
export function checkAlive(): void {
  if (theWorld().current?.isAlive === false) throw new Crashed()
}

/** @throws Error where the disk is full for the running process */
export function checkSpace(code: string | number): void {
  const { current, disk } = theWorld()
  if (!disk.isFull || !current) return
  const isEngine = typeof code === 'number'
  throw Object.assign(new Error('simulated'), isEngine ? { code: 'ERR_SQLITE_ERROR', errcode: code } : { code })
}

/** The disk of the machine: a folder. What SQLite writes counts as flushed: it flushes before it says that it is done. */
export class Folder {
  readonly path: string
  /** Whether nothing more can be written. */
  isFull = false
  readonly open = new Map<number, OpenFile>()
  readonly unflushed = new Map<string, Write[]>()
  readonly closers = new Map<() => void, Process | undefined>()
  /** What a file is known by, however often a crash writes it anew. */
  readonly inodes = new Map<string, number>()
  lastInode = 0

  constructor(path: string) {
    this.path = path
    this.restore(new Map())
  }

  /** Leaves what is there after a restart. */
  crash(kind: CrashKind): void {
    // Closing a database tidies up what a dead process would leave: what counts is taken down before.
    const left = this.copy()
    this.exit()
    if (kind === 'power') for (const [path, writes] of this.unflushed) tear(left.get(path), writes)
    this.unflushed.clear()
    this.restore(left)
  }

  /** Closes what a process has open that has come to its end; what all have open without one. */
  exit(process?: Process): void {
    for (const [close, owner] of this.closers) if (!process || owner === process) close()
  }

  /** All files, with their contents. */
  copy(): Map<string, Buffer> {
    const files = new Map<string, Buffer>()
    for (const entry of fs.readdirSync(this.path, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) files.set(path, fs.readFileSync(path))
    }
    return files
  }

  restore(files: ReadonlyMap<string, Buffer>): void {
    fs.rmSync(this.path, { recursive: true, force: true })
    fs.mkdirSync(this.path, { recursive: true })
    for (const [path, data] of files) {
      fs.mkdirSync(dirname(path), { recursive: true })
      fs.writeFileSync(path, data, { mode: 0o600 })
    }
  }
}

/** Takes writes back but for their first bytes. */
function tear(data: Buffer | undefined, writes: readonly Write[]): void {
  for (const { position, before } of data ? writes.toReversed() : []) {
    const kept = theWorld().random.between(0, 2 * before.length)
    if (data && kept < before.length) before.copy(data, position + kept, kept)
  }
}

export function statSync(path: string, options: fs.StatSyncOptions = {}): fs.Stats | undefined {
  const stats = fs.statSync(path, options) as fs.Stats | undefined
  if (!stats) return undefined
  const { disk } = theWorld()
  const ino = disk.inodes.get(path) ?? ++disk.lastInode
  disk.inodes.set(path, ino)
  return Object.assign(stats, { dev: 0, ino })
}

export function openSync(path: string, flags: string | number = 'r', mode?: number): number {
  if (flags !== 'r') theWorld().step(`open ${basename(path)}`)
  checkAlive()
  const descriptor = fs.openSync(path, flags, mode)
  const { open } = theWorld().disk
  const close = closedAtDeath(() => {
    open.delete(descriptor)
    fs.closeSync(descriptor)
  })
  open.set(descriptor, { path, close })
  return descriptor
}

export function closeSync(descriptor: number): void {
  checkAlive()
  theWorld().disk.open.get(descriptor)?.close()
}

export function writeSync(descriptor: number, text: string, position: number): number {
  const { disk } = theWorld()
  const { path } = disk.open.get(descriptor) as OpenFile
  theWorld().step(`write ${basename(path)}`)
  checkSpace('ENOSPC')
  const data = Buffer.from(text)
  const before = Buffer.alloc(data.length)
  fs.readSync(descriptor, before, 0, data.length, position)
  disk.unflushed.set(path, [...(disk.unflushed.get(path) ?? []), { position, before }])
  return fs.writeSync(descriptor, data, 0, data.length, position)
}

export function fdatasyncSync(descriptor: number): void {
  const { disk } = theWorld()
  const { path } = disk.open.get(descriptor) as OpenFile
  theWorld().step(`flush ${basename(path)}`)
  checkSpace('EIO')
  disk.unflushed.delete(path)
}

export const fsyncSync = (descriptor: number): void => fdatasyncSync(descriptor)

export function renameSync(from: string, to: string): void {
  theWorld().step(`rename ${basename(to)}`)
  fs.renameSync(from, to)
  const { inodes } = theWorld().disk
  const inode = inodes.get(from)
  inodes.delete(from)
  inodes.delete(to)
  if (inode !== undefined) inodes.set(to, inode)
}

export function rmSync(path: string, options?: fs.RmOptions): void {
  theWorld().step(`remove ${basename(path)}`)
  theWorld().disk.unflushed.delete(path)
  theWorld().disk.inodes.delete(path)
  fs.rmSync(path, options)
}

/** At once: how long reading takes makes no difference to anybody. */
export function createReadStream(_path: string, { fd }: { readonly fd: number }): Readable {
  const content = fs.readFileSync(fd)
  closeSync(fd)
  return Readable.from(content.length === 0 ? [] : [content])
}
