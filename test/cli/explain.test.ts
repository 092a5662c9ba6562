import { expect, it } from 'vitest'
import { readFindings, readRulePages } from '../../scripts/rule-pages.mjs'
import { everyRule } from '../../src/rules/rules.ts'
import { printable } from '../../src/words/printable.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

it.each(['ko'] as const)('explain shows in %s what the page of each rule says', async (lang) => {
  const root = tempFolder({})
  const missing: string[] = []
  for (const [id, { summary, why, limits, bad, good, output }] of readRulePages(lang)) {
    const { code, stdout } = await runInside(['explain', id, '--lang', lang], root)
    const finding = output?.split('\n').find((line) => line.endsWith(` ${id}`))
    const lastLine = (source = ''): string => printable(source.trimEnd().split('\n').at(-1) ?? '').slice(0, 100)
    const parts = [
      summary,
      why,
      ...limits.map(({ fact }) => fact),
      finding,
      lastLine(bad?.source),
      lastLine(good?.source),
    ]
    missing.push(
      ...parts.filter((part) => part !== undefined && !stdout.includes(part)).map((part) => `${id}: ${part}`),
    )
    if (code !== 0) missing.push(`${id}: ${code}`)
  }
  for (const [id, { summary, why }] of readFindings(lang)) {
    const { stdout } = await runInside(['explain', id, '--lang', lang], root)
    missing.push(...[summary, why].filter((part) => !stdout.includes(part)))
  }
  expect(missing).toEqual([])
})

it('explain --json has the whole page, with what its example shows', async () => {
  const root = tempFolder({})
  const page = readRulePages('ko').get('button-name-too-long')
  const args = ['explain', 'button-name-too-long', '--json', '--lang', 'ko']
  const { code, stdout } = await runInside(args, root)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    id: 'button-name-too-long',
    tier: 'interface',
    severity: 'error',
    source: 'Maximum button-name length per message kind',
    summary: page?.summary,
    why: page?.why,
    limits: page?.limits,
    bad: {
      source: page?.bad?.source,
      diagnostics: [expect.objectContaining({ rule: 'button-name-too-long', limit: 14, unit: 'characters' }) as object],
    },
    good: { source: page?.good?.source },
  })
  expect(await runInside(['explain', 'button-name-to-long', '--json'], root)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Did you mean "button-name-too-long"?') as string,
  })
})

it('rules --json has what each page says in short', async () => {
  const { stdout } = await runInside(['rules', '--json'], tempFolder({}))
  const { version, rules } = JSON.parse(stdout) as { version: number; rules: readonly { id: string }[] }
  const [pages, findings] = [readRulePages('en'), readFindings('en')]
  const expected = everyRule.map(({ id, tier, severity }) => {
    const { summary, why } = pages.get(id) ?? findings.get(id) ?? {}
    return { id, tier, severity, summary, why }
  })
  expect({ version, rules }).toEqual({
    version: 1,
    rules: expected.map((rule): unknown => expect.objectContaining(rule)),
  })
})
