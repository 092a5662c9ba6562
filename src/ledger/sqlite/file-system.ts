import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LedgerError } from '../ledger-error.ts'

/** File systems that other machines write to. Locks on them hold on one machine at best, and then two deploys run. */
const shared = /^(?:nfs\d?|cifs|smb\d?|smbfs|afs|ceph|lustre|gpfs|9p|glusterfs|ocfs2|gfs2|davfs|vboxsf|fuse\..+)$/
/** These are disks or the host's own disk, in spite of how they are reached. */
const local = /^fuse\.(?:grpcfuse|osxfs|fuse-overlayfs|ecryptfs|encfs|gocryptfs|cryfs)$/

/**
 * The one path of a ledger, whatever links lead to it.
 *
 * @throws LedgerError for a file system that other machines write to, and `missing` for a folder that is not there
 */
export function ledgerPath(path: string): string {
  const absolute = resolve(path)
  if (stateOf(dirname(absolute)) === undefined) throw new LedgerError({ type: 'missing', path })
  const isThere = stateOf(absolute) !== undefined
  // The engine would wait for a pipe for ever.
  if (isThere && !stateOf(absolute)?.isFile()) throw new LedgerError({ type: 'not-a-ledger', path })
  const real = isThere ? realpathSync(absolute) : join(realpathSync(dirname(absolute)), basename(absolute))
  const fileSystem = networkFileSystem(real)
  if (fileSystem !== undefined) throw new LedgerError({ type: 'network-file-system', path, fileSystem })
  return real
}

/** Makes the folder of a ledger. */
export function createFolder(path: string): void {
  // It holds the numbers of those who wait for their messages.
  mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 })
}

/** @throws LedgerError for a file that a lock would not protect */
export function checkSingleName(path: string): void {
  if ((stateOf(path)?.nlink ?? 1) > 1) throw new LedgerError({ type: 'several-names', path })
}

/** A descriptor of a regular file, to read it; undefined when there is none. */
export function openIfThere(path: string): number | undefined {
  const state = stateOf(path)
  if (state === undefined || !state.isFile()) return undefined
  return openSync(path, 'r')
}

export function stateOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/** Creates an empty file that only its owner may read, and makes its name durable. */
export function createPrivateFile(path: string): void {
  const descriptor = openSync(path, 'wx', 0o600)
  fsyncSync(descriptor)
  closeSync(descriptor)
  flushFolder(path)
}

/** Gives a file that is on the disk another name, and makes that durable. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(to)
}

/** Writes a file through. */
export function flushFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the folder of a file through. */
export function flushFolder(path: string): void {
  // Windows has no such thing.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function networkFileSystem(path: string): string | undefined {
  if (process.platform === 'win32') return path.startsWith('\\\\') ? 'UNC' : undefined
  if (process.platform !== 'linux') return undefined
  return networkTypeOf(path, readFileSync('/proc/self/mountinfo', 'utf8'))
}

/**
 * The type of the network file system that a path is on, by Linux's table of mounts.
 *
 * @returns undefined for a local one
 */
export function networkTypeOf(path: string, mountInfo: string): string | undefined {
  let best: { readonly point: string; readonly type: string } | undefined
  for (const line of mountInfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const point = before
      .split(' ')[4]
      ?.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
    const [type] = after.split(' ')
    if (point === undefined || type === undefined) continue
    const holds = path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`)
    // Of two mounts on one point the later one is seen.
    if (holds && point.length >= (best?.point.length ?? 0)) best = { point, type }
  }
  return best && shared.test(best.type) && !local.test(best.type) ? best.type : undefined
}
