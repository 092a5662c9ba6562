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

describe('compile --watch', () => {
  it('compiles what is edited or new, takes away what is gone, and touches nothing else', async () => {
    const watch = await Watch.start({
      'messages/a.md': textMessage('Hello!'),
      'messages/b.md': textMessage('Hello!'),
      'messages/c.md': textMessage('Hello!'),
    })
    utimesSync(watch.file('messages.a'), long, long)
    for (const text of ['first', 'second', 'third']) {
      watch.write('messages/b.md', textMessage(text))
      await watch.untilHolds('messages.b', text)
    }
    watch.write('messages/deep/er/d.md', textMessage('new'))
    await watch.untilHolds('messages.deep.er.d', 'new')
    await watch.untilPrints('Removed dist/messages/messages.b.json', () => watch.remove('messages/b.md'))
    renameSync(join(watch.root, 'messages/c.md'), join(watch.root, 'messages/e.md'))
    await watch.untilHolds('messages.e', 'Hello!')
    await watch.untilGone('messages.c')
    expect(statSync(watch.file('messages.a')).mtime).toEqual(long)
    await watch.end()
    expect(readdirSync(watch.root).toSorted()).toEqual(['dist', 'friendtalk.config.json', 'messages'])
  })

  it('follows images: what shows them is compiled again, and the last good output stays', async () => {
    const png = (width: number): Buffer => pngBytes({ width, height: 600 })
    const watch = await Watch.start({ 'messages/x.md': imageMessage, 'messages/z.md': textMessage('Hello!') })
    expect(watch.run.output).toContain('image-not-found')
    utimesSync(watch.file('messages.z'), long, long)
    watch.write('messages/a.png', png(800))
    await watch.untilHolds('messages.x', '"width": 800')
    await watch.untilPrints('image-not-found', () => watch.remove('messages/a.png'))
    expect(readFileSync(watch.file('messages.x'), 'utf8')).toContain('"width": 800')
    watch.write('messages/a.png', png(700))
    await watch.untilHolds('messages.x', '"width": 700')
    expect(statSync(watch.file('messages.z')).mtime).toEqual(long)
    await watch.end()
  })

  it('survives a message and a configuration that break, takes the fixed ones, and ends at SIGTERM', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('good'), 'more/b.md': textMessage('Hello!') })
    const good = readFileSync(watch.file('messages.a'), 'utf8')
    await watch.untilPrints('The last good dist/messages/messages.a.json stays.', () =>
      watch.write('messages/a.md', textMessage('broken #{')),
    )
    expect(readFileSync(watch.file('messages.a'), 'utf8')).toBe(good)
    await watch.untilPrints('The configuration is broken; the last good one still holds.', () =>
      watch.write('friendtalk.config.json', '{ "messages": 5 }'),
    )
    watch.write('messages/a.md', textMessage('fixed'))
    await watch.untilHolds('messages.a', 'fixed')
    expect(existsSync(watch.file('more.b'))).toBe(false)
    watch.write('friendtalk.config.json', '{ "messages": ["{messages,more}/../more/[a-z].md", "./messages/*.md"] }')
    await watch.untilHolds('more.b', 'Hello!')
    watch.write('more/b.md', textMessage('again'))
    await watch.untilHolds('more.b', 'again')
    await watch.end('SIGTERM')
  })
})
