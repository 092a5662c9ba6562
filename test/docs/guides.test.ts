import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { describe, expect, it, test } from 'vitest'
import { compile } from '../../src/compile.ts'
import { factsOf, type Kind } from '../../src/contract/contracts.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { runInside } from '../cli/run-inside.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { blocksOf } from './blocks.ts'
import { isUpdating, readPage } from './generated-pages.ts'
import { brokenLinks } from './links.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const names = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'))
/** All but the page that shows mistakes, which has tests of its own. */
const guides = names.filter((name) => name !== 'linting.md')
const pages = ['CONTRIBUTING.md', ...guides.flatMap((name) => [`docs/${name}`, `docs/ko/${name}`])]
const sizes: { readonly [upload: string]: readonly [number, number] } = {
  FT: [720, 720],
  FT_WIDE: [800, 600],
  'ft-wide-item-list': [800, 400],
  'ft-carousel-feed': [800, 600],
  IMAGE: [800, 400],
  WIDE_IMAGE: [800, 600],
  MAIN_WIDE_ITEMLIST_IMAGE: [800, 400],
  NORMAL_WIDE_ITEMLIST_IMAGE: [800, 800],
  CAROUSEL_FEED_IMAGE: [800, 600],
  CAROUSEL_COMMERCE_IMAGE: [800, 600],
}

/** Whatever a message of a page refers to is an image that its kind takes. */
function anyImage(source: string): (path: string) => ImageLookup {
  const { kind } = parse(/^---\n([^]*?)\n---\n/.exec(source)?.[1] ?? '') as { kind: Kind }
  const { upload = '', uploadOfFirst = upload } = factsOf(kind)
  const first = /!\[[^\]]*\]\((?:images\/)?([^)]+)\)/.exec(source)?.[1] ?? ''
  return (path) => {
    const [width, height] = sizes[path.endsWith(first) ? uploadOfFirst : upload] ?? [0, 0]
    return { type: 'found', facts: { sha256: '0'.repeat(64), bytes: 10_000, width, height, format: 'png' } }
  }
}

describe.each(pages)('%s', (path) => {
  const page = readPage(path)

  it('leads to pages and headings that there are', () => {
    expect(brokenLinks(path)).toEqual([])
  })

  for (const [index, source] of blocksOf(page, 'markdown').entries()) {
    it(`shows in its message ${index + 1} one that can be sent`, () => {
      expect(source).toMatch(/^---\nkind: /)
      const { diagnostics } = compile(source, { path: 'messages/hello.md', image: anyImage(source) })
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    })
  }

  for (const [index, block] of blocksOf(page, 'yaml').entries()) {
    it(`shows YAML in its block ${index + 1}`, () => expect(parse(block)).toBeTypeOf('object'))
  }
})

it.each(['docs/pipelines.md', 'docs/ko/pipelines.md'])('the hook of %s is that of the repository', (path) => {
  interface Hook {
    readonly id: string
  }
  const [published] = parse(readPage('.pre-commit-hooks.yaml')) as readonly (Hook & { readonly description: string })[]
  const shown = blocksOf(readPage(path), 'yaml')
    .map((block) => parse(block) as { readonly repos?: readonly { readonly hooks: readonly Hook[] }[] })
    .flatMap(({ repos = [] }) => repos.flatMap(({ hooks }) => hooks))
  const { description: _, ...hook } = published ?? { description: '' }
  expect(shown).toEqual([hook])
})

/** What stands in blocks of these languages is the same in both. */
const sameBlocks = {
  ...Object.fromEntries(['brand-messages', 'writing', 'language'].map((name) => [name, ['sh', 'markdown', 'yaml']])),
  ...Object.fromEntries(
    ['architecture', 'deploying', 'library', 'pipelines'].map((name) => [
      name,
      ['sh', 'ts', 'yaml', 'console', 'sql', 'text'],
    ]),
  ),
}

