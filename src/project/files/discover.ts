import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import type { FSOption, IgnoreLike } from 'glob'
import { escape, Minimatch, unescape } from 'minimatch'
import type { Text } from '../../words/language.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { isFolder, isWithin, lstatOf, onDisk, suggestionForPath } from './paths.ts'
import { UsageError, outsideRoot, reasonOf } from '../usage-error.ts'
import type { RuleSettings } from '../../rules/run.ts'
import type { Config } from '../config/config.ts'

/** Globs and paths that select message files, all relative to the root. */
export interface Selection {
  readonly root: string
  readonly patterns: readonly string[]
  /** Absolute; what paths that people are shown are relative to, where that is not the root. */
  readonly cwd?: string
}

/**
 * Returns the selection that command-line arguments stand for: files, folders (their `.md` files) or globs, relative to
 * `cwd`. Without arguments it is the configuration's `messages`.
 */
export function selectionOf(
  args: readonly string[],
  { cwd, root, messages }: { cwd: string; root: string; messages: readonly string[] },
): Selection {
  if (args.length === 0) return { root, patterns: messages.map(withoutDots) }
  const patterns = args.map((arg) => {
    if (arg === '-')
      throw new UsageError('not-a-message', {
        en: 'Messages are files. Only lint reads the standard input: lint --stdin-filepath messages/hello.md.',
        ko: '메시지는 파일로 지정하세요. 표준 입력은 lint만 읽습니다: lint --stdin-filepath messages/hello.md',
      })
    const file = onDisk(resolve(cwd, arg))
    const folder = dirname(file)
    // Symbolic links of its folder are resolved, as they are in the root's.
    const real = existsSync(folder) ? join(realpathSync.native(folder), basename(file)) : file
    const path = toPosix(relative(root, real))
    if (path === '..' || path.startsWith('../') || isAbsolute(path)) throw outsideRoot(arg, root)
    if (isFolder(file)) return `${path === '' ? '' : `${escapeGlob(path)}/`}**/*.md`
    if (lstatOf(file) !== undefined) refuseOther(arg)
    else if (globOf(arg).hasMagic()) return escapeFolders(path, root)
    return escapeGlob(path)
  })
  return { root, patterns, cwd }
}

/** @throws UsageError for an image or a list that is named in the place of its message */
function refuseOther(path: string): void {
  const refuse = (en: string, ko: string): never => {
    throw new UsageError('not-a-message', { en: `${path}: ${en}`, ko: `${path}: ${ko}` })
  }
  if (/\.(?:png|jpe?g|gif|webp)$/i.test(path))
    refuse('is an image; name the message that shows it.', '이미지 파일입니다. 이 이미지를 쓰는 메시지를 지정하세요.')
  if (/\.(?:csv|ndjson|jsonl|xlsx?)$/i.test(path))
    refuse('is a list of recipients; give it with --recipients.', '수신자 목록입니다. --recipients로 지정하세요.')
}

/**
 * Returns the message files of a selection, relative to the root with `/`, sorted.
 *
 * @throws UsageError naming each pattern that matches nothing
 */
export async function discover(selection: Selection): Promise<string[]> {
  const { root, patterns, cwd = root } = selection
  const found = new Set<string>()
  const unmatched: string[] = []
  for (const pattern of patterns) {
    const paths = await pathsMatching(root, pattern)
    for (const path of paths) found.add(path)
    if (paths.length === 0) unmatched.push(pattern)
  }
  if (unmatched.length > 0) {
    const [typed = ''] = unmatched
    // In a pattern a backslash takes the meaning of what follows: between folders a slash is meant.
    const slashed = typed.replaceAll(/\\+/g, '/')
    if (slashed !== typed && (await pathsMatching(root, slashed)).length > 0) {
      const suggestion = shownFrom(cwd, join(root, slashed))
      throw nothingMatches([typed.replaceAll(/\\+/g, '\\')], suggestion)
    }
    const shown = unmatched.map((pattern) => unescape(pattern, globOptions))
    const [first = ''] = shown
    const { suggestion } = suggestionForPath(first.replace(/\/\*\*\/\*\.md$/, ''), root)
    throw nothingMatches(shown, suggestion === undefined ? undefined : shownFrom(cwd, join(root, suggestion)))
  }
  return [...found].toSorted()
}

function nothingMatches(patterns: readonly string[], suggestion: string | undefined): UsageError {
  const hint: Text = {
    en: suggestionIn.en(suggestion) || ' Check the path, or make a message with friendtalk new.',
    ko: suggestionIn.ko(suggestion) || ' 경로를 확인하거나 friendtalk new로 메시지를 만드세요.',
  }
  return new UsageError('nothing-matches', {
    en: patterns.map((pattern) => `No file matches "${pattern}".${hint.en}`),
    ko: patterns.map((pattern) => `"${pattern}"에 맞는 파일이 없습니다.${hint.ko}`),
  })
}

