import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import pc from 'picocolors'
import { expect, it } from 'vitest'
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma'
import { INITIAL, Registry, type IRawGrammar, type IToken } from 'vscode-textmate'
import { textReport } from '../../src/cli/reporters/text.ts'
import { kinds } from '../../src/contract/friend-talk/kinds.ts'
import { buttonTypes } from '../../src/contract/friend-talk/button-types.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { messageRules } from '../../src/rules/rules.ts'
import { compileSource, someFacts } from '../compile-source.ts'

const folder = new URL('../../extras/vscode/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
const json = (path: string): unknown => JSON.parse(read(path))

interface Manifest {
  readonly version: string
  readonly icon: string
  readonly engines: { readonly vscode: string }
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: unknown; readonly restrictedConfigurations: readonly string[] }
  }
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[]
    readonly configuration: { readonly properties: { readonly [name: string]: unknown } }
    readonly problemPatterns: readonly { readonly name: string; readonly regexp: string }[]
    readonly walkthroughs: readonly { readonly steps: readonly { readonly media: { readonly image: string } }[] }[]
  }
}
const manifest = json('package.json') as Manifest
const sources = readdirSync(new URL('src', folder))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(`src/${name}`))
  .join('\n')
const { commands, configuration, problemPatterns, walkthroughs } = manifest.contributes

it('every text of the manifest stands in both languages, and no other', () => {
  const used = [...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key).toSorted()
  for (const name of ['package.nls.json', 'package.nls.ko.json']) {
    const words = json(name) as { readonly [key: string]: string }
    expect(Object.keys(words).toSorted(), name).toEqual(used)
    expect(Object.values(words).every((word) => (name.includes('ko') ? /[가-힣]/ : /[a-z]/).test(word))).toBe(true)
  }
})

it('every text of the extension has a Korean one, and no other', () => {
  const texts = [...sources.matchAll(/(?:l10n\.|\b)t\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)]
  const used = new Set(texts.map(([, single, double]) => single ?? double ?? ''))
  const korean = json('l10n/bundle.l10n.ko.json') as { readonly [text: string]: string }
  expect(Object.keys(korean).toSorted()).toEqual([...used].toSorted())
  for (const [text, word] of Object.entries(korean)) expect(word.match(/\{\d\}/g), text).toEqual(text.match(/\{\d\}/g))
})

it('every command and setting of the manifest is there in the program, and the version is that of friendtalk', () => {
  for (const { command } of commands)
    expect(sources).toMatch(new RegExp(`\\b${command.replace('friendtalk.', '')}: \\(`))
  // The client itself reads the setting of the trace.
  for (const name of Object.keys(configuration.properties).filter((one) => !one.endsWith('trace.server')))
    expect(sources).toMatch(new RegExp(`get(?:<string>)?\\('${name.replace('friendtalk.', '')}'`))
  const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest
  expect(manifest.version).toBe(own.version)
  const images = walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image))
  for (const file of [manifest.icon, ...images]) expect(existsSync(new URL(file, folder)), file).toBe(true)
})

it('a folder that is not trusted decides on no program', () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces
  expect(supported).toBe('limited')
  expect(restrictedConfigurations).toEqual(['friendtalk.path'])
})

it('the problem matchers read what lint prints, in both languages', () => {
  const source =
    '---\nkind: ft-text\n---\n\n{{이름}}님\n\n![a](a.gif\n\n- [이번 주 신상품 모두 보러 가기](https://example.com)\n'
  const { diagnostics } = compileSource(source, { path: '봄 행사/a-1.md', lang: 'ko' })
  expect(diagnostics.length).toBeGreaterThan(1)
  const mixed = diagnostics.map((one, index) => ({ ...one, severity: index === 0 ? 'warning' : 'error' }) as const)
  for (const lang of ['en', 'ko'] as const) {
    const report = textReport([{ path: '봄 행사/a-1.md', source, diagnostics: mixed }], {
      colors: pc.createColors(false),
      columns: 80,
      lang,
    })
    for (const severity of ['error', 'warning'] as const) {
      const { regexp = '' } = problemPatterns.find(({ name }) => name === `friendtalk-${severity}`) ?? {}
      const found = report.split('\n').flatMap((line) => {
        const [, path, row, column, message, rule] = new RegExp(regexp).exec(line) ?? []
        return path === undefined ? [] : [{ path, row: Number(row), column: Number(column), message, rule }]
      })
      expect(found).toEqual(
        mixed
          .filter((one) => one.severity === severity)
          .map(({ start, message, rule }) => ({
            path: '봄 행사/a-1.md',
            row: start.line,
            column: start.column,
            message,
            rule,
          })),
      )
    }
  }
  expect(messageRules.every(({ id }) => /^[a-z][a-z0-9-]+$/.test(id))).toBe(true)
})

interface Snippet {
  readonly prefix: readonly string[]
  readonly body: readonly string[]
}
const snippets = Object.values(json('language/snippets.json') as { readonly [name: string]: Snippet })

