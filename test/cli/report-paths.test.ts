import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const config = '{ "messages": ["messages/*.md"] }'
const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]).toString()

function repository(): string {
  const root = tempFolder({
    'apps/one/friendtalk.config.json': config,
    'apps/one/messages/a.md': textMessage('**Hello!**'),
    'apps/two/friendtalk.config.json': config,
    'apps/two/messages/a.md': textMessage('Hello!'),
  })
  git(root, 'init', '--quiet', '--initial-branch=main')
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message', 'Write')
  return root
}

it('reports for hosts name files below the top of the repository, text from here, json from the root', async () => {
  const root = repository()
  const one = join(root, 'apps/one')
  for (const [cwd, more] of [
    [one, []],
    [root, ['--config', 'apps/one/friendtalk.config.json']],
  ] as const) {
    for (const format of ['github', 'sarif', 'gitlab', 'junit']) {
      expect((await runInside(['lint', '--format', format, ...more], cwd)).stdout).toContain('apps/one/messages/a.md')
    }
    expect((await runInside(['lint', '--format', 'json', ...more], cwd)).stdout).toContain('"path": "messages/a.md"')
  }
  expect((await runInside(['lint'], join(one, 'messages'))).stdout).toMatch(/^a\.md:5:1 /)
})

it('the configuration nearest to the paths holds, and paths of two projects are refused', async () => {
  const root = repository()
  expect((await runInside(['lint', 'apps/two/messages/*.md'], root)).code).toBe(0)
  const both = await runInside(['lint', 'apps/one/messages', 'apps/two/messages'], root)
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('apps/one/friendtalk.config.json and apps/two/friendtalk.config.json')
})

it('says which commit nothing changed since, and what a checkout without history lacks', async () => {
  const root = repository()
  const one = join(root, 'apps/one')
  expect((await runInside(['lint', '--changed=main'], one)).stdout).toBe('✓ No message changed since main.\n')
  git(root, 'checkout', '--quiet', '--orphan', 'other')
  git(root, 'commit', '--quiet', '--message', 'Begin anew')
  const apart = await runInside(['lint', '--changed=main'], one)
  expect(apart).toMatchObject({ code: 2, stderr: expect.stringContaining('fetch-depth: 0') as string })
})
