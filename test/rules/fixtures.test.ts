import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createColors } from 'picocolors'
import { describe, expect, it } from 'vitest'
import { readRulePages } from '../../scripts/rule-pages.mjs'
import { textReport } from '../../src/cli/reporters/text.ts'
import { messageRules } from '../../src/rules/rules.ts'
import { defaultConfig } from '../../src/project/config/config.ts'
import { defineCustomRule } from '../../src/rules/custom-rule.ts'
import type { CompiledFile } from '../../src/project/compiled-file.ts'
import { createWorkspace } from '../../src/project/workspace.ts'

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url))
const isUpdating = process.env['UPDATE_FIXTURES'] === '1'

/** A rule that fails wherever it is on. */
const failing = defineCustomRule({
  id: 'fixture-failing',
  tier: 'style',
  severity: 'warning',
  check: () => {
    throw 'no such word list'
  },
  words: { en: { summary: 'It fails.', message: () => '' }, ko: { summary: '오류가 납니다.', message: () => '' } },
})

/** What is configured for the rules that need a configuration, for their files alone. */
const configured = {
  plugins: [failing],
  rules: { 'fixture-failing': 'off' },
  overrides: [
    { files: ['rule-failed/**'], rules: { 'fixture-failing': 'warning' } },
    {
      files: ['text/suppressions.md'],
      rules: { 'email-in-message': 'warning', 'phone-number-in-message': 'warning' },
    },
  ],
} as const

const senders = { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '0212345678' } }

/** All messages below a folder of the fixtures, as a project of its own. */
function compiledIn(folder: string): readonly CompiledFile[] {
  const project = { root: fixtures + folder, config: { ...defaultConfig, ...configured, senders } }
  const workspace = createWorkspace(project, { lang: 'en' })
  const paths = readdirSync(project.root, { recursive: true, encoding: 'utf8' })
  for (const path of paths.filter((name) => name.endsWith('.md'))) workspace.update(path.replaceAll('\\', '/'))
  return workspace.files()
}

function reported(files: readonly CompiledFile[]): string {
  return textReport(files, { colors: createColors(false), columns: 100, lang: 'en' })
}

const bad = new Map<string, CompiledFile[]>()
for (const file of compiledIn('err')) {
  const rule = file.path.slice(0, file.path.indexOf('/'))
  bad.set(rule, [...(bad.get(rule) ?? []), file])
}
const good = compiledIn('ok')

describe('a bad message', () => {
  it('stands in a folder for every rule that a message can show and that has no page with an example', () => {
    const pages = readRulePages('en')
    const shown = messageRules.filter(({ subject }) => subject === 'message' || subject === 'workspace')
    expect([...bad.keys()].toSorted()).toEqual(shown.map(({ id }) => id).filter((id) => !pages.has(id)))
  })

  it.each([...bad].map(([rule, files]) => ({ rule, files })))(
    'of $rule is reported word by word',
    ({ rule, files }) => {
      const output = reported(files)
      for (const { path, diagnostics } of files) {
        expect(
          diagnostics.map((found) => found.rule),
          path,
        ).toContain(rule)
      }
      const file = `${fixtures}err/${rule}/output.txt`
      if (isUpdating) writeFileSync(file, output)
      expect(existsSync(file), `${file} is missing: UPDATE_FIXTURES=1 writes it`).toBe(true)
      expect(output).toBe(readFileSync(file, 'utf8'))
    },
  )
})

describe('a good message', () => {
  it.each(good.map((file) => ({ path: file.path, file })))('has no diagnostic: $path', ({ file }) => {
    expect(reported([file])).toBe('')
    expect(file.suppressed).toEqual([])
    expect(file.template).toBeDefined()
  })

  it('is there for every kind, with CRLF, and with a byte order mark', () => {
    expect(good.length).toBeGreaterThanOrEqual(15)
    const kinds = new Set(good.map(({ template }) => template?.service_id))
    expect(kinds.size).toBe(5)
    const sources = good.map(({ path }) => readFileSync(`${fixtures}ok/${path}`, 'utf8'))
    expect(sources.some((source) => source.startsWith('\uFEFF'))).toBe(true)
    expect(sources.some((source) => source.includes('\r\n'))).toBe(true)
    expect(sources.some((source) => source.includes('friendtalk-disable'))).toBe(true)
  })
})
