import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../project/temp-folder.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const folder = tempFolder({
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': readFileSync(join(repository, 'test/types/consumer/tsconfig.json')),
  'consumer.ts': readFileSync(join(repository, 'test/types/consumer/consumer.ts')),
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

// Nobody's lock file, and no script runs: what the package's own ranges bring is what is tested.
beforeAll(() => {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  ;[packed] = JSON.parse(execFileSync('npm', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' })) as [Packed]
  run('npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', `./${packed.filename}`)
}, 180_000)

describe('the packed package, installed without a lock file and without scripts', () => {
  it('lints, compiles, sends to the emulator and keeps a ledger', () => {
    expect(run(process.execPath, join(repository, 'test/node-versions.mjs'), '--installed', folder)).toContain('works')
  })

  it('has its command, and prints schemas', () => {
    const schema = run(join(modules, '.bin/friendtalk'), 'schema', 'config')
    expect(JSON.parse(schema)).toMatchObject({ title: 'friendtalk configuration' })
  })

  it('has types that a program compiles against', () => {
    expect(run(process.execPath, join(repository, 'node_modules/typescript/bin/tsc'), '-p', folder)).toBe('')
  })

  it('is a library', () => {
    const program = `
      import { compile, prepareTemplate, startEmulator } from 'friendtalk'
      const image = () => ({ type: 'not-found' })
      const { template } = compile('---\\nkind: ft-text\\n---\\nHello', { path: 'hello.md', image })
      const emulator = await startEmulator()
      await emulator.close()
      console.log(prepareTemplate(template)({}).payload.msg)`
    expect(run(process.execPath, '--input-type=module', '--eval', program)).toBe('Hello\n')
  })

  it('has templates that lint clean, documentation and licence, and nothing of its workshop', () => {
    run(
      process.execPath,
      join(installed, 'dist/cli/main.js'),
      'lint',
      '--root',
      installed,
      'node_modules/friendtalk/templates/**/*.md',
    )
    const paths = packed.files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['docs/README.md', 'docs/ko/README.md', 'templates/text.md', 'README.md', 'LICENSE']),
    )
    const folders = new Set(paths.map((path) => path.split('/')[0]))
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.ko.md',
      'README.md',
      'dist',
      'docs',
      'package.json',
      'templates',
    ]
    expect([...folders].filter((name) => name !== 'schemas').toSorted()).toEqual(expected)
    expect(paths.filter((path) => /\.test\.|\.map$|ledger\..*db|dist\/messages/.test(path))).toEqual([])
  })

  it('runs no script of its own when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { scripts: object }
    expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining([expect.stringMatching(/install$/)]))
  })

  it('works as well once the scripts of its dependencies ran', () => {
    run('npm', 'rebuild', '--ignore-scripts=false', '@photostructure/sqlite')
    expect(run(process.execPath, join(repository, 'test/node-versions.mjs'), '--installed', folder)).toContain('works')
  })
})
