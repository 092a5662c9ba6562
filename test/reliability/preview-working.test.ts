import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultConfig } from '../../src/project/config/config.ts'
import { Workspace } from '../../src/project/workspace.ts'
import { Preview } from '../../src/web/preview/preview.ts'
import { type PreviewServer, servePreview } from '../../src/web/preview/server.ts'
import { accessibilityProblems, launchBrowser, type OpenPage, openPage } from '../browser.ts'
import { tempFolder, textMessage, type Tree, writeTree } from '../project/temp-folder.ts'

const faulty = `---
kind: ft-text
title: 고칠 것
vars:
  이름: { max: 10, example: 김하늘 }
recipients: list.csv
---

#{이름}님, #{모름}! {{ 이름 }}

- [보러 가기](https://m.example.com/)
`
const paragraphs = Array.from({ length: 40 }, (_, index) => `${index}번째 문단입니다.`).join('\n\n')
const tree: Tree = {
  'm/faulty.md': faulty,
  'm/list.csv': 'receiver_number,이름\n01012345678,박지우\n01023456789,이서연\n01034567890,최서연\n',
  'm/long.md': textMessage(paragraphs),
  'm/week/c10.md': textMessage('열'),
  'm/week/c2.md': textMessage('둘'),
  'a.md': textMessage('하나'),
}
const paths = Object.keys(tree).filter((path) => path.endsWith('.md'))

let browser: Browser
let root: string
let preview: Preview
let server: PreviewServer
let workspace: Workspace
let opened: OpenPage | undefined

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  root = tempFolder(tree)
  const project = { root, config: defaultConfig }
  workspace = new Workspace(project, { lang: 'ko', today: '2026-06-01' })
  for (const path of paths) workspace.update(path)
  preview = new Preview({ project, workspace }, 'ko', {
    explain: (id) => ({ why: `\`${id}\` 이유`, good: '바르게' }),
  })
  server = await servePreview(preview, 0)
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  await server.close()
})

/** Does what the command's watching does after files changed. */
function save(changed: Tree): void {
  writeTree(root, changed)
  take(...Object.keys(changed))
}

function take(...changed: readonly string[]): void {
  for (const path of changed) workspace.update(path)
  preview.update(new Set(changed))
}

async function show(path: string, options = {}, more = ''): Promise<OpenPage['page']> {
  opened = await openPage(browser, `${server.url}/#message=${encodeURIComponent(path)}${more}`, options)
  await opened.page.locator('#opened-path', { hasText: path }).waitFor()
  await opened.page.locator('#lines').waitFor()
  return opened.page
}

const box = async (page: OpenPage['page'], selector: string): Promise<DOMRect> =>
  (await page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().toJSON()`)) as DOMRect

interface DOMRect {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

it('searches recipients by number and value', async () => {
  const page = await show('m/faulty.md')
  await page.locator('[data-choice=row]').click()
  const label = page.locator('#row-label')
  await expect.poll(() => label.textContent()).toContain('010-****-5678')
  const search = page.getByRole('searchbox', { name: '수신자 검색' })
  await search.fill('서연')
  await expect.poll(() => label.textContent()).toContain('010-****-6789')
  await page.getByRole('button', { name: '다음 수신자' }).click()
  await expect.poll(() => label.textContent()).toContain('010-****-7890')
  expect(await page.getByRole('button', { name: '다음 수신자' }).isDisabled()).toBe(true)
  save({ 'm/faulty.md': faulty.replace('보러 가기', '구경 가기') })
  await page.locator('.ph-button', { hasText: '구경 가기' }).waitFor()
  expect(await label.textContent()).toContain('010-****-7890')
  await search.fill('010-2345')
  await page.locator('.ph-text', { hasText: '이서연님' }).waitFor()
  await search.fill('아무도')
  await expect.poll(() => label.textContent()).toBe('찾는 수신자가 없습니다.')
})

it('says which recipients it leaves out, and why', async () => {
  const page = await show('m/faulty.md')
  await page.locator('[data-choice=row]').click()
  const [label, skipped] = [page.locator('#row-label'), page.locator('#row-skipped')]
  await expect.poll(() => label.textContent()).toContain('010-****-5678')
  expect(await skipped.isVisible()).toBe(false)
  // One number that receives no messages, and one that stands there twice.
  const rows = ['01012345678,박지우', '0212345678,이서연', '01034567890,최서연', '01012345678,김하늘']
  writeTree(root, { 'm/list.csv': `receiver_number,이름\n${rows.join('\n')}\n` })
  await page.getByRole('button', { name: '다음 수신자' }).click()
  await expect.poll(() => label.textContent()).toContain('010-****-7890')
  await expect.poll(() => skipped.textContent()).not.toBe('')
  const said = await skipped.textContent()
  expect(said).toMatch(/^2개 행은 보여 주지 않습니다\. 첫 번째는 3행입니다\. .+\.$/)
  expect(await skipped.isVisible()).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  const english = new Preview({ project: preview.project, workspace }, 'en')
  const skippedRows = async (): Promise<string | undefined> =>
    (await english.view('m/faulty.md', { type: 'row', index: 0 }, () => ''))?.skippedRows
  await expect.poll(skippedRows).toMatch(/^2 rows left out, the first in row 3: .+\.$/)
  for (const text of [said, await skippedRows()]) expect(text).not.toContain('0212345678')
})

it('marks the first screen of a phone that is longer than one', async () => {
  const page = await show('m/long.md')
  const fold = page.locator('#picture .fold')
  await expect.poll(() => fold.isVisible()).toBe(true)
  const top = async (): Promise<number> =>
    (await box(page, '#picture .fold')).top - (await box(page, '#picture .ph')).top
  expect(await top()).toBe(9 + 852 - 57)
  await page.locator('#width [data-choice="360"]').click()
  await expect.poll(top).toBe(9 + 780 - 57)
  await page.locator('.row[data-path="a.md"]').click()
  await page.locator('.ph-text', { hasText: '하나' }).waitFor()
  await expect.poll(() => fold.isVisible()).toBe(false)
})

it.each([
  [390, 'light'],
  [900, 'dark'],
] as const)('squeezes nothing at %d pixels, and says what stands below', async (width, colorScheme) => {
  const page = await show('m/faulty.md', { viewport: { width, height: 844 }, colorScheme })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  const hint = page.getByRole('button', { name: /^찾은 문제 \d개/ })
  await hint.waitFor()
  expect((await box(page, '#panel')).top).toBeGreaterThan(600)
  await hint.click()
  await expect.poll(async () => (await box(page, '.diagnostic')).top).toBeLessThan(500)
  await hint.waitFor({ state: 'hidden' })
  await page.locator('.explanation summary').first().click()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(await accessibilityProblems(page)).toEqual([])
})
