import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../docs/blocks.ts'
import { readPage } from '../docs/generated-pages.ts'
import { deadlineMs } from '../deadline.ts'
import { tempFolder } from '../project/temp-folder.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const folder = tempFolder({
  'package.json': '{ "private": true, "type": "module" }',
  'campaign/friendtalk.config.json': '{ "messages": ["messages/*.md"] }',
  'campaign/messages/hello.md': '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n#{이름}님, 안녕하세요.\n',
  'campaign/list.csv': 'receiver_number,이름\n01000000001,김하늘\n',
  'campaign/recipients/list.csv': 'receiver_number,이름\n01000000001,김하늘\n',
  'rules/friendtalk.config.ts': "export { default } from '../rules.ts'\n",
  'rules/messages/a.md':
    '---\nkind: ft-text\n---\n카톡으로 알려 드립니다.\n\n- [지금 바로 확인하기](https://example.com)\n',
})
cpSync(join(repository, 'test/types/consumer'), folder, { recursive: true })
cpSync(join(repository, 'examples'), join(folder, 'examples'), {
  recursive: true,
  filter: (path) => !path.includes('.friendtalk'),
})
/** The programs that the documentation shows, as files of the consumer. */
const shown = ['README.md', 'docs/library.md'].flatMap((page) =>
  blocksOf(readPage(page), 'ts').map((code, index) => {
    const name = `${page.replaceAll(/\W/g, '-')}-${index + 1}`
    writeFileSync(join(folder, `${name}.ts`), code)
    return name
  }),
)
/** TypeScript as consumers have it: the oldest that is promised, in a folder of its own, and the newest. */
const compilers = {
  5.9: join(folder, 'typescript-5.9/node_modules/typescript/bin/tsc'),
  newest: join(repository, 'node_modules/typescript/bin/tsc'),
}
const modules = join(folder, 'node_modules')
interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}
let packed: Packed

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a program of the consumer; it has to end by itself. */
function runProgram(name: string): { readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'out', `${name}.js`)], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], XDG_STATE_HOME: join(folder, 'state') },
    timeout: deadlineMs,
  })
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
  return { stdout, stderr }
}

const npmFlags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']

// Nobody's lock file, and no script runs: what the package's own ranges bring is what is tested.
beforeAll(() => {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  ;[packed] = JSON.parse(execFileSync('npm', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' })) as [Packed]
  run('npm', 'install', '--engine-strict', ...npmFlags, `./${packed.filename}`)
})

describe('the packed package, installed without a lock file and without scripts', () => {
  // Neither are the types of Node installed here, nor is any declaration left out of the check.
  it('has types that a program compiles against', () => {
    const older = join(folder, 'typescript-5.9')
    mkdirSync(older)
    writeFileSync(join(older, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', ...npmFlags, 'typescript@~5.9.3'], { cwd: older, stdio: 'pipe' })
    const emit = ['--noEmit', 'false', '--outDir', join(folder, 'out')]
    for (const args of [
      [compilers.newest, '-p', folder],
      [compilers[5.9], '-p', folder, ...emit],
    ]) {
      const compiling = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: deadlineMs })
      expect(compiling).toMatchObject({ status: 0, stdout: '' })
    }
  })

  it('gives every export to a program that uses it, and says nothing itself', () => {
    const [, program = ''] = readFileSync(join(folder, 'every-export.ts'), 'utf8').split("} from 'friendtalk'")
    const list = "console.log(Object.keys(await import('friendtalk')).join(' '))"
    const names = run(process.execPath, '--input-type=module', '--eval', list).trim().split(' ')
    expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(program))).toEqual([])
    expect(runProgram('every-export')).toEqual({ stdout: `${names.length}\n`, stderr: '' })
  })

  it.each(shown)('runs %s of the documentation', (name) => {
    expect(runProgram(name)).toEqual({ stdout: expect.stringMatching(/\S/) as string, stderr: '' })
  })

  it('takes the rules of a team', () => {
    const { status, stdout } = spawnSync(
      join(modules, '.bin/friendtalk'),
      ['lint', '--root', 'rules', '--config', 'rules/friendtalk.config.ts'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    expect({ status, stdout }).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('No more than 8 characters, not 10. button-wordy'),
    })
    expect(stdout).toContain('term-to-avoid')
    expect(
      run(join(modules, '.bin/friendtalk'), 'explain', 'button-wordy', '--config', 'rules/friendtalk.config.ts'),
    ).toContain('A button has a long name.')
  })

  it('keeps ledgers as well once the script of its dependency ran', () => {
    run('npm', 'rebuild', '--ignore-scripts=false', '@photostructure/sqlite')
    const program = `
      import { DatabaseSync } from '@photostructure/sqlite'
      console.log(new DatabaseSync(':memory:').prepare('SELECT 1 AS one').get().one)`
    expect(run(process.execPath, '--input-type=module', '--eval', program)).toBe('1\n')
  })
})
