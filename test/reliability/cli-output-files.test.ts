import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineFormats } from '../../src/cli/reporters/formats.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { isRoot } from '../cli/permissions.ts'
import { runBeside } from '../cli/run-beside.ts'
import { mainFile, runBuilt } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'
import { project as sentProject, sentRelease } from '../cli/sent-release.ts'

const foreign = 'somebody else wrote this\n'

const messages: Tree = {
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  'messages/sale.md': textMessage('**Hello!**'),
  'list.csv': 'receiver_number\n01000000001\n',
}

/** A command that writes a file. */
interface Writer {
  readonly what: string
  readonly args: (file: string) => readonly string[]
  /** The project that all tests of the writer share. */
  readonly root: () => string
}

const [lintRoot, releaseRoot] = [tempFolder(messages), sentProject()]
const [inMessages, inRelease] = [(): string => lintRoot, (): string => releaseRoot]

const writers: readonly Writer[] = [
  ...['text', ...machineFormats].map((format) => ({
    what: `lint --format ${format}`,
    args: (file: string) => ['lint', '--format', `${format}=${file}`],
    root: inMessages,
  })),
  {
    what: 'lint --write-baseline',
    args: (file) => ['lint', '--write-baseline', '--baseline', file],
    root: inMessages,
  },
  { what: 'plan --out', args: (file) => ['plan', '--recipients', 'list.csv', '--out', file], root: inMessages },
  { what: 'status --csv', args: (file) => ['status', '--csv', file], root: inRelease },
]

let folders = 0

/** A folder of its own in the project of a writer, and what the writer does to a file in it. */
function place({ args, root }: Writer): { folder: string; run: (name: string) => ReturnType<typeof runInside> } {
  const name = `place-${++folders}`
  const folder = join(root(), name)
  mkdirSync(folder)
  return { folder, run: (file) => runInside(args(`${name}/${file}`), root()) }
}

const refused = { code: 2, stdout: '' }

/** What stands in a folder, and what it is: also a file on its way to its name would be seen. */
function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => {
      const path = join(folder, name)
      const stats = lstatSync(path)
      if (stats.isSymbolicLink()) return [name, `link to ${readlinkSync(path)}`]
      return [name, stats.isFile() ? readFileSync(path, 'utf8') : stats.isDirectory() ? 'folder' : 'special']
    }),
  )
}

beforeAll(async () => {
  await sentRelease(releaseRoot)
})

