import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, symlinkSync, truncateSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { canBeStopped } from '../cli/permissions.ts'
import { runBeside } from '../cli/run-beside.ts'
import { type CliResult, mainFile } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'

const servers: Server[] = []

afterAll(() => {
  for (const server of servers) server.close()
})

/** What stands at a path in place of a file, and how a refusal says it. */
const others: readonly {
  readonly what: string
  readonly put: (path: string) => void | Promise<void>
  readonly says: string
}[] = [
  { what: 'a pipe', put: (path) => void spawnSync('mkfifo', [path]), says: 'it is a pipe, not a regular file' },
  {
    what: 'an endless device',
    put: (path) => symlinkSync('/dev/zero', path),
    says: 'it is a device, not a regular file',
  },
  { what: 'a folder', put: (path) => mkdirSync(path), says: 'it is a folder' },
  { what: 'a socket', put: listen, says: 'it is a socket' },
  { what: 'a circular link', put: (path) => symlinkSync(path, path), says: 'a circular symbolic link, ELOOP' },
]

const inputs: readonly {
  readonly what: string
  readonly file: string
  readonly args: readonly string[]
  /** Beside the project. */
  readonly tree?: Tree
}[] = [
  { what: '--config in JSON', file: 'x.json', args: ['lint', '--config', 'x.json'] },
  { what: '--config that is a program', file: 'x.ts', args: ['lint', '--config', 'x.ts'] },
  { what: 'the configuration that is found', file: 'friendtalk.config.ts', args: ['lint'] },
  { what: '--baseline', file: 'x.json', args: ['lint', '--baseline', 'x.json'] },
  { what: 'the recipients of lint', file: 'x.csv', args: ['lint', '--recipients', 'x.csv'] },
  { what: 'the recipients of plan', file: 'x.csv', args: ['plan', '--recipients', 'x.csv'] },
  { what: 'the recipients of preview', file: 'x.csv', args: ['preview', '--port', '0', '--recipients', 'x.csv'] },
  { what: 'a plan', file: 'x.json', args: ['deploy', 'x.json', '--yes'] },
  { what: "the emulator's configuration", file: 'x.json', args: ['emulator', '--port', '0', '--faults', 'x.json'] },
  ...(['plan', 'deploy'] as const).map((command) => ({
    what: `the ledger of ${command}`,
    file: '.friendtalk/ledger.emulator.db',
    args: [command, '--recipients', 'list.csv', ...(command === 'deploy' ? ['--yes'] : [])],
  })),
  { what: 'the ledger of status', file: '.friendtalk/ledger.emulator.db', args: ['status'] },
]

function project(tree: Tree = {}): string {
  return tempFolder({
    'friendtalk.config.json': '{ "messages": ["messages/*.md"] }',
    'messages/sale.md': textMessage('Hello!'),
    'list.csv': 'receiver_number\n01000000001\n',
    ...tree,
  })
}

function expectRefusal({ code, stdout, stderr }: CliResult, says: string): void {
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(says)
  expect(stderr).not.toMatch(/defect|^ +at /m)
}

describe.each(inputs)('$what', ({ file, args }) => {
  // A circular link to a ledger is the ledger's own to refuse.
  it.each(others.filter(({ what }) => what !== 'a circular link' || !file.endsWith('.db')))(
    'is refused at once where it is $what',
    async ({ put, says }) => {
      const root = project()
      mkdirSync(dirname(join(root, file)), { recursive: true })
      await put(join(root, file))
      expectRefusal(await runBeside(args, { cwd: root }), `${file}: cannot be read (${says}).`)
      const korean = await runInside([...args, '--lang', 'ko'], root)
      expect(korean).toMatchObject({ code: 2, stderr: expect.stringContaining(`${file}: 읽을 수 없습니다(`) as string })
    },
  )
})

