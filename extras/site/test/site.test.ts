import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, launchBrowser, type OpenPage, openPage } from '../../../test/browser.ts'
import { serveSite } from './serve.ts'

let browser: Browser
let site: { readonly url: string; readonly server: Server }

beforeAll(async () => {
  site = await serveSite('/friendtalk/')
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  site.server.close()
})

/** Opens a page of the site, with its scripts at work. */
async function open(path: string, options: Parameters<typeof openPage>[2] = {}): Promise<OpenPage> {
  const opened = await openPage(browser, site.url + path, options)
  await opened.page.waitForFunction('document.querySelector("#app").__vue_app__ !== undefined')
  await opened.page.waitForLoadState('networkidle')
  return opened
}

const computer = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
const pages = ['', 'writing', 'rules/', 'rules/header-too-long', 'docs', 'configuration', 'examples/campaign', 'codes']

/** Each page in one language on one screen, so that all four ways come in turn: they share their layout. */
const looks = pages.map((page, index) => {
  const path = index % 2 === 0 ? page : `ko/${page}`
  return [path, Math.floor(index / 2) % 2 === 0 ? 'computer' : 'phone'] as const
})
const screens = { computer, phone } as const

describe.each(looks)('/%s', (path, screen) => {
  it(`can be read on a ${screen}, and asks no other host`, async () => {
    const options = screens[screen]
    const { page, requests, close } = await open(path, options)
    expect(await accessibilityProblems(page)).toEqual([])
    const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(tooWide).toBe(0)
    expect(requests.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([])
    expect(await page.getAttribute('html', 'lang')).toBe(path.startsWith('ko/') ? 'ko' : 'en')
    await close()
  })
})

describe('the search', () => {
  interface Result {
    readonly path: string
    readonly text: string
  }

  /** Of one page for each language: a query takes the place of the one before. */
  const opened: { [language: string]: OpenPage } = {}
  afterAll(async () => {
    for (const { close } of Object.values(opened)) await close()
  })

  async function search(page: Page, query: string): Promise<void> {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.fill('.VPLocalSearchBox input', '')
    await expect.poll(() => results(page)).toEqual([])
    await page.fill('.VPLocalSearchBox input', query)
  }

  function results(page: Page): Promise<Result[]> {
    return page.$$eval('.VPLocalSearchBox .result', (links) =>
      links.map((link) => ({ path: decodeURI(link.getAttribute('href') ?? ''), text: link.textContent ?? '' })),
    )
  }

  it.each([
    // A word, a part of a compound, two words, a word with its particle, one syllable from the end of words.
    ['쿠폰', 'ko/', 'rules/coupon-title-format'],
    ['발송', 'ko/', 'deploying'],
    ['버튼 이름', 'ko/', 'rules/button-name-too-long'],
    ['버튼의 이름을', 'ko/', 'rules/button-name-too-long'],
    ['기준선', 'ko/', 'linting'],
    ['header-too-long', 'ko/', 'rules/header-too-long'],
    ['coupon', '', 'rules/coupon-title-format'],
    ['button name', '', 'rules/button-name-too-long'],
    ['ledg', '', 'deploying'],
  ])('finds %s in its language: /%s', async (query, language, expected) => {
    const { page } = (opened[language] ??= await open(`${language}writing`))
    await search(page, query)
    const paths = async (): Promise<string[]> => (await results(page)).map(({ path }) => path.replace(/#.*/, ''))
    await expect.poll(paths).toContain(`/friendtalk/${language}${expected}`)
    expect((await paths()).filter((path) => path.startsWith('/friendtalk/ko/') !== (language === 'ko/'))).toEqual([])
  })

  it('leads to the heading that it found', async () => {
    const { page, close } = await open('ko/')
    await search(page, '규칙 끄기')
    await page.waitForSelector('.VPLocalSearchBox .result')
    const [first] = await results(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname, hash }) => decodeURI(pathname + hash) === first?.path)
    const anchor = decodeURI(new URL(page.url()).hash.slice(1))
    await page.locator(`[id="${anchor}"]`).waitFor()
    await close()
  })

  it('says when there is nothing', async () => {
    const { page } = (opened['ko/'] ??= await open('ko/writing'))
    await search(page, '뷁쉛')
    await page.getByText('검색 결과가 없습니다').waitFor()
  })
})

describe('the home page', () => {
  it.each([
    ['', 'button-name-too-long', 'Try it in the browser'],
    ['ko/', 'button-name-too-long', '브라우저에서 써 보기'],
  ])('/%s shows a file, the phone and a mistake', async (path, rule, first) => {
    const { page, close } = await open(path)
    expect(await page.innerText('.home .file')).toContain('#{이름}님')
    expect(await page.innerText('.home .ph-bubble')).toContain('김하늘님')
    expect(
      await page.$eval('.home .ph-image', (image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0)
    expect(await page.innerText('.home .terminal')).toContain(rule)
    await page.getByRole('link', { name: first }).click()
    await page.waitForURL(`${site.url}${path}playground`)
    await close()
  })
})

it('has the typeface of the preview, and a menu instead of a link to the other language', async () => {
  const { page, close } = await open('rules/header-too-long', computer)
  const styles = readFileSync(new URL('../../../src/web/page.css', import.meta.url), 'utf8')
  const [, typeface] = /font: .*?("Pretendard".*);/.exec(styles) ?? []
  expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toBe(typeface?.replaceAll(/"(\w+)"/g, '$1'))
  expect(await page.locator('.vp-doc').getByRole('link', { name: '한국어' }).count()).toBe(0)
  await close()
})

it.each([
  ['rules/variable-notation', '{{'],
  ['pipelines', '${{ inputs.release }}'],
])('shows the braces of %s as they are written', async (path, braces) => {
  const { page, close } = await open(path)
  expect(await page.innerText('.vp-doc')).toContain(braces)
  await close()
})

it('goes from a page to the same page in the other language, and back', async () => {
  const { page, close } = await open('rules/header-too-long')
  await page.getByRole('button', { name: 'Change language' }).first().hover()
  await page.locator('.VPNavBarTranslations').getByRole('link', { name: '한국어' }).click()
  await page.waitForURL(`${site.url}ko/rules/header-too-long`)
  await page.locator('.VPNavBarTranslations').hover()
  await page.locator('.VPNavBarTranslations').getByRole('link', { name: 'English' }).click()
  await page.waitForURL(`${site.url}rules/header-too-long`)
  await close()
})

it('leads from Korean to what is written in English alone', async () => {
  const { page, close } = await open('ko/contributing')
  await page.locator('.vp-doc').getByRole('link', { name: 'Contributing', exact: true }).click()
  await page.waitForURL(`${site.url}contributing`)
  await close()
})

it('says in both languages that there is no such page', async () => {
  const { page, close } = await open('ko/no-such-page')
  await page.getByText('페이지를 찾을 수 없습니다').waitFor()
  await close(/404/)
})
