import { createRequire } from 'node:module'
import type { Jiti, JitiOptions } from 'jiti'
import { makeFolder } from '../files/held-folder.ts'
import { isOwnFolder } from './trust.ts'
import { dirname, resolve } from 'node:path'
import { statOf } from '../files/file-kind.ts'
import { textIfAny } from '../files/read-file.ts'

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

/** The file that an import leads to; TypeScript writes `.js` for what is `.ts`. */
function fileAt(path: string): string | undefined {
  const candidates = [...extensions.map((extension) => path + extension), path.replace(/\.([cm]?)js$/, '.$1ts')]
  return candidates.find((file) => statOf(file)?.isFile())
}
