import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { discover, matcher, selectionOf } from '../../src/project/files/discover.ts'
import { openProject } from '../../src/project/project.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { refusalOf } from './refusal.ts'
import { tempFolder } from './temp-folder.ts'

const paths = [
  'messages/B.md',
  'messages/a.md',
  'messages/b.md',
  'messages/sale/봄 세일.md',
  'messages/sale/notes.txt',
  'messages/.draft.md',
  'messages/node_modules/pkg/x.md',
  'node_modules/pkg/README.md',
  '.git/x.md',
  'sub/node_modules.md',
  'top.md',
]
const root = tempFolder(Object.fromEntries(paths.map((path) => [path, ''])))
mkdirSync(join(root, 'empty'))

const find = (
  args: readonly string[],
  options: { cwd?: string; messages?: readonly string[] } = {},
): Promise<string[]> => discover(selectionOf(args, { cwd: root, root, messages: [], ...options }))

describe('messages are selected by', () => {
  it.each([
    [['top.md'], ['top.md']],
    [['./top.md'], ['top.md']],
    [[join(root, 'top.md')], ['top.md']],
    [['messages/../top.md'], ['top.md']],
    [['top.md', './top.md', 'messages/../top.md', '*.md'], ['top.md']],
    [['messages/sale/봄 세일.md'], ['messages/sale/봄 세일.md']],
    [['messages/sale/notes.txt'], ['messages/sale/notes.txt']],
    [['messages/sale'], ['messages/sale/봄 세일.md']],
    [['messages/sale/'], ['messages/sale/봄 세일.md']],
    [
      ['messages'],
      ['messages/.draft.md', 'messages/B.md', 'messages/a.md', 'messages/b.md', 'messages/sale/봄 세일.md'],
    ],
    [['messages/*.md'], ['messages/.draft.md', 'messages/B.md', 'messages/a.md', 'messages/b.md']],
    [['messages/{a,b}.md'], ['messages/a.md', 'messages/b.md']],
    [
      ['top.md', 'messages/b.md', 'messages/a.md'],
      ['messages/a.md', 'messages/b.md', 'top.md'],
    ],
    [['sub'], ['sub/node_modules.md']],
  ])('%j', async (args, expected) => {
    expect(await find(args)).toEqual(expected)
  })

  it('the root itself, without node_modules and .git', async () => {
    const found = await Promise.all(['.', './', root, '**/*.md'].map((arg) => find([arg])))
    const expected = paths.filter((path) => /^(?!.*(?:node_modules|\.git)\/).*\.md$/.test(path)).toSorted()
    expect(found).toEqual([expected, expected, expected, expected])
  })

  it("the configuration's messages when no path is given", async () => {
    expect(await find([], { messages: ['messages/sale/*.md', 'top.md'] })).toEqual([
      'messages/sale/봄 세일.md',
      'top.md',
    ])
  })

  it('paths relative to the working directory', async () => {
    const cwd = join(root, 'messages')
    expect(await find(['a.md', '*/*.md', '../top.md'], { cwd })).toEqual([
      'messages/a.md',
      'messages/sale/봄 세일.md',
      'top.md',
    ])
  })
})

describe('a name that could be a glob means the file or folder that has it', () => {
  const names = ['[봄] 세일.md', '{a,b}.md', '!x.md', '#1.md']

  it.each(names)('%s', async (name) => {
    const folder = tempFolder({ [name]: '', [`sub/${name}`]: '', 'a1.md': '' })
    const selection = selectionOf([name, `sub/${name}`], { cwd: folder, root: folder, messages: [] })
    expect(await discover(selection)).toEqual([name, `sub/${name}`].toSorted())
    expect([name, `sub/${name}`].map(matcher(selection))).toEqual([true, true])
  })

  it.each(names.map((name) => name.replace('.md', '')))('the folder %s', async (name) => {
    const folder = tempFolder({ [`${name}/x.md`]: '', 'other/x.md': '' })
    const select = (args: readonly string[], cwd: string): Promise<string[]> =>
      discover(selectionOf(args, { cwd, root: folder, messages: [] }))
    expect(await select([name], folder)).toEqual([`${name}/x.md`])
    expect(await select(['x.md'], join(folder, name))).toEqual([`${name}/x.md`])
    expect(await select(['*.md'], join(folder, name))).toEqual([`${name}/x.md`])
    expect(await select(['.'], join(folder, name))).toEqual([`${name}/x.md`])
  })

  it.each(names.map((name) => name.replace('.md', '')))('a root named %s', async (name) => {
    const folder = tempFolder({ 'm/x.md': '' }, name)
    const selection = selectionOf([], { cwd: folder, root: folder, messages: ['m/*.md'] })
    expect(await discover(selection)).toEqual(['m/x.md'])
  })
})

