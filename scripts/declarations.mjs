// Writes what the declarations of the two libraries need, and nothing else, to dist/types.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const begins =
  /^(?=(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?(?:import|export|declare|interface|type|const|class|function|abstract) )/m
const declares = /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|const|function|class) ([\w$]+)/
const star = /^export \* from '([^']+)';/
const takes = /^(import|export)( type)? \{([^}]*)\} from '([^']+)';/

/** The statements of a file of declarations, each with its comment; TypeScript writes them from the first column on. */
function read(folder, path) {
  const parts = readFileSync(join(folder, path), 'utf8').split(begins)
  const statements = parts.flatMap((part, index) => {
    if (part.startsWith('/**')) return []
    const comment = parts[index - 1]?.startsWith('/**') ? parts[index - 1] : ''
    const [, word, type = '', list = '', from = ''] = takes.exec(part) ?? []
    const names = list.split(',').flatMap((entry) => {
      const [, typed = '', name, as = name] = /^\s*(type )?([\w$]+)(?: as ([\w$]+))?\s*$/.exec(entry) ?? []
      return name === undefined ? [] : [{ name, as, text: entry.trim(), typed }]
    })
    return [{ comment, part, word, type, from, names, own: declares.exec(part)?.[1] }]
  })
  return { path, statements, needed: new Set(), names: new Set() }
}

export function writeDeclarations(folder, entries) {
  const files = new Map()
  const fileAt = (path) => files.get(path) ?? files.set(path, read(folder, path)).get(path)
  const pathFrom = (path, from) => join(dirname(path), from.replace(/\.(?:js|ts)$/, '.d.ts'))
  const need = (path, name) => {
    const file = fileAt(path)
    if (file.names.has(name)) return
    file.names.add(name)
    for (const statement of file.statements) {
      for (const taken of statement.names.filter(({ as }) => as === name)) {
        file.needed.add(statement)
        if (statement.from.startsWith('.')) need(pathFrom(path, statement.from), taken.name)
      }
      if (statement.own !== name) continue
      file.needed.add(statement)
      const code = statement.part.replaceAll(/\/\*[^]*?\*\//g, '')
      for (const [word] of code.matchAll(/[\w$]+/g)) need(path, word)
      for (const [, from, inner] of code.matchAll(/import\("(\.[^"]+)"\)\.([\w$]+)/g)) need(pathFrom(path, from), inner)
    }
  }
  const needAll = (path) => {
    const { statements, needed } = fileAt(path)
    for (const statement of statements) {
      const { own, part, word, names } = statement
      if (own !== undefined && part.startsWith('export')) need(path, own)
      if (word === 'export') for (const { as } of names) need(path, as)
      const [, from] = star.exec(part) ?? []
      if (from === undefined) continue
      needed.add(statement)
      needAll(pathFrom(path, from))
    }
  }
  for (const path of entries) needAll(path)
  for (const { path, statements, needed, names } of files.values()) {
    if (needed.size === 0) continue
    const kept = statements.filter((statement) => needed.has(statement))
    const text = kept.map(({ comment, part, word, type, from, names: all }) => {
      if (word === undefined) return comment + part
      const list = all.filter(({ as }) => names.has(as)).map((one) => one.text)
      return `${word}${type} { ${list.join(', ')} } from '${from}';\n`
    })
    mkdirSync(dirname(join(folder, 'types', path)), { recursive: true })
    writeFileSync(join(folder, 'types', path), text.join(''))
  }
}
