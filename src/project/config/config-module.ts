import { dirname, resolve } from 'node:path'
import { createRequire } from 'node:module'
import type { Jiti } from 'jiti'
import { statOf } from '../files/paths.ts'
import { textIfAny } from '../files/read-file.ts'
import { notRunnable, thrownMessage, type UsageError } from '../usage-error.ts'

export interface RunConfigOptions {
  /** The module that a configuration imports as 'friendtalk', which may not be installed there. */
  readonly library: () => Promise<object>
  /** True if modules may have changed since this process ran them first. */
  readonly isReload?: boolean | undefined
}

/**
 * Runs a configuration that is a module.
 *
 * @param shown its path as people are shown it
 * @returns what it exports by default, not looked at yet
 * @throws UsageError with what the module or its loader throws, and its place as far as the loader tells
 */
export async function runConfig(
  file: string,
  shown: string,
  { library, isReload = false }: RunConfigOptions,
): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const virtualModules = { friendtalk: await library() }
  // Without a cache of modules a watcher sees every edit.
  const fixed = { moduleCache: false, fsCache: false, virtualModules }
  const create = (interopDefault: boolean): Jiti => createJiti(import.meta.url, { ...fixed, interopDefault })
  try {
    const module = await (isReload ? runAgain(file, create) : create(false).import<object>(file))
    return await ('default' in module ? module.default : module)
  } catch (error) {
    throw runFailure(error, file, shown)
  }
}

/**
 * Runs a module and what it imports as they are now. Node keeps every module that it imported for as long as the
 * process runs; as CommonJS all of them are run anew. Only a module that awaits at its top cannot be that.
 */
async function runAgain(file: string, create: (interopDefault: boolean) => Jiti): Promise<object> {
  const { cache } = createRequire(import.meta.url)
  for (const imported of importedFiles(file)) delete cache[imported]
  try {
    return create(true)(file) as object
  } catch (error) {
    if (error instanceof SyntaxError && /\bawait\b/.test(error.message)) return create(false).import<object>(file)
    throw error
  }
}

const extensions = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']
/** `from '../x'`, `import '../x'`, `import('../x')`, `require('../x')`: in a comment it costs no more than a file watched. */
const specifier = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g

/** Returns the project's own files that a configuration imports, directly or not: absolute paths, sorted. */
export function importedFiles(configFile: string): string[] {
  const found = new Set<string>()
  const open = [configFile]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (!/\.[cm]?[jt]s$/.test(file)) continue
    for (const [, , path = ''] of textIfAny(file).matchAll(specifier)) {
      const typed = resolve(dirname(file), path)
      // TypeScript writes `.js` for what is `.ts`.
      const paths = [...extensions.map((extension) => typed + extension), typed.replace(/\.([cm]?)js$/, '.$1ts')]
      const imported = paths.find((each) => statOf(each)?.isFile())
      if (imported === undefined || imported === configFile || found.has(imported)) continue
      found.add(imported)
      open.push(imported)
    }
  }
  return [...found].toSorted()
}

function runFailure(error: unknown, file: string, shown: string): UsageError {
  const message = thrownMessage(error)
  // Behind its sentence the loader has the place of what is no program, and the modules that led to one not found.
  const [reason = ''] = message.replace(/^ParseError: /, '').split(/\s*\n/)
  const parsed = message.startsWith('ParseError') ? placeIn(message, file) : undefined
  // The parser's columns count from 0.
  if (parsed) return notRunnable(`${shown}:${parsed.line}:${parsed.column + 1}`, reason)
  // Running code has the file's lines but not its columns; an import stands on its first line.
  const stack = error instanceof Error && !('code' in error) ? (error.stack ?? '') : ''
  const line = placeIn(stack, file)?.line
  return notRunnable(line ? `${shown}:${line}` : shown, reason)
}

function placeIn(text: string, file: string): { line: number; column: number } | undefined {
  const at = text.indexOf(`${file}:`)
  const [, line, column] = at < 0 ? [] : (/^:(\d+):(\d+)/.exec(text.slice(at + file.length)) ?? [])
  return line === undefined || column === undefined ? undefined : { line: Number(line), column: Number(column) }
}
