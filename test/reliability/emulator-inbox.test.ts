import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accessibilityProblems, launchBrowser, type OpenPage, openPage } from '../browser.ts'
import { emulate, send } from '../emulator/client.ts'
import { flood } from '../emulator/flood.ts'
import { textMessage } from '../emulator/messages.ts'

const emulator = await emulate({ kept: { messages: 100_000 } })
let browser: Browser
let opened: OpenPage
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

beforeEach(() => {
  emulator.reset()
})

interface Screen {
  readonly width: number
  readonly height: number
}

const wide: Screen = { width: 1280, height: 900 }

async function openInbox(screen: Screen = wide, path = '/?lang=ko'): Promise<void> {
  opened = await openPage(browser, `${emulator.url}${path}`, { viewport: screen })
  page = opened.page
}

it('orders faults with a click, shows those still to come and takes them back', async () => {
  await openInbox()
  await page.getByText('장애 일으키기').click()
  await page.getByRole('button', { name: '요청 전체 거절 C500_1', exact: true }).click()
  await page.getByRole('button', { name: '응답 대신 오류 상태 429', exact: true }).click()
  await page.getByRole('button', { name: '취소: 응답 대신 오류 상태 429' }).click()
  await expect.poll(() => page.locator('#ordered-list li').allTextContents()).toEqual(['요청 전체 거절 C500_1 ×'])
  const refused = await send(emulator, 'ft-text', [textMessage()])
  expect(refused.body).toMatchObject({ code: 'C500_1' })
  await page.getByText('에뮬레이터에서 일으킨 장애입니다.').waitFor()
  await page.locator('#ordered').waitFor({ state: 'hidden' })
  expect(await accessibilityProblems(page)).toEqual([])
  expect((await send(emulator, 'ft-text', [textMessage()])).status).toBe(200)
  await page.locator('.row').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await opened.close()
})

it('is used with the keyboard alone, and says what it is to a screen reader', async () => {
  await send(
    emulator,
    'ft-text',
    ['a', 'b', 'c'].map((key) => textMessage({ msg_key: key })),
  )
  await openInbox()
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('list')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('detail')
  const option = page.locator('#list').getByRole('option', { selected: true })
  await expect.poll(() => option.getAttribute('aria-posinset')).toBe('3')
  expect(await option.getAttribute('aria-setsize')).toBe('3')
  expect(await page.locator('#list').getAttribute('aria-activedescendant')).toBe('row-1')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('list')
  expect(await page.locator('html').getAttribute('lang')).toBe('ko')
  await opened.close()
})

it('shows the list or a message on a small screen, and goes back', async () => {
  await send(emulator, 'ft-text', [textMessage()])
  await openInbox({ width: 390, height: 844 })
  await page.locator('.row').click()
  await page.locator('.ph-text').waitFor()
  expect(await page.locator('#list').isVisible()).toBe(false)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByRole('button', { name: '목록으로' }).click()
  await page.locator('#list').waitFor()
  await opened.close()
})

it('stays usable with 100,000 messages', async () => {
  await flood(emulator, 10_000)
  await send(emulator, 'ft-text', [textMessage({ msg_key: 'needle', receiver_number: '01077776666' })])
  expect(emulator.counts()).toMatchObject({ messages: 100_001, kept: 100_000 })
  await openInbox()
  await page.locator('#row-100001').waitFor()
  expect(await page.locator('.row').count()).toBeLessThan(100)
  await page.locator('#list').focus()
  await page.keyboard.press('End')
  await page.locator('#row-2').waitFor()
  // The emulator works in this process; what other work takes does not count.
  const before = process.cpuUsage()
  await page.getByRole('searchbox').fill('01077776666')
  await expect.poll(() => page.locator('.row .row-key').allTextContents()).toEqual(['needle'])
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(5)
  await page.locator('.row').click()
  await page.locator('.ph-text').waitFor()
  await opened.close()
})
