import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const marked = (text: string): string => textMessage(`**${text}**`)
const image = pngBytes({ width: 720, height: 720 })
const heavy = pngBytes({ width: 400, height: 720 })
const tree: Tree = {
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  'messages/a.md': marked('a'),
  'messages/b 봄.md': marked('b').replace('---\n', '---\nid: b\n'),
  'messages/c.md': `---\nkind: ft-image\n---\n![x](c.png)\n\n**c**\n`,
  'messages/c.png': image,
  'messages/d.md': marked('d').replace('---\n', '---\nrecipients: list.csv\n'),
  'messages/list.csv': 'receiver_number\n01000000001\n',
}

/** Made once, and copied for each test. */
const committed = tempFolder(tree)
for (const args of [
  ['init', '-q', '-b', 'main'],
  ['add', '-A'],
  ['commit', '-q', '-m', 'x'],
])
  gitIn(committed, args)

function gitIn(folder: string, args: readonly string[]): string {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
  return execFileSync('git', ['-C', folder, ...settings, ...args], { encoding: 'utf8' })
}

class Repository {
  readonly root = tempFolder()

  constructor() {
    cpSync(committed, this.root, { recursive: true, preserveTimestamps: true })
  }

  git(...args: readonly string[]): string {
    return gitIn(this.root, args)
  }

  commit(): void {
    this.git('commit', '-q', '-m', 'x')
  }

  write(files: Tree): void {
    writeTree(this.root, files)
  }

  /** The messages in which `lint` finds Markdown. */
  async linted(...args: readonly string[]): Promise<readonly string[]> {
    const { stdout, stderr, code } = await runInside(['lint', '--format', 'json', ...args], this.root)
    if (stdout === '') throw new Error(`${code}: ${stderr}`)
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { path: string; rule: string }[] }
    return [...new Set(diagnostics.map(({ path }) => path))]
  }
}

