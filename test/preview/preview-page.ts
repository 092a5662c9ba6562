import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { type LongRun, startCli } from '../cli/run-cli.ts'
import { tempFolder, type Tree, writeTree } from '../project/temp-folder.ts'

export const configuration: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
}

/** Starts the preview of a project; resolves once its page can be opened. */
export async function startPreview(tree: Tree, args: readonly string[] = []): Promise<RunningPreview> {
  const root = tempFolder({ ...configuration, ...tree })
  const run = startCli(['preview', '--port', '0', '--lang', 'ko', ...args], { cwd: root })
  await run.untilOutput('Ctrl-C')
  const url = /http:\S+/.exec(run.output)?.[0] ?? ''
  return { root, run, url, write: (more) => writeTree(root, more) }
}

export interface RunningPreview {
  readonly root: string
  readonly run: LongRun
  readonly url: string
  readonly write: (tree: Tree) => void
}

/** A page whose complaints and requests are kept. */
export interface OpenPage {
  readonly page: Page
  readonly requests: readonly string[]
  /** Closes the page; that its browser complained of nothing, or of what is expected, is part of every test. */
  readonly close: (expected?: RegExp) => Promise<void>
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1500, height: 900 }, locale: 'ko-KR', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.setDefaultTimeout(20_000)
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
