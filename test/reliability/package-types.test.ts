import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { deadlineMs } from '../deadline.ts'
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
/** TypeScript as consumers have it: the oldest that is promised, in a folder of its own, and the newest. */
const compilers = {
  5.9: join(folder, 'typescript-5.9/node_modules/typescript/bin/tsc'),
  newest: join(repository, 'node_modules/typescript/bin/tsc'),
}
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
})
