import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'glob'
import { describe, expect, it } from 'vitest'
import { plainGlob } from '../../src/project/files/discover.ts'
import { tempFolder } from '../project/temp-folder.ts'

const names = [
  'a.md',
  'B.MD',
  '.md',
  '.hidden.md',
  'md',
  'x.md.txt',
  '봄 세일.md',
  '#1.md',
  'it’s.md',
  'a~b.md',
  'a,b.md',
]
const folders = ['', 'm/', 'm/deep/er/', 'm/.dot/', 'm/node_modules/', 'm/x.md/', '.git/', 'other/']
const root = tempFolder(Object.fromEntries(folders.flatMap((folder) => names.map((name) => [folder + name, '']))))
const linked = tempFolder({ 'real/a.md': '', 'm/b.md': '' })
symlinkSync(join(linked, 'real'), join(linked, 'm/link'))
symlinkSync(join(linked, 'real'), join(linked, 'top'))
const ignored = ['node_modules', '.git']

const options = { dot: true, nocomment: true, nonegate: true, magicalBraces: true, nodir: true, posix: true } as const
const found = (cwd: string, pattern: string): string[] =>
  globSync(pattern, { ...options, cwd, ignore: ignored.map((name) => `**/${name}/**`) })

describe('the shortcut for plain patterns', () => {
  const patterns = [
    '**/*.md',
    ...folders.map((folder) => `${folder}**/*.md`),
    ...names,
    ...names.map((name) => `m/${name}`),
  ]
  it.each(patterns)('finds what glob finds: %s', (pattern) => {
    const plain = plainGlob(root, pattern, ignored)
    if (plain !== undefined) expect(plain.toSorted()).toEqual(found(root, pattern).toSorted())
  })

  it.each(['**/*.md', 'm/**/*.md', 'a.md', 'm/봄 세일.md'])('knows %s', (pattern) => {
    expect(plainGlob(root, pattern, ignored)).not.toHaveLength(0)
  })

  it.each(['*.md', '{m,other}/**/*.md', 'm/../a.md', './a.md', 'gone.md', 'm', 'node_modules/a.md', 'm//a.md'])(
    'leaves %s to glob',
    (pattern) => {
      expect(plainGlob(root, pattern, ignored)).toBeUndefined()
    },
  )

  it.each(['**/*.md', 'm/**/*.md', 'top/**/*.md'])('leaves %s to glob where a link stands', (pattern) => {
    expect(plainGlob(linked, pattern, ignored)).toBeUndefined()
  })
})
