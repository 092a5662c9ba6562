import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map((path) => [path, readFileSync(join(repository, path), 'utf8')]),
)

/** The lines of a file, as `wc -l` counts them. */
function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** Files that are loaded by their name alone, or are the one way into a folder. */
const entries: ReadonlySet<string> = new Set([
  'src/cli/main.ts',
  'src/emulator/start-emulator.ts',
  'src/index.ts',
  'src/ledger/open.ts',
  'src/project/compile-worker.ts',
])

/** Files above 400 lines, with their lines: they may only shrink. */
const large: Readonly<Record<string, number>> = {}

/** The standard output that a command line names as a file is written to where files are. */
const processUsers: ReadonlySet<string> = new Set(['src/project/files/output-file.ts'])

interface Import {
  readonly path: string
  /** Whether it is erased: only types come with it. */
  readonly isType: boolean
}

const statement = /^(?:import|export)\s+(type\s+)?([^';]*?)\s*from\s+'(\.[^']+)'/gm

function importsOf(file: string, text: string): Import[] {
  return Array.from(text.matchAll(statement), ([, type, names = '', target = '']) => {
    const listed = /^\{([^}]*)\}$/.exec(names)?.[1]?.split(',')
    const isTypes = listed?.every((name) => name.trim() === '' || name.trim().startsWith('type ')) === true
    return { path: posix.join(posix.dirname(file), target), isType: type !== undefined || isTypes }
  })
}

/** Returns each cycle of imports, as the way around it. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = []
  const seen = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file)
    if (at >= 0) cycles.push([...way.slice(at), file].join(' → '))
    if (seen.has(file)) return
    seen.add(file)
    for (const next of graph.get(file) ?? []) visit(next, [...way, file])
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

/** Returns the files that match, with what of them does. */
function matches(pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  return [...sources].flatMap(([path, text]) => {
    const found = isMeant(path) ? pattern.exec(text)?.[0] : undefined
    return found === undefined ? [] : [`${path}: ${found.trim()}`]
  })
}

describe('the sources', () => {
  it('were found', () => {
    expect(sources.size).toBeGreaterThan(100)
  })

  it('export no two types of one name', () => {
    const filesOf = new Map<string, string[]>()
    for (const [path, text] of sources) {
      for (const [, name = ''] of text.matchAll(/^export (?:interface|type|class|abstract class) ([A-Z]\w*)/gm)) {
        filesOf.set(name, [...(filesOf.get(name) ?? []), path])
      }
    }
    const shared = [...filesOf].filter(([, files]) => files.length > 1)
    expect(shared).toEqual([])
  })

  it('have no cycle of imported values', () => {
    const graph = new Map(
      Array.from(sources, ([file, text]) => [
        file,
        importsOf(file, text).flatMap(({ path, isType }) => (isType ? [] : [path])),
      ]),
    )
    expect(cyclesIn(graph)).toEqual([])
  })

  it('hold at most eight files directly in the command line', () => {
    const files = [...sources.keys()].filter((path) => posix.dirname(path) === 'src/cli')
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(8)
  })

  it('import a store of the ledger only where the ledger is', () => {
    const stores = new Set(['src/ledger/sqlite', 'src/ledger/postgres'])
    const wrong = [...sources].flatMap(([file, text]) =>
      importsOf(file, text)
        .filter(({ path }) => !file.startsWith('src/ledger/') && stores.has(posix.dirname(path)))
        .map(({ path }) => `${file} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it('are few small files: a rule and an entry point may be short', () => {
    const small = [...sources].filter(
      ([path, text]) =>
        linesOf(text) < 25 &&
        !entries.has(path) &&
        !/^src\/rules\/(?:interface|language|platform|project|recipients|style)\//.test(path),
    )
    expect(small.length, small.map(([path]) => path).join('\n')).toBeLessThanOrEqual(25)
  })

  it('are no large files', () => {
    const tooLarge = [...sources].flatMap(([path, text]) => {
      const most = large[path] ?? 400
      return linesOf(text) > most ? [`${path}: ${linesOf(text)} lines, ${most} allowed`] : []
    })
    expect(tooLarge).toEqual([])
  })

  it('end the process, read its arguments and print in the command line alone', () => {
    const isMeant = (path: string): boolean => !path.startsWith('src/cli/') && !processUsers.has(path)
    expect(matches(/\bprocess\.(?:argv|exit|stdout)\b.*/, isMeant)).toEqual([])
    expect(matches(/\{[^{}]*\b(?:argv|exit|stdout)\b[^{}]*\} = process\b/, isMeant)).toEqual([])
  })
})

describe.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s', (page) => {
  const text = readFileSync(join(repository, page), 'utf8')

  it('names paths that there are', () => {
    const paths = new Set(text.match(/(?<![\w./-])(?:src|build|test|docs)(?:\/[\w.-]+)*\/[\w-]+(?:\.\w+)*/g))
    expect(paths.size).toBeGreaterThan(10)
    expect([...paths].filter((path) => !existsSync(join(repository, path)))).toEqual([])
  })
})
