import { readdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { nearest } from '../../dialect/nearest.ts'

/**
 * `{ suggestion }` with the path of something that is there and was likely meant by a path that leads to nothing:
 * its last part, or a folder before it, misspelt. Written as the path was.
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

/** What stands in a folder; nothing in one that cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
