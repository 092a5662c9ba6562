import { spawnSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Tree, tempFolder, textMessage } from '../project/temp-folder.ts'
import { runCli } from './run-inside.ts'

interface Row {
  readonly what: string
  readonly tree: Tree
  /** What a tree cannot say: links, pipes, permissions. */
  readonly prepare?: (root: string) => void
  /** Everything after `compile`; `x.md` where it is absent. */
  readonly args?: readonly string[]
  readonly code: 1 | 2
  /** `<path>:<line>:<column> <rule>` of each diagnostic, in order. */
  readonly diagnostics?: readonly string[]
  /** Instead of diagnostics: how a refusal starts. */
  readonly refusal?: string
}

const hello = textMessage('Hello!')
const imageMessage = (path: string): string => `---\nkind: ft-image\n---\n\n![](${path})\n\nHello!\n`
const frontmatter = (yaml: string): string => `---\nkind: ft-text\n${yaml}\n---\n\nHello!\n`
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const link = (target: string, path: string) => (root: string) => symlinkSync(target, join(root, path))
const pipe = (path: string) => (root: string) => spawnSync('mkfifo', [join(root, path)])

const aliasBomb = [
  'meta:',
  '  a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...'bcdefghi'.split('').map((name, index) => {
    const before = 'abcdefghi'[index]
    return `  ${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`
  }),
].join('\n')

/** A message that holds something, and what is found, where that matters. */
function file(what: string, content: string | Uint8Array, ...diagnostics: readonly string[]): Row {
  return { what, tree: { 'x.md': content }, code: 1, ...(diagnostics.length > 0 && { diagnostics }) }
}

/** A path that is no ordinary file. */
function special(what: string, prepare: Row['prepare'], rule: string): Row {
  return { what, tree: {}, ...(prepare && { prepare }), code: 2, diagnostics: [`x.md:1:1 ${rule}`] }
}

const rows: readonly Row[] = [
  // What a message file holds.
  file('a byte order mark alone', '\uFEFF', 'x.md:1:1 file-empty'),
  file('EUC-KR', bytes('---\nkind: ft-text\n---\n\nab ', [0xbe, 0xc8, 0xb3, 0xe7], '\n'), 'x.md:5:4 file-not-utf8'),
  file(
    'a character cut off at the end',
    bytes('---\nkind: ft-text\n---\n\n안녕', [0xed, 0x95]),
    'x.md:5:3 file-not-utf8',
  ),
  file(
    'a wrong byte after a replacement character that is really there',
    bytes('---\nkind: ft-text\n---\n\n\uFFFD🎉', [0xff], 'x'),
    'x.md:5:4 file-not-utf8',
  ),
  file('a wrong byte after a byte order mark', bytes([0xef, 0xbb, 0xbf], 'ab', [0xc0, 0x80]), 'x.md:1:3 file-not-utf8'),
  file('UTF-16', Buffer.from(`\uFEFF${hello}`, 'utf16le'), 'x.md:1:1 file-not-utf8'),
  file(
    'UTF-16 without a byte order mark',
    Buffer.from(textMessage('안녕 \uD7FF'), 'utf16le'),
    'x.md:5:3 file-not-utf8',
  ),
  file(
    'a surrogate written as UTF-8',
    bytes('---\nkind: ft-text\n---\n\nab', [0xed, 0xa0, 0x80]),
    'x.md:5:3 file-not-utf8',
  ),
  file(
    'one byte more than 1 MiB',
    textMessage('a'.repeat(1024 * 1024 - textMessage('').length + 1)),
    'x.md:1:1 file-too-large',
  ),

  // YAML.
  file('a YAML alias bomb', frontmatter(aliasBomb)),
  file(
    '__proto__ and constructor as keys',
    frontmatter('__proto__: { kind: ft-image }\nconstructor: a\nmeta: { __proto__: { polluted: true } }'),
    'x.md:3:1 key-unknown',
    'x.md:4:1 key-unknown',
  ),
  file('YAML that nests very deep', frontmatter(`meta: ${'['.repeat(8000)}${']'.repeat(8000)}`)),
  file('a tab in front of a key', frontmatter('\tid: a')),

  // Images.
  {
    what: 'an image that is a link out of the root',
    tree: { 'x.md': imageMessage('a.png') },
    prepare: link('/etc/passwd', 'a.png'),
    code: 1,
    diagnostics: ['x.md:5:5 image-outside-root'],
  },

  // Files and folders.
  {
    what: 'two messages with one id',
    tree: { 'a.md': frontmatter('id: x'), 'b.md': frontmatter('id: x') },
    args: ['a.md', 'b.md'],
    code: 1,
    diagnostics: ['a.md:3:5 id-duplicate', 'b.md:3:5 id-duplicate'],
  },
  {
    what: 'a link to a message beside it',
    tree: { 'b.md': frontmatter('id: x') },
    prepare: link('b.md', 'a.md'),
    args: ['a.md', 'b.md'],
    code: 1,
    diagnostics: ['a.md:3:5 id-duplicate'],
  },
  {
    what: 'a file that does not exist',
    tree: {},
    code: 2,
    refusal: '✗ No file matches "x.md". Check the path, or make a message with friendtalk new.\n',
  },
  {
    what: 'a folder named x.md',
    tree: { 'x.md/notes.txt': '' },
    code: 2,
    refusal: '✗ No file matches "x.md/**/*.md". Check the path, or make a message with friendtalk new.\n',
  },
  special('a circular link', link('x.md', 'x.md'), 'file-unreadable'),
  special('a link to nothing', link('gone.md', 'x.md'), 'file-unreadable'),
  special('a link out of the root', link('/etc/passwd', 'x.md'), 'file-outside-root'),
  special('a named pipe', pipe('x.md'), 'file-unreadable'),
  special('a device', link('/dev/zero', 'x.md'), 'file-outside-root'),
  {
    what: 'a broken file beside one that cannot be read',
    tree: { 'y.md': 'Hello!' },
    prepare: link('x.md', 'x.md'),
    args: ['x.md', 'y.md'],
    code: 2,
    diagnostics: ['x.md:1:1 file-unreadable', 'y.md:1:1 frontmatter-missing'],
  },
  {
    what: 'messages of the configuration outside the root',
    tree: { 'in/friendtalk.config.json': '{ "messages": ["../*.md"] }', 'x.md': hello },
    args: ['--config', 'in/friendtalk.config.json'],
    code: 2,
  },
  {
    what: 'an output folder that is a file',
    tree: { 'x.md': hello, out: '' },
    args: ['x.md', '--out-dir', 'out'],
    code: 2,
    refusal: '✗ ',
  },
  {
    what: 'an output folder that is a file, and a broken message',
    tree: { 'x.md': 'Hello!', out: '' },
    args: ['x.md', '--out-dir', 'out'],
    code: 2,
  },
  {
    what: 'an output folder below a file',
    tree: { 'x.md': hello, out: '' },
    args: ['x.md', '--out-dir', 'out/below'],
    code: 2,
    refusal: '✗ ',
  },
  {
    what: 'an output file that is a folder',
    tree: { 'x.md': hello, 'out/x.json/a': '' },
    args: ['x.md', '--out-dir', 'out'],
    code: 2,
    refusal: '✗ ',
  },

  // Work that must not grow faster than the file.
  file(
    'a mark far along a line of 50 KB',
    textMessage(`Hello!\n\n- [${'a'.repeat(50_000)}](www.${'b'.repeat(200)}.kr)`),
    'x.md:7:18 button-name-too-long',
    'x.md:7:50006 link-without-scheme',
  ),
  file('thousands of faults on one line', textMessage(`${'#{!}'.repeat(5000)}${'a'.repeat(40_000)}`)),
  file('thousands of faults on as many lines', textMessage('#{!}\n'.repeat(5000))),
]

