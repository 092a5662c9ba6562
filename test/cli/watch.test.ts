import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { type LongRun, runCli, startCli } from './run-cli.ts'

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

  it('what is saved as soon as the output is there', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    for (let round = 0; round < 25; round++) {
      watch.write('messages/a.md', textMessage(`round ${round}.`))
      await watch.untilHolds('messages.a', `round ${round}.`)
    }
    await watch.end()
  })

  it.each([
    { how: 'a temporary file in the same folder', temporary: 'messages/.a.md.tmp' },
    { how: 'a temporary file that looks like a message', temporary: 'messages/a.md~.md' },
    { how: 'a file from elsewhere', temporary: 'a.new' },
  ])('what is replaced by $how', async ({ temporary }) => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    for (const text of ['first', 'second', 'third']) {
      watch.write(temporary, textMessage(text, 'id: messages.a\n'))
      renameSync(join(watch.root, temporary), join(watch.root, 'messages/a.md'))
      await watch.untilHolds('messages.a', text)
    }
    expect(readdirSync(join(watch.root, 'dist/messages'))).toEqual(['messages.a.json'])
    await watch.end()
  })

  it('what is renamed away and written anew', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    renameSync(join(watch.root, 'messages/a.md'), join(watch.root, 'messages/a.md.bak'))
    watch.write('messages/a.md', textMessage('again'))
    await watch.untilHolds('messages.a', 'again')
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

  it('two hundred messages that are touched at once', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `m${index}`)
    const tree = (text: string): Tree =>
      Object.fromEntries(names.map((name) => [`messages/${name}.md`, textMessage(`${text} ${name}`)]))
    const watch = await Watch.start(tree('before'))
    writeTree(watch.root, tree('after'))
    for (const name of names) await watch.untilHolds(`messages.${name}`, `after ${name}`)
    await watch.end()
  })

  it('what is written while everything is compiled', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `m${index}`)
    const tree = Object.fromEntries(names.map((name) => [`messages/${name}.md`, textMessage('before')]))
    const root = tempFolder({ ...configuration, ...tree })
    const run = startCli(['compile', '--watch', '--verbose'], { cwd: root })
    await run.until('the first outputs', () => run.output.includes('m0.md'))
    writeTree(root, { 'messages/m0.md': textMessage('after'), 'messages/m299.md': textMessage('after') })
    for (const name of ['m0', 'm299']) {
      await run.untilFile(join(root, `dist/messages/messages.${name}.json`), (content) => content.includes('after'))
    }
    run.kill('SIGINT')
    expect(await run.ended()).toMatchObject({ code: 0 })
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

  it.each(['보낼 메시지 (2026)', 'with [brackets] & more'])('in a folder named %s', async (name) => {
    const watch = await Watch.start({ 'messages/봄 세일.md': textMessage('Hello!', 'id: spring\n') }, { name })
    watch.write('messages/봄 세일.md', textMessage('again', 'id: spring\n'))
    await watch.untilHolds('spring', 'again')
    watch.write('messages/여름 [1].md', textMessage('new', 'id: summer\n'))
    await watch.untilHolds('summer', 'new')
    await watch.end()
  })

  it('the messages that the command line names, and no others', async () => {
    const tree = { 'messages/a.md': textMessage('Hello!'), 'messages/b.md': textMessage('Hello!') }
    const watch = await Watch.start(tree, { args: ['messages/a.md', '--out-dir', 'dist/messages'] })
    watch.write('messages/b.md', textMessage('again'))
    watch.write('messages/a.md', textMessage('again'))
    await watch.untilHolds('messages.a', 'again')
    expect(readdirSync(join(watch.root, 'dist/messages'))).toEqual(['messages.a.json'])
    await watch.end()
  })
})

