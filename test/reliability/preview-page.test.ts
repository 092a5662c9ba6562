import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../src/contract/contracts.ts'
import { startCli } from '../cli/run-cli.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { textMessage } from '../project/temp-folder.ts'
import { accessibilityProblems, brokenImages, launchBrowser, type OpenPage, openPage } from '../browser.ts'
import { quietPort, type RunningPreview, startPreview } from '../preview/running-preview.ts'

const templates = new URL('../../templates/', import.meta.url)
const images = readdirSync(new URL('images/', templates))
const starter = (name: string): string => readFileSync(new URL(`${name}.md`, templates), 'utf8')

const greeting = `---
kind: ft-text
title: 인사
ad_flag: N
vars:
  이름: { max: 10, example: 김하늘, fallback: 고객 }
  코드: { max: 6, example: AB-1 }
recipients: list.csv
---

#{이름}님, 안녕하세요.

코드: #{코드}

- [보러 가기](https://m.example.com/#{코드})
`
const greetingList = 'receiver_number,이름,코드\n01012345678,박지우,A1\n01023456789,,B2\n'

let browser: Browser
let preview: RunningPreview
let opened: OpenPage
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  const tree = {
    ...Object.fromEntries(kinds.map((name) => [`messages/${name}.md`, starter(name)])),
    ...Object.fromEntries(
      images.map((name) => [`messages/images/${name}`, readFileSync(new URL(`images/${name}`, templates))]),
    ),
    'messages/greeting.md': greeting,
    'messages/list.csv': greetingList,
  }
  // It is started again on the same port.
  preview = await startPreview(tree, ['--port', String(await quietPort())])
  opened = await openPage(browser, preview.url)
  page = opened.page
})

afterAll(async () => {
  await browser.close()
  preview.run.kill('SIGINT')
  expect(await preview.run.ended()).toMatchObject({ code: 0 })
})

async function open(name: string): Promise<void> {
  await page.locator(`.row[data-path="messages/${name}.md"]`).click()
  await page.locator('#opened-path', { hasText: `messages/${name}.md` }).waitFor()
}

async function choose(group: string, value: string): Promise<void> {
  await page.locator(`#${group} [data-choice="${value}"]`).click()
}

it('draws each kind with its parts, in both themes and three widths', async () => {
  const parts: { readonly [kind: string]: readonly string[] } = {
    text: ['.ph-kind-text .ph-text', '.ph-button', '.ph-time >> text=오전 10:00'],
    image: ['.ph-kind-image img.ph-image', '.ph-button', '.ph-ad >> text=(광고)', '.ph-opt-out'],
    wide: ['.ph-kind-wide img.ph-image', '.ph-text', '.ph-button'],
    'wide-item-list': ['.ph-header', '.ph-first-item img', '.ph-item img', '.ph-button'],
    'carousel-feed': ['.ph-card img >> nth=1', '.ph-card-text >> nth=1', '.ph-coupon', '.ph-tail'],
    commerce: ['.ph-kind-commerce img.ph-image', '.ph-discount >> text=20%', '.ph-price del', '.ph-coupon'],
    'carousel-commerce': ['.ph-head img', '.ph-card .ph-price del', '.ph-coupon', '.ph-tail'],
  }
  for (const kind of kinds) {
    await open(kind)
    for (const part of parts[kind.slice(3)] ?? []) await page.locator(part).first().waitFor()
    expect(await brokenImages(page)).toEqual([])
  }
  await open('bm-text')
  const background = (): Promise<unknown> =>
    page.evaluate('getComputedStyle(document.querySelector(".ph")).backgroundColor')
  // The window decides how large it is drawn.
  const width = (): Promise<unknown> => page.evaluate('document.querySelector(".ph").offsetWidth')
  await choose('theme', 'dark')
  const dark = await background()
  await choose('theme', 'light')
  await expect.poll(background).not.toBe(dark)
  for (const px of [360, 393, 430]) {
    await page.locator('#width').selectOption(String(px))
    await expect.poll(width).toBe(px + 18)
  }
})

