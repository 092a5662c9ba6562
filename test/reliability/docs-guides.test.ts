import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, it } from 'vitest'
import { shellWord } from '../../src/words/command-line.ts'
import { mainFile, stateHomeOf } from '../cli/run-cli.ts'
import { blocksOf } from '../docs/blocks.ts'
import { readPage } from '../docs/generated-pages.ts'
import { tempFolder } from '../project/temp-folder.ts'

describe('The commands of the guides run as they are printed', () => {
  it.each(['docs/writing.md', 'docs/deploying.md'])('those of %s', async (path) => {
    const page = readPage(path)
    const root = tempFolder({
      'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
      'messages/hello.md': blocksOf(readPage('docs/writing.md'), 'markdown')[0] ?? '',
      'order.json': '{ "msg": "#{이름}님의 주문이 준비되었습니다.", "ad_flag": "N" }',
      'recipients/list.csv': 'receiver_number,이름\n01000000001,김하늘\n01000000002,이서준\n01000000003,박지우\n',
    })
    const script = [
      `friendtalk() { ${[process.execPath, mainFile].map(shellWord).join(' ')} "$@"; }`,
      'npx() { shift; "$@"; }',
      'set -e',
      ...blocksOf(page, 'sh'),
    ].join('\n')
    const env = { ...process.env, XDG_STATE_HOME: stateHomeOf(root) }
    await promisify(execFile)('bash', ['-c', script], { cwd: root, env })
  })
})
