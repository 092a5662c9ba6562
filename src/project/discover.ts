import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { globSync, hasMagic } from 'glob'
import { Minimatch } from 'minimatch'
import { UsageError } from './usage-error.ts'

/** Folders that never hold messages of a project. */
const ignoredFolders = ['node_modules', '.git']

/** Globs and paths that select message files, all relative to the root. */
export interface Selection {
  readonly root: string
  readonly patterns: readonly string[]
}

/**
 * The selection that command-line arguments stand for: files, folders (their `.md` files) or globs, relative to
 * `cwd`. Without arguments it is the configuration's `messages`.
 */
export function selectionOf(
  args: readonly string[],
  { cwd, root, messages }: { cwd: string; root: string; messages: readonly string[] },
): Selection {
  if (args.length === 0) return { root, patterns: messages }
  const patterns = args.map((arg) => {
    const path = toPosix(relative(root, realFolderOf(resolve(cwd, arg))))
    if (path === '..' || path.startsWith('../') || isAbsolute(path)) {
      throw new UsageError(`${arg}: is outside the root ${root}; name another with --root.`)
    }
    if (hasMagic(arg)) return path
    const isFolder = statSync(resolve(cwd, arg), { throwIfNoEntry: false })?.isDirectory() === true
    return isFolder ? `${path === '' ? '' : `${escapeGlob(path)}/`}**/*.md` : escapeGlob(path)
  })
  return { root, patterns }
}

/** A path with the symbolic links of its folder resolved, as they are in the root's. */
function realFolderOf(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) ? join(realpathSync.native(folder), basename(path)) : path
}

/**
 * The message files of a selection, relative to the root with `/`, sorted.
 *
 * @throws UsageError naming each pattern that matches nothing
 */
export function discover(selection: Selection): string[] {
  const { root, patterns } = selection
  const found = new Set<string>()
  const unmatched = patterns.filter((pattern) => {
    const paths = globSync(pattern, { cwd: root, nodir: true, dot: true, posix: true, ignore: ignoredGlobs })
    for (const path of paths) found.add(path)
    return paths.length === 0
  })
  if (unmatched.length > 0) {
    throw new UsageError(
      unmatched.map((pattern) => `No file matches ${JSON.stringify(unescapeGlob(pattern))}.`).join('\n'),
    )
  }
  return [...found].toSorted()
}

const ignoredGlobs = ignoredFolders.map((folder) => `**/${folder}/**`)

/** Tells whether a path relative to the root belongs to a selection, whether or not it exists. */
export function matcher({ patterns }: Selection): (path: string) => boolean {
  const globs = patterns.map((pattern) => new Minimatch(pattern, { dot: true }))
  const ignored = ignoredGlobs.map((pattern) => new Minimatch(pattern, { dot: true }))
  return (path) => globs.some((glob) => glob.match(path)) && !ignored.some((glob) => glob.match(path))
}

/** A path with the separators of URLs and globs. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

function escapeGlob(path: string): string {
  return path.replace(/[*?[\]{}()!+@\\]/g, '\\$&')
}

function unescapeGlob(pattern: string): string {
  return pattern.replace(/\\(.)/g, '$1')
}
