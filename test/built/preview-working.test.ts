import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultConfig } from '../../src/project/config/config.ts'
import { createWorkspace, type Workspace } from '../../src/project/workspace.ts'
import { Preview } from '../../src/web/preview/preview.ts'
import { type PreviewServer, servePreview } from '../../src/web/preview/server.ts'
import { launchBrowser, type OpenPage, openPage } from '../browser.ts'
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
  workspace = createWorkspace(project, { lang: 'ko' })
  for (const path of paths) workspace.update(path)
  preview = new Preview({ project, workspace }, 'ko')
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

describe('a diagnostic', () => {
  it('stays picked and focused when the message changes', async () => {
    const page = await show('m/faulty.md')
    const found = page.locator('.diagnostic', { hasText: 'variable-undeclared' })
    await page.locator('.meter summary').first().click()
    await found.locator('.diagnostic-pick').click()
    save({ 'm/faulty.md': faulty.replace('보러 가기', '구경 가기').replace('#{이름}님', '**코드**님') })
    await page.locator('.ph-button', { hasText: '구경 가기' }).waitFor()
    await page.locator('.diagnostic', { hasText: '코드' }).waitFor()
    expect(await page.locator('.diagnostic.is-picked').textContent()).toContain('variable-undeclared')
    expect(await page.locator('.meter details[open]').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.textContent')).toContain('모름')
    expect(await page.locator('.line.is-picked').textContent()).toContain('#{모름}')
  })
})

it('draws an undeclared variable as it was typed, without calling the picture old', async () => {
  const page = await show('m/faulty.md')
  expect(await page.locator('.ph-text').textContent()).toContain('김하늘님, #{모름}!')
  expect(await page.locator('.note.is-old').count()).toBe(0)
})

it('draws a message with mistakes that hide nothing as it stands now', async () => {
  const page = await show('a.md')
  const mistakes = ['colour: red\n', 'id: 한글 이름\n', 'vars: { 이름: { maximum: 3 } }\n']
  for (const [number, setting] of mistakes.entries()) {
    save({ 'a.md': `---\nkind: ft-text\n${setting}---\n새 글 ${number}\n` })
    await page.locator('.ph-text', { hasText: `새 글 ${number}` }).waitFor()
    expect(await page.locator('.note.is-old').count()).toBe(0)
  }
  save({ 'a.md': textMessage('하나') })
  await page.locator('.ph-text', { hasText: '하나' }).waitFor()
})

it('lists folders, and what stands in them as people count', async () => {
  const page = await show('a.md')
  const shown = (): Promise<unknown> =>
    page.evaluate('[...document.querySelectorAll(".row")].map(({ dataset }) => dataset.path)')
  expect(await shown()).toEqual(['a.md', 'm/faulty.md', 'm/long.md', 'm/week/c2.md', 'm/week/c10.md'])
  save({ 'm/week/c3.md': textMessage('셋'), 'b/c.md': textMessage('새 폴더') })
  await expect
    .poll(shown)
    .toEqual(['a.md', 'b/c.md', 'm/faulty.md', 'm/long.md', 'm/week/c2.md', 'm/week/c3.md', 'm/week/c10.md'])
  expect(await page.locator('.folder-name').allTextContents()).toEqual(['./', 'b/', 'm/', 'm/week/'])
  await page.getByRole('searchbox', { name: '메시지 검색' }).fill('c10')
  await expect.poll(() => page.locator('.folder-name:visible').allTextContents()).toEqual(['m/week/'])
  expect(await page.locator('.row[aria-selected=true]').getAttribute('data-path')).toBe('a.md')
})

it('keeps the width of the phone, and what is said of its screen covers nothing of it', async () => {
  const page = await show('m/long.md', { viewport: { width: 1280, height: 720 } }, '&width=393')
  await page.locator('.fold.is-shown').waitFor()
  const [phone, sign] = [await box(page, '#picture .ph'), await box(page, '.fold span')]
  expect(phone.right - phone.left).toBe(393 + 18)
  expect(sign.right).toBeLessThanOrEqual(phone.left)
  expect(sign.left).toBeGreaterThan((await box(page, '.list-pane')).right)
  expect(await page.evaluate('document.querySelector(".stage-pane").scrollHeight > 1000')).toBe(true)
})

it.each([
  ['en', 390],
  ['ko', 390],
  ['en', 1280],
  ['en', 1440],
] as const)('overlaps and breaks nothing, in %s at %i', async (lang, width) => {
  const other = await servePreview(new Preview({ project: { root, config: defaultConfig }, workspace }, lang), 0)
  opened = await openPage(browser, `${other.url}/#message=m/faulty.md`, { viewport: { width, height: 844 } })
  const { page } = opened
  await page.locator('#lines').waitFor()
  await page.locator('.meter-count small').first().waitFor()
  const wrong = await page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll('.bar-of-choices label:not(.hidden), #width')]
      .filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect())
    const overlaps = boxes.filter((a, at) => boxes.slice(at + 1).some((b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1))
    const outside = boxes.filter(({ left, right }) => left < 0 || right > innerWidth)
    const broken = [...document.querySelectorAll('.meter-count')].filter((part) => part.offsetHeight > 30)
    return [boxes.length > 5, overlaps.length, outside.length, broken.length, document.documentElement.scrollWidth]
  })()`)
  expect(wrong).toEqual([true, 0, 0, 0, width])
  const phone = await box(page, '#picture .ph')
  expect(phone.right - phone.left).toBe((width === 390 ? 360 : 393) + 18)
  await opened.close()
  opened = undefined
  await other.close()
})

it('says what a tap does inside the phone', async () => {
  const page = await show('m/faulty.md')
  await page.locator('#picture .ph-button').click()
  const [phone, sheet] = [await box(page, '#picture .ph'), await box(page, '.ph-sheet:popover-open')]
  expect(sheet.left).toBeGreaterThan(phone.left)
  expect(sheet.right).toBeLessThan(phone.right)
  expect(sheet.top).toBeGreaterThan(phone.top)
  expect(sheet.bottom).toBeLessThanOrEqual(Math.min(phone.bottom, 900))
  await page.getByText('모바일 웹 (Android, iPhone)').waitFor()
})
