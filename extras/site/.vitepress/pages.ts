import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'glob'

/** The root of the repository, which is where VitePress looks for pages. */
export const root: string = fileURLToPath(new URL('../../..', import.meta.url))

/** VitePress searches these for pages; `sources` decides which files have one. */
const searched = new Set(['docs', 'extras', 'examples', 'CONTRIBUTING.md', 'CHANGELOG.md'])

/** Paths in which VitePress would take Markdown for pages. */
export const excluded: readonly string[] = [
  ...readdirSync(root).flatMap((name) => (searched.has(name) ? [] : [name, `${name}/**`])),
  'extras/site/playground/**',
  'extras/vscode/*/**',
  'extras/vscode/CHANGELOG.md',
  'examples/*/*/**',
]

/** Files with pages: the documentation, and what it leads to. */
const sources = [
  /^docs\/(?<page>.+)\.md$/,
  /^extras\/site\/pages\/(?<page>.+)\.md$/,
  /^(?<page>CONTRIBUTING|CHANGELOG)\.md$/,
  /^extras\/(?<page>vscode)\/README(?<korean>\.ko)?\.md$/,
  /^(?<page>examples\/[^/]+)\/README(?<korean>\.ko)?\.md$/,
]

/**
 * Returns the path of a file's page on the site, as VitePress names it: `docs/ko/rules/README.md` → `ko/rules/index.md`.
 * Undefined where the file has no page.
 */
export function pageOf(file: string): string | undefined {
  const groups = sources.map((source) => source.exec(file)?.groups).find((found) => found !== undefined)
  if (groups === undefined) return undefined
  const { page = '', korean } = groups
  const path = page
    // `/` is the home page: the table of contents of the documentation has an address of its own.
    .replace(/^(ko\/)?README$/, '$1docs')
    .replace(/\/README$/, '/index')
    .replace(/^[A-Z]+$/, (name) => name.toLowerCase())
  return `${korean === undefined ? '' : 'ko/'}${path}.md`
}

/** Returns the address of a page below the base: `ko/rules/index.md` → `/ko/rules/`. */
export function addressOf(page: string): string {
  return `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`
}

/** Returns the files of the documentation by their pages, in the order of these. */
export function documents(): ReadonlyMap<string, string> {
  const files = globSync(['docs/**/*.md', '*.md', 'extras/*/*.md', 'examples/*/*.md'], { cwd: root, posix: true })
  const pages = files.flatMap((file): [string, string][] => {
    const page = pageOf(file)
    return page === undefined ? [] : [[page, file]]
  })
  return new Map(pages.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the pages that are written in English alone, each with its title: in Korean there is a page that says so. */
export function untranslated(): readonly { readonly page: string; readonly title: string }[] {
  const pages = documents()
  return [...pages].flatMap(([page, file]) => {
    if (page.startsWith('ko/') || pages.has(`ko/${page}`)) return []
    const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
    return [{ page, title }]
  })
}
