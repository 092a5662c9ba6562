import { existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { FileReason } from '../system-reason.ts'
import { nearest } from '../../language/nearest.ts'

type FileKind = 'file' | Extract<FileReason, 'folder' | 'link' | 'pipe' | 'device' | 'disk' | 'socket'>

/** Returns the stats of a path, links followed; undefined if nothing is there or it cannot be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A part of the path is a file, may not be entered or leads in a circle: reading it says so.
    return undefined
  }
}

/** Returns the stats of the path itself, which may be a link. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Returns a path as the disk spells it: macOS may have decomposed the Hangul of a name that was typed composed, or the other way
 * round. Parts that are not there stay as they are.
 */
export function onDisk(path: string): string {
  const folder = dirname(path)
  if (folder === path || /^[ -~]*$/.test(path) || lstatOf(path) !== undefined) return path
  const there = onDisk(folder)
  const name = basename(path)
  return join(there, namesIn(there).find((each) => each.normalize('NFC') === name.normalize('NFC')) ?? name)
}

/** Returns whether nothing stands at a path; what only cannot be looked at may be there. */
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

/** Returns the top of the repository that a folder is in; the folder itself where it is in none. */
export function repositoryTop(folder: string): string {
  let top = folder
  while (!existsSync(join(top, '.git')) && dirname(top) !== top) top = dirname(top)
  return existsSync(join(top, '.git')) ? top : folder
}

/** Returns whether a path is another, or below it; both without symbolic links. */
export function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep)
}

/** Returns the kind of a file; undefined for inner parts of a process, which have none. */
export function kindOf(stats: Stats): FileKind | undefined {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'pipe'
  if (stats.isCharacterDevice()) return 'device'
  if (stats.isBlockDevice()) return 'disk'
  return stats.isSocket() ? 'socket' : undefined
}

/**
 * Suggests a path that exists for one that does not: its last part, or a folder before it, may be misspelt. The
 * suggestion is written as the path was.
 */
export function suggestionForPath(path: string, cwd: string): { suggestion?: string } {
  const parts = path.split('/')
  for (let index = 0; index < parts.length; index++) {
    const before = parts.slice(0, index)
    const folder = resolve(cwd, index === 0 ? '.' : before.join('/') || '/')
    const part = parts[index] ?? ''
    const names = namesIn(folder)
    if (part === '' || part === '.' || part === '..' || names.includes(part)) continue
    const meant = nearest(part, names)
    if (meant === undefined) return {}
    const suggestion = [...before, meant, ...parts.slice(index + 1)].join('/')
    const rest = resolve(cwd, suggestion)
    return namesIn(dirname(rest)).includes(basename(rest)) ? { suggestion } : {}
  }
  return {}
}

/** Returns the names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
