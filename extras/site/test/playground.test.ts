import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../../src/compile.ts'
import { accessibilityProblems, brokenImages, launchBrowser, type OpenPage, openPage } from '../../../test/browser.ts'
import { serveSite } from './serve.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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

/** Opens the playground, drawn. */
async function open(path: string, options: Parameters<typeof openPage>[2] = {}): Promise<OpenPage> {
  const opened = await openPage(browser, site.url + path, options)
  await opened.page.locator('[data-phone] .ph').waitFor({ state: 'attached' })
  return opened
}

async function type(page: Page, source: string): Promise<void> {
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(source)
}

async function rulesIn(page: Page): Promise<readonly string[]> {
  return page.$$eval('[data-diagnostic]', (items) =>
    items.map((item) => `${item.getAttribute('data-line')} ${item.getAttribute('data-rule')}`),
  )
}

async function payloadIn(page: Page): Promise<unknown> {
  const text = await page.locator('[data-payload]').textContent()
  return text === '' ? undefined : JSON.parse(text ?? '')
}

async function textOf(page: Page): Promise<string> {
  return (await page.locator('.cm-line').allTextContents()).join('\n')
}

const message = '---\nkind: ft-text\nvars:\n  이름: { max: 10, example: 김하늘 }\n---\n#{이름}님, 안녕하세요.\n'
const image = '---\nkind: ft-image\n---\n![](images/봄 신상.png)\n\n안녕하세요.\n'.replace('봄 신상', 'spring')

it('checks, draws and compiles what is typed as the command does', async () => {
  const { page, close } = await open('ko/playground')
  await type(page, `${message}* [보기](https://m.shop.example.com)\n`)
  await expect.poll(() => rulesIn(page)).toEqual(['7 form-mistyped'])
  await page.locator('[data-rule="form-mistyped"]').getByRole('button', { name: '고치기' }).click()
  await expect.poll(() => rulesIn(page)).toEqual([])
  const { template } = compile(`${message}- [보기](https://m.shop.example.com)\n`, {
    path: 'message.md',
    image: () => ({ type: 'not-found' }),
  })
  await expect.poll(() => payloadIn(page)).toEqual(template?.payload)
  await expect.poll(() => page.locator('[data-phone] .ph-bubble').innerText()).toContain('김하늘님, 안녕하세요.')
  await page.locator('#pg-preset').selectOption('longest')
  await expect.poll(() => page.locator('[data-phone] .ph-text').innerText()).toContain('가나다라마바사아자차님')
  await page.getByLabel('이름', { exact: true }).fill('이서준')
  await expect.poll(() => page.locator('[data-phone] .ph-text').innerText()).toContain('이서준님')
  await close()
})

it.each([
  ['en', 800],
  ['ko', 1000],
] as const)('fills a window with the editor and what is wrong, in %s at %i', async (lang, height) => {
  const path = lang === 'ko' ? 'ko/playground' : 'playground'
  const { page, close } = await open(path, { viewport: { width: 1440, height } })
  await type(page, '---\nkind: ft-text\ncolour: red\n---\n\n**a**\n')
  await page.locator('[data-diagnostic]').first().waitFor()
  const [editorPx, endPx] = (await page.evaluate(`[document.querySelector('.cm-editor').offsetHeight,
    document.querySelector('.pg-panel').getBoundingClientRect().bottom]`)) as [number, number]
  expect(endPx).toBeLessThanOrEqual(height)
  expect(endPx).toBeGreaterThan(height - 60)
  expect(editorPx).toBeGreaterThan(height / 4)
  await close()
})

it('completes, explains and offers what can be done', async () => {
  const { page, close } = await open('playground')
  await type(page, message)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('#{')
  await page.locator('.cm-tooltip-autocomplete').getByText('이름').waitFor()
  await page.keyboard.press('Enter')
  expect(await textOf(page)).toContain('\n#{이름}')
  await page.locator('.pg-is-key', { hasText: 'kind' }).hover()
  await page.locator('.pg-hover', { hasText: 'service_id' }).waitFor()
  await page.keyboard.type(' #{없는_변수}')
  await page.locator('[data-rule="variable-undeclared"]').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Declare the variable "없는_변수"' }).click()
  await expect.poll(() => page.locator('[data-rule="variable-undeclared"]').count()).toBe(0)
  await close()
})

