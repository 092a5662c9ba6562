import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toPosix } from '../../src/project/files/discover.ts'
import { type Watcher, watchFolder } from '../../src/project/watch.ts'
import { patienceMs } from '../deadline.ts'
import { tempFolder, type Tree, writeTree } from './temp-folder.ts'

const open: Watcher[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(open.splice(0).map((watcher) => watcher.close()))
})

interface Watched {
  readonly root: string
  /** What was told, one list per call. */
  readonly calls: (readonly string[])[]
  readonly file: (path: string) => string
  /** Waits until paths were told since the last wait. */
  readonly tells: (...paths: readonly string[]) => Promise<void>
}

async function watch(tree: Tree, files: readonly string[] = []): Promise<Watched> {
  const root = tempFolder(tree)
  const calls: (readonly string[])[] = []
  const watcher = await watchFolder({
    root,
    files,
    isIgnored: (path) => path.endsWith('.out'),
    onChanges: (changes) => {
      calls.push([...changes].toSorted())
      return Promise.resolve()
    },
    onError: (error) => {
      throw error
    },
  })
  open.push(watcher)
  let from = 0
  return {
    root,
    calls,
    file: (path) => join(root, path),
    async tells(...paths) {
      await vi.waitFor(() => expect(calls.slice(from).flat()).toEqual(expect.arrayContaining([...paths])), {
        timeout: patienceMs,
        interval: 5,
      })
      from = calls.length
    },
  }
}

describe('a watched folder', () => {
  it('tells of files that change, come and go, and of nothing that is ignored', async () => {
    const { calls, root, file, tells } = await watch({ 'a.md': 'one', 'gone.md': 'one' })
    writeTree(root, { 'node_modules/x.md': '', '.git/y.md': '', 'z.out': '', 'a.md': 'two', 'b.md': 'new' })
    rmSync(file('gone.md'))
    await tells('a.md', 'b.md', 'gone.md')
    expect(calls.flat().toSorted()).toEqual(['a.md', 'b.md', 'gone.md'])
  })

  it('tells of the rest of a file that is written in two pieces', async () => {
    const { file, tells } = await watch({ 'a.md': 'one' })
    writeFileSync(file('a.md'), '')
    await tells('a.md')
    writeFileSync(file('a.md'), 'two')
    await tells('a.md')
  })

  it('tells of a file that takes the place of another', async () => {
    const { root, file, tells } = await watch({ 'a.md': 'one' })
    writeTree(root, { '.a.md.swp': 'two' })
    renameSync(file('.a.md.swp'), file('a.md'))
    await tells('a.md')
  })

  it('tells of all that is in new folders, and of what changes there later', async () => {
    const { root, tells } = await watch({ 'a.md': 'one' })
    writeTree(root, { 'x/y/z/b.md': 'new', 'x/c.md': 'new' })
    await tells('x/y/z/b.md', 'x/c.md')
    writeTree(root, { 'x/y/z/b.md': 'again' })
    await tells('x/y/z/b.md')
  })

  it('tells of both places of a folder that is moved', async () => {
    const { file, tells } = await watch({ 'x/y/a.md': 'one' })
    renameSync(file('x'), file('z'))
    await tells('x/y/a.md', 'z/y/a.md')
  })

  it('tells that it went itself', async () => {
    const { root, tells } = await watch({ 'x/a.md': 'one' })
    rmSync(root, { recursive: true })
    await tells('x/a.md')
  })

  it('follows no link out of it, and none in a circle', async () => {
    const elsewhere = tempFolder({ 'folder/b.md': 'one' }, 'elsewhere')
    const { calls, file, root, tells } = await watch({ 'c.md': 'one' })
    symlinkSync(root, file('loop'))
    symlinkSync(join(elsewhere, 'folder'), file('outside'))
    writeTree(root, { 'c.md': 'two' })
    await tells('c.md')
    expect(calls.flat().filter((path) => /^(?:loop|outside)\//.test(path))).toEqual([])
  })

  it('tells of files elsewhere that it is given', async () => {
    const config = join(tempFolder({ 'config.json': 'one' }, 'elsewhere'), 'config.json')
    const { root, tells } = await watch({ 'a.md': 'one' }, [config])
    writeFileSync(config, 'two')
    await tells(toPosix(relative(root, config)))
  })

  it('looks again and again where the environment asks for it', async () => {
    vi.stubEnv('CHOKIDAR_USEPOLLING', '1')
    vi.stubEnv('CHOKIDAR_INTERVAL', '20')
    const { root, file, tells } = await watch({ 'x/a.md': 'one' })
    rmSync(file('x/a.md'))
    writeTree(root, { 'y/b.md': 'new' })
    await tells('x/a.md', 'y/b.md')
  })
})
