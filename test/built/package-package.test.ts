import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../project/temp-folder.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const folder = tempFolder({
  'package.json': '{ "private": true, "type": "module" }',
  'campaign/friendtalk.config.json': '{ "messages": ["messages/*.md"] }',
  'campaign/messages/hello.md': '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n#{이름}님, 안녕하세요.\n',
  'campaign/list.csv': 'receiver_number,이름\n01000000001,김하늘\n',
  'rules/friendtalk.config.ts': "export { default } from '../rules.ts'\n",
  'rules/messages/a.md':
    '---\nkind: ft-text\n---\n카톡으로 알려 드립니다.\n\n- [지금 바로 확인하기](https://example.com)\n',
})
cpSync(join(repository, 'test/types/consumer'), folder, { recursive: true })
cpSync(join(repository, 'examples'), join(folder, 'examples'), {
  recursive: true,
  filter: (path) => !path.includes('.friendtalk'),
})
const modules = join(folder, 'node_modules')
const installed = join(modules, 'friendtalk')
interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}
let packed: Packed

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const npmFlags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']

// Nobody's lock file, and no script runs: what the package's own ranges bring is what is tested.
beforeAll(() => {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  ;[packed] = JSON.parse(execFileSync('npm', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' })) as [Packed]
  run('npm', 'install', '--engine-strict', ...npmFlags, `./${packed.filename}`)
})

describe('the packed package, installed without a lock file and without scripts', () => {
  it('lints, compiles, sends to the emulator and keeps a ledger', () => {
    expect(run(process.execPath, join(repository, 'test/node-versions.mjs'), '--installed', folder)).toContain('works')
  })

  it('has its command, and prints schemas', () => {
    const schema = run(join(modules, '.bin/friendtalk'), 'schema', 'config')
    expect(JSON.parse(schema)).toMatchObject({ title: 'friendtalk configuration' })
  })

  // Neither are the types of Node installed here, nor is any declaration left out of the check.
  it('has templates that lint clean, a licence, and nothing of its workshop', () => {
    run(join(modules, '.bin/friendtalk'), 'lint', '--root', installed, 'node_modules/friendtalk/templates/{,en/}*.md')
    const paths = packed.files.map(({ path }) => path)
    expect(paths.length).toBeLessThanOrEqual(150)
    const folders = new Set(paths.map((path) => path.split('/')[0]))
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.ko.md', 'README.md', 'dist', 'package.json', 'templates']
    expect([...folders].toSorted()).toEqual(expected)
    expect(paths.filter((path) => /\.test\.|\.map$|ledger\..*db|dist\/messages/.test(path))).toEqual([])
  })

  it('says which command installs what drives a browser, and draws nothing without', () => {
    const args = ['preview', '--root', installed, '--screenshots', 'pictures', 'node_modules/friendtalk/templates/*.md']
    const { status, stderr } = spawnSync(join(modules, '.bin/friendtalk'), args, { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, expect.stringContaining('run npm install --save-dev playwright-core.')])
    expect(existsSync(join(folder, 'pictures'))).toBe(false)
  })

  it('runs no script of its own when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { scripts: object }
    expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining([expect.stringMatching(/install$/)]))
  })
})
