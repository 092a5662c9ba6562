import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { mistakes, withMistake } from '../mutation/sending-mistakes.mjs'

/** The rooms of src. Each may import the rooms before it, types included; files beside them are free of the order. */
const rooms =
  `text words contract service language message slips rules recipients images project session editor convert ledger
  results web emulator deploy library browser lsp cli`.split(/\s+/)

const folder = fileURLToPath(new URL('../../src/', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
const imports = new Map(
  sources.map((file) => [
    file,
    Array.from(readFileSync(folder + file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g), ([, target = '']) =>
      posix.join(posix.dirname(file), target),
    ),
  ]),
)
const importsOf = (file: string): readonly string[] => imports.get(file) ?? []
const roomOf = (file: string): string => file.split('/', 1)[0] ?? ''

/** The imports that lead from a file back to it, types included. */
function circleThrough(file: string): string | undefined {
  const seen = new Set<string>()
  const open = importsOf(file).map((target) => [file, target])
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const last = path.at(-1) ?? ''
    if (last === file) return path.join(' → ')
    if (seen.has(last)) continue
    seen.add(last)
    for (const target of importsOf(last)) open.push([...path, target])
  }
  return undefined
}

describe('the rooms of src', () => {
  it('are all in the order', () => {
    const found = new Set(sources.filter((file) => file.includes('/')).map(roomOf))
    expect([...found].toSorted()).toEqual(rooms.toSorted())
  })

  it('import only rooms before them', () => {
    const arrows = sources.flatMap((file) => {
      const place = rooms.indexOf(roomOf(file))
      const later = importsOf(file).filter((target) => place >= 0 && rooms.indexOf(roomOf(target)) > place)
      return later.map((target) => `${file} imports ${target}`)
    })
    expect(arrows).toEqual([])
  })

  it('have no circle of imports', () => {
    const [first] = sources.flatMap((file) => circleThrough(file) ?? [])
    expect(first).toBeUndefined()
  })
})

it('every mistake that is made on purpose fits the sources', () => {
  for (const mistake of mistakes) {
    const code = readFileSync(folder + mistake[1], 'utf8')
    expect(withMistake(mistake, code)).not.toBe(code)
  }
})
