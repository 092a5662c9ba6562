import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile } from '../../src/compile.ts'
import { textReport } from '../../src/cli/reporters/text.ts'
import { createColors } from 'picocolors'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The content of the first block of a language after a sentence. */
function blockAfter(sentence: string, language: string): string {
  const from = readme.indexOf(sentence)
  expect(from, `README has "${sentence}"`).toBeGreaterThan(-1)
  const block = new RegExp('```' + language + '\\n(.*?)\\n```', 's').exec(readme.slice(from))
  return block?.[1] ?? ''
}

const context = { path: 'hello.md', image: () => ({ type: 'not-found' }) as const }

test('the message of the README compiles to the payload of the README', () => {
  const { template, diagnostics } = compile(blockAfter('A message file:', 'markdown'), context)
  expect(diagnostics).toEqual([])
  expect(template?.payload).toEqual(JSON.parse(blockAfter('The `payload` that it becomes:', 'json')))
})

test('the mistake of the README is reported as the README shows it', () => {
  const source = `---
kind: ft-text
vars:
  이름: { max: 10 }
---

안녕하세요

안녕, #{이룸}님!
`
  const { diagnostics } = compile(source, context)
  const report = textReport([{ path: 'hello.md', source, diagnostics }], {
    colors: createColors(false),
    columns: 100,
    lang: 'en',
  })
  expect(report.trimEnd()).toBe(blockAfter('What a mistake looks like:', 'text'))
})

test('the first two commands of the README are the ones that continuous integration runs', () => {
  const commands = [...readme.matchAll(/```sh\n(.*?)\n```/gs)].slice(0, 2).map(([, command]) => command)
  expect(commands).toEqual([
    'npm ci && npx friendtalk lint && npx friendtalk compile',
    'npm ci && npm run test:setup && npm test',
  ])
})