describe.each(writers)('$what', (writer) => {
  it('writes a new file, an empty one, and what it wrote before', async () => {
    const { folder, run } = place(writer)
    writeTree(folder, { empty: '' })
    for (const name of ['new', 'empty', 'new']) {
      expect(await run(name), name).toMatchObject({ code: expect.not.toSatisfy((code) => code === 2) as number })
    }
    const found = contentOf(folder)
    expect(Object.keys(found).toSorted()).toEqual(['empty', 'new'])
    expect(found['new']?.length).toBeGreaterThan(50)
    expect(found['empty']?.length).toBe(found['new']?.length)
  })

  it('leaves every other file as it is, and says what it would replace', async () => {
    const { folder, run } = place(writer)
    const { 'list.csv': list = '' } = messages
    const tree: Tree = {
      notes: foreign,
      'list.csv': list,
      'half.json': '{\n  "version": 1,\n',
      binary: Buffer.alloc(9000, 7),
    }
    writeTree(folder, tree)
    const before = contentOf(folder)
    for (const name of Object.keys(tree)) {
      const result = await run(name)
      expect(result, name).toMatchObject(refused)
      expect(result.stderr).toMatch(
        /^✗ .* is left as it is, because it is not (?:an?|the) .* \(.+\)\. Name another file/,
      )
    }
    expect(contentOf(folder)).toEqual(before)
  })

  it('goes through no link', async () => {
    const { folder, run } = place(writer)
    await run('earlier')
    symlinkSync('earlier', join(folder, 'own'))
    symlinkSync('nowhere', join(folder, 'broken'))
    symlinkSync('circle', join(folder, 'circle'))
    const before = contentOf(folder)
    for (const name of ['own', 'broken', 'circle']) {
      const result = await run(name)
      expect(result, name).toMatchObject(refused)
      expect(result.stderr).toContain('cannot be written (it is a symbolic link).')
    }
    expect(contentOf(folder)).toEqual(before)
  })

  it('changes no other name of a file', async () => {
    const { folder, run } = place(writer)
    await run('one')
    const before = contentOf(folder)['one']
    linkSync(join(folder, 'one'), join(folder, 'two'))
    await run('two')
    expect(contentOf(folder)['one']).toBe(before)
    expect(statSync(join(folder, 'one')).ino).not.toBe(statSync(join(folder, 'two')).ino)
  })

  it('writes no folder and no socket', async () => {
    const { folder, run } = place(writer)
    mkdirSync(join(folder, 'below'))
    const server = await listen(join(folder, 'socket'))
    expect((await run('below')).stderr).toContain('cannot be written (it is a folder).')
    expect((await run('new/')).stderr).toContain('cannot be written (it is a folder).')
    expect((await run('socket')).stderr).toContain('cannot be written (it is a socket).')
    expect(contentOf(folder)).toEqual({ below: 'folder', socket: 'special' })
    server.close()
  })

  it('writes to a device and to a pipe, and replaces neither', async () => {
    const { folder } = place(writer)
    const device = deviceIn(folder)
    const pipe = join(folder, 'pipe')
    spawnSync('mkfifo', [pipe])
    const root = writer.root()
    expect((await runBeside(writer.args(device), { cwd: root })).code).not.toBe(2)
    expect(statSync(device).isCharacterDevice()).toBe(true)
    // What a reader gets who is there from the start, and what a file gets.
    const reader = spawn('cat', [pipe])
    let got = ''
    reader.stdout.setEncoding('utf8').on('data', (text: string) => (got += text))
    const closed = new Promise((resolve) => reader.once('close', resolve))
    expect((await runBeside(writer.args(pipe), { cwd: root })).code).not.toBe(2)
    await closed
    await runInside(writer.args(join(folder, 'file')), root)
    expect(got).toBe(readFileSync(join(folder, 'file'), 'utf8'))
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  it('says in Korean too why it does not write', async () => {
    const { folder } = place(writer)
    writeTree(folder, { notes: foreign })
    const [command = '', ...args] = writer.args(join(folder, 'notes'))
    const { code, stderr } = await runInside([command, '--lang', 'ko', ...args], writer.root())
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/아니므로 그대로 둡니다\(.+\)\. 다른 파일을/) as string,
    })
  })
})

/** One of each command: the formats of lint are written alike. */
const ofEachCommand = writers.filter(({ what }) => /text|sarif|--write-baseline|plan|status/.test(what))

describe.each(ofEachCommand)('$what, started by a shell,', (writer) => {
  it('writes to what is open', async () => {
    const { folder } = place(writer)
    const root = writer.root()
    const descriptor = openSync(join(folder, 'open'), 'w')
    const shell = (redirected: string, file: string): number | null =>
      spawnSync('sh', ['-c', `exec "$0" "$@" ${redirected}`, process.execPath, mainFile, ...writer.args(file)], {
        cwd: root,
        env: { ...process.env, out: join(folder, 'out') },
        stdio: ['ignore', 'pipe', 'pipe', descriptor],
      }).status
    await runInside(writer.args(join(folder, 'file')), root)
    const content = readFileSync(join(folder, 'file'), 'utf8')
    for (const [redirected, file] of [
      ['>"$out"', '/dev/stdout'],
      ['>"$out"', '/dev/fd/1'],
      ['2>"$out"', '/dev/stderr'],
    ] as const) {
      shell(redirected, file)
      // A command says on the standard error what else it has to say.
      expect(readFileSync(join(folder, 'out'), 'utf8').slice(0, content.length), file).toBe(content)
    }
    expect(shell('', '/proc/self/fd/3')).not.toBe(2)
    expect(readFileSync(join(folder, 'open'), 'utf8')).toBe(content)
    expect(shell('', '/dev/fd/99')).toBe(2)
    closeSync(descriptor)
  })

  it('leaves nothing behind where there is no room', async () => {
    const { folder, run } = place(writer)
    await run('file')
    const before = contentOf(folder)
    const full = spawnSync(
      'sh',
      ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, mainFile, ...writer.args(join(folder, 'file'))],
      { cwd: writer.root(), encoding: 'utf8' },
    )
    expect(full).toMatchObject({
      status: 2,
      // A ledger that is read needs room of its own.
      stderr: expect.stringMatching(
        /cannot be written \(the file would be too large, EFBIG\)\.|ledger\.\w+\.db: the system refuses/,
      ) as string,
    })
    expect(contentOf(folder)).toEqual(before)
  })
})

