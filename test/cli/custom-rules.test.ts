import { describe, expect, it } from 'vitest'
import { readPage } from '../docs/generated-pages.ts'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { languages } from '../../src/words/language.ts'
import { runInside } from './run-inside.ts'

/** The configuration that the guide shows. */
const configIn = (page: string): string =>
  Array.from(readPage(page).matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code).find((code) =>
    code.includes('defineRule'),
  ) ?? ''

const config = configIn('docs/linting.md')
const project = (more = ''): string =>
  tempFolder({
    'friendtalk.config.ts': config.replace('plugins: [', `plugins: [${more}`),
    'messages/a.md': textMessage('카톡에서 만나요! 정말로요!'),
  })

/** A rule that fails, as an entry of `plugins`. */
const failing = "{ ...exclamations, id: 'house-failing', check() { throw new Error('no list') } }, "

describe.each(languages)('the rules of the guide in %s', (lang) => {
  it('are the same in both languages, and find what they say', async () => {
    expect(configIn('docs/ko/linting.md')).toBe(config)
    const { code, stdout } = await runInside(['lint', '--lang', lang, '--format', 'json'], project())
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { rule: string; message: string; severity: string }[]
    }
    expect(code).toBe(1)
    expect(diagnostics.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'text-required warning',
      'term-to-avoid warning',
      'too-many-exclamations error',
    ])
    expect(diagnostics.at(-1)?.message).toBe(
      lang === 'en' ? 'This text has 2 exclamation marks; one is enough.' : '느낌표가 2개 있습니다. 하나만 쓰세요.',
    )
  })

  it('are shown by rules and explain', async () => {
    const root = project()
    const summary =
      lang === 'en' ? 'A text has more than one exclamation mark.' : '느낌표를 두 개 이상 쓴 문구가 있습니다.'
    const { stdout: all } = await runInside(['rules', '--lang', lang], root)
    expect(all).toMatch(new RegExp(`too-many-exclamations +\\S+ +${summary}`))
    const { stdout } = await runInside(['explain', 'too-many-exclamations', '--lang', lang], root)
    expect(stdout).toContain(summary)
    expect(stdout).toContain(lang === 'en' ? 'Readers take a text that shouts' : '느낌표가 많으면')
  })
})

describe('custom rules', () => {
  it('are in rules --json and in SARIF, without the address of a page that there is not', async () => {
    const root = project("{ ...exclamations, id: 'house-paged', url: 'https://example.com/house' }, ")
    const { rules } = JSON.parse((await runInside(['rules', '--json'], root)).stdout) as {
      rules: readonly { id: string }[]
    }
    const described = { tier: 'style', severity: 'warning', summary: 'A text has more than one exclamation mark.' }
    const [paged, plain] = ['house-paged', 'too-many-exclamations'].map((id) => rules.find((rule) => rule.id === id))
    expect(paged).toMatchObject({ ...described, url: 'https://example.com/house' })
    expect(plain).toMatchObject(described)
    expect(plain).not.toHaveProperty('url')
    const sarif = JSON.parse((await runInside(['lint', '--format', 'sarif'], root)).stdout)
    const [{ tool, results }] = sarif.runs
    const at = tool.driver.rules.findIndex(({ id }: { id: string }) => id === 'house-paged')
    expect(tool.driver.rules[at]).toMatchObject({
      helpUri: 'https://example.com/house',
      defaultConfiguration: { level: 'warning' },
    })
    expect(results).toContainEqual(expect.objectContaining({ ruleId: 'house-paged', ruleIndex: at }))
  })

  it('that fail cost nothing but themselves, and keep a message from being compiled', async () => {
    const root = project(failing)
    const { code, stdout } = await runInside(['lint'], root)
    expect(code).toBe(1)
    expect(stdout).toContain('The custom rule "house-failing" failed on this message: Error: no list.')
    for (const id of ['text-required', 'term-to-avoid', 'too-many-exclamations']) expect(stdout).toContain(id)
    expect((await runInside(['compile'], root)).code).toBe(1)
  })

  it('are suggested for a name that is near, and needed for nothing else to be explained', async () => {
    const { code, stderr } = await runInside(['explain', 'too-many-exclamation'], project())
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('"too-many-exclamations"') })
    const broken = tempFolder({ 'friendtalk.config.json': '{ "messages": ["*.md"], "plugins": [] }' })
    const rules = await runInside(['rules'], broken)
    expect(rules.stderr).toContain('A configuration in JSON has no "plugins"')
    expect(rules).toMatchObject({ code: 0, stdout: expect.stringContaining('msg-too-long') })
    expect((await runInside(['explain', 'msg-too-long'], broken)).code).toBe(0)
  })

  it('stand in the effective configuration by their ids', async () => {
    const { stdout } = await runInside(['config'], project())
    expect(JSON.parse(stdout)).toMatchObject({ plugins: ['too-many-exclamations'], terms: [{ avoid: '카톡' }] })
  })
})