/** A snippet as it stands when nothing is typed into it. */
function inserted(prefix: string): string {
  const text = snippets.find((snippet) => snippet.prefix.includes(prefix))?.body.join('\n')
  if (text === undefined) throw new Error(`There is no snippet ${prefix}.`)
  const values = new Map<string, string>()
  return text.replaceAll(/\$(?:(\d)|\{(\d+)(?::([^{}]*)|\|([^,|]*)[^|]*\|)?\})/g, (_, bare, id, value, first) => {
    const key = String(bare ?? id)
    const now = (value ?? first) as string | undefined
    if (now !== undefined) values.set(key, now)
    return values.get(key) ?? ''
  })
}

const fitting: { readonly [kind: string]: Pick<typeof someFacts, 'width' | 'height'> } = {
  'ft-image': { width: 720, height: 720 },
  'ft-wide': { width: 800, height: 600 },
  'ft-carousel-feed': { width: 800, height: 600 },
}
function errorsIn(source: string, kind: string): readonly string[] {
  const image = (path: string): ImageLookup => {
    const size =
      kind === 'ft-wide-item-list' ? { width: path.includes('first') ? 800 : 400, height: 400 } : fitting[kind]
    return { type: 'found', facts: { ...someFacts, ...size } }
  }
  const { diagnostics } = compileSource(source, { image, lang: 'en' })
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
}

it.each(kinds)('the snippet of %s is a message without an error', (kind) => {
  expect(errorsIn(inserted(kind), kind)).toEqual([])
})

it.each(buttonTypes)('the snippet of a button %s is one without an error', (type) => {
  const block = inserted(`button-${type}`)
  expect(block).toContain(`type: ${type}\n`)
  expect(errorsIn(`---\nkind: ft-text\n---\n\n안녕하세요.\n\n${block}`, 'ft-text')).toEqual([])
})

it('the snippets of blocks and lines fit where they belong', () => {
  const carousel = inserted('ft-carousel-feed').replace('\n## 다음', `\n${inserted('coupon')}\n## 다음`)
  expect(errorsIn(carousel.replace(/\[더보기\].*\n/, inserted('tail')), 'ft-carousel-feed')).toEqual([])
  const list = inserted('ft-wide-item-list').replace(
    /\[!\[(.*?)\]\((.*?)\)\]\(.*?\)/,
    `![$1]($2)\n\n${inserted('link')}`,
  )
  expect(list).toContain('```link')
  expect(errorsIn(list, 'ft-wide-item-list')).toEqual([])
  const line = `${inserted('button-line')}\n`
  expect(errorsIn(`---\nkind: ft-text\n---\n\n안녕하세요.\n\n${line}`, 'ft-text')).toEqual([])
})

/** What the grammar calls each stretch of some lines: text and its innermost own scope. */
async function tokensIn(lines: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')
  await loadWASM(readFileSync(wasm))
  // Of Markdown and YAML itself nothing is tested.
  const empty = (scopeName: string): IRawGrammar =>
    ({ scopeName, patterns: [], repository: {} }) as unknown as IRawGrammar
  const grammars: { readonly [scope: string]: () => IRawGrammar } = {
    'text.html.markdown.friendtalk': () => json('language/friendtalk.tmLanguage.json') as IRawGrammar,
    'friendtalk.injection': () => json('language/injection.tmLanguage.json') as IRawGrammar,
  }
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => (grammars[scope] ?? ((): IRawGrammar => empty(scope)))(),
    getInjections: (scope) => (scope === 'text.html.markdown' ? ['friendtalk.injection'] : []),
  })
  const found: (readonly [string, string])[] = []
  for (const scope of ['text.html.markdown', 'text.html.markdown.friendtalk']) {
    const grammar = await registry.loadGrammar(scope)
    let state = INITIAL
    for (const line of lines) {
      const { tokens, ruleStack } = grammar?.tokenizeLine(line, state) ?? { tokens: [] as IToken[], ruleStack: state }
      state = ruleStack
      for (const { startIndex, endIndex, scopes } of tokens) {
        const own = scopes.findLast((one) => one.endsWith('.friendtalk') && !one.startsWith('text.'))
        if (own !== undefined) found.push([line.slice(startIndex, endIndex), own])
      }
    }
  }
  return found
}

it('the grammar names variables, blocks, buttons and directives, in Markdown and in a language of its own', async () => {
  const found = await tokensIn([
    String.raw`#{이름|고객}님 \#{글자}`,
    '- [#{상품} 보기](https://example.com)',
    '```button',
    'name: 보기 #{번호}',
    '```',
    '#{뒤}',
    '<!-- friendtalk-disable-next-line text-too-long -- 승인된 문구 -->',
  ])
  const half = found.length / 2
  const [injected, own] = [found.slice(0, half), found.slice(half)]
  expect(own).toEqual(injected)
  const named = (text: string): string | undefined => own.find(([token]) => token === text)?.[1]
  expect(named('이름')).toBe('variable.other.friendtalk')
  expect(named('고객')).toBe('string.unquoted.fallback.friendtalk')
  expect(named('글자')).toBeUndefined()
  expect(named('상품')).toBe('variable.other.friendtalk')
  expect(named(' 보기')).toBe('entity.name.function.button.friendtalk')
  expect(named('button')).toBe('keyword.control.block.friendtalk')
  expect(named('번호')).toBe('variable.other.friendtalk')
  expect(named('뒤')).toBe('variable.other.friendtalk')
  expect(named('friendtalk-disable-next-line')).toBe('keyword.control.directive.friendtalk')
  expect(named('text-too-long')).toBe('entity.name.tag.rule.friendtalk')
})
