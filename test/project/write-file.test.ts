import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outputFolder, writeNewFiles, writeOutput } from '../../src/project/files/write-file.ts'
import { refusalOf } from './refusal.ts'
import { tempFolder } from './temp-folder.ts'

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

describe('a report', () => {
  it('is written whole, with its folders, and replaces what stands there', async () => {
    const root = tempFolder({ 'old.json': 'something else' })
    chmodSync(join(root, 'old.json'), 0o640)
    await writeOutput('old.json', ['a', 'b'], { cwd: root })
    await writeOutput('new/report.txt', ['c'], { cwd: root })
    expect([read(root, 'old.json'), read(root, 'new/report.txt')]).toEqual(['ab', 'c'])
    expect(statSync(join(root, 'old.json')).mode & 0o777).toBe(0o640)
    expect(readdirSync(root).toSorted()).toEqual(['new', 'old.json'])
  })

  it('leaves what stood there, and nothing else, when what is written fails', async () => {
    const root = tempFolder({ 'old.json': 'before' })
    async function* broken(): AsyncGenerator<string> {
      yield 'half'
      throw new Error('broken')
    }
    await expect(writeOutput('old.json', broken(), { cwd: root })).rejects.toThrow('broken')
    expect(read(root, 'old.json')).toBe('before')
    expect(readdirSync(root)).toEqual(['old.json'])
  })

  it.each(['a.md', 'friendtalk.config.json', 'ledger.db', 'list.csv', 'list.ndjson'])(
    'never replaces %s',
    async (name) => {
      const root = tempFolder({ [name]: 'mine' })
      const [said] = await refusalOf(() => writeOutput(name, ['x'], { cwd: root }))
      expect(said).toContain(`${name}: is left as it is`)
      expect(read(root, name)).toBe('mine')
    },
  )

  it('replaces the CSV of an earlier status', async () => {
    const root = tempFolder({ 'sends.csv': 'target,release,id,msg_key,state\n' })
    await writeOutput('sends.csv', ['new'], { cwd: root })
    expect(read(root, 'sends.csv')).toBe('new')
  })

  it('goes into no folder, no pipe, and through no link', async () => {
    const root = tempFolder({ 'real.txt': 'mine' })
    mkdirSync(join(root, 'folder'))
    symlinkSync('real.txt', join(root, 'link'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    for (const name of ['folder', 'link', 'pipe', 'folder/']) {
      const [said] = await refusalOf(() => writeOutput(name, ['x'], { cwd: root }))
      expect(said).toContain('cannot be written')
    }
    expect(read(root, 'real.txt')).toBe('mine')
  })
})

describe('a folder that is filled', () => {
  it('is made, and holds whole files', () => {
    const root = tempFolder({})
    const folder = outputFolder(join(root, 'out'), { shown: 'out', root })
    folder.write('a/b.json', '{}')
    folder.write('a/b.json', '[]')
    expect(read(root, 'out/a/b.json')).toBe('[]')
    expect(readdirSync(join(root, 'out/a'))).toEqual(['b.json'])
  })

  it.each(['elsewhere', 'project-2'])('does not lead out of the project into %s', async (name) => {
    const parent = tempFolder({ 'project/a.md': '', [`${name}/b.md`]: '' })
    const [root, elsewhere] = [join(parent, 'project'), join(parent, name)]
    symlinkSync(elsewhere, join(root, 'out'))
    const folder = outputFolder(join(root, 'out'), { shown: 'out', root })
    const [said] = await refusalOf(() => folder.write('a.json', '{}'))
    expect(said).toContain('leads out through a symbolic link')
    expect(readdirSync(elsewhere)).toEqual(['b.md'])
  })
})

it('new files are all written, or none of them', async () => {
  const root = tempFolder({ 'a.md': 'mine', taken: '' })
  const files = [
    { path: 'a.md', content: 'new' },
    { path: 'x/b.md', content: 'new' },
  ]
  expect(writeNewFiles(root, files)).toEqual({ created: ['x/b.md'], kept: ['a.md'] })
  expect(read(root, 'a.md')).toBe('mine')
  await refusalOf(() =>
    writeNewFiles(root, [
      { path: 'y/c.md', content: '' },
      { path: 'taken/d.md', content: '' },
    ]),
  )
  expect(existsSync(join(root, 'y'))).toBe(false)
})
