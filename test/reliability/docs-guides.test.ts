import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shellWord } from '../../src/words/command-line.ts'
import { mainFile, stateHomeOf, withoutProgress } from '../cli/run-cli.ts'
import { blocksOf } from '../docs/blocks.ts'
import { readPage } from '../docs/generated-pages.ts'
import { tempFolder } from '../project/temp-folder.ts'

interface Ended {
  readonly status: number | null
  readonly stderr: string
}

/** Runs commands of a guide as they stand, in a folder. */
function run(root: string, ...commands: readonly string[]): Ended {
  const script = [
    `friendtalk() { ${[process.execPath, mainFile].map(shellWord).join(' ')} "$@"; }`,
    'npx() { shift; "$@"; }',
    'set -e',
    ...commands,
  ].join('\n')
  const env = { ...process.env, XDG_STATE_HOME: stateHomeOf(root) }
  const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8', env })
  return { status, stderr: withoutProgress(stderr) }
}

const config = '{ "messages": ["messages/**/*.md"] }'

describe('The commands of the guides run as they are printed', () => {
  it.each(['docs/writing.md', 'docs/deploying.md'])('those of %s', (path) => {
    const root = tempFolder({
      'friendtalk.config.json': config,
      'messages/hello.md': blocksOf(readPage('docs/writing.md'), 'markdown')[0] ?? '',
      'order.json': '{ "msg": "#{이름}님의 주문이 준비되었습니다.", "ad_flag": "N" }',
      'recipients/list.csv': 'receiver_number,이름\n01000000001,김하늘\n01000000002,이서준\n01000000003,박지우\n',
    })
    expect(run(root, ...blocksOf(readPage(path), 'sh'))).toMatchObject({ status: 0 })
  })

  const linting = readPage('docs/linting.md')
  const commands = blocksOf(linting, 'sh')
    .join('')
    .split('\n')
    // One does not end by itself, and one needs a program that is not there.
    .filter((line) => /friendtalk lint/.test(line) && !/--watch|reviewdog/.test(line))

  it.each(commands)('%s', (command) => {
    const root = tempFolder({
      'friendtalk.config.json': config,
      'messages/hello.md': blocksOf(linting, 'markdown')[0] ?? '',
      'recipients/list.csv': blocksOf(linting, 'text')[1] ?? '',
      'friendtalk-baseline.json': '{ "version": 1, "findings": [] }',
    })
    const git = 'git init -q -b main && git add . && git -c user.name=a -c user.email=a@example.com commit -qm a'
    const ended = run(root, git, 'git update-ref refs/remotes/origin/main HEAD', command.replace(/^exec /, ''))
    // There is an error in the message, unless a command looks only at what changed.
    expect(ended).toEqual({
      status: /--changed|--staged|--write-baseline/.test(command) ? 0 : 1,
      stderr: /--unsafe-fixes/.test(command) ? (expect.any(String) as string) : '',
    })
  })
})
