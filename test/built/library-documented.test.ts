import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const index = new URL('../../dist/index.d.ts', import.meta.url)
const offer = new URL('../../dist/offer.d.ts', import.meta.url)

interface Exported {
  readonly name: string
  readonly declarations: string
}

/** Every export of the package, with the text of the declarations that it comes from. */
function exportsOf(page: URL): Exported[] {
  const text = readFileSync(page, 'utf8')
  return Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm)).flatMap(
    ([, names = '', from = '']) => {
      const declarations = readFileSync(new URL(from.replace(/\.[jt]s$/, '.d.ts'), page), 'utf8')
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => {
          const [own = name, shown = own] = name.split(' as ')
          return {
            name: shown,
            declarations: declarationOf(own, declarations, new URL(from.replace(/\.[jt]s$/, '.d.ts'), page)),
          }
        })
    },
  )
}

/** The declaration of a name with the comment before it, or where it is exported from. */
function declarationOf(name: string, text: string, page: URL): string {
  const form = new RegExp(
    String.raw`(?:/\*\*(?:(?!\*/)[^])*\*/\n)?^export (?:declare )?(?:abstract )?(?:interface|type|const|function|class) ${name}\b[^]*?(?=^(?:export|/\*\*|interface|type|declare)|(?![^]))`,
    'm',
  )
  const found = form.exec(text)?.[0]
  if (found !== undefined) return found
  for (const [, names = '', from = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm)) {
    const other = new URL(from.replace(/\.[jt]s$/, '.d.ts'), page)
    if (new RegExp(String.raw`\b${name}\b`).test(names)) return declarationOf(name, readFileSync(other, 'utf8'), other)
  }
  return ''
}

/** Every field of these has a comment as well: they are what a program meets first. */
const wholly =
  /^(?:Lint|Compile(?:Output)|Plan(?:Choice|Output)|Deploy(?:Choice|Control|End|Notice)|Message(?:Choice|Values)|Status|Refusal|ProjectSession|OpenProject|StopSignal|Release|Failure|Reported|Diagnostic|Fix|Position|TextEdit|UsageError|LockHolder)/

it('every export has a comment, and so has every field of what openProject gives', () => {
  if (!existsSync(fileURLToPath(index))) throw new Error('Run npm run build first.')
  const exported = [...exportsOf(index), ...exportsOf(offer)]
  expect(exported.length).toBeGreaterThan(40)
  const bare = exported.flatMap(({ name, declarations }) => {
    if (declarations === '') return [`${name}: its declaration was not found`]
    const [, comment, rest = ''] = /^(\/\*\*[^]*?\*\/\n)?([^]*)$/.exec(declarations) ?? []
    const isInterface = wholly.test(name) && /^export (?:declare )?(?:interface|class) /.test(rest)
    const fields = isInterface ? Array.from(rest.matchAll(/(\*\/\n)?^ {4}(?:readonly )?(\w+)\??[:(]/gm)) : []
    const silent = fields.filter(([, before]) => before === undefined).map(([, , field = '']) => field)
    return [...(comment === undefined ? [name] : []), ...silent.map((field) => `${name}.${field}`)]
  })
  expect(bare).toEqual([])
})
