import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { runBeside } from './run-beside.ts'
import { type CliResult, environmentOf, mainFile, withoutProgress } from './run-cli.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const message = (number: number): string =>
  textMessage(`**Message ${number}** of 안녕하세요 😀\n\n- [보기](https:/example.com/${number})`)
const paths = Array.from({ length: 1300 }, (_, number) => `messages/m${number}.md`)
const root = tempFolder({
  'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
  ...Object.fromEntries(paths.map((path, number) => [path, message(number)])),
})

function run(args: readonly string[], cwd: string = root, file: string = mainFile): CliResult {
  const options = { cwd, encoding: 'utf8', env: environmentOf(cwd), maxBuffer: 256 * 1024 * 1024 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], options)
  return { code: status, stdout, stderr: withoutProgress(stderr) }
}

const isKept = (file: string): boolean => file.endsWith('.cache')

describe('the bundled command', () => {
  it.each([
    [['lint', 'messages/m1.md', 'messages/m2.md', '--no-cache']],
    [['lint', 'messages/m1.md', '--lang', 'ko', '--format', 'sarif']],
    [['lint', 'messages/m1.md', '--fix-dry-run', '--unsafe-fixes']],
    [['lint', 'messages/m?.md', '--quiet']],
    [['compile', 'messages/m1.md', '--stdout']],
    [['rules', '--json']],
    [['explain', 'link-format', '--lang', 'ko']],
    [['schema', 'frontmatter']],
    [['config']],
    [['--help', '--lang', 'ko']],
    [['lint', '--nonsense']],
    [['lint', 'gone.md']],
  ])('says what the modules say that it is made of: %j', async (args) => {
    expect(run(args)).toEqual(await runBeside(args, { cwd: root }))
  })

  it('runs a configuration in TypeScript, and what is wrong with keys', async () => {
    const project = tempFolder({
      'friendtalk.config.ts':
        "import { defineConfig } from 'friendtalk'\nexport default defineConfig({ messages: ['*.md'] })\n",
      'a.md': '---\nkind: ft-text\nkinde: x\n---\nHello!\n',
    })
    const found = run(['lint'], project)
    expect(found).toEqual(await runBeside(['lint'], { cwd: project }))
    expect(found.stdout).toContain('key-unknown')
  })

  it('finds in several threads what one finds', () => {
    const args = ['lint', '--no-cache', '--format', 'json']
    const inThreads = JSON.parse(run(args).stdout)
    const halves = [paths.slice(0, 500), paths.slice(500, 1000), paths.slice(1000)].map((half) =>
      JSON.parse(run([...args, ...half]).stdout),
    )
    const together = halves.flatMap(({ diagnostics }: { diagnostics: { path: string }[] }) => diagnostics)
    expect(inThreads.diagnostics).toHaveLength(2600)
    expect(inThreads.diagnostics).toEqual(together.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)))
    expect(inThreads.summary.files).toBe(1300)
  })

  it.each([
    ['files that are named', ['lint', 'messages/m1.md'], 'other'],
    ['all files', ['lint'], 'messages'],
    ['all files, compiled', ['compile'], 'messages'],
  ])('takes the compiled code that it kept, for %s', (_, args, kind) => {
    const copy = tempFolder()
    mkdirSync(join(copy, 'dist'))
    cpSync(join(repository, 'dist/bin'), join(copy, 'dist/bin'), { recursive: true, filter: (file) => !isKept(file) })
    cpSync(join(repository, 'package.json'), join(copy, 'package.json'))
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const main = join(copy, 'dist/bin/main.js')
    const first = run(args, root, main)
    const kept = readdirSync(join(copy, 'dist/bin')).filter(isKept)
    const states = (): number[] => kept.map((name) => statSync(join(copy, 'dist/bin', name)).ino)
    const before = states()
    expect(kept.filter((name) => name.startsWith('core-'))).toEqual([expect.stringContaining(`-${kind}.cache`)])
    expect(run(args, root, main).stderr).toBe(first.stderr)
    expect(states()).toEqual(before)
  })

  it('says the same from what it keeps', () => {
    const first = run(['lint'])
    expect(run(['lint'])).toEqual(first)
  })
})
