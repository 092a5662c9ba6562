import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { runCli } from './run-cli.ts'

const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }
const cacheFile = '.friendtalk/cache/lint.json'

class Cached {
  readonly root: string

  constructor(tree: Tree) {
    this.root = tempFolder({ ...configuration, ...tree })
  }

  async lint(...args: readonly string[]): Promise<string> {
    return (await runCli(['lint', ...args], { cwd: this.root })).stdout
  }

  /** Puts another sentence into what is kept: whoever prints it has read the cache. */
  mark(sentence: string): void {
    const file = join(this.root, cacheFile)
    writeFileSync(file, readFileSync(file, 'utf8').replace('is Markdown for strong text', sentence))
  }
}

const message = { 'messages/a.md': textMessage('**Hello!**') }

describe('the result cache', () => {
  it('is used, beside a file that keeps it out of git', async () => {
    const cached = new Cached(message)
    const first = await cached.lint()
    expect(readFileSync(join(cached.root, '.friendtalk/cache/.gitignore'), 'utf8')).toBe('*\n')
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

  it('is left alone and removed with --no-cache', async () => {
    const cached = new Cached(message)
    const first = await cached.lint()
    cached.mark('comes from the cache')
    expect(await cached.lint('--no-cache')).toBe(first)
    expect(existsSync(join(cached.root, cacheFile))).toBe(false)
  })

  it.each(['', '{', 'null', '[]', '{"version":"0.1.0"}', '{"version":"0.1.0","entries":[],"images":1}'])(
    'is made anew when it holds %j',
    async (content) => {
      const cached = new Cached(message)
      const first = await cached.lint()
      writeFileSync(join(cached.root, cacheFile), content)
      expect(await cached.lint()).toBe(first)
    },
  )

  it('is safe when several processes write it', async () => {
    const cached = new Cached(message)
    const first = await cached.lint('--no-cache')
    const outputs = await Promise.all(Array.from({ length: 4 }, () => cached.lint()))
    expect(new Set(outputs)).toEqual(new Set([first]))
    expect(JSON.parse(readFileSync(join(cached.root, cacheFile), 'utf8'))).toMatchObject({ entries: {} })
  })

  it('is not made where there is no project', async () => {
    const root = tempFolder({ 'a.md': textMessage('Hello!') })
    await runCli(['lint', 'a.md'], { cwd: root })
    expect(existsSync(join(root, '.friendtalk'))).toBe(false)
  })
})