describe('a report', () => {
  const formats = ['text', ...machineFormats]

  it.each(formats)('%s replaces no report of another format, whether or not something was found', async (format) => {
    for (const text of ['**Hello!**', 'Hello!']) {
      const root = tempFolder({ ...messages, 'messages/sale.md': textMessage(text) })
      for (const other of formats) await runInside(['lint', '--format', `${other}=${other}`], root)
      for (const other of formats) {
        // Nothing found is an empty file in some formats: that is nobody's loss.
        const isEmpty = /^(?:\[\]\n)?$/.test(readFileSync(join(root, other), 'utf8'))
        const { code } = await runInside(['lint', '--format', `${format}=${other}`], root)
        expect({ other, text, code }).toEqual({ other, text, code: other === format || isEmpty ? 0 : 2 })
        if (isEmpty) await runInside(['lint', '--format', `${other}=${other}`], root)
      }
    }
  })

  it.each(formats)('%s replaces itself in the other language, and after diagnostics came or went', async (format) => {
    const root = tempFolder(messages)
    for (const lang of ['en', 'ko', 'en']) {
      for (const text of ['**Hello!**', 'Hello!', 'Hello! #{x}', '[a'.repeat(2000)]) {
        writeTree(root, { 'messages/sale.md': textMessage(text) })
        const { stderr } = await runInside(['lint', '--lang', lang, '--format', `${format}=report`], root)
        expect(stderr).toBe('')
      }
    }
  })

  it('goes to the standard output alone', async () => {
    const root = tempFolder(messages)
    const { stdout } = await runBuilt(['lint', '--format', 'json=/dev/stdout'], { cwd: root })
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, summary: { warnings: 1 } })
    const both = await runBuilt(['lint', '--format', 'text', '--format', 'json=/dev/stdout'], { cwd: root })
    expect(both).toMatchObject({ ...refused, stderr: expect.stringContaining('Only one format can go') as string })
  })

  it('is waited for by nobody where a pipe has no reader', async () => {
    const root = tempFolder(messages)
    spawnSync('mkfifo', [join(root, 'pipe')])
    const result = await runBeside(['lint', '--format', 'json=pipe'], { cwd: root })
    expect(result.stderr).toContain('pipe: cannot be written (it is a pipe that nobody reads from).')
    expect(result.code).toBe(2)
  })

  it('is never written to a descriptor that Node has for itself', async () => {
    const root = tempFolder(messages)
    const codes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        runBuilt(['lint', '--format', `json=/dev/fd/${index + 3}`], { cwd: root }).then(({ code }) => code),
      ),
    )
    expect(new Set(codes)).toEqual(new Set([2]))
  })
})

