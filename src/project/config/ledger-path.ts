import { statfsSync } from 'node:fs'
import { dirname, format, parse, relative, resolve } from 'node:path'
import { isFolder, isGone, kindOf, statOf } from '../files/file-kind.ts'
import { UsageError } from '../usage-error.ts'

/** Whether a target may be named so: its name becomes part of a file's name. */
export function isTargetName(name: string): boolean {
  return /^[\w-]+$/.test(name)
}

/**
 * The ledger file of a target. Each target has its own, so that nothing of one is ever taken for sent to another:
 * `.friendtalk/ledger.db` is `.friendtalk/ledger.production.db` for the target `production`.
 *
 * @param ledger the configuration's path, relative to the root
 * @returns an absolute path
 */
export function ledgerPath(root: string, ledger: string, target: string): string {
  const { dir, name, ext } = parse(resolve(root, ledger))
  return format({ dir, name: `${name}.${target}`, ext })
}

/** File systems of Linux in which a folder cannot be made, and Node's making of one never ends. */
const procFileSystem = 0x9fa0

/**
 * Looks at what stands where a ledger is or will be.
 *
 * @throws UsageError for what is no regular file, as opening a named pipe would wait for ever, and for a folder that is
 *   not there and cannot be made
 */
export function refuseNoLedger(path: string, cwd: string): void {
  const refuse = (reason: string): never => {
    throw new UsageError({ type: 'unreadable', path: relative(cwd, path), reason })
  }
  const stats = statOf(path)
  const kind = stats && kindOf(stats)
  if (stats !== undefined && kind !== 'file') refuse(kind ?? 'internal')
  let folder = dirname(path)
  while (isGone(folder) && dirname(folder) !== folder) folder = dirname(folder)
  if (folder === dirname(path)) return
  if (!isFolder(folder)) refuse('ENOTDIR')
  if (process.platform === 'linux' && statfsSync(folder).type === procFileSystem) refuse('ENOENT')
}