it('checks images by the rules, and takes them by the name of the file', async () => {
  const { page, close } = await open('playground')
  await type(page, image)
  await expect.poll(() => rulesIn(page)).toEqual(['4 image-not-found'])
  const files = page.locator('input[type="file"]').first()
  const content = readFileSync(join(root, 'templates/images/new-arrivals.jpg'))
  await files.setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: content.subarray(0, 9000) })
  await expect.poll(() => rulesIn(page)).toEqual(['4 image-damaged'])
  await files.setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: content })
  await expect.poll(() => rulesIn(page)).toEqual([])
  await page.locator('[data-phone] img').waitFor()
  expect(await brokenImages(page)).toEqual([])
  await files.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await page.getByText('Not added, since they are no images: notes.png').waitFor()
  await close()
})

it('takes dropped images, and leaves the text alone', async () => {
  const { page, close } = await open('playground')
  await type(page, image)
  const base64 = readFileSync(join(root, 'templates/images/new-arrivals.jpg'), 'base64')
  await page.locator('.cm-content').evaluate((content, data) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0))], 'spring.png'))
    content.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  }, base64)
  await page.locator('[data-phone] img').waitFor()
  expect(await textOf(page)).toBe(image)
  await close()
})

it('starts from every template, without an error', async () => {
  const { page, close } = await open('ko/playground')
  const options = page.locator('#pg-template option:not([value=""])')
  const labels = await options.allTextContents()
  expect(labels).toHaveLength(12)
  for (const [index, label] of labels.entries()) {
    await page.locator('#pg-template').selectOption({ index: index + 1 })
    await page.getByText(`"${label}" 템플릿을 불러왔습니다`).waitFor()
    await expect.poll(() => rulesIn(page), label).toEqual([])
    expect(await brokenImages(page), label).toEqual([])
  }
  await close()
})

it('shares the message alone in the fragment of a link', async () => {
  const { page, close } = await open('ko/playground', { permissions: ['clipboard-read', 'clipboard-write'] })
  await type(page, message)
  await page.locator('#pg-rows').fill('receiver_number\t이름\n01012345678\t박서준\n')
  await page.locator('[data-share]').click()
  await page.getByText('링크를 복사했습니다').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
  const other = await open(`playground${new URL(page.url()).hash}`)
  await expect.poll(() => textOf(other.page)).toBe(message)
  await expect.poll(() => other.page.locator('#pg-rows').inputValue()).toBe('')
  await other.page.evaluate('location.hash = "#v1.AAAA"')
  await other.page.getByText('may have been cut').waitFor()
  expect(await textOf(other.page)).toBe(message)
  await other.close()
  const random = Array.from({ length: 9000 }, (_, index) =>
    String.fromCodePoint(0xac00 + ((index * index * 7919) % 11_172)),
  )
  await type(page, message + random.join(''))
  // The link no longer holds what is shown.
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  const before = page.url()
  await page.locator('[data-share]').click()
  await page.getByText('8,000자를 넘는 링크').waitFor()
  expect(page.url()).toBe(before)
  await close()
})

it('keeps the message when the page is loaded anew or its language is changed, and nowhere else', async () => {
  const { page, close } = await open('ko/playground')
  await type(page, message)
  await page.reload()
  await expect.poll(() => textOf(page)).toBe(message)
  await page.goto(`${site.url}playground`)
  await expect.poll(() => textOf(page)).toBe(message)
  const other = await page.context().newPage()
  await other.goto(`${site.url}ko/playground`)
  await expect.poll(() => textOf(other)).toContain('kind:')
  expect(await textOf(other)).not.toBe(message)
  await close()
})