describe('a plan', () => {
  it('replaces neither a ledger nor recipients', async () => {
    const root = tempFolder(messages)
    const ledger = '.friendtalk/ledger.emulator.db'
    await runInside(['deploy', '--recipients', 'list.csv', '--yes'], root)
    for (const file of [ledger, 'list.csv', 'messages/sale.md', 'friendtalk.config.json']) {
      const before = readFileSync(join(root, file))
      expect(await runInside(['plan', '--recipients', 'list.csv', '--out', file], root)).toMatchObject(refused)
      expect(readFileSync(join(root, file)).equals(before), file).toBe(true)
    }
  })

  it('is the standard output where that is named', async () => {
    const root = tempFolder(messages)
    const { stdout, code } = await runBuilt(['plan', '--recipients', 'list.csv', '--out', '/dev/stdout'], { cwd: root })
    expect({ code, version: (JSON.parse(stdout) as { version: unknown }).version }).toEqual({ code: 0, version: 1 })
  })
})

describe('a folder that is filled', () => {
  const outside = (): string => tempFolder({ mine: foreign }, 'elsewhere')

  it.each<{ what: string; args: readonly string[]; links: Readonly<Record<string, string>>; says: string }>([
    {
      what: 'compile, a template',
      args: ['compile', '--out-dir', 'out'],
      links: { 'out/messages.sale.json': 'mine' },
      says: 'messages.sale.json: cannot be written (it is a symbolic link)',
    },
    {
      what: 'compile, the usual folder',
      args: ['compile'],
      links: { dist: '' },
      says: 'dist: leads out through a symbolic link, to ',
    },
    {
      what: 'compile, the folder in the usual folder',
      args: ['compile'],
      links: { 'dist/messages': '' },
      says: 'dist/messages: leads out through a symbolic link, to ',
    },
    {
      what: 'compile, the folder that is named',
      args: ['compile', '--out-dir', 'out'],
      links: { out: '' },
      says: 'out: leads out through a symbolic link, to ',
    },
    {
      what: 'compile, a folder on the way',
      args: ['compile', '--out-dir', 'build/out'],
      links: { build: '' },
      says: 'build: leads out through a symbolic link, to ',
    },
    {
      what: 'preview, a page',
      args: ['preview', '--out', 'site'],
      links: { 'site/index.html': 'mine' },
      says: 'site/index.html: cannot be written (it is a symbolic link)',
    },
    {
      what: 'preview, a folder of pages',
      args: ['preview', '--out', 'site'],
      links: { 'site/messages': '' },
      says: 'site/messages: leads out through a symbolic link, to ',
    },
    {
      what: 'preview, its mark',
      args: ['preview', '--out', 'site'],
      links: { 'site/.friendtalk-preview': 'mine' },
      says: 'cannot be written (it is a symbolic link)',
    },
    {
      what: 'preview, the folder',
      args: ['preview', '--out', 'site'],
      links: { site: '' },
      says: 'is left as it is',
    },
    {
      what: 'init, a folder',
      args: ['init', 'fresh', '--yes'],
      links: { 'fresh/messages': '' },
      says: 'fresh/messages: leads out through a symbolic link, to ',
    },
    {
      what: 'init, a folder below',
      args: ['init', 'fresh', '--yes'],
      links: { 'fresh/.github/workflows': '' },
      says: 'fresh/.github/workflows: leads out through a symbolic link, to ',
    },
    {
      what: 'new, the images',
      args: ['new', 'image', 'messages/spring'],
      links: { 'messages/images': '' },
      says: 'messages/images: leads out through a symbolic link, to ',
    },
  ])('$what: nothing leads out of it', async ({ args, links, says }) => {
    const root = tempFolder(messages)
    const other = outside()
    for (const [path, target] of Object.entries(links)) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      if (path.startsWith('site/')) writeTree(root, { 'site/.friendtalk-preview': '' })
      rmSync(join(root, path), { force: true })
      symlinkSync(join(other, target), join(root, path))
    }
    const result = await runInside(args, root)
    expect(result).toMatchObject({ code: 2 })
    expect(result.stderr).toContain(says)
    expect(contentOf(other)).toEqual({ mine: foreign })
    if (args[0] === 'init') expect(readdirSync(join(root, 'fresh'))).toHaveLength(1)
  })

  it('may have links that stay inside, and be one itself', async () => {
    const root = tempFolder({ ...messages, 'real/.keep': '', 'site/.friendtalk-preview': '', 'site/other/.keep': '' })
    symlinkSync('real', join(root, 'out'))
    symlinkSync('other', join(root, 'site/messages'))
    expect((await runInside(['compile', '--out-dir', 'out'], root)).code).toBe(0)
    expect(readdirSync(join(root, 'real')).toSorted()).toEqual(['.keep', 'messages.sale.json'])
    expect((await runInside(['preview', '--out', 'site'], root)).code).toBe(0)
    expect(readdirSync(join(root, 'site/other'))).toContain('1.js')
  })

  it('keeps what is no template, and fixes what is an empty one', async () => {
    const manifest = '{\n  "name": "mine"\n}\n'
    const root = tempFolder({
      ...messages,
      'package.md': textMessage('Hello!'),
      'out/package.json': manifest,
      'out/messages.sale.json': '{}',
    })
    const named = await runInside(['compile', 'package.md', '--out-dir', 'out'], root)
    expect(named).toMatchObject(refused)
    expect(named.stderr).toContain('out/package.json: is left as it is, because it is not a compiled template')
    expect(readFileSync(join(root, 'out/package.json'), 'utf8')).toBe(manifest)
    expect((await runInside(['compile', '--out-dir', 'out'], root)).code).toBe(0)
    expect(readFileSync(join(root, 'out/messages.sale.json'), 'utf8')).toContain('"format": 1')
  })

  it.each(['pipe', 'socket', 'folder'])('has no %s in the place of a file', async (kind) => {
    const root = tempFolder(messages)
    const file = join(root, 'out/messages.sale.json')
    mkdirSync(join(root, 'out'))
    let server: Server | undefined
    if (kind === 'pipe') spawnSync('mkfifo', [file])
    else if (kind === 'folder') mkdirSync(file)
    else server = await listen(file)
    const result = await runInside(['compile', '--out-dir', 'out'], root)
    expect(result).toMatchObject(refused)
    expect(result.stderr).toContain(`messages.sale.json: cannot be written (it is a ${kind}`)
    server?.close()
  })

  it('is not looked for where none can be made', async () => {
    const root = tempFolder(messages)
    for (const args of [
      ['compile', '--out-dir', '/proc/nope/out'],
      ['preview', '--out', '/proc/nope/out'],
      ['lint', '--format', 'json=/proc/nope/lint.json'],
      ['init', '/proc/nope/fresh', '--yes'],
      ['deploy', '--recipients', 'list.csv', '--yes', '--config', 'nowhere.json'],
    ]) {
      writeTree(root, {
        'nowhere.json': '{ "messages": ["messages/*.md"], "ledger": "/proc/nope/ledger.db" }',
      })
      expect(await runInside(args, root), args.join(' ')).toMatchObject({ code: 2 })
    }
  })
})

