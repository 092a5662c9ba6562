import { dirname, resolve } from 'node:path'
import { statOf } from './file-kind.ts'
import { textIfAny } from './read-file.ts'

const extensions = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']
/** `from './x'`, `import './x'`, `import('./x')`, `require('./x')`: in a comment it costs no more than a file watched. */
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