async function pathsMatching(root: string, pattern: string): Promise<readonly string[]> {
  const { globSync, Ignore } = await import('glob')
  const closed: string[] = []
  const usual = new Ignore(ignoredGlobs, {})
  const ignore: IgnoreLike = {
    ignored: (path) => usual.ignored(path),
    childrenIgnored: (folder) => usual.childrenIgnored(folder) || !isEntered(folder.fullpath(), root),
  }
  // The names on disk may be composed where the pattern is decomposed, or the other way round; glob keeps one form a run.
  const spellings = new Set([pattern, pattern.normalize('NFC'), pattern.normalize('NFD')])
  const paths = [...spellings].flatMap((spelling) =>
    globSync(spelling, { ...globOptions, cwd: root, nodir: true, posix: true, ignore, fs: tellingOf(closed) }),
  )
  return [...new Set([...paths, ...closed.map((folder) => toPosix(relative(root, folder)) || '.')])]
}

/** Returns a file system for glob that lists folders which may not be read; glob itself is silent about them. */
function tellingOf(closed: string[]): FSOption {
  const read = ((path: string, options: { readonly withFileTypes: true }) => {
    try {
      return readdirSync(path, options)
    } catch (error) {
      if (['EACCES', 'EPERM'].includes(reasonOf(error))) closed.push(path)
      throw error
    }
  }) as typeof readdirSync
  return { readdirSync: read }
}

/**
 * Returns whether a folder below the root is looked into, which may be a link: nothing outside the root is, a link that leads
 * to a folder that it stands in would never end, and links behind links multiply.
 */
export function isEntered(folder: string, root: string): boolean {
  try {
    const real = realpathSync.native(folder)
    if (!isWithin(real, root)) return false
    // No link is on the way.
    if (real === folder) return true
    const parent = realpathSync.native(dirname(folder))
    const isLink = real !== join(parent, basename(folder))
    return !isLink || (parent === dirname(folder) && !isWithin(parent, real))
  } catch {
    // Gone meanwhile, a circle, or not to be looked at.
    return false
  }
}

/** `#` and `!` at the start of a name are part of it. */
const globOptions = { dot: true, nocomment: true, nonegate: true, magicalBraces: true } as const
/** Folders that never hold messages of a project. */
const ignoredGlobs = ['**/node_modules/**', '**/.git/**']

/** Tells whether a path relative to the root, composed or decomposed, belongs to a selection, whether or not it exists. */
export function matcher({ patterns }: Selection): (path: string) => boolean {
  const globs = patterns.map((pattern) => globOf(pattern.normalize('NFC')))
  const ignored = ignoredGlobs.map(globOf)
  return (spelled) => {
    const path = spelled.normalize('NFC')
    return globs.some((glob) => glob.match(path)) && !ignored.some((glob) => glob.match(path))
  }
}

function globOf(pattern: string): Minimatch {
  return new Minimatch(pattern, globOptions)
}

export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

/** Returns a file's path for people, relative to the folder that they are in. */
export function shownFrom(cwd: string, file: string): string {
  return toPosix(relative(cwd, file))
}

function escapeGlob(path: string): string {
  return escape(path, globOptions)
}

/** Escapes the folders of a glob that exist: their names are no patterns. */
function escapeFolders(pattern: string, root: string): string {
  const segments = pattern.split('/')
  let folders = 0
  while (folders < segments.length - 1 && isFolder(join(root, ...segments.slice(0, folders + 1)))) folders++
  return segments.map((segment, index) => (index < folders ? escapeGlob(segment) : segment)).join('/')
}

/** Removes the `.` segments of a pattern, because paths relative to the root have none. */
function withoutDots(pattern: string): string {
  return pattern.replace(/^(?:\.\/+)+/, '').replaceAll(/\/(?:\.\/)+/g, '/')
}

/** Returns a path from the root for one that a message gives from its own folder. */
export function besideMessage(messagePath: string, typed: string): string {
  return posix.normalize(posix.join(posix.dirname(messagePath), typed))
}

/** Returns the severities of a project's rules by file: later overrides win over earlier ones and the configuration. */
export function ruleSettingsOf({ rules, overrides }: Config, root: string): (path: string) => RuleSettings {
  const matching = overrides.map((override) => ({
    matches: matcher({ root, patterns: override.files }),
    rules: override.rules,
  }))
  if (matching.length === 0) return () => rules
  return (path) =>
    Object.assign({}, rules, ...matching.filter(({ matches }) => matches(path)).map((override) => override.rules))
}
