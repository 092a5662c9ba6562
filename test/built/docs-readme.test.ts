import { cpSync, readFileSync } from 'node:fs'
import { createColors } from 'picocolors'
import { describe, expect, it, test } from 'vitest'
import { compile } from '../../src/compile.ts'
import { textReport } from '../../src/cli/reporters/text.ts'
import { languages } from '../../src/words/language.ts'
import { stateHomeOf } from '../cli/run-cli.ts'
import { runCli } from '../cli/run-inside.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { blocksOf } from '../docs/blocks.ts'
import { brokenLinks } from '../docs/links.ts'

const pathOf = { en: 'README.md', ko: 'README.ko.md' }
const pages = {
  en: readFileSync(new URL(`../../${pathOf.en}`, import.meta.url), 'utf8'),
  ko: readFileSync(new URL(`../../${pathOf.ko}`, import.meta.url), 'utf8'),
}

const context = { path: 'hello.md', image: () => ({ type: 'not-found' }) as const }

describe.each(languages)('the README in %s', (lang) => {
  const page = pages[lang]
  const block = (language: string): string => blocksOf(page, language)[0]?.trimEnd() ?? ''

  it('shows the payload that its message compiles to', () => {
    const { template, diagnostics } = compile(block('markdown'), context)
    expect(diagnostics).toEqual([])
    expect(template?.payload).toEqual(JSON.parse(block('json')))
  })

  it('reports a mistake as it shows it', () => {
    const source = `---
kind: ft-text
vars:
  이름: { max: 10 }
---

안녕하세요

안녕, #{이룸}님!
`
    const { diagnostics } = compile(source, { ...context, lang })
    const report = textReport([{ path: 'hello.md', source, diagnostics }], {
      colors: createColors(false),
      columns: 100,
      lang,
    })
    expect(report.trimEnd()).toBe(block('text'))
  })

  it('leads to pages, pictures and headings that there are', () => {
    expect(brokenLinks(pathOf[lang])).toEqual([])
  })
})

test.each(['sh', 'yaml', 'ts', 'json'])('both READMEs have the same %s', (language) => {
  expect(blocksOf(pages.ko, language)).toEqual(blocksOf(pages.en, language))
})

test('a deploy of the first command ends as both READMEs show it, and the report is written', async () => {
  const root = tempFolder()
  cpSync(new URL('../../examples', import.meta.url), `${root}/examples`, {
    recursive: true,
    filter: (path) => !path.includes('.friendtalk'),
  })
  const [deploy = [], report = []] = [0, 2].map((place) => {
    const [, args = ''] = /npx friendtalk (.+)\n$/.exec(blocksOf(pages.en, 'sh')[place] ?? '') ?? []
    return args.split(' ')
  })
  const env = { XDG_STATE_HOME: stateHomeOf(root) }
  for (const lang of languages) {
    const { code, stdout } = await runCli([...deploy, '--lang', lang], { cwd: root, env })
    const lines = blocksOf(pages[lang], 'console')[0]?.trimEnd().split('\n')
    expect({ code, lines: stdout.split('\n').map((line) => line.trim()) }).toEqual({
      code: 0,
      lines: expect.arrayContaining(lines ?? ['no block']) as string[],
    })
  }
  expect(await runCli(report, { cwd: root, env })).toMatchObject({ code: 0 })
  expect(readFileSync(`${root}/report.html`, 'utf8')).toContain('<title>')
})

test('the first two commands of the README are the ones that continuous integration runs', () => {
  expect(blocksOf(pages.en, 'sh').slice(0, 2)).toEqual([
    'npm ci && npx friendtalk deploy --config examples/campaign/friendtalk.config.ts --yes\n',
    'npm ci --ignore-scripts && npm run test:setup && npm test\n',
  ])
})