describe('lint --fix', () => {
  it('fixes what a link in the project leads to, and keeps the link and what may be done with the file', async () => {
    const root = tempFolder({ ...messages, 'messages/sale.md': textMessage('Hello! ') })
    mkdirSync(join(root, 'more'))
    symlinkSync('../messages/sale.md', join(root, 'more/link.md'))
    const { code } = await runInside(['lint', '--fix', 'more/link.md'], root)
    expect(code).toBe(0)
    expect(readFileSync(join(root, 'messages/sale.md'), 'utf8')).toBe(textMessage('Hello!'))
    expect(readlinkSync(join(root, 'more/link.md'))).toBe('../messages/sale.md')
    expect(readdirSync(join(root, 'messages'))).toEqual(['sale.md'])
  })
})

const servers: Server[] = []

afterAll(() => {
  for (const server of servers) server.close()
})

function listen(path: string): Promise<Server> {
  const server = createServer()
  servers.push(server)
  return new Promise((resolve) => server.listen(path, () => resolve(server)))
}

/** Root could replace the machine's own, and gets one to try. */
function deviceIn(folder: string): string {
  const own = join(folder, 'null')
  if (!isRoot || spawnSync('mknod', [own, 'c', '1', '3']).status !== 0) return '/dev/null'
  return own
}