describe('a file that is named and is not there', () => {
  const named = inputs.filter(({ args, file }) => args.includes(file) && args[0] !== 'deploy')

  it.each(named)('$what is refused, whatever keeps it from being there', async ({ args, file }) => {
    const root = project()
    for (const path of [file, `list.csv/${file}`, `${'a/'.repeat(3000)}${file}`, 'b'.repeat(300)]) {
      const given = args.map((arg) => (arg === file ? path : arg))
      const { code, stderr } = await runBeside(given, { cwd: root })
      expect({ code, defect: stderr.includes('defect') }, stderr.slice(0, 300)).toEqual({ code: 2, defect: false })
    }
  })

  it.each([
    ['lint', '--root', 'list.csv/x'],
    ['new', 'text', 'list.csv/x'],
    ['init', 'list.csv/x', '--yes'],
    ['plan', '--recipients', 'list.csv', '--out', 'list.csv/x'],
    ['lint', '--format', 'json=list.csv/x'],
    ['lint', '--write-baseline', '--baseline', 'list.csv/x'],
    ['preview', '--out', 'list.csv/x'],
    ['compile', '--out-dir', 'list.csv/x'],
    ['lint', 'list.csv/x.md'],
  ])('%s %s %s', async (...args) => {
    const { code, stderr } = await runBeside(args, { cwd: project() })
    expect({ code, defect: stderr.includes('defect') }, stderr).toEqual({ code: 2, defect: false })
  })
})

describe('a file that is far too large', () => {
  const gibibyte = 1024 ** 3

  it.each(
    inputs
      .filter(({ what }) => /config|--baseline|a plan/.test(what))
      .map(({ what, file, args }) => ({ what, file, args })),
  )('$what is not read', async ({ file, args }) => {
    const root = project({ [file]: '' })
    truncateSync(join(root, file), gibibyte)
    expectRefusal(await runBeside(args, { cwd: root }), `${file}: is larger than the `)
    const korean = await runInside([...args, '--lang', 'ko'], root)
    expect(korean.stderr).toContain(`${file}: 너무 큽니다.`)
  })

  it('is read from the standard input only as far as a message may be long', async () => {
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', 'exec "$0" "$@" < /dev/zero', process.execPath, mainFile, 'lint', '--stdin-filepath', 'messages/sale.md'],
      { cwd: project(), encoding: 'utf8' },
    )
    expect({ status, isTooLarge: stdout.includes('file-too-large') }).toEqual({ status: 1, isTooLarge: true })
  })
})

describe('what stands beside a new project', () => {
  it.each(['package.json', '.gitignore', 'README.md', 'messages/images/tumbler.jpg'])(
    'init is not held up by a pipe named %s',
    async (file) => {
      const root = tempFolder()
      mkdirSync(dirname(join(root, file)), { recursive: true })
      spawnSync('mkfifo', [join(root, file)])
      const { code, stdout } = await runBeside(['init', '--yes'], { cwd: root })
      expect({ code, kept: stdout.includes(`! ${file} was there`) || file === '.gitignore' }).toEqual({
        code: 0,
        kept: true,
      })
    },
  )

  it('new is not held up by a pipe in the place of its image', async () => {
    const root = project()
    await runBeside(['new', 'image', 'messages/a'], { cwd: root })
    const [image = ''] = readdirSync(join(root, 'messages/images'))
    const again = project()
    mkdirSync(join(again, 'messages/images'))
    spawnSync('mkfifo', [join(again, 'messages/images', image)])
    expect((await runBeside(['new', 'image', 'messages/a'], { cwd: again })).code).toBe(0)
  })
})

describe.runIf(canBeStopped)('a file that may not be read', () => {
  it.each(inputs.filter(({ file }) => !file.endsWith('.db')))('$what', async ({ file, args }) => {
    const root = project({ [file]: '{}' })
    chmodSync(join(root, file), 0o000)
    const result = await runBeside(args, { cwd: root, permissions: 'hold' })
    expectRefusal(result, `${file}: cannot be read (permission denied, EACCES).`)
  })
})

function listen(path: string): Promise<void> {
  const server = createServer()
  servers.push(server)
  return new Promise((resolve) => server.listen(path, () => resolve()))
}
