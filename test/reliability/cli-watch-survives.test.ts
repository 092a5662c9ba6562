import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'
import { type LongRun, startCli } from '../cli/run-cli.ts'

const json = (messages: string): string => JSON.stringify({ messages: [messages] })
const project: Tree = { 'friendtalk.config.json': json('messages/**/*.md'), 'messages/a.md': textMessage('first') }
const watching = 'Press Ctrl-C to stop.'

interface Watch {
  readonly root: string
  readonly run: LongRun
  /** Waits until the output of an id holds a text. */
  readonly holds: (id: string, text: string) => Promise<void>
  readonly gone: (id: string) => Promise<void>
  /** Waits for a text that is printed after what `act` does. */
  readonly prints: (text: string, act: () => void) => Promise<void>
  readonly end: () => Promise<void>
}

async function watch(
  tree: Tree,
  { args = [], out = 'dist/messages' }: { args?: readonly string[]; out?: string } = {},
): Promise<Watch> {
  const root = tempFolder(tree)
  const run = startCli(['compile', '--watch', ...args], { cwd: root })
  await run.untilOutput(watching)
  return {
    root,
    run,
    holds: (id, text) => run.untilFile(join(root, out, `${id}.json`), (content) => content.includes(text)),
    gone: (id) => run.untilGone(join(root, out, `${id}.json`)),
    async prints(text, act) {
      const from = run.output.length
      act()
      await run.untilOutput(text, from)
    },
    async end() {
      run.kill('SIGINT')
      expect(await run.ended()).toMatchObject({ code: 0 })
    },
  }
}

/** Replaces a file as many editors do. */
function replace(root: string, path: string, content: string): void {
  writeTree(root, { [`${path}.tmp`]: content })
  renameSync(join(root, `${path}.tmp`), join(root, path))
}

describe('a watch takes a configuration again', () => {
  it.each<{ what: string; config: string; edit: readonly [string, string] }[]>(
    [
      {
        what: 'a TypeScript module',
        config: "import { glob } from './lib/globs.js'\nexport default { messages: [glob] }\n",
        edit: ['lib/more.ts', "export const folder: string = 'more'\n"],
      },
      {
        what: 'a module of Node',
        config: "import { folder } from './folder.mjs'\nexport default { messages: [`${folder}/*.md`] }\n",
        edit: ['folder.mjs', "export const folder = 'more'\n"],
      },
      {
        what: 'JSON and CommonJS',
        config:
          "import folder from './folder.cjs'\nimport all from './all.json'\nexport default { messages: [`${folder}/${all[0]}`] }\n",
        edit: ['folder.cjs', "module.exports = 'more'\n"],
      },
    ].map((row) => row as never),
  )('that imports $what which changes', async ({ config, edit: [path, content] }) => {
    const { root, holds, end } = await watch({
      'friendtalk.config.ts': config,
      'lib/globs.ts': "import { folder } from './more'\nexport const glob = `${folder}/*.md`\n",
      'lib/more.ts': "export const folder: string = 'messages'\n",
      'folder.mjs': "export const folder = 'messages'\n",
      'folder.cjs': "module.exports = 'messages'\n",
      'all.json': '["*.md"]',
      'messages/a.md': textMessage('first'),
      'more/b.md': textMessage('first'),
      'last/c.md': textMessage('first'),
    })
    writeTree(root, { [path]: 'export const broken = {' })
    writeTree(root, { [path]: content })
    await holds('more.b', 'first')
    replace(root, path, content.replace('more', 'last'))
    await holds('last.c', 'first')
    await end()
  })

  it('that Node has imported itself', async () => {
    const config = (folder: string): string => `export default { messages: ['${folder}/*.md'] }\n`
    const tree = {
      'friendtalk.config.mjs': config('messages'),
      'messages/a.md': textMessage('first'),
      'more/b.md': textMessage('first'),
    }
    const { root, holds, end } = await watch(tree)
    replace(root, 'friendtalk.config.mjs', config('more'))
    await holds('more.b', 'first')
    await end()
  })

  it('that stands elsewhere and is replaced, again and again', async () => {
    const root = tempFolder({
      'conf/x.json': json('messages/*.md'),
      'work/messages/a.md': textMessage('a'),
      'work/more/b.md': textMessage('b'),
    })
    const run = startCli(['compile', '--watch', '--config', '../conf/x.json', '--root', '.'], {
      cwd: join(root, 'work'),
    })
    await run.untilOutput(watching)
    for (const [glob, id] of [
      ['more/*.md', 'more.b'],
      ['messages/*.md', 'messages.a'],
      ['more/*.md', 'more.b'],
    ] as const) {
      rmSync(join(root, 'work/dist'), { recursive: true, force: true })
      replace(root, 'conf/x.json', json(glob))
      await run.untilFile(join(root, `work/dist/messages/${id}.json`))
    }
    run.kill('SIGINT')
    expect(await run.ended()).toMatchObject({ code: 0 })
  })

  it('that goes, comes back, and gives way to one that is found first', async () => {
    const { root, holds, prints, end } = await watch({ ...project, 'more/b.md': textMessage('first') })
    await prints('the last good one still holds', () => rmSync(join(root, 'friendtalk.config.json')))
    writeTree(root, { 'messages/a.md': textMessage('meanwhile') })
    await holds('messages.a', 'meanwhile')
    writeTree(root, { 'friendtalk.config.json': json('{messages,more}/*.md') })
    await holds('more.b', 'first')
    writeTree(root, {
      'friendtalk.config.ts': "export default { messages: ['new/*.md'] }\n",
      'new/c.md': textMessage('first'),
    })
    await holds('new.c', 'first')
    await end()
  })
})