it('draws with examples, the longest values, none, typed ones and those of recipients', async () => {
  await open('greeting')
  const text = page.locator('.ph-text')
  // What stands around the picture follows it in the next frame.
  const shows = async (line: string): Promise<void> => {
    await expect.poll(() => text.textContent()).toContain(line)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
  await shows('김하늘님, 안녕하세요.\n\n코드: AB-1')
  await choose('values', 'longest')
  await shows('가나다라마바사아자차님, 안녕하세요.')
  await choose('values', 'empty')
  await shows('고객님, 안녕하세요.\n\n코드: ')
  await page.locator('.note', { hasText: '값도 대체값도 없습니다: 코드.' }).waitFor()
  await choose('values', 'typed')
  await page.getByRole('tab', { name: '변숫값', selected: true }).waitFor()
  await shows('고객님, 안녕하세요.')
  await page.getByLabel('이름', { exact: true }).fill('#{코드} <b>')
  await page.getByLabel('코드', { exact: true }).fill('Z9')
  await shows('#{코드} <b>님, 안녕하세요.\n\n코드: Z9')
  const over = page.locator('.over-max:visible')
  expect(await over.count()).toBe(0)
  await page.getByLabel('코드', { exact: true }).fill('Z987654')
  await expect.poll(() => over.allTextContents()).toEqual(['최대 6자 중 7자'])
  await page.getByLabel('코드', { exact: true }).fill('Z9')
  await expect.poll(() => over.count()).toBe(0)
  expect(await page.getByLabel('이름', { exact: true }).inputValue()).toBe('#{코드} <b>')
  await choose('values', 'row')
  await shows('박지우님, 안녕하세요.\n\n코드: A1')
  expect(await page.locator('#row-label').textContent()).toBe('2행 · 010-****-5678')
  await page.getByRole('button', { name: '다음 수신자' }).click()
  await shows('고객님, 안녕하세요.\n\n코드: B2')
  expect(await page.getByRole('button', { name: '다음 수신자' }).isDisabled()).toBe(true)
  preview.write({ 'messages/list.csv': 'receiver_number,이름,코드\n' })
  await choose('values', 'example')
  await choose('values', 'row')
  await page.locator('#row-label', { hasText: 'messages/list.csv에서 읽을 수 있는 수신자가 없습니다.' }).waitFor()
  preview.write({ 'messages/list.csv': greetingList })
  await choose('values', 'example')
  await shows('김하늘님')
  await page.getByLabel('이름', { exact: true }).fill('박지우')
  await shows('박지우님')
  await page.getByRole('button', { name: '예시로 되돌리기' }).click()
  await shows('김하늘님')
  expect(await page.getByLabel('이름', { exact: true }).inputValue()).toBe('김하늘')
})

it('measures every limited field in its unit and the others, and warns before the limit', async () => {
  await open('greeting')
  await page.getByRole('tab', { name: '검사' }).click()
  const meter = (name: string): ReturnType<Page['locator']> => page.locator('.meter', { hasText: name })
  await expect.poll(() => meter('본문').textContent()).toContain('22 / 1,000자UTF-16')
  expect(await meter('본문').textContent()).toContain('UTF-8 44바이트')
  preview.write({ 'messages/greeting.md': greeting.replace('보러 가기', '열두 글자가 되는 이름') })
  await page.locator('.meter.is-near', { hasText: '버튼 1 › 이름' }).waitFor()
  preview.write({ 'messages/greeting.md': greeting.replace('보러 가기', '열네 글자보다 확실하게 더 긴 이름') })
  await page.locator('.meter.is-over', { hasText: '버튼 1 › 이름' }).waitFor()
})

it('shows a diagnostic at its place in the picture, and its line in the source at a click', async () => {
  const diagnostic = page.locator('.diagnostic', { hasText: 'button-name-too-long' })
  await diagnostic.waitFor()
  await page.locator('.ph-button[data-mark="error"]').waitFor()
  const top = (selector: string): string => `document.querySelector('${selector}').getBoundingClientRect().top`
  await page.locator('.pin').waitFor()
  expect(await page.evaluate(`Math.abs(${top('.pin')} - ${top('.ph-button')})`)).toBeLessThan(30)
  await diagnostic.click()
  expect(await page.locator('.line.is-picked').textContent()).toContain('- [열네 글자보다')
  await page.getByRole('tab', { name: '페이로드' }).click()
  await page.locator('.pin').click()
  await page.getByRole('tab', { name: '검사', selected: true }).waitFor()
  preview.write({ 'messages/greeting.md': greeting })
  await expect.poll(() => page.locator('.diagnostic').count()).toBe(0)
  expect(await page.locator('.pin').count()).toBe(0)
})

it('shows the exact payload', async () => {
  await open('greeting')
  await page.getByRole('tab', { name: '페이로드' }).click()
  const payload = {
    msg: '김하늘님, 안녕하세요.\n\n코드: AB-1',
    attachment: { button: [{ name: '보러 가기', type: 'WL', url_mobile: 'https://m.example.com/AB-1' }] },
    ad_flag: 'N',
  }
  await expect.poll(() => page.locator('#json').textContent()).toBe(JSON.stringify(payload, null, 2))
})

it('follows files without a reload: edits, images, new and removed messages', async () => {
  await open('ft-image')
  await page.evaluate('globalThis.isSamePage = true')
  preview.write({ 'messages/ft-image.md': starter('ft-image').replace('기다리시던', '보고 싶던') })
  await page.locator('.ph-text', { hasText: '보고 싶던' }).waitFor()
  const size = (): Promise<unknown> => page.evaluate('document.querySelector(".ph-image").naturalWidth')
  preview.write({ 'messages/images/new-arrivals.jpg': pngBytes({ width: 600, height: 600 }) })
  await expect.poll(size).toBe(600)
  preview.write({ 'messages/later.md': textMessage('나중에 왔습니다') })
  await page.locator('.row', { hasText: 'messages/later.md' }).waitFor()
  const paths = await page.locator('.row .row-title').allTextContents()
  expect(paths).toEqual(paths.toSorted())
  await open('later')
  rmSync(join(preview.root, 'messages/later.md'))
  await page.getByText('이 메시지는 없어졌습니다.').waitFor()
  await expect.poll(() => page.locator('.row', { hasText: 'later' }).count()).toBe(0)
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
})

it('keeps the last good picture, marked as old, while a file is broken', async () => {
  await open('greeting')
  for (const [broken, rule] of [
    [greeting.replace('kind: ft-text', 'kind: ['), 'yaml-syntax'],
    ['', 'file-empty'],
  ] as const) {
    preview.write({ 'messages/greeting.md': broken })
    await page.locator('.diagnostic', { hasText: rule }).waitFor({ state: 'attached' })
    expect(await page.locator('.note', { hasText: '마지막 정상 화면' }).count()).toBe(1)
    expect(await page.locator('.ph-text').textContent()).toContain('김하늘님, 안녕하세요.')
  }
  preview.write({ 'messages/greeting.md': greeting.replace('안녕하세요', '다시 안녕하세요') })
  await page.locator('.ph-text', { hasText: '다시 안녕하세요' }).waitFor()
  await expect.poll(() => page.locator('.note').count()).toBe(0)
})

it('is searched, and used with the keyboard alone', async () => {
  const rows = (): Promise<string[]> => page.locator('.row:visible .row-title').allTextContents()
  await page.keyboard.press('/')
  await page.keyboard.type('ft-carousel')
  await expect.poll(rows).toEqual(['messages/ft-carousel-feed.md'])
  await page.keyboard.press('Enter')
  await page.locator('.ph-kind-carousel-feed').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.locator('#list').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  const option = page.locator('#list').getByRole('option', { selected: true })
  const [, second] = await rows()
  await expect.poll(() => option.locator('.row-title').textContent()).toBe(second)
  expect(await option.getAttribute('id')).toBe(await page.locator('#list').getAttribute('aria-activedescendant'))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('detail')
  await page.locator('#tabs [aria-selected=true]').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: '변숫값', selected: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('list')
})

it('connects again by itself when the preview was restarted', async () => {
  const other = await openPage(browser, `${preview.url}/#message=messages%2Fgreeting.md`)
  await other.page.locator('.ph-text').waitFor()
  await opened.close()
  const { port } = new URL(preview.url)
  preview.run.kill('SIGINT')
  await preview.run.ended()
  await other.page.getByText('다시 연결하는 중').waitFor()
  preview.write({ 'messages/greeting.md': greeting.replace('안녕하세요', '돌아왔습니다') })
  const run = startCli(['preview', '--port', port, '--lang', 'ko'], { cwd: preview.root })
  preview = { ...preview, run }
  await run.untilOutput('Ctrl-C')
  await other.page.locator('.ph-text', { hasText: '돌아왔습니다' }).waitFor()
  await other.page.locator('#live', { hasText: '연결됨' }).waitFor()
  await other.close(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET/)
})

it.each([
  ['light', 'greeting', ['check', 'values', 'payload']],
  ['dark', 'carousel-feed', ['check']],
] as const)('has no serious accessibility problem in %s', async (colorScheme, name, tabs) => {
  preview.write({ 'messages/greeting.md': greeting.replace('보러 가기', '열네 글자보다 확실하게 더 긴 이름') })
  const other = await openPage(browser, `${preview.url}/#message=messages%2F${name}.md`, { colorScheme })
  await other.page.locator('.ph').waitFor()
  for (const tab of tabs) {
    await other.page.locator(`#tab-${tab}`).click()
    expect(await accessibilityProblems(other.page), tab).toEqual([])
  }
  await other.close()
})
