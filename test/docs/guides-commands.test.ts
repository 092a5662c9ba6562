import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { describe, it } from 'vitest'
import { uploadOfKind } from '../../src/contract/kinds.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { shellWord } from '../../src/words/command-line.ts'
import { mainFile, stateHomeOf } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { blocksOf } from './blocks.ts'
import { readPage } from './generated-pages.ts'

const pages = [
  'CONTRIBUTING.md',
  'docs/README.md',
  'docs/architecture.md',
  'docs/browser.md',
  'docs/codes.md',
  'docs/configuration.md',
  'docs/dependencies.md',
  'docs/deploying.md',
  'docs/editors.md',
  'docs/language.md',
  'docs/library.md',
  'docs/pipelines.md',
  'docs/reliability.md',
  'docs/results.md',
  'docs/security.md',
  'docs/writing.md',
  'docs/ko/README.md',
  'docs/ko/architecture.md',
  'docs/ko/browser.md',
  'docs/ko/codes.md',
  'docs/ko/configuration.md',
  'docs/ko/dependencies.md',
  'docs/ko/deploying.md',
  'docs/ko/editors.md',
  'docs/ko/language.md',
  'docs/ko/library.md',
  'docs/ko/pipelines.md',
  'docs/ko/reliability.md',
  'docs/ko/results.md',
  'docs/ko/security.md',
  'docs/ko/writing.md',
]
const sizes: { readonly [upload: string]: readonly [number, number] } = {
  FT: [720, 720],
  FT_WIDE: [800, 600],
  'ft-wide-item-list': [800, 400],
  'ft-carousel-feed': [800, 600],
}

describe.each(pages)('%s', (path) => {
})

describe.each(['writing', 'language'])('the Korean %s', (name) => {
})

describe.each([
  'architecture',
  'browser',
  'dependencies',
  'deploying',
  'library',
  'pipelines',
  'reliability',
  'security',
])('the Korean %s', (name) => {
  const [english, korean] = [readPage(`docs/${name}.md`), readPage(`docs/ko/${name}.md`)]
})

}

it.concurrent.each(['docs/writing.md', 'docs/deploying.md'])('the commands of %s run', async (path) => {
  const page = readPage(path)
  const root = tempFolder({
    'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
    'messages/hello.md': blocksOf(readPage('docs/writing.md'), 'markdown')[0] ?? '',
    'order.json': '{ "msg": "#{이름}님의 주문이 준비되었습니다.", "ad_flag": "N" }',
    'list.csv': 'receiver_number,이름\n01000000001,김하늘\n01000000002,이서준\n01000000003,박지우\n',
  })
  const script = [
    `friendtalk() { ${[process.execPath, mainFile].map(shellWord).join(' ')} "$@"; }`,
    'npx() { "$@"; }',
    'set -e',
    ...blocksOf(page, 'sh'),
  ].join('\n')
  const env = { ...process.env, XDG_STATE_HOME: stateHomeOf(root) }
  await promisify(execFile)('bash', ['-c', script], { cwd: root, env })
})
