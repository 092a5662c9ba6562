import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBrowser } from '../src/web/preview/screenshots.ts'
import { deadlineMs, patienceMs } from './deadline.ts'

export function launchBrowser(): Promise<Browser> {
  const search = findBrowser(process.env, process.platform)
  if (search.type !== 'found') throw new Error('There is no browser: npm run test:setup')
  return chromium.launch({ executablePath: search.file, args: ['--no-sandbox'], timeout: deadlineMs })
}

/** A page whose complaints and requests are kept. */
export interface OpenPage {
  readonly page: Page
  readonly requests: readonly string[]
  /** Closes the page; that its browser complained of nothing, or of what is expected, is part of every test. */
  readonly close: (expected?: RegExp) => Promise<void>
}

/** Opens an address in a fresh browser profile. Nothing moves there by itself. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1500, height: 900 },
    locale: 'ko-KR',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.setDefaultTimeout(patienceMs)
  page.setDefaultNavigationTimeout(deadlineMs)
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  return {
    page,
    requests,
    async close(expected) {
      await context.close()
      expect(problems.filter((problem) => !expected?.test(problem))).toEqual([])
    },
  }
}

/** The images of a phone that show nothing, once all of them are loaded. */
export async function brokenImages(page: Page): Promise<unknown> {
  await expect
    .poll(() => page.evaluate('[...document.querySelectorAll(".ph img")].every(({ complete }) => complete)'))
    .toBe(true)
  return page.evaluate(
    '[...document.querySelectorAll(".ph img")].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src)',
  )
}

/** The serious accessibility problems of a page, each with the elements that have it. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')
  const { violations } = found as {
    violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