it('checks pasted recipients and steps through them', async () => {
  const { page, close } = await open('ko/playground')
  await type(page, message)
  await page.locator('#pg-rows').fill('receiver_number\t이름\n010-1234-5678\t박서준\n02-1\t오류\n01055556666\t정다은\n')
  await page.getByText('읽은 수신자 2명, 찾은 문제 1개').waitFor()
  await page.getByText('2명 중 1번째: 01012345678').waitFor()
  await expect.poll(() => page.locator('[data-phone] .ph-text').innerText()).toBe('박서준님, 안녕하세요.')
  await page.getByRole('button', { name: '다음', exact: true }).click()
  await expect.poll(() => page.locator('[data-phone] .ph-text').innerText()).toBe('정다은님, 안녕하세요.')
  await page.getByRole('button', { name: '지우기' }).click()
  await expect.poll(() => page.locator('[data-phone] .ph-text').innerText()).toBe('김하늘님, 안녕하세요.')
  await close()
})

it('gives the file and a picture', async () => {
  const { page, close } = await open('playground')
  await type(page, message)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download .md' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('message.md')
  expect(readFileSync(await file.path(), 'utf8')).toBe(message)
  await page.locator('#pg-template').selectOption({ label: 'Starter for an image message' })
  await page.locator('[data-phone] img').waitFor()
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download picture' }).click(),
  ])
  const png = readFileSync(await picture.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(2 * (411 + 48))
  await close()
})

it('is left with Escape and Tab, and says to those who hear it what was found', async () => {
  const { page, close } = await open('ko/playground')
  await type(page, message)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.classList.contains("cm-content")')).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.closest(".cm-content")')).toBe(null)
  await type(page, '---\nkind: ft-text\n---\n안녕 #{누구}\n')
  await expect.poll(() => page.locator('[data-live]').textContent()).toMatch(/^오류 1개/)
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+.')
  await expect
    .poll(() => page.evaluate('document.activeElement.closest("[data-diagnostic]")?.dataset.rule'))
    .toBe('variable-undeclared')
  await close()
})

describe('the playground', () => {
  it.each([
    ['a computer in the dark', 'playground', { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' }],
    ['a phone', 'playground', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
    ['a tablet, in Korean', 'ko/playground', { viewport: { width: 900, height: 1100 }, colorScheme: 'light' }],
    ['a phone in the dark, in Korean', 'ko/playground', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)('fits %s, and no accessibility problem is found', async (_, path, options) => {
    const { page, close } = await open(path, options)
    await type(page, '---\nkind: ft-text\n---\n안녕 #{누구}  \n')
    await expect.poll(() => page.locator('[data-diagnostic]').count()).toBe(2)
    const isNarrow = options.viewport.width < 760
    for (const tab of isNarrow ? ['write', 'phone', 'details'] : ['']) {
      if (tab !== '') await page.locator(`[data-tab="${tab}"]`).click()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      if (isNarrow) expect(await page.locator('[data-phone] .ph').isVisible()).toBe(tab === 'phone')
    }
    await close()
  })
})

it('loads little at first, and sends nothing', async () => {
  const { page, requests, close } = await open('ko/playground')
  await page.waitForLoadState('networkidle')
  const addresses = [...new Set(requests)].filter((url) => url.startsWith('http'))
  expect(addresses.every((url) => url.startsWith(site.url))).toBe(true)
  const sizes = await Promise.all(
    addresses
      .filter((url) => !/\.woff2?$/.test(url))
      .map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(405 * 1024)
  const sent: string[] = []
  page.on('request', (request) => {
    const isScript = ['script', 'stylesheet'].includes(request.resourceType())
    if (!isScript && request.url().startsWith('http')) sent.push(`${request.resourceType()} ${request.url()}`)
    if (request.postData() !== null || /01012345678|%EC|안녕/.test(request.url())) sent.push(request.url())
  })
  await type(page, message)
  await page.locator('#pg-rows').fill('receiver_number\t이름\n01012345678\t박서준\n')
  await page.getByText('읽은 수신자 1명').waitFor()
  await page.locator('#pg-template').selectOption({ label: '이미지형 기본 메시지' })
  await page.locator('[data-phone] img').waitFor()
  await page.locator('[data-share]').click()
  await expect.poll(() => page.evaluate('location.hash')).not.toBe('')
  expect(sent).toEqual([])
  await close()
})
