import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toPosix } from '../../src/project/files/discover.ts'
import { type Watcher, watchFolder } from '../../src/project/watch/watch.ts'
import { deadlineMs, until } from '../deadline.ts'
import { hearAll, holdTimers, letPass, somethingWaits } from '../held-timers.ts'
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
  /**
   * Changes files until they are told; they have the same paths below a folder. What changes before it is looked at for
   * the first time is not seen to change.
   */
  readonly tellsOfChanges: (folder: string, ...paths: readonly string[]) => Promise<void>
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
        timeout: deadlineMs,
        interval: 5,
      })
      from = calls.length
    },
    async tellsOfChanges(folder, ...paths) {
      let content = ''
      let looks = 0
      await until(
        () => `changes of ${paths.join(', ')}: ${JSON.stringify(calls)}`,
        () => {
          const told = new Set(calls.slice(from).flat())
          const left = paths.filter((path) => !told.has(path))
          // What is written all the time is never at rest.
          if (looks++ % 50 === 0) {
            content += '.'
            writeTree(folder, Object.fromEntries(left.map((path) => [path, content])))
          }
          return left.length === 0
        },
      )
      from = calls.length
    },
  }
}

describe('a saved file is told', () => {
  it('once, at its first rest', async () => {
    const { calls, file, tells } = await watch({ 'a/a.md': 'one', 'a/b.md': 'one' })
    writeFileSync(file('a/a.md'), 'two')
    await tells('a/a.md')
    writeFileSync(file('a/b.md'), 'two')
    await tells('a/b.md')
    expect(calls).toEqual([['a/a.md'], ['a/b.md']])
  })

  it('not while it is empty, however late its content is written', async () => {
    holdTimers()
    const { sizes, file, tells } = await watch({ 'a.md': 'one' })
    for (let round = 0; round < 5; round++) {
      truncateSync(file('a.md'))
      await somethingWaits()
      letPass(35)
      writeFileSync(file('a.md'), 'two', { flag: 'r+' })
      await hearAll()
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

  it('though it is written all the time', async () => {
    holdTimers()
    const { calls, file } = await watch({ 'log.txt': 'line' })
    for (let waitedMs = 0; waitedMs < 2000; waitedMs += 2) {
      writeFileSync(file('log.txt'), 'line\n', { flag: 'a' })
      await hearAll()
      letPass(2)
    }
    expect(calls).toContainEqual(['log.txt'])
  })

  it('unless it is ignored', async () => {
    const { calls, root, tells } = await watch({ 'a.md': 'one' })
    writeTree(root, { 'node_modules/x.md': '', '.git/y.md': '', 'z.out': '', 'b.md': 'new' })
    await tells('b.md')
    expect(calls.flat()).toEqual(['b.md'])
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
    const { calls, file, tells, tellsOfChanges, root } = await watch({
      'c.md': 'one',
      'real/b.md': 'one',
      'real/more/d.md': 'one',
    })
    symlinkSync(root, file('loop'))
    symlinkSync('/', file('machine'))
    symlinkSync('..', file('real/up'))
    symlinkSync(join(elsewhere, 'a.md'), file('a.md'))
    symlinkSync(join(elsewhere, 'folder'), file('outside'))
    symlinkSync('real', file('folder'))
    symlinkSync('nowhere', file('broken.md'))
    await tells('a.md', 'folder/b.md', 'folder/more/d.md', 'broken.md')
    await tellsOfChanges(elsewhere, 'a.md')
    await tellsOfChanges(root, 'folder/more/d.md')
    expect(calls.flat().filter((path) => /^(?:loop|machine|outside|real\/up)\//.test(path))).toEqual([])
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
    const { calls, root, file, tells, tellsOfChanges } = await watch({ 'x/a.md': 'one' })
    symlinkSync('/', file('machine'))
    symlinkSync('..', file('x/up'))
    await tellsOfChanges(root, 'x/a.md')
    rmSync(file('x/a.md'))
    writeTree(root, { 'y/b.md': 'new' })
    await tells('x/a.md', 'y/b.md')
    expect(calls.flat().filter((path) => /^(?:machine|x\/up)\//.test(path))).toEqual([])
  })
})
