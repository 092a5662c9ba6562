import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { type LongRun, startCli } from '../cli/run-cli.ts'

const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }
const long = new Date('2001-02-03T04:05:06Z')
const imageMessage = '---\nkind: ft-image\n---\n\n![](a.png)\n\nHello!\n'

class Watch {
  readonly root: string
  readonly run: LongRun

  private constructor(root: string, args: readonly string[]) {
    this.root = root
    this.run = startCli(['compile', '--watch', ...args], { cwd: root })
  }

  /** Starts a watch and waits until it has compiled everything. */
  static async start(
    tree: Tree,
    { args = [], name }: { args?: readonly string[]; name?: string } = {},
  ): Promise<Watch> {
    const watch = new Watch(tempFolder({ ...configuration, ...tree }, name), args)
    await watch.run.untilOutput('Press Ctrl-C to stop.')
    return watch
  }

  /** The output file of an id. */
  file(id: string): string {
    return join(this.root, 'dist/messages', `${id}.json`)
  }

  write(path: string, content: string | Uint8Array): void {
    writeTree(this.root, { [path]: content })
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true })
  }

  untilHolds(id: string, text: string): Promise<void> {
    return this.run.untilFile(this.file(id), (content) => content.includes(text))
  }

  untilGone(id: string): Promise<void> {
    return this.run.untilGone(this.file(id))
  }

  /** Waits until something is printed after what `act` does. */
  async untilPrints(text: string, act: () => void): Promise<void> {
    const from = this.run.output.length
    act()
    await this.run.untilOutput(text, from)
  }

  /** Ends the watch; that it goes well is part of every test. */
  async end(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<void> {
    this.run.kill(signal)
    expect(await this.run.ended()).toMatchObject({ code: 0 })
    const folder = join(this.root, 'dist/messages')
    const outputs = existsSync(folder) ? readdirSync(folder) : []
    expect(outputs.filter((name) => !name.endsWith('.json'))).toEqual([])
  }
}

describe('a watch compiles again', () => {
  it('what is edited, and nothing else', async () => {
    const watch = await Watch.start({
      'messages/a.md': textMessage('Hello!'),
      'messages/b.md': textMessage('Hello!'),
      'messages/c.md': textMessage('Hello!'),
    })
    const others = ['messages.a', 'messages.c'].map((id) => watch.file(id))
    for (const file of others) utimesSync(file, long, long)
    for (const text of ['first', 'second', 'third']) {
      watch.write('messages/b.md', textMessage(text))
      await watch.untilHolds('messages.b', text)
    }
    expect(others.map((file) => statSync(file).mtime)).toEqual([long, long])
    await watch.end()
  })

  it('what is saved twice in a row, however soon', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    // Watching drops some of the events that come close together; what was saved last must be read all the same. The
    // pauses are no waits: whatever there is between the saves, each is a case of its own.
    for (const pauseMs of [0, 5, 20, 30, 40, 45, 50, 55, 60, 80, 100, 120]) {
      watch.write('messages/a.md', textMessage(`first ${pauseMs}`))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      watch.write('messages/a.md', textMessage(`second ${pauseMs}`))
      await watch.untilHolds('messages.a', `second ${pauseMs}`)
    }
    await watch.end()
  })

  it('a message that is new, in a folder that is new', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    watch.write('messages/b.md', textMessage('new'))
    await watch.untilHolds('messages.b', 'new')
    watch.write('messages/deep/er/c.md', textMessage('newer'))
    await watch.untilHolds('messages.deep.er.c', 'newer')
    watch.write('messages/deep/er/c.md', textMessage('newest'))
    await watch.untilHolds('messages.deep.er.c', 'newest')
    await watch.end()
  })

  it.each(['./messages/*.md', 'messages/../messages/*.md', '{messages,more}/*.md', 'messages/[a-z].md'])(
    'what the pattern %s selects',
    async (pattern) => {
      const watch = await Watch.start({
        'friendtalk.config.json': JSON.stringify({ messages: [pattern] }),
        'messages/a.md': textMessage('Hello!'),
      })
      watch.write('messages/a.md', textMessage('again'))
      await watch.untilHolds('messages.a', 'again')
      watch.write('messages/b.md', textMessage('new'))
      await watch.untilHolds('messages.b', 'new')
      await watch.end()
    },
  )
})

