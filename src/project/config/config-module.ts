import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { createRequire } from 'node:module'
import type { Jiti, JitiOptions } from 'jiti'
import { once } from '../../contract/once.ts'
import type { OtherWriter } from '../../words/file-problem.ts'
import { lstatOf, statOf } from '../files/paths.ts'
import { textIfAny } from '../files/read-file.ts'
import { makeFolder } from '../../make-folder.ts'
import { thrownMessage, UsageError } from '../usage-error.ts'
import { configSchema } from './user-config.ts'

/** What lets somebody else decide what a file says. */
interface Risk {
  /** Absolute path of the file, or of a folder that it stands in. */
  readonly at: string
  readonly who: OtherWriter
}

/**
 * What lets somebody beside the user and root decide what a file says: whoever may write to it or to its folder, also
 * where a link leads. A sticky folder, as `/tmp`, is one in which everybody may have put it.
 *
 * @returns undefined where nobody else may, and where the system knows no owners
 */
export function riskOf(file: string): Risk | undefined {
  let real: string
  try {
    real = realpathSync.native(file)
  } catch {
    // Whoever reads it says what is wrong with it.
    return undefined
  }
  const places = new Set([dirname(file), file, dirname(real), real])
  for (const at of places) {
    const who = otherWriterOf(at)
    if (who !== undefined) return { at, who }
  }
  return undefined
}

/** Whether nobody else may have put anything into a folder. */
function isOwnFolder(folder: string): boolean {
  return otherWriterOf(folder) === undefined
}

function otherWriterOf(path: string): OtherWriter | undefined {
  const user = process.getuid?.()
  // The permissions of a link mean nothing: who put it there, its owner and its folder say.
  const link = lstatOf(path)
  const stats = link?.isSymbolicLink() === true ? link : statOf(path)
  if (user === undefined || stats === undefined) return undefined
  if (!isOwn(stats.uid, user)) return 'owner'
  if (stats.isSymbolicLink()) return undefined
  if ((stats.mode & 0o002) !== 0) return 'everybody'
  return (stats.mode & 0o020) !== 0 && !isPrivateGroup(stats.gid, user) ? 'group' : undefined
}

/** The user, root, and whoever became root with sudo. */
function isOwn(owner: number, user: number): boolean {
  return owner === user || owner === 0 || (user === 0 && String(owner) === process.env['SUDO_UID'])
}

/** Many systems give each user a group of their own, and let it write to all that the user makes. */
function isPrivateGroup(group: number, user: number): boolean {
  if (user === 0 || group !== process.getgid?.()) return false
  const name = nameOf(user)
  const entry = textIfAny('/etc/group')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(group))
  const [groupName, , , members = ''] = entry ?? []
  return name !== undefined && groupName === name && members.split(',').every((member) => ['', name].includes(member))
}

function nameOf(user: number): string | undefined {
  try {
    const { uid, username } = userInfo()
    return uid === user ? username : undefined
  } catch {
    // In a container the user may have no name.
    return undefined
  }
}

export interface RunConfigOptions {
  /** What `import … from 'friendtalk'` in a configuration gives: it may stand where friendtalk is not installed. */
  readonly library: () => Promise<object>
  /** Whether modules may have changed since this process ran them first. */
  readonly isReload?: boolean
  /**
   * An absolute path: a folder that keeps what modules were transpiled to, each used again while its source is the
   * same. Without one they are transpiled anew, which takes longer than linting a file.
   */
  readonly transpiledIn?: string
}

/**
 * Runs a configuration that is a module.
 *
 * @returns what it exports by default, not looked at yet
 * @throws whatever the module or its loader throws
 */
export async function runConfig(
  file: string,
  { library, isReload = false, transpiledIn }: RunConfigOptions,
): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const virtualModules = { friendtalk: await library() }
  const run = async (fsCache: string | false): Promise<object> => {
    // Without a cache of modules a watcher sees every edit.
    const create = (options: JitiOptions): Jiti =>
      createJiti(import.meta.url, { moduleCache: false, interopDefault: false, virtualModules, fsCache, ...options })
    return isReload ? runAgain(file, create) : create({}).import<object>(file)
  }
  let module: object
  try {
    module = await run(transpiledIn !== undefined && isKept(transpiledIn) ? transpiledIn : false)
  } catch (error) {
    // A full disk, or files that belong to somebody else: nothing is kept.
    if (transpiledIn === undefined || !isAbout(error, transpiledIn)) throw error
    module = await run(false)
  }
  return 'default' in module ? module.default : module
}

/** Whether something can be kept in a folder, and nobody else may have put a program there that would be run. */
function isKept(folder: string): boolean {
  try {
    makeFolder(folder, 0o700)
    return isOwnFolder(folder)
  } catch {
    return false
  }
}

function isAbout(error: unknown, folder: string): boolean {
  return error instanceof Error && 'path' in error && String(error.path).startsWith(folder)
}

/**
 * Runs a module and what it imports as they are now. Node keeps every module that it imported for as long as the
 * process runs; as CommonJS all of them are run anew. Only a module that awaits at its top cannot be that.
 */
async function runAgain(file: string, create: (options: JitiOptions) => Jiti): Promise<object> {
  const { cache } = createRequire(import.meta.url)
  for (const imported of importedFiles(file)) delete cache[imported]
  try {
    return create({ interopDefault: true })(file) as object
  } catch (error) {
    if (error instanceof SyntaxError && /\bawait\b/.test(error.message)) return create({}).import<object>(file)
    throw error
  }
}