describe('a watch takes away', () => {
  it('the output of a message that is deleted', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!'), 'messages/b.md': textMessage('Hello!') })
    await watch.untilPrints('Removed dist/messages/messages.b.json', () => watch.remove('messages/b.md'))
    expect(readdirSync(join(watch.root, 'dist/messages'))).toEqual(['messages.a.json'])
    await watch.end()
  })

  it('the outputs of a folder that is deleted, and brings them back with it', async () => {
    const watch = await Watch.start({
      'messages/a.md': textMessage('Hello!'),
      'messages/sale/b.md': textMessage('Hello!'),
    })
    watch.remove('messages/sale')
    await watch.untilGone('messages.sale.b')
    watch.write('messages/sale/b.md', textMessage('again'))
    await watch.untilHolds('messages.sale.b', 'again')
    await watch.end()
  })

  it('the output of an id that is no more', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!', 'id: old\n') })
    watch.write('messages/a.md', textMessage('Hello!', 'id: new\n'))
    await watch.untilHolds('new', 'Hello!')
    await watch.untilGone('old')
    await watch.end()
  })

  it('the output of a message that is renamed', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    renameSync(join(watch.root, 'messages/a.md'), join(watch.root, 'messages/b.md'))
    await watch.untilHolds('messages.b', 'Hello!')
    await watch.untilGone('messages.a')
    await watch.end()
  })

  it('no file that is not an output', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!'), 'dist/messages/own.json': '{"a":1}' })
    watch.write('messages/a.md', textMessage('again'))
    await watch.untilHolds('messages.a', 'again')
    expect(existsSync(watch.file('own'))).toBe(true)
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

  it('that are spelled otherwise on disk than in the message', async () => {
    const name = '봄 café.png'
    const message = imageMessage.replace('a.png', `<${name.normalize('NFC')}>`)
    const stored = `messages/${name.normalize('NFD')}`
    const watch = await Watch.start({ 'messages/x.md': message, [stored]: png(800) })
    watch.write(stored, png(900))
    await watch.untilHolds('messages.x', '"width": 900')
    await watch.end()
  })

  it('in a folder that appears', async () => {
    const watch = await Watch.start({ 'messages/x.md': imageMessage.replace('a.png', 'img/a.png') })
    watch.write('messages/img/a.png', png(800))
    await watch.untilHolds('messages.x', '"width": 800')
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

  it('a message that is broken from the start', async () => {
    const watch = await Watch.start({ 'messages/a.md': 'no frontmatter', 'messages/b.md': textMessage('Hello!') })
    expect(watch.run.output).toContain('frontmatter-missing')
    watch.write('messages/a.md', textMessage('fixed'))
    await watch.untilHolds('messages.a', 'fixed')
    await watch.end()
  })

  it('two messages with one id, until one has another', async () => {
    const watch = await Watch.start({
      'messages/a.md': textMessage('a', 'id: one\n'),
      'messages/b.md': textMessage('b', 'id: two\n'),
    })
    await watch.untilPrints('id-duplicate', () => watch.write('messages/b.md', textMessage('b', 'id: one\n')))
    expect(readFileSync(watch.file('one'), 'utf8')).toContain('"source": "messages/a.md"')
    watch.remove('messages/a.md')
    await watch.untilHolds('one', '"source": "messages/b.md"')
    await watch.untilGone('two')
    await watch.end()
  })

  it('a standing error without showing it again at every other change', async () => {
    const watch = await Watch.start({
      'messages/a.md': textMessage('a', 'id: one\n'),
      'messages/b.md': textMessage('b', 'id: one\n'),
      'messages/c.md': 'no frontmatter',
      'messages/d.md': textMessage('d'),
    })
    const from = watch.run.output.length
    for (const text of ['first', 'second']) {
      await watch.untilPrints('messages.d.json', () => watch.write('messages/d.md', textMessage(text)))
      await watch.untilHolds('messages.d', text)
    }
    await watch.end()
    expect(watch.run.output.slice(from)).not.toMatch(/id-duplicate|frontmatter-missing/)
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

  it('a TypeScript configuration that is edited, breaks and heals', async () => {
    const config = (glob: string): string => `export default { messages: ['${glob}'] }\n`
    const root = tempFolder({
      'friendtalk.config.ts': config('messages/*.md'),
      'messages/a.md': textMessage('Hello!'),
      'more/b.md': textMessage('Hello!'),
    })
    const run = startCli(['compile', '--watch'], { cwd: root })
    await run.untilFile(join(root, 'dist/messages/messages.a.json'))
    await run.untilOutput('Press Ctrl-C to stop.')
    writeTree(root, { 'friendtalk.config.ts': 'export default {' })
    await run.untilOutput('the last good one still holds')
    writeTree(root, { 'friendtalk.config.ts': config('more/*.md') })
    await run.untilFile(join(root, 'dist/messages/more.b.json'))
    run.kill('SIGTERM')
    expect(await run.ended()).toMatchObject({ code: 0 })
  })

  it('a configuration outside its root', async () => {
    const root = tempFolder({
      'conf/friendtalk.config.json': '{ "messages": ["messages/*.md"] }',
      'work/messages/a.md': textMessage('Hello!'),
      'work/more/b.md': textMessage('Hello!'),
    })
    const args = ['--config', 'conf/friendtalk.config.json', '--root', 'work']
    const run = startCli(['compile', '--watch', ...args], { cwd: root })
    await run.untilOutput('Press Ctrl-C to stop.')
    writeTree(root, { 'conf/friendtalk.config.json': '{ "messages": ["more/*.md"] }' })
    await run.untilFile(join(root, 'work/dist/messages/more.b.json'))
    run.kill('SIGINT')
    expect(await run.ended()).toMatchObject({ code: 0 })
  })

  it('an output folder that is deleted', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    watch.remove('dist')
    watch.write('messages/a.md', textMessage('again'))
    await watch.untilHolds('messages.a', 'again')
    await watch.end()
  })

  it('a folder that has the name of a message', async () => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    const from = watch.run.output.length
    watch.write('messages/folder.md/b.md', textMessage('Hello!', 'id: inner\n'))
    await watch.untilHolds('inner', 'Hello!')
    watch.write('messages/a.md', textMessage('again'))
    await watch.untilHolds('messages.a', 'again')
    await watch.end()
    expect(watch.run.output.slice(from)).not.toContain('file-unreadable')
  })
})

describe('a watch ends', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('at %s with exit code 0 and nothing left over', async (signal) => {
    const watch = await Watch.start({ 'messages/a.md': textMessage('Hello!') })
    await watch.end(signal)
    expect(readdirSync(watch.root).toSorted()).toEqual(['dist', 'friendtalk.config.json', 'messages'])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('at %s amid its first run', async (signal) => {
    const names = Array.from({ length: 300 }, (_, index) => `m${index}`)
    const tree = Object.fromEntries(names.map((name) => [`messages/${name}.md`, textMessage('Hello!')]))
    const root = tempFolder({ ...configuration, ...tree })
    const run = startCli(['compile', '--watch', '--verbose'], { cwd: root })
    await run.until('the first output', () => run.output.includes('✓'))
    run.kill(signal)
    expect(await run.ended()).toMatchObject({ code: 0 })
    const outputs = readdirSync(join(root, 'dist/messages'))
    expect(outputs.filter((name) => !name.endsWith('.json'))).toEqual([])
  })

  it.each<{ what: string; tree: Tree; args: readonly string[] }>([
    { what: 'nothing matches', tree: configuration, args: [] },
    { what: 'a named file is missing', tree: configuration, args: ['gone.md'] },
    { what: 'there is no configuration', tree: {}, args: [] },
    { what: 'the configuration is wrong', tree: { 'friendtalk.config.json': '{}' }, args: [] },
    {
      what: 'the output folder is a file',
      tree: { ...configuration, 'messages/a.md': textMessage('Hello!'), out: '' },
      args: ['--out-dir', 'out'],
    },
  ])('at once, with exit code 2, where $what', async ({ tree, args }) => {
    const result = await runCli(['compile', '--watch', ...args], { cwd: tempFolder(tree) })
    expect(result).toMatchObject({ code: 2 })
    expect(result.stderr).toMatch(/^✗ /)
  })
})