describe('what is refused', () => {
  it.each([['../x.md'], ['..'], ['/etc/passwd'], ['messages/../../x.md'], ['../*.md'], [`${root}-other/x.md`]])(
    '%s is outside the root',
    async (arg) => {
      expect(await refusalOf(() => find([arg]))).toEqual([
        `${arg}: is outside the root ${root}; name another with --root.`,
      ])
    },
  )

  it.each([
    [['gone.md'], ['gone.md']],
    [
      ['top.md', 'gone/*.md', 'a{b'],
      ['gone/*.md', 'a{b'],
    ],
    [
      ['gone[1].md', '[gone', '*gone*'],
      ['gone[1].md', '[gone', '*gone*'],
    ],
    [['empty'], ['empty/**/*.md']],
    [['node_modules'], ['node_modules/**/*.md']],
    [['.git/x.md'], ['.git/x.md']],
    [['messages/node_modules/pkg/x.md'], ['messages/node_modules/pkg/x.md']],
  ])('%j matches nothing', async (args, patterns) => {
    expect(await refusalOf(() => find(args))).toEqual(
      patterns.map((pattern) => `No file matches "${pattern}". Check the path, or make a message with friendtalk new.`),
    )
  })

  it('a pattern of the configuration that matches nothing', async () => {
    expect(await refusalOf(() => find([], { messages: ['gone/*.md', 'top.md'] }))).toEqual([
      'No file matches "gone/*.md". Check the path, or make a message with friendtalk new.',
    ])
  })
})

describe('every file that a pattern finds belongs to it', () => {
  it.each([
    'messages/*.md',
    './messages/*.md',
    'messages//*.md',
    'messages/./a.md',
    'sub/../messages/*.md',
    'messages/{a,b}.md',
    '**/*.md',
    './**/*.md',
    'messages/sale/**',
    'messages/**/',
    '{messages,sub}/**/*.md',
    'top.md',
    './top.md',
  ])('%s', async (pattern) => {
    const selection = selectionOf([], { cwd: root, root, messages: [pattern] })
    let found: string[] = []
    try {
      found = await discover(selection)
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError)
    }
    const belongs = matcher(selection)
    expect(paths.filter((path) => belongs(path)).toSorted()).toEqual(found)
  })
})

describe('a root that is named through a symbolic link', () => {
  it('holds the files of the folder behind it', async () => {
    const folder = tempFolder({ 'real/a.md': '' })
    const cwd = join(folder, 'real')
    symlinkSync(cwd, join(folder, 'link'))
    const project = await openProject({ cwd, root: '../link', library: async () => ({}) })
    expect(await discover(selectionOf(['a.md'], { cwd, root: project.root, messages: [] }))).toEqual(['a.md'])
  })
})

describe('links to folders', () => {
  const elsewhere = tempFolder({ 'x.md': '', 'deep/y.md': '' }, 'elsewhere')
  const folder = tempFolder({ 'm/a.md': '', 'm/sub/b.md': '', 'real/c.md': '', 'real/deep/d.md': '' })
  for (const [target, path] of [
    ['/', 'm/machine'],
    [elsewhere, 'm/outside'],
    ['..', 'm/up'],
    ['.', 'm/here'],
    ['../real', 'm/inside'],
    ['circle', 'm/circle'],
    ['nowhere', 'm/broken'],
  ] as const) {
    symlinkSync(target, join(folder, path))
  }
  const found = async (args: readonly string[], messages: readonly string[]): Promise<string[]> => {
    try {
      return await discover(selectionOf(args, { cwd: folder, root: folder, messages }))
    } catch (error) {
      if (error instanceof UsageError) return []
      throw error
    }
  }
  const inside = ['m/inside/c.md', 'm/inside/deep/d.md']

  // As glob has it: two stars go through a link where they are not the first part of a pattern, and no further.
  it.each<[pattern: string, expected: readonly string[]]>([
    ['m', ['m/a.md', 'm/inside/c.md', 'm/sub/b.md']],
    ['m/inside', inside],
    ['m/*/**/*.md', [...inside, 'm/sub/b.md']],
    ['m/up/real/**/*.md', ['m/up/real/c.md', 'm/up/real/deep/d.md']],
    ['m/machine/**/*.md', []],
    ['m/*/{tmp,usr}/*/*.md', []],
    ['m/outside/*/*.md', []],
    ['m/circle/**/*.md', []],
    ['m/broken/**/*.md', []],
  ])('%s is looked for inside the root, and comes to an end', async (pattern, expected) => {
    expect(await found([pattern], [])).toEqual(expected)
    expect(await found([], [pattern === 'm' || pattern === 'm/inside' ? `${pattern}/**/*.md` : pattern])).toEqual(
      expected,
    )
  })

  it.each(['/**/*.md', '../**/*.md', `${elsewhere}/**/*.md`, 'm/../../**/*.md', 'm/outside/**/*.md'])(
    'a configuration that selects %s looks into no folder outside the root',
    async (pattern) => {
      expect((await found([], [pattern])).filter((path) => path.includes('deep/y'))).toEqual([])
    },
  )
})
