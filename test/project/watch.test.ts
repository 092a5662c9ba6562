import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toPosix } from '../../src/project/discover.ts'
import { type Watcher, watchFolder } from '../../src/project/watch.ts'
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
  /** The size of each told file then; -1 where there was none. */
  readonly sizes: readonly number[]
  readonly file: (path: string) => string
  /** Waits until paths were told since the last wait; nothing else may be missing. */
  readonly tells: (...paths: readonly string[]) => Promise<void>
}

async function watch(tree: Tree, files: readonly string[] = []): Promise<Watched> {
  const root = tempFolder(tree)
  const calls: (readonly string[])[] = []
  const sizes: number[] = []
  const watcher = await watchFolder({
    root,
    files,
    isIgnored: (path) => path.endsWith('.out'),
    onChanges: (changes) => {
      for (const path of changes) sizes.push(statSync(join(root, path), { throwIfNoEntry: false })?.size ?? -1)
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
    sizes,
    file: (path) => join(root, path),
    async tells(...paths) {
      await vi.waitFor(() => expect(calls.slice(from).flat()).toEqual(expect.arrayContaining([...paths])), {
        timeout: 10_000,
        interval: 5,
      })
      from = calls.length
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('a saved file is told', () => {
  it('once, at its first rest', async () => {
    const { calls, file, tells } = await watch({ 'a/a.md': 'one', 'a/b.md': 'one' })
    writeFileSync(file('a/a.md'), 'two')
    await tells('a/a.md')
    await pause(150)
    expect(calls).toEqual([['a/a.md']])
  })

  it('not while it is empty, however late its content is written', async () => {
    const { sizes, file, tells } = await watch({ 'a.md': 'one' })
    for (let round = 0; round < 5; round++) {
      truncateSync(file('a.md'))
      await pause(15)
      writeFileSync(file('a.md'), 'two', { flag: 'r+' })
      await tells('a.md')
    }
    expect(new Set(sizes)).toEqual(new Set([3]))
  })

  it('together with all that came and went in one step', async () => {
    const { calls, file, tells } = await watch({ 'a.md': 'one', 'c.md': 'one' })
    renameSync(file('a.md'), file('b.md'))
    writeFileSync(file('c.md'), 'two')
    await tells('a.md', 'b.md', 'c.md')
    expect(calls).toEqual([['a.md', 'b.md', 'c.md']])
  })

  it('without the temporary file that took its name', async () => {
    const { calls, file, tells } = await watch({ 'a.md': 'one' })
    writeFileSync(file('a.md.tmp'), 'two')
    renameSync(file('a.md.tmp'), file('a.md'))
    await tells('a.md')
    expect(calls).toEqual([['a.md']])
  })

  it('while another file is written all the time', async () => {
    const { file, tells } = await watch({ 'a.md': 'one', 'log.txt': 'line' })
    const timer = setInterval(() => writeFileSync(file('log.txt'), 'line\n', { flag: 'a' }), 3)
    try {
      writeFileSync(file('a.md'), 'two')
      await tells('a.md')
      writeFileSync(file('b.md'), 'new')
      await tells('b.md')
    } finally {
      clearInterval(timer)
    }
  })

  it('unless it is ignored', async () => {
    const { calls, file, tells } = await watch({ 'a.md': 'one' })
    writeTree(file('.'), { 'node_modules/x.md': '', '.git/y.md': '', 'z.out': '' })
    await pause(80)
    writeFileSync(file('a.md'), 'two')
    await tells('a.md')
    expect(calls.flat()).toEqual(['a.md'])
  })
})

describe('folders', () => {
  it('that are new are watched, with all that is in them', async () => {
    const { root, tells } = await watch({ 'a.md': 'one' })
    writeTree(root, { 'x/y/z/b.md': 'new', 'x/c.md': 'new' })
    await tells('x/y/z/b.md', 'x/c.md')
    writeTree(root, { 'x/y/z/b.md': 'again' })
    await tells('x/y/z/b.md')
  })

  it('that go take their files with them, and come back under the same name', async () => {
    const { root, file, tells } = await watch({ 'x/y/a.md': 'one', 'x/b.md': 'one' })
    for (let round = 0; round < 3; round++) {
      rmSync(file('x'), { recursive: true })
      writeTree(root, { [`x/y/c${round}.md`]: 'new' })
      await tells('x/y/a.md', 'x/b.md', `x/y/c${round}.md`)
      writeTree(root, { 'x/y/a.md': 'back', 'x/b.md': 'back' })
      await tells('x/y/a.md', 'x/b.md')
    }
  })

  it('that are moved tell of both places, and of nothing at the old one from then on', async () => {
    const { root, file, calls, tells } = await watch({ 'x/y/a.md': 'one' })
    renameSync(file('x'), file('z'))
    await tells('x/y/a.md', 'z/y/a.md')
    writeTree(root, { 'z/y/a.md': 'two' })
    await tells('z/y/a.md')
    expect(calls.at(-1)).toEqual(['z/y/a.md'])
  })

  it('that are the root tell that it went', async () => {
    const { root, tells } = await watch({ 'x/a.md': 'one' })
    rmSync(root, { recursive: true })
    await tells('', 'x/a.md')
  })

  it('that hold a file of their own name', async () => {
    const { file, tells } = await watch({ 'x/x': 'one' })
    writeFileSync(file('x/x'), 'two')
    await tells('x/x')
    rmSync(file('x/x'))
    mkdirSync(file('x/x'))
    writeFileSync(file('x/x/a.md'), 'new')
    await tells('x/x/a.md')
  })
})

describe('links', () => {
  it('tell what changes where they lead, and not for ever', async () => {
    const elsewhere = tempFolder({ 'a.md': 'one', 'folder/b.md': 'one' }, 'elsewhere')
    const { file, tells, root } = await watch({ 'c.md': 'one' })
    symlinkSync(root, file('loop'))
    symlinkSync(join(elsewhere, 'a.md'), file('a.md'))
    symlinkSync(join(elsewhere, 'folder'), file('folder'))
    symlinkSync('nowhere', file('broken.md'))
    await tells('a.md', 'folder/b.md', 'broken.md')
    await pause(1_000)
    writeTree(elsewhere, { 'a.md': 'two', 'folder/b.md': 'two' })
    await tells('a.md', 'folder/b.md')
  })
})

describe('everything is told', () => {
  it('of files elsewhere', async () => {
    const elsewhere = tempFolder({ 'config.json': 'one' }, 'elsewhere')
    const config = join(elsewhere, 'config.json')
    const { root, tells } = await watch({ 'a.md': 'one' }, [config])
    writeFileSync(config, 'two')
    await tells(toPosix(relative(root, config)))
  })

  it('of more changes than the system keeps for whoever is busy', async () => {
    const { root, file, tells } = await watch({ 'x/a.md': 'one', 'x/gone.md': 'one', 'x/busy': '' })
    // Nobody reads in between: what follows is dropped.
    for (let round = 0; round < 10_000; round++) {
      renameSync(file('x/busy'), file('x/idle'))
      renameSync(file('x/idle'), file('x/busy'))
    }
    writeTree(root, { 'x/a.md': 'two two', 'x/y/new.md': 'new' })
    rmSync(file('x/gone.md'))
    await tells('x/a.md', 'x/gone.md', 'x/y/new.md')
    writeTree(root, { 'x/y/new.md': 'again' })
    await tells('x/y/new.md')
  })

  it('where it is looked at again and again, as the environment asks', async () => {
    vi.stubEnv('CHOKIDAR_USEPOLLING', '1')
    vi.stubEnv('CHOKIDAR_INTERVAL', '20')
    const { root, file, tells } = await watch({ 'x/a.md': 'one' })
    // What changes before it is looked at for the first time is not seen to change.
    await pause(500)
    writeTree(root, { 'x/a.md': 'two two' })
    await tells('x/a.md')
    rmSync(file('x/a.md'))
    writeTree(root, { 'y/b.md': 'new' })
    await tells('x/a.md', 'y/b.md')
  })
})