async function check({ tree, prepare, args = ['x.md'], code, diagnostics, refusal }: Row) {
  const root = tempFolder(tree)
  prepare?.(root)
  const result = await runCli(['compile', ...args], { cwd: root })
  expect(result).toMatchObject({ code })
  expect(result.stderr).not.toMatch(/^ +at /m)
  expect(result.stderr).not.toContain('defect')
  if (refusal !== undefined) expect(result.stderr.slice(0, refusal.length)).toBe(refusal)
  if (diagnostics !== undefined) expect(findingsIn(result.stderr)).toEqual(diagnostics)
}

describe('bad input is a diagnostic or a refusal, never a crash', () => {
  it.each(rows)('$what', (row) => check(row))
})

it.each(['\uFEFF', ''])('UTF-16 is called by its name, behind a mark of %j', async (mark) => {
  const root = tempFolder({ 'x.md': Buffer.from(mark + textMessage('안녕 \uD7FF'), 'utf16le') })
  const { stderr } = await runCli(['compile', 'x.md'], { cwd: root })
  expect(stderr).toContain('The file is UTF-16; save it as UTF-8.')
  expect(stderr).not.toContain('EUC-KR')
})

describe('strange input that is right', () => {
  it.each<{ what: string; tree: Tree; path?: string }>([
    {
      what: '64 KiB',
      tree: { 'x.md': textMessage(`a\n<!--${'a'.repeat(64 * 1024 - textMessage('a\n<!---->').length)}-->`) },
    },
    {
      what: '__proto__ as a variable',
      tree: { 'x.md': textMessage('#{__proto__}', 'vars: { __proto__: { max: 5 } }\n') },
    },
    { what: 'a byte order mark and CRLF', tree: { 'x.md': `\uFEFF${hello.replaceAll('\n', '\r\n')}` } },
    { what: 'CR as the end of lines', tree: { 'x.md': hello.replaceAll('\n', '\r') } },
    { what: 'no line feed at the end', tree: { 'x.md': hello.trimEnd() } },
    { what: 'another extension', tree: { 'x.markdown': textMessage('Hello!', 'id: x\n') }, path: 'x.markdown' },
  ])('$what', async ({ tree, path = 'x.md' }) => {
    const root = tempFolder(tree)
    const result = await runCli(['compile', path, '--quiet'], { cwd: root })
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readdirSync(join(root, 'dist/messages'))).toEqual(['x.json'])
  })
})

/** `<path>:<line>:<column> <rule>` of each diagnostic in a text report. */
function findingsIn(stderr: string): string[] {
  return [...stderr.matchAll(/^(\S.*:\d+:\d+) error .* ([a-z0-9-]+)$/gm)].map(([, place, rule]) => `${place} ${rule}`)
}
