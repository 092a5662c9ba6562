import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { userFolders } from '../../src/session/host.ts'
import { cacheFileOf } from '../../src/project/cache/result-cache.ts'
import { runBeside } from './run-beside.ts'
import { cacheHome } from './run-cli.ts'

const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

/** Where friendtalk keeps what it keeps. */
const place = { env: { XDG_CACHE_HOME: cacheHome }, platform: process.platform, homedir: () => '' }
const kept = userFolders(place).cache ?? ''

it.each(['', '.', 'relative'])('nothing is kept in a project for a user whose home is %j', (home) => {
  expect(userFolders({ env: {}, platform: 'linux', homedir: () => home })).toEqual({})
})

class Cached {
  readonly root: string

  constructor(tree: Tree) {
    this.root = tempFolder({ ...configuration, ...tree })
  }

  async lint(...args: readonly string[]): Promise<string> {
    return (await runBeside(['lint', ...args], { cwd: this.root })).stdout
  }

  /** Where what is kept of the project is. */
  get file(): string {
    return cacheFileOf(this.root, kept)
  }

  /** Puts another sentence into what is kept: whoever prints it has read the cache. */
  mark(sentence: string): void {
    writeFileSync(this.file, readFileSync(this.file, 'utf8').replace('is Markdown for strong text', sentence))
  }
}

const message = { 'messages/a.md': textMessage('**Hello!**') }

describe('the result cache', () => {
  it('is used, and is no part of the project', async () => {
    const cached = new Cached(message)
    const first = await cached.lint()
    expect(readdirSync(cached.root).toSorted()).toEqual(['friendtalk.config.json', 'messages'])
    cached.mark('comes from the cache')
    expect(await cached.lint()).toBe(first.replace('is Markdown for strong text', 'comes from the cache'))
  })

  it.each<{ what: string; change: Tree; args?: readonly string[] }>([
    { what: 'the message', change: { 'messages/a.md': textMessage('**Hello!** ') } },
    {
      what: 'the configuration',
      change: { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"], "limits": { "bytes": "euc-kr" } }' },
    },
    { what: 'the language', change: {}, args: ['--lang', 'ko'] },
  ])('is not used once $what is another', async ({ change, args = [] }) => {
    const cached = new Cached(message)
    await cached.lint()
    cached.mark('comes from the cache')
    writeTree(cached.root, change)
    const output = await cached.lint(...args)
    expect(output).toContain('markdown-in-text')
    expect(output).not.toContain('comes from the cache')
  })

  it('is not used once an image is another', async () => {
    const cached = new Cached({
      'messages/a.md': '---\nkind: ft-image\n---\n![a](a.png)\n\nHello!\n',
      'messages/a.png': pngBytes({ width: 720, height: 720 }),
    })
    expect(await cached.lint()).toContain('nothing to report')
    writeTree(cached.root, { 'messages/a.png': pngBytes({ width: 400, height: 400 }) })
    expect(await cached.lint()).toContain('image-size-not-allowed')
  })

  it('gives diagnostics back with everything that is said of them', async () => {
    const suppressed = '# friendtalk-disable-next-line header-too-long -- 시험\n'
    const cached = new Cached({
      'messages/a.md': textMessage(`**Hello!** \u202E\n\n- [${'가'.repeat(30)}](https:/example.com)`),
      'messages/b.md': `---\nkind: ft-image\nrecipients: b.csv\n---\n![b](gone.png)\n\n${suppressed}안녕 \n`,
    })
    const first = await cached.lint('--format', 'json')
    expect(first).toMatch(/"fix".*"limit"|"limit".*"fix"/s)
    cached.mark('comes from the cache')
    expect(await cached.lint('--format', 'json')).toBe(
      first.replace('is Markdown for strong text', 'comes from the cache'),
    )
  })

  it('is left alone and removed with --no-cache', async () => {
    const cached = new Cached(message)
    const first = await cached.lint()
    cached.mark('comes from the cache')
    expect(await cached.lint('--no-cache')).toBe(first)
    expect(existsSync(cached.file)).toBe(false)
  })

  it.each(['', '{', 'null', '[]', '{"version":"0.1.0"}', '{"version":"0.1.0","entries":[],"images":1}'])(
    'is made anew when it holds %j',
    async (content) => {
      const cached = new Cached(message)
      const first = await cached.lint()
      writeFileSync(cached.file, content)
      expect(await cached.lint()).toBe(first)
    },
  )

  it('is safe when several processes write it', async () => {
    const cached = new Cached(message)
    const first = await cached.lint('--no-cache')
    const outputs = await Promise.all(Array.from({ length: 4 }, () => cached.lint()))
    expect(new Set(outputs)).toEqual(new Set([first]))
    cached.mark('comes from the cache')
    expect(await cached.lint()).toBe(first.replace('is Markdown for strong text', 'comes from the cache'))
  })

  it('does not wait for a named pipe in its place', async () => {
    const cached = new Cached(message)
    const first = await cached.lint('--no-cache')
    execFileSync('mkfifo', [cached.file])
    expect(await cached.lint()).toBe(first)
  })

  it('is not made where there is no project', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello!') })
    await runBeside(['lint', 'a.md'], { cwd: root })
    expect(existsSync(cacheFileOf(root, kept))).toBe(false)
  })
})

describe('what a configuration in TypeScript was transpiled to', () => {
  const folder = join(kept, 'config')
  const config =
    "import { defineConfig } from 'friendtalk'\nconst messages: string[] = ['*.md']\nexport default defineConfig({ messages })\n"
  const open = (): string => tempFolder({ 'friendtalk.config.ts': config, 'a.md': textMessage('Hello!') })
  const messagesOf = async (cwd: string): Promise<unknown> => {
    const { stdout, stderr } = await runBeside(['config'], { cwd })
    expect(stderr).toBe('')
    return (JSON.parse(stdout) as { messages: unknown }).messages
  }

  /** Puts another list into what is kept: whoever has it has read that. */
  function mark(): void {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      writeFileSync(file, readFileSync(file, 'utf8').replace("'*.md'", "'marked.md'"))
    }
  }

  beforeEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is used again as long as its source is the same', async () => {
    const cwd = open()
    expect(await messagesOf(cwd)).toEqual(['*.md'])
    mark()
    expect(await messagesOf(cwd)).toEqual(['marked.md'])
    writeFileSync(join(cwd, 'friendtalk.config.ts'), config.replace('*.md', '**/*.md'))
    expect(await messagesOf(cwd)).toEqual(['**/*.md'])
  })

  it('is not used by what sends', async () => {
    const cwd = open()
    await messagesOf(cwd)
    mark()
    expect(await messagesOf(cwd)).toEqual(['marked.md'])
    // It names the message that it found.
    expect((await runBeside(['plan', '--release', 'r1'], { cwd })).stderr).toContain('a.md: names no recipients')
  })

  it('is not kept where there cannot be a folder', async () => {
    writeFileSync(folder, '')
    expect(await messagesOf(open())).toEqual(['*.md'])
  })

  it('is not kept where it cannot be written', async () => {
    const cwd = open()
    await messagesOf(cwd)
    const [name = ''] = readdirSync(folder)
    rmSync(join(folder, name))
    symlinkSync(join(folder, 'gone/file'), join(folder, name))
    expect(await messagesOf(cwd)).toEqual(['*.md'])
  })
})
