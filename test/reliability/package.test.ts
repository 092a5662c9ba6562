import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../docs/blocks.ts'
import { readPage } from '../docs/generated-pages.ts'
import { deadlineMs } from '../deadline.ts'
import { Consumer, npmFlags } from '../package/installed.ts'

const consumer = new Consumer()
const { folder } = consumer
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
  newest: fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url)),
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

beforeAll(() => {
  consumer.install()
})

describe('the packed package, installed without a lock file and without scripts', () => {
  // Neither are the types of Node installed here, nor is any declaration left out of the check.
  it('has types that a program compiles against', () => {
    const older = join(folder, 'typescript-5.9')
    mkdirSync(older)
    writeFileSync(join(older, 'package.json'), '{ "private": true }')
    consumer.run('npm', 'install', '--prefix', older, ...npmFlags, 'typescript@~5.9.3')
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
    const names = consumer.run(process.execPath, '--input-type=module', '--eval', list).trim().split(' ')
    expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(program))).toEqual([])
    expect(runProgram('every-export')).toEqual({ stdout: `${names.length}\n`, stderr: '' })
  })

  it.each(shown)('runs %s of the documentation', (name) => {
    expect(runProgram(name)).toEqual({ stdout: expect.stringMatching(/\S/) as string, stderr: '' })
  })

  it('takes the rules of a team', () => {
    const config = ['--config', 'rules/friendtalk.config.ts']
    const { status, stdout } = consumer.friendtalk('lint', '--root', 'rules', ...config)
    expect([status, stdout]).toEqual([1, expect.stringContaining('No more than 8 characters, not 10. button-wordy')])
    expect(stdout).toContain('term-to-avoid')
    const explained = consumer.run(consumer.command, 'explain', 'button-wordy', ...config)
    expect(explained).toContain('A button has a long name.')
  })

  it('keeps ledgers as well once the script of its dependency ran', () => {
    consumer.run('npm', 'rebuild', '--ignore-scripts=false', '@photostructure/sqlite')
    const program = `
      import { DatabaseSync } from '@photostructure/sqlite'
      console.log(new DatabaseSync(':memory:').prepare('SELECT 1 AS one').get().one)`
    expect(consumer.run(process.execPath, '--input-type=module', '--eval', program)).toBe('1\n')
  })
})
