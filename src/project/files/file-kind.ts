import { lstatSync, type Stats, statSync } from 'node:fs'
import type { FileReason } from '../../words/system-reason.ts'

/** What stands at a path. */
export type FileKind = 'file' | Extract<FileReason, 'folder' | 'link' | 'pipe' | 'device' | 'disk' | 'socket'>

/** What stands at a path, links followed; undefined for nothing, and for what cannot be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A part of the path is a file, may not be entered or leads in a circle: whoever reads it says so.
    return undefined
  }
}

/** The same for the path itself, which may be a link. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whether nothing stands at a path; what only cannot be looked at may be there. */
export function isGone(path: string): boolean {
  try {
    lstatSync(path)
    return false
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR'
  }
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true
}

/** The kind of what was looked at; undefined for what has none of a file system, as the inner parts of a process. */
export function kindOf(stats: Stats): FileKind | undefined {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'pipe'
  if (stats.isCharacterDevice()) return 'device'
  if (stats.isBlockDevice()) return 'disk'
  return stats.isSocket() ? 'socket' : undefined
}