describe('a watch takes away', () => {
  it('the output of a message that is deleted', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!'), 'messages/b.md': textMessage('Hello!') })
    await watch.untilPrints('Removed dist/messages/messages.b.json', () => watch.remove('messages/b.md'))
    expect(readdirSync(join(watch.root, 'dist/messages'))).toEqual(['messages.a.json'])
    await watch.end()
  })

  it('the output of a message that is renamed', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    renameSync(join(watch.root, 'messages/a.md'), join(watch.root, 'messages/b.md'))
    await watch.untilHolds('messages.b', 'Hello!')
    await watch.untilGone('messages.a')
    await watch.end()
  })
})

describe('a watch follows images', () => {
  const png = (width: number): Buffer => pngBytes({ width, height: 600 })

  it('that change: what shows them is compiled again, and nothing else', async () => {
    const watch = await Watch.start({
      'messages/x.md': imageMessage,
      'messages/y.md': imageMessage.replace('](', '](./'),
      'messages/z.md': textMessage('Hello!'),
      'messages/a.png': png(800),
    })
    utimesSync(watch.file('messages.z'), long, long)
    watch.write('messages/a.png', png(900))
    await watch.untilHolds('messages.x', '"width": 900')
    await watch.untilHolds('messages.y', '"width": 900')
    expect(statSync(watch.file('messages.z')).mtime).toEqual(long)
    await watch.end()
  })

  it('that appear: the error heals', async () => {
    const watch = await Watch.start({ 'messages/x.md': imageMessage })
    expect(watch.run.output).toContain('image-not-found')
    watch.write('messages/a.png', png(800))
    await watch.untilHolds('messages.x', '"width": 800')
    await watch.end()
  })

  it('that go: the last good output stays, and the error is shown', async () => {
    const watch = await Watch.start({ 'messages/x.md': imageMessage, 'messages/a.png': png(800) })
    await watch.untilPrints('image-not-found', () => watch.remove('messages/a.png'))
    expect(readFileSync(watch.file('messages.x'), 'utf8')).toContain('"width": 800')
    watch.write('messages/a.png', png(700))
    await watch.untilHolds('messages.x', '"width": 700')
    await watch.end()
  })
})

describe('a watch survives', () => {
  it('a message that breaks: its last good output stays until it is fixed', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('good') })
    const good = readFileSync(watch.file('messages.a'), 'utf8')
    await watch.untilPrints('The last good dist/messages/messages.a.json stays.', () =>
      watch.write('messages/a.md', textMessage('broken #{')),
    )
    expect(readFileSync(watch.file('messages.a'), 'utf8')).toBe(good)
    await watch.untilPrints('frontmatter-missing', () => watch.write('messages/a.md', 'no frontmatter'))
    expect(readFileSync(watch.file('messages.a'), 'utf8')).toBe(good)
    watch.write('messages/a.md', textMessage('fixed'))
    await watch.untilHolds('messages.a', 'fixed')
    await watch.end()
  })

  it('a configuration that breaks, and takes the fixed one', async () => {
    const watch = await Watch.start({
      'messages/a.md': textMessage('Hello!'),
      'more/b.md': textMessage('Hello!'),
    })
    await watch.untilPrints('The configuration is broken; the last good one still holds.', () =>
      watch.write('friendtalk.config.json', '{ "messages": 5 }'),
    )
    watch.write('messages/a.md', textMessage('meanwhile'))
    await watch.untilHolds('messages.a', 'meanwhile')
    expect(existsSync(watch.file('more.b'))).toBe(false)
    watch.write('friendtalk.config.json', '{ "messages": ["messages/*.md", "more/*.md"] }')
    await watch.untilHolds('more.b', 'Hello!')
    watch.write('more/b.md', textMessage('again'))
    await watch.untilHolds('more.b', 'again')
    await watch.end()
  })
})

describe('a watch ends', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('at %s with exit code 0 and nothing left over', async (signal) => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    await watch.end(signal)
    expect(readdirSync(watch.root).toSorted()).toEqual(['dist', 'friendtalk.config.json', 'messages'])
  })
})
