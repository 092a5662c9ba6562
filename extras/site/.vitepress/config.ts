import { pageIcon } from '../../../src/web/page.ts'
import { type DefaultTheme, defineConfig, type LocaleSpecificConfig } from 'vitepress'
import { markdownOptions } from './markdown.ts'
import { addressOf, excluded, pageOf, root } from './pages.ts'
import { searchIndex } from './search-index.ts'
import { termsOfQuery, termsOfText } from './search.ts'
import { sidebarOf } from './sidebar.ts'
import { type SiteWords, siteWords } from './words.ts'

const base = `/${process.env['SITE_BASE'] ?? ''}/`.replaceAll(/\/{2,}/g, '/')
/** The sources, `https://host/owner/name`, as GitHub's workflows say; elsewhere nothing links there. */
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: name } = process.env
const repository = host && name ? `${host}/${name}` : undefined
const markdown = markdownOptions(repository)

const contents = { en: sidebarOf('docs/README.md'), ko: sidebarOf('docs/ko/README.md') }
const listed = new Set([...contents.en, ...contents.ko].flatMap(({ items = [] }) => items.map(({ link }) => link)))

export default defineConfig({
  base,
  srcDir: root,
  srcExclude: [...excluded],
  outDir: `${root}/extras/site/dist`,
  cacheDir: `${root}/node_modules/.cache/vitepress`,
  cleanUrls: true,
  // Whoever opens the playground is not to load pages that may never be read.
  router: { prefetchLinks: false },
  rewrites: (file: string) => pageOf(file) ?? file,
  markdown,
  vite: {
    plugins: [searchIndex(base, markdown)],
    // The index of the search, which is loaded when somebody searches.
    build: { chunkSizeWarningLimit: 750 },
  },
  // Pages outside the table of contents have no neighbours there.
  transformPageData: ({ relativePath, frontmatter }) => ({
    frontmatter: { ...(listed.has(addressOf(relativePath)) ? {} : { prev: false, next: false }), ...frontmatter },
  }),
  head: [['link', { rel: 'icon', href: pageIcon }]],
  locales: {
    root: localeOf('en', siteWords.en),
    ko: localeOf('ko', siteWords.ko),
  },
  themeConfig: {
    siteTitle: 'friendtalk',
    logo: pageIcon,
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
    search: {
      provider: 'local',
      options: {
        locales: { root: { translations: siteWords.en.search }, ko: { translations: siteWords.ko.search } },
        miniSearch: {
          options: { tokenize: termsOfText },
          searchOptions: { tokenize: termsOfQuery, combineWith: 'AND', prefix: true },
        },
      },
    },
  },
})

function localeOf(lang: 'en' | 'ko', words: SiteWords): LocaleSpecificConfig<DefaultTheme.Config> & { label: string } {
  const prefix = lang === 'en' ? '' : '/ko'
  return {
    label: words.language,
    lang,
    title: words.title,
    description: words.description,
    themeConfig: {
      nav: [
        { text: words.guide, link: `${prefix}/writing` },
        { text: words.rules, link: `${prefix}/rules/` },
        { text: words.documentation, link: `${prefix}/docs` },
        { text: words.playground, link: `${prefix}/playground` },
      ],
      sidebar: contents[lang],
      outline: { label: words.outline, level: [2, 3] },
      ...(repository && { editLink: { pattern: `${repository}/edit/HEAD/:path`, text: words.edit } }),
      ...words.labels,
    },
  }
}
