import { describe, expect, it } from 'vitest'
import { openProject } from '../../src/project/project.ts'
import { createWorkspace } from '../../src/project/workspace.ts'
import { refusalOf } from './refusal.ts'
import { tempFolder, textMessage, type Tree, writeTree } from './temp-folder.ts'

const library = (): Promise<object> => import('../../src/index.ts')

const ruleModule = `
export const house = (id, word) => ({
  id, tier: 'style', severity: 'warning',
  check({ texts }, report) {
    globalThis.houseRuns = (globalThis.houseRuns ?? 0) + 1
    for (const { text, rangeOf } of texts) if (text.includes(word)) report({ range: rangeOf(0, 1), args: word })
  },
  words: {
    en: { summary: 'A word.', message: (found) => 'No ' + found },
    ko: { summary: '말.', message: (found) => found + ' 금지' },
  },
})
`

const configOf = (plugins: string, more = ''): string =>
  `import { defineConfig } from 'friendtalk'\nimport { house } from './house.mjs'\n` +
  `export default defineConfig({ messages: ['*.md'], plugins: [${plugins}]${more} })\n`

const problemsOf = (tree: Tree, lang: 'en' | 'ko' = 'en'): Promise<readonly string[]> =>
  refusalOf(() => openProject({ cwd: tempFolder({ 'house.mjs': ruleModule, ...tree }), library }), lang)

const module = (plugins: string, more?: string): Tree => ({ 'friendtalk.config.mjs': configOf(plugins, more) })
const json = (config: object): Tree => ({
  'friendtalk.config.json': JSON.stringify({ messages: ['*.md'], ...config }, null, 1),
})

describe('a configuration with rules of its own', () => {
  it.each<[what: string, tree: Tree, says: readonly string[]]>([
    ['in JSON', json({ plugins: [{ id: 'x' }] }), ['.json:5:2: A configuration in JSON has no "plugins"']],
    [
      'an id of friendtalk',
      module("house('msg-too-long')"),
      ['(plugins.0): A rule of friendtalk has the id "msg-too-long"'],
    ],
    ['an id of recipients', module("house('recipient-duplicate')"), ['(plugins.0): A rule of friendtalk has the id']],
    [
      'an id twice',
      module("house('a-b', 'x'), house('a-b', 'y')"),
      ['(plugins.1): Another of the plugins has the id "a-b"'],
    ],
    ['another form of id', module("house('A B')"), ['(plugins.0): "id" of this rule is wrong']],
    [
      'no rule',
      module('null, () => 1'),
      ['(plugins.0): "id", "tier", "severity", "check", "words" of this rule', '(plugins.1): "id"'],
    ],
    [
      'a key mistyped',
      module("{ ...house('a-b'), severty: 'error' }"),
      ['(plugins.0): "severty" of this rule is wrong'],
    ],
    [
      'wrong values',
      module("{ ...house('a-b'), tier: 'language', severity: 'off', url: 'x', check: 1, words: {} }"),
      ['"tier", "severity", "url", "check", "words" of this rule are wrong'],
    ],
    ['no list', { 'friendtalk.config.mjs': "export default { messages: ['*.md'], plugins: {} }" }, ['"plugins"']],
    [
      'a setting of a rule mistyped',
      module("house('greeting-missing')", ", rules: { 'greeting-mising': 'off' }"),
      ['There is no rule "greeting-mising". Did you mean "greeting-missing"?'],
    ],
    [
      'a key of a term mistyped',
      json({ terms: [{ avoid: '앱', uses: '어플' }] }),
      ['"uses" is not a key of a term. Did you mean "use"?'],
    ],
    ['an empty pattern', json({ require: [{ pattern: ' ' }] }), ['"pattern" is empty']],
    [
      'a kind without its start',
      json({ require: [{ pattern: 'a', kinds: ['text'] }] }),
      ['"text" is not a value of "kinds"; use one of ft-text, bm-text.'],
    ],
  ])('is refused with its place: %s', async (_, tree, says) => {
    const problems = await problemsOf(tree)
    expect(problems).toHaveLength(says.length)
    for (const [index, part] of says.entries()) expect(problems[index]).toContain(part)
    for (const line of await problemsOf(tree, 'ko')) expect(line).toMatch(/[가-힣]+(?:요|다|니까)\.|확인하세요/)
  })

  it('may set its rules by their ids, for some of the files too', async () => {
    const more = ", rules: { 'a-b': 'error' }, overrides: [{ files: ['b.md'], rules: { 'a-b': 'off' } }]"
    const root = tempFolder({ 'house.mjs': ruleModule, ...module("house('a-b', '세일')", more) })
    writeTree(root, { 'a.md': textMessage('세일'), 'b.md': textMessage('세일') })
    const project = await openProject({ cwd: root, library })
    const workspace = createWorkspace(project, { lang: 'en' })
    for (const path of ['a.md', 'b.md']) workspace.update(path)
    const found = workspace
      .files()
      .map(({ diagnostics }) => diagnostics.map(({ rule, severity }) => `${rule} ${severity}`))
    expect(found).toEqual([['a-b error'], []])
  })
})