it.each(Object.entries(sameBlocks))(
  'the Korean %s and the English one lead to each other, with the same %j',
  (...row) => {
    const [name, languages] = row
    const [english, korean] = [readPage(`docs/${name}.md`), readPage(`docs/ko/${name}.md`)]
    expect(english).toContain(`\n\n[한국어](ko/${name}.md)\n\n`)
    expect(korean).toContain(`\n\n[English](../${name}.md)\n\n`)
    // Why something was done is written in the reader's language.
    const blocks = (page: string): string[] =>
      languages
        .flatMap((language) => blocksOf(page, language))
        .map((block) => block.replaceAll(/--reason "[^"]+"/g, ''))
    expect(blocks(english).length).toBeGreaterThan(0)
    expect(blocks(korean)).toEqual(blocks(english))
  },
)

// The list of pages and the grammar name different things in each language.
it.each(names.filter((name) => !['README.md', 'language.md'].includes(name)))(
  'the Korean %s has the same headings, tables, steps and figures',
  (name) => {
    expect(outlineOf(readPage(`docs/ko/${name}`))).toEqual(outlineOf(readPage(`docs/${name}`)))
  },
)

/** What a translation keeps, by line: the level of a heading, a row with what it names and its fractions, the mark of an item. */
function outlineOf(page: string): string[] {
  const lines = page.replaceAll(/^```[^]*?^```$/gm, '').match(/^(?:#+ |\||- |\d+\. ).*/gm) ?? []
  return lines.map((line) => {
    const [mark = ''] = /^(?:#+|\||-|\d+\.)/.exec(line) ?? []
    if (mark !== '|') return mark
    const named = line.split(' | ')[0]?.match(/`[^`]+`|(?<=^\| )\d+$/g) ?? []
    return [mark, ...named, ...(line.match(/\d+\.\d+/g) ?? []).toSorted()].join(' ')
  })
}

it.each(['docs/writing.md', 'docs/ko/writing.md'])('%s has commands as they are typed in a project', (path) => {
  // In a block or in the text, wherever a line breaks.
  expect(readPage(path).match(/(?<!npx --no-install )(?<![\w/])friendtalk\s+[a-z]+/g)).toBeNull()
})

it('the finding of the guide is what lint says', () => {
  const source = readPage('docs/writing.md')
  const [first = ''] = blocksOf(source, 'markdown')
  const broken = first.replace('자리 예약하기', '토요일 낭독회 자리 예약하기')
  const [found] = compile(broken, { path: 'messages/hello.md', lang: 'en', image: anyImage(broken) }).diagnostics
  const { start, severity, message, rule } = found ?? { start: { line: 0, column: 0 } }
  expect(blocksOf(source, 'text')[0]).toBe(
    `messages/hello.md:${start.line}:${start.column} ${severity} ${message} ${rule}\n`,
  )
})

test.each(['en', 'ko'])('the picture of lint shows what it says today, in %s', async (lang) => {
  const picture = `docs/pictures/diagnostic.${lang}.txt`
  if (isUpdating && existsSync(`${root}/dist/index.js`)) {
    await promisify(execFile)(process.execPath, ['test/docs/pictures.mjs', 'diagnostic'], { cwd: root })
  }
  const image = readFileSync(`${root}/examples/brand-campaign/messages/images/cafe-season.jpg`)
  const tree = { 'messages/summer.md': readPage('test/docs/pictured-message.md'), 'messages/summer.jpg': image }
  const { stdout } = await runInside(['lint', 'messages/summer.md', '--lang', lang], tempFolder(tree))
  expect(readPage(picture), 'After npm run build, draw it: node test/docs/pictures.mjs diagnostic').toBe(stdout)
})

describe('Every file that people copy from', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const lines = tracked
    .filter(
      (path) => /\.(?:md|ya?ml|json|ts|mts|mjs|vue|toml|sh)$/.test(path) && !/^(?:test\/|package-lock)/.test(path),
    )
    .flatMap((path) =>
      readPage(path)
        .split('\n')
        .map((line) => `${path}: ${line}`),
    )

  it('lets npx run the friendtalk of the project alone, and fetch none', () => {
    expect(lines.length).toBeGreaterThan(10_000)
    expect(lines.filter((line) => /\bnpx["',\s]+(?!--no-install)(?:-\S+\s+)*friendtalk/.test(line))).toEqual([])
  })

  it('has the particles that follow the sound of friendtalk in Korean', () => {
    expect(lines.filter((line) => /friendtalk[`"]?(?:는|가|를|와|로|라)(?![가-힣])/.test(line))).toEqual([])
  })
})
