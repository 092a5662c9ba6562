import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Language } from '../../src/words/language.ts'
import { shellWord } from '../../src/words/command-line.ts'
import { mainFile, withoutProgress } from '../cli/run-cli.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { readPage } from '../docs/generated-pages.ts'

const folders: { readonly [L in Language]: string } = { en: 'docs', ko: 'docs/ko' }
const pageIn = (lang: Language): string => readPage(`${folders[lang]}/linting.md`)

/** The contents of the blocks of a language, in their order. */
const blocksOf = (page: string, language: string): string[] =>
  Array.from(page.matchAll(new RegExp('^```' + language + '\\n([^]*?)^```$', 'gm')), ([, block = '']) => block)

const commands = blocksOf(pageIn('en'), 'sh')
  .join('')
  .split('\n')
  .filter((line) => /friendtalk lint/.test(line))
// One does not end by itself, and one needs a program that is not there.
const runnable = commands.filter((command) => !/--watch|reviewdog/.test(command))

describe('A command of the guide about linting runs as it is printed', () => {
  it.each(runnable)('%s', (command) => {
    const root = tempFolder({
      'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
      'messages/hello.md': blocksOf(pageIn('en'), 'markdown')[0] ?? '',
      'recipients/list.csv': blocksOf(pageIn('en'), 'text')[1] ?? '',
      'friendtalk-baseline.json': '{ "version": 1, "findings": [] }',
    })
    const git = 'git init -q -b main && git add . && git -c user.name=a -c user.email=a@example.com commit -qm a'
    const script = [
      `friendtalk() { ${[process.execPath, mainFile].map(shellWord).join(' ')} "$@"; }`,
      'npx() { shift; "$@"; }',
      `${git} && git update-ref refs/remotes/origin/main HEAD`,
      command.replace(/^exec /, ''),
    ].join('\n')
    const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' })
    // There is an error in the message, unless a command looks only at what changed.
    expect({ status, stderr: withoutProgress(stderr) }).toEqual({
      status: /--changed|--staged|--write-baseline/.test(command) ? 0 : 1,
      stderr: /--unsafe-fixes/.test(command) ? (expect.any(String) as string) : '',
    })
  })
})
