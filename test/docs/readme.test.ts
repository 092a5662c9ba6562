import { cpSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { compile } from '../../src/compile.ts'
import { languages } from '../../src/words/language.ts'
import { stateHomeOf } from '../cli/run-cli.ts'
import { runCli } from '../cli/run-inside.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { blocksOf } from './blocks.ts'
import { brokenLinks } from './links.ts'

const pathOf = { en: 'README.md', ko: 'README.ko.md' }
const pages = {
  en: readFileSync(new URL(`../../${pathOf.en}`, import.meta.url), 'utf8'),
  ko: readFileSync(new URL(`../../${pathOf.ko}`, import.meta.url), 'utf8'),
}

const context = { path: 'hello.md', image: () => ({ type: 'not-found' }) as const }

describe.each(languages)('the README in %s', (lang) => {
  const page = pages[lang]
  const block = (language: string): string => blocksOf(page, language)[0]?.trimEnd() ?? ''

  it('shows a message that has no mistake', () => {
    expect(compile(block('markdown'), context).diagnostics).toEqual([])
  })

  it('leads to pages, pictures and headings that there are', () => {
    expect(brokenLinks(pathOf[lang])).toEqual([])
  })
})

test.each(['yaml', 'markdown'])('both READMEs have the same %s', (language) => {
  expect(blocksOf(pages.ko, language)).toEqual(blocksOf(pages.en, language))
})

test('a deploy of the first command ends as both READMEs show it', async () => {
  const root = tempFolder()
  cpSync(new URL('../../examples', import.meta.url), `${root}/examples`, {
    recursive: true,
    filter: (path) => !path.includes('.friendtalk'),
  })
  const [, args = ''] = /npx --no-install friendtalk (.+)\n$/.exec(blocksOf(pages.en, 'sh')[0] ?? '') ?? []
  const env = { XDG_STATE_HOME: stateHomeOf(root) }
  for (const lang of languages) {
    const { code, stdout } = await runCli([...args.split(' '), '--lang', lang], { cwd: root, env })
    const lines = blocksOf(pages[lang], 'console')[0]?.trimEnd().split('\n')
    expect({ code, lines: stdout.split('\n').map((line) => line.trim()) }).toEqual({
      code: 0,
      lines: expect.arrayContaining(lines ?? ['no block']) as string[],
    })
  }
})