const extensions = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']
/** `from '../x'`, `import '../x'`, `import('../x')`, `require('../x')`: in a comment it costs no more than a file watched. */
const specifier = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g

/** The project's own files that a configuration imports, and those that they import: absolute paths, sorted. */
export function importedFiles(configFile: string): string[] {
  const found = new Set<string>()
  const open = [configFile]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (!/\.[cm]?[jt]s$/.test(file)) continue
    for (const [, , path = ''] of textIfAny(file).matchAll(specifier)) {
      const imported = fileAt(resolve(dirname(file), path))
      if (imported === undefined || imported === configFile || found.has(imported)) continue
      found.add(imported)
      open.push(imported)
    }
  }
  return [...found].toSorted()
}

const importStart = /\b(?:import|require)\s*\(\s*(?!['"][^'"\n]*['"]\s*[),])|\bcreateRequire\b/
const anySpecifier = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g

/**
 * Returns a hash of the text of a configuration and of all that it imports.
 *
 * @returns undefined where that cannot be known: what a package, Node.js or a path that is worked out brings may change
 *   without any of these texts
 */
export function programDigest(configFile: string): string | undefined {
  const digest = createHash('sha256')
  for (const file of [configFile, ...importedFiles(configFile)]) {
    const text = textIfAny(file)
    digest.update(`${file}\0${text.length}\0${text}`)
    if (!/\.[cm]?[jt]s$/.test(file)) continue
    if (importStart.test(text)) return undefined
    for (const [, , path = ''] of text.matchAll(anySpecifier)) {
      const isFile = /^\.{1,2}\//.test(path) && fileAt(resolve(dirname(file), path)) !== undefined
      if (!isFile && path !== 'friendtalk') return undefined
    }
  }
  return digest.digest('base64url')
}

/** The file that an import leads to; TypeScript writes `.js` for what is `.ts`. */
function fileAt(path: string): string | undefined {
  const candidates = [...extensions.map((extension) => path + extension), path.replace(/\.([cm]?)js$/, '.$1ts')]
  return candidates.find((file) => statOf(file)?.isFile())
}

interface RunFile {
  /** Absolute. */
  readonly file: string
  /** As people are shown it. */
  readonly shown: string
  readonly source: string
}

/** Why a configuration that is a module could not be run, and where in the file, as far as its loader tells. */
export function runFailure(error: unknown, { file, shown, source }: RunFile): UsageError {
  const message = thrownMessage(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  // Behind its sentence the loader has the place of what is no program, and the modules that led to one not found.
  const [reason = ''] = message.replace(/^ParseError: /, '').split(/\s*\n/)
  const parsed = placeIn(message, file)
  if (message.startsWith('ParseError') && parsed !== undefined) {
    // The parser's columns count from 0.
    const at = { line: parsed.line, column: parsed.column + 1 }
    const place = `${shown}:${at.line}:${at.column}`
    return new UsageError({ type: 'not-runnable', path: shown, place, reason, frame: maskedFrame(source, at) })
  }
  // What runs has the lines of the file and not its columns; what is imported stands on its first line.
  const isImport = error instanceof Error && 'code' in error
  const line = isImport ? undefined : placeIn(stack, file)?.line
  return new UsageError({ type: 'not-runnable', path: shown, reason, ...(line && { place: `${shown}:${line}` }) })
}

function placeIn(text: string, file: string): { line: number; column: number } | undefined {
  const at = text.indexOf(`${file}:`)
  const [, line, column] = at < 0 ? [] : (/^:(\d+):(\d+)/.exec(text.slice(at + file.length)) ?? [])
  return line === undefined || column === undefined ? undefined : { line: Number(line), column: Number(column) }
}

/** Words that everybody may read: those of the schema itself, and those that a module is made of. */
const knownWords = once((): ReadonlySet<string> => {
  const ofModules = 'as const default defineConfig export from import process satisfies true false null'
  return new Set(`${JSON.stringify(configSchema)} ${ofModules}`.match(/[\w-]+/g))
})

/** In characters: a line may be a whole file. */
const maxBefore = 60
const maxAfter = 30

/**
 * The line of a configuration at which something is wrong, and a caret below the place. Where a file cannot be read as
 * it was meant, any word of it may be a secret: `…` stands for all that the schema does not name.
 *
 * @returns nothing where the place is in no line
 */
export function maskedFrame(source: string, { line, column }: { line: number; column: number }): string[] {
  const text = source.split(/\r\n|\n|\r/)[line - 1]
  if (text === undefined) return []
  const gutter = `  ${line} | `
  const before = masked(text.slice(0, column - 1))
  const shown = before.length > maxBefore ? `…${before.slice(-maxBefore)}` : before
  const after = masked(text.slice(column - 1)).slice(0, maxAfter)
  return [`${gutter}${shown}${after}`, `${' '.repeat(gutter.length - 2)}| ${' '.repeat(shown.length)}^`]
}

function masked(text: string): string {
  const known = knownWords()
  return text.replaceAll('\t', '  ').replaceAll(/[^\s{}[\]():,;'"`]+/g, (word) => (known.has(word) ? word : '…'))
}