describe('--changed', () => {
  it('lints what differs from HEAD: unstaged, staged and untracked', async () => {
    const repository = new Repository()
    expect(await repository.linted('--changed')).toEqual([])
    repository.write({ 'messages/a.md': marked('changed'), 'messages/e.md': marked('new') })
    repository.write({ 'messages/b 봄.md': marked('staged').replace('---\n', '---\nid: b\n') })
    repository.git('add', 'messages/b 봄.md')
    expect(await repository.linted('--changed')).toEqual(['messages/a.md', 'messages/b 봄.md', 'messages/e.md'])
  })

  it.each([
    ['a changed image', { 'messages/c.png': heavy }, ['messages/c.md']],
    ['a changed recipients file', { 'messages/list.csv': 'receiver_number\n01000000002\n' }, ['messages/d.md']],
    [
      'a changed configuration',
      { 'friendtalk.config.json': '{ "messages": ["messages/*.md"] }' },
      ['messages/a.md', 'messages/b 봄.md', 'messages/c.md', 'messages/d.md'],
    ],
  ])('%s selects the messages that depend on it', async (_, change, paths) => {
    const repository = new Repository()
    repository.write(change)
    expect(await repository.linted('--changed')).toEqual(paths)
  })

  it('compares with where a branch and HEAD parted', async () => {
    const repository = new Repository()
    repository.git('switch', '-q', '-c', 'feature')
    repository.write({ 'messages/a.md': marked('feature') })
    repository.git('commit', '-q', '-a', '-m', 'x')
    repository.git('switch', '-q', 'main')
    repository.write({ 'messages/d.md': marked('main') })
    repository.git('commit', '-q', '-a', '-m', 'x')
    repository.git('switch', '-q', 'feature')
    expect(await repository.linted('--changed=main')).toEqual(['messages/a.md'])
    const unknown = await runInside(['lint', '--changed=nowhere'], repository.root)
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toMatch(/"nowhere".*fetch-depth: 0.*GIT_DEPTH: 0/)
  })

  it('works in a folder below the top of the repository', async () => {
    const root = tempFolder(Object.fromEntries(Object.entries(tree).map(([path, content]) => [`app/${path}`, content])))
    execFileSync('git', ['-C', root, 'init', '-q'])
    const { stdout } = await runInside(['lint', '--changed', '--format', 'json'], join(root, 'app/messages'))
    expect(JSON.parse(stdout)).toMatchObject({ summary: { files: 4 } })
  })

  it('is refused outside a repository', async () => {
    const cwd = tempFolder(tree)
    const result = await runInside(['lint', '--changed'], cwd, { GIT_CEILING_DIRECTORIES: cwd })
    expect(result).toMatchObject({ code: 2, stdout: '' })
    expect(result.stderr).toContain('not a git repository')
  })

  it('passes on that git does not read a repository of another user', async () => {
    const { root } = new Repository()
    const result = await runInside(['lint', '--changed'], root, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' })
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(`git config --global --add safe.directory ${root}\n`)
  })
})

describe('--staged', () => {
  it('lints what is staged, not what is on disk', async () => {
    const repository = new Repository()
    repository.write({ 'messages/a.md': textMessage('clean') })
    repository.git('add', '-A')
    repository.write({ 'messages/a.md': marked('not staged'), 'messages/d.md': marked('not staged') })
    expect(await repository.linted('--staged')).toEqual([])
    repository.write({ 'messages/a.md': marked('staged') })
    repository.git('add', 'messages/a.md')
    repository.write({ 'messages/a.md': textMessage('fixed, not staged') })
    expect(await repository.linted('--staged')).toEqual(['messages/a.md'])
    rmSync(join(repository.root, 'messages/a.md'))
    expect(await repository.linted('--staged')).toEqual(['messages/a.md'])
  })

  /** Rules that are broken in what is staged, other than Markdown in texts. */
  async function broken(repository: Repository): Promise<readonly string[]> {
    const { stdout } = await runInside(['lint', '--staged', '--format', 'json'], repository.root)
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { rule: string; message: string }[] }
    return diagnostics
      .filter(({ rule }) => rule !== 'markdown-in-text')
      .map(({ rule, message }) => `${rule}: ${message}`)
  }

  it('reads images as they are staged', async () => {
    const repository = new Repository()
    repository.write({ 'messages/c.png': heavy })
    repository.git('add', 'messages/c.png')
    const wrong = await broken(repository)
    expect(wrong).toContainEqual(expect.stringMatching(/^image-size-not-allowed: /))
    // Mended on disk alone, or gone there: the commit is still wrong.
    repository.write({ 'messages/c.png': image })
    expect(await broken(repository)).toEqual(wrong)
    rmSync(join(repository.root, 'messages/c.png'))
    expect(await broken(repository)).toEqual(wrong)
    repository.write({ 'messages/c.png': image })
    repository.git('add', 'messages/c.png')
    repository.write({ 'messages/c.png': heavy, 'messages/c.md': `---\nkind: ft-image\n---\n![x](c.png)\n\nc\n` })
    repository.git('add', 'messages/c.md')
    expect(await broken(repository)).toEqual([])
  })

  it('reads recipients as they are staged, and from the disk where they are in no commit', async () => {
    const repository = new Repository()
    const wrong = 'receiver_number\n0212345678\n'
    repository.write({ 'messages/list.csv': wrong })
    repository.git('add', 'messages/list.csv')
    repository.write({ 'messages/list.csv': 'receiver_number\n01000000001\n' })
    expect(await broken(repository)).toEqual([expect.stringMatching(/^recipient-number-invalid: /)])
    repository.git('rm', '-q', '-f', '--cached', 'messages/list.csv')
    expect(await broken(repository)).toEqual([])
    repository.write({ 'messages/list.csv': wrong, '.gitignore': 'messages/list.csv' })
    expect(await broken(repository)).toEqual([expect.stringMatching(/^recipient-number-invalid: /)])
  })

  it('works in a hook, which git gives its own folder', async () => {
    const repository = new Repository()
    repository.write({ 'messages/a.md': marked('staged') })
    repository.git('add', '-A')
    const env = { GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index', GIT_PREFIX: '' }
    const { stdout } = await runInside(['lint', '--staged', '--format', 'json'], repository.root, env)
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ path: 'messages/a.md' }] })
  })
})