describe('a watch survives', () => {
  it('an output folder that has the messages in it', async () => {
    const { root, holds, end } = await watch(project, { args: ['--out-dir', 'messages'], out: 'messages' })
    for (const text of ['second', 'third']) {
      writeTree(root, { 'messages/a.md': textMessage(text), 'messages/b.md': textMessage(text) })
      await holds('messages.a', text)
      await holds('messages.b', text)
    }
    await end()
    expect(readdirSync(join(root, 'messages'))).toEqual(['a.md', 'b.md', 'messages.a.json', 'messages.b.json'])
  })

  it('an output folder that is removed: every template is written again at the next change', async () => {
    const { root, holds, end } = await watch({ ...project, 'messages/b.md': textMessage('other') })
    rmSync(join(root, 'dist'), { recursive: true })
    writeTree(root, { 'messages/a.md': textMessage('second') })
    await holds('messages.a', 'second')
    await holds('messages.b', 'other')
    await end()
  })

  it('folders that are deleted and come back', async () => {
    const { root, holds, gone, end } = await watch(project)
    rmSync(join(root, 'messages'), { recursive: true })
    await gone('messages.a')
    writeTree(root, { 'messages/deep/b.md': textMessage('second') })
    await holds('messages.deep.b', 'second')
    await end()
  })

  it('switches between branches of a thousand messages and another configuration', async () => {
    const count = 1000
    const messages = (folder: string, text: string): Tree =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${folder}/m${index}.md`, textMessage(`${text} ${index}`)]),
      )
    const root = tempFolder({
      'friendtalk.config.json': json('messages/*.md'),
      ...messages('messages', '**one**'),
      '.gitignore': 'dist\n',
    })
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'init.defaultBranch=one']
      expect(spawnSync('git', [...identity, ...args], { cwd: root }).status).toBe(0)
    }
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'one')
    git('checkout', '-qb', 'two')
    git('rm', '-rq', 'messages')
    writeTree(root, { 'friendtalk.config.json': json('more/*.md'), ...messages('more', 'two') })
    git('add', '.')
    git('commit', '-qm', 'two')
    const run = startCli(['lint', '--watch', '--format', 'json=dist/lint.json'], { cwd: root })
    await run.untilOutput(watching)
    // Messages of one branch have a warning each.
    for (const [branch, warnings] of [
      ['one', count],
      ['two', 0],
    ] as const) {
      git('checkout', '-q', branch)
      await run.untilFile(join(root, 'dist/lint.json'), (content) =>
        content.startsWith(
          `{\n  "version": 1,\n  "summary": {\n    "files": ${count},\n    "errors": 0,\n    "warnings": ${warnings},`,
        ),
      )
    }
    run.kill('SIGINT')
    expect(await run.ended()).toMatchObject({ code: 0 })
  })
})
