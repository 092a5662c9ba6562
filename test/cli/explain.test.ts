import { expect, it } from 'vitest'
import { readFindings, readRulePages } from '../../scripts/rule-pages.mjs'
import { everyRule } from '../../src/rules/rules.ts'
import { languages } from '../../src/words/language.ts'
import { tempFolder } from '../project/temp-folder.ts'
import type { CliResult } from './run-cli.ts'
import { runInside } from './run-inside.ts'

it.each(languages)('explain shows in %s what the page of a rule says, and the row of a finding', async (lang) => {
  const { summary, why, limits, bad, good, output } = readRulePages(lang).get('too-many-items') ?? expect.fail()
  const row = readFindings(lang).get('id-duplicate')
  const shown = (id: string): Promise<CliResult> => runInside(['explain', id, '--lang', lang], tempFolder({}))
  const [rule, finding] = [await shown('too-many-items'), await shown('id-duplicate')]
  const lastLines = [bad, good].map((example) => example?.source.trimEnd().split('\n').at(-1))
  const found = output?.split('\n').find((line) => line.endsWith(' too-many-items'))
  for (const part of [summary, why, ...limits.map(({ fact }) => fact), ...lastLines, found])
    expect(rule.stdout).toContain(part)
  for (const part of [row?.summary, row?.why]) expect(finding.stdout).toContain(part)
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
