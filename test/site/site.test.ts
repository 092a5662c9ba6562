import { describe, expect, it } from 'vitest'
import { addressOf, pageOf, untranslated } from '../../extras/site/.vitepress/pages.ts'
import { termsOfQuery, termsOfText } from '../../extras/site/.vitepress/search.ts'
import { sidebarOf } from '../../extras/site/.vitepress/sidebar.ts'
import { isFile, readPage } from '../docs/generated-pages.ts'

describe('the address of', () => {
  it.each([
    ['docs/writing.md', '/writing'],
    ['docs/ko/writing.md', '/ko/writing'],
    ['docs/rules/header-too-long.md', '/rules/header-too-long'],
    ['docs/ko/rules/README.md', '/ko/rules/'],
    ['docs/README.md', '/docs'],
    ['docs/ko/README.md', '/ko/docs'],
    ['extras/site/pages/ko/index.md', '/ko/'],
    ['CONTRIBUTING.md', '/contributing'],
    ['extras/vscode/README.ko.md', '/ko/vscode'],
    ['examples/campaign/README.md', '/examples/campaign'],
  ])('%s is %s', (file, address) => {
    expect(addressOf(pageOf(file) ?? '')).toBe(address)
  })

  it.each(['README.md', 'src/index.ts', 'examples/campaign/messages/picks.md', 'templates/ft-text.md'])(
    '%s is none',
    (file) => {
      expect(pageOf(file)).toBeUndefined()
    },
  )
})

it.each(['docs/README.md', 'docs/ko/README.md'] as const)(
  'the sidebar has every link of %s above its headings',
  (file) => {
    const [contents = ''] = readPage(file).split(/^## /m)
    const links = [...contents.matchAll(/^- \[(.+?)\]/gm)].map(([, text]) => text)
    expect(sidebarOf(file).flatMap(({ items = [] }) => items.map(({ text }) => text))).toEqual(links)
  },
)

it('knows the pages without a Korean one', () => {
  const pages = untranslated().map(({ page }) => page)
  expect(pages).toContain('contributing.md')
  expect(pages.filter((page) => isFile(`docs/ko/${page}`))).toEqual([])
})

describe('a search', () => {
  const finds = (query: string, text: string): boolean => {
    const terms = termsOfText(text)
    return termsOfQuery(query).every((term) => terms.some((other) => other.startsWith(term)))
  }

  it.each([
    ['쿠폰', '할인쿠폰을 보냅니다'],
    ['두번', '같은 메시지를 두 번 보내지 않습니다'],
    ['두 번', '같은 메시지를 두번 보내지 않습니다'],
    ['쿠폰을', '쿠폰이 없습니다'],
    ['폰', '쿠폰'],
    ['버튼 이름', '이름이 긴 버튼'],
    ['발송기록', '발송 기록은 발송기록입니다'],
    ['EUC-KR', 'EUC-KR로 80바이트'],
    ['80바이트', 'EUC-KR로 80바이트'],
    ['ledg', 'The ledger'],
    ['쿠폰'.normalize('NFD'), '쿠폰'],
  ])('for %j finds %j', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ['쿠폰', '폰 쿠'],
    ['발송', '발견한 송장'],
    ['ledger', 'edge'],
  ])('for %j does not find %j', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })
})
