import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing. Node's own way never ends where nothing can be made, as in
 * `/proc`.
 *
 * @returns the folders that it made, the outermost first
 * @throws what the file system says; `ENOTDIR` where something else has the name
 */
export function makeFolder(path: string, mode?: number): string[] {
  try {
    mkdirSync(path, mode)
    return [path]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      const made = makeFolder(dirname(path), mode)
      try {
        mkdirSync(path, mode)
      } catch (cause) {
        for (const one of made.toReversed()) rmdirSync(one)
        throw cause
      }
      return [...made, path]
    }
    // A disk that takes no changes, or the top of it, says so before it looks at what is there.
    if (isFolder(path)) return []
    throw code === 'EEXIST' ? Object.assign(new Error('not a folder', { cause: error }), { code: 'ENOTDIR' }) : error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
