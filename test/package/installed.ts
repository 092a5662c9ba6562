import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from '../project/temp-folder.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

export const npmFlags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']

/** A project that has the packed package, with projects and programs that use it. */
export class Consumer {
  readonly folder: string = tempFolder({
    'package.json': '{ "private": true, "type": "module" }',
    'campaign/friendtalk.config.json': '{ "messages": ["messages/*.md"] }',
    'campaign/messages/hello.md': '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n#{이름}님, 안녕하세요.\n',
    'campaign/list.csv': 'receiver_number,이름\n01000000001,김하늘\n',
    'campaign/recipients/list.csv': 'receiver_number,이름\n01000000001,김하늘\n',
    'rules/friendtalk.config.ts': "export { default } from '../rules.ts'\n",
    'rules/messages/a.md':
      '---\nkind: ft-text\n---\n카톡으로 알려 드립니다.\n\n- [지금 바로 확인하기](https://example.com)\n',
  })
  readonly installed: string = join(this.folder, 'node_modules/friendtalk')
  readonly command: string = join(this.folder, 'node_modules/.bin/friendtalk')

  /** Nobody's lock file, and no script runs: what the package's own ranges bring is what is tested. Returns what is packed. */
  install(): string[] {
    cpSync(join(repository, 'test/types/consumer'), this.folder, { recursive: true })
    const filter = (path: string): boolean => !path.includes('.friendtalk')
    cpSync(join(repository, 'examples'), join(this.folder, 'examples'), { recursive: true, filter })
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', this.folder]
    const output = execFileSync('npm', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' })
    const [packed] = JSON.parse(output) as [{ filename: string; files: readonly { path: string }[] }]
    this.run('npm', 'install', '--engine-strict', ...npmFlags, `./${packed.filename}`)
    return packed.files.map(({ path }) => path)
  }

  run(program: string, ...args: readonly string[]): string {
    return execFileSync(program, args, { cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Runs the installed command, however it ends. */
  friendtalk(...args: readonly string[]): { readonly status: number | null; stdout: string; stderr: string } {
    return spawnSync(this.command, args, { cwd: this.folder, encoding: 'utf8' })
  }
}
