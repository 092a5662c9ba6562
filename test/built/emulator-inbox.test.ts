import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kinds } from '../../src/contract/friend-talk/kinds.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { InboxGroup } from '../../src/web/inbox/page-data.ts'
import { brokenImages, launchBrowser, type OpenPage, openPage } from '../browser.ts'
import { emulate, send } from '../emulator/client.ts'
import { goodMessage, textMessage } from '../emulator/messages.ts'

const emulator = await emulate()
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

describe('messages arrive live', () => {
  it('of all five kinds, each drawn as what it is', async () => {
    await openInbox()
    await page.getByText('아직 메시지가 없습니다').waitFor()
    for (const kind of kinds) await send(emulator, kind, [await goodMessage(emulator, kind)])
    await expect.poll(() => page.locator('.row').count()).toBe(5)
    await expect.poll(() => page.locator('#count-messages').textContent()).toBe('5')
    for (const kind of kinds) {
      await page.locator(`.row.kind-${kind.slice(3)}`).click()
      await page.locator(`.ph-kind-${kind.slice(3)}`).waitFor()
      await page.locator('.ph-ad >> text=(광고)').waitFor()
      expect(await brokenImages(page)).toEqual([])
    }
    await opened.close()
  })

  it('and keep their place in the list while one reads further down', async () => {
    const ten = Array.from({ length: 10 }, () => textMessage())
    for (let i = 0; i < 6; i++) await send(emulator, 'ft-text', ten)
    await openInbox()
    await page.locator('.row').first().waitFor()
    // The list is drawn anew whenever it is loaded: both are looked at in one moment.
    const seen = (): Promise<unknown> =>
      page.evaluate(`(() => {
        const { top } = document.getElementById('row-38').getBoundingClientRect()
        return [document.querySelectorAll('.row').length, Math.round(top)]
      })()`)
    await page.evaluate("document.getElementById('row-38').scrollIntoView()")
    const [count, top] = (await seen()) as [number, number]
    expect(count).toBe(60)
    await send(emulator, 'ft-text', [textMessage(), textMessage()])
    await expect.poll(seen).toEqual([62, top])
    await opened.close()
  })

  it('and the newest 500 are listed; older ones are found', async () => {
    const ten = Array.from({ length: 10 }, () => textMessage())
    await send(emulator, 'ft-text', [textMessage({ msg_key: 'the-first' })])
    for (let i = 0; i < 50; i++) await send(emulator, 'ft-text', ten)
    await openInbox(wide, '/?lang=en')
    await page.getByText('The newest 500 of 501. Search for older ones.').waitFor()
    expect(await page.locator('.row').count()).toBe(500)
    await page.getByRole('searchbox').fill('the-first')
    await expect.poll(() => page.locator('.row .row-key').allTextContents()).toEqual(['the-first'])
    expect(await page.locator('#more').isVisible()).toBe(false)
    await opened.close()
  })

  it('and say what is reported of their delivery', async () => {
    const own = await emulate({
      webhooks: { 'friend-talk': { url: 'http://127.0.0.1:9/', codes: { '01011112222': 'B' } } },
    })
    await send(own, 'ft-text', [textMessage({ receiver_number: '01011112222' }), textMessage()])
    const shown = await openPage(browser, `${own.url}/?lang=ko`, { viewport: wide })
    await expect.poll(() => shown.page.locator('.row-code').allTextContents()).toEqual(['전달', '실패'])
    await shown.page.locator('.row.is-rejected').click()
    await shown.page.getByRole('heading', { name: '전달 결과: 실패' }).waitFor()
    await shown.page.getByText('B 수신자가 채널을 차단했습니다').waitFor()
    await shown.close()
  })
})

it.each(['ko', 'en'])('has a top of two lines on a phone, in %s', async (lang) => {
  await send(emulator, 'ft-text', [textMessage()])
  await openInbox({ width: 390, height: 844 }, `/?lang=${lang}`)
  await page.locator('.row').waitFor()
  const [lines, overlaps] = (await page.evaluate(`(() => {
    const parts = [...document.querySelectorAll('.top > :not(.counts), .count')].map((part) => part.getBoundingClientRect())
    const lines = parts.filter(({ top }, index) => parts.slice(0, index).every(({ bottom }) => bottom <= top))
    const overlaps = parts.filter((a, at) => parts.slice(at + 1).some((b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))
    return [lines.length, overlaps.length]
  })()`)) as [number, number]
  expect([lines, overlaps]).toEqual([2, 0])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await opened.close()
})

it('says above the first of several what release and message they are of', async () => {
  const titles: { readonly [id: string]: { readonly title: string } } = { sale: { title: 'Summer sale' } }
  const group = (msgKey: string): InboxGroup => {
    const id = msgKey.replace(/-\d$/, '')
    return { release: 'june', id, ...titles[id] }
  }
  const own = await startEmulator({}, { groupOf: ({ msgKey }) => group(msgKey) })
  const keys = ['sale-1', 'sale-2', 'news-3', 'news-4', 'news-5']
  await send(
    own,
    'ft-text',
    keys.map((key) => textMessage({ msg_key: key })),
  )
  const shown = await openPage(browser, `${own.url}/?lang=en`, { viewport: wide })
  await expect.poll(() => shown.page.locator('.row').count()).toBe(keys.length)
  expect(await shown.page.locator('.group-name').allTextContents()).toEqual(['june › news', 'june › Summer sale'])
  const tops = await shown.page.evaluate(`[...document.querySelectorAll('.group-name')].map((name) =>
    name.nextElementSibling.getBoundingClientRect().top - name.getBoundingClientRect().bottom)`)
  expect(tops).toEqual([0, 0])
  await shown.close()
  await own.close()
})

it('scrolls a carousel with its buttons and with the keyboard', async () => {
  await send(emulator, 'ft-carousel-feed', [await goodMessage(emulator, 'ft-carousel-feed')])
  await openInbox()
  await page.locator('.row').click()
  const cards = page.locator('.ph-cards')
  const scrolled = (): Promise<number> =>
    cards.evaluate((list) => (list as unknown as { scrollLeft: number }).scrollLeft)
  expect(await scrolled()).toBe(0)
  await page.getByRole('button', { name: '다음 카드' }).click()
  await expect.poll(scrolled).toBeGreaterThan(100)
  await page.getByRole('button', { name: '이전 카드' }).click()
  await expect.poll(scrolled).toBe(0)
  await cards.focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(scrolled).toBeGreaterThan(20)
  await opened.close()
})

it('is searched by number, key and code', async () => {
  await send(emulator, 'ft-text', [
    textMessage({ msg_key: 'spring-1', receiver_number: '01011112222' }),
    textMessage({ msg_key: 'summer-2', receiver_number: '01033334444' }),
    textMessage({ msg_key: 'autumn-3', receiver_number: '123' }),
  ])
  await openInbox()
  const found = (): Promise<string[]> => page.locator('.row .row-key').allTextContents()
  await expect.poll(found).toEqual(['autumn-3', 'summer-2', 'spring-1'])
  for (const [search, keys] of [
    ['010-3333', ['summer-2']],
    ['SPRING', ['spring-1']],
    ['g141', ['autumn-3']],
    ['nobody', []],
  ] as const) {
    await page.getByRole('searchbox', { name: '메시지 검색' }).fill(search)
    await expect.poll(found).toEqual(keys)
  }
  await page.getByText('찾는 메시지가 없습니다.').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('보기').selectOption('rejected')
  await expect.poll(found).toEqual(['autumn-3'])
  await opened.close()
})

it('shows why a message was rejected, and the raw request', async () => {
  await send(emulator, 'ft-text', [textMessage({ receiver_number: '123', failback: {} })])
  await openInbox(wide, '/?lang=en')
  await page.locator('.row').click()
  await page.getByRole('heading', { name: 'G141 the recipient number is not accepted' }).waitFor()
  await page.locator('.reasons >> text=is no Korean mobile number').waitFor()
  await page.locator('.reasons >> text=/failback').waitFor()
  await page.getByText('The raw request').click()
  const raw = await page.locator('.raw pre').nth(1).textContent()
  expect(raw).toMatch(/^POST \/ft-text\/v2\/send HTTP\/1\.1\n/)
  expect(raw).toContain('authorization: ***')
  expect(raw).toContain('"receiver_number": "123"')
  await opened.close()
})

it('says which request was refused as a whole, since that brings no message', async () => {
  await openInbox()
  await page.getByText('아직 메시지가 없습니다').waitFor()
  expect(await page.locator('#refusal').isVisible()).toBe(false)
  await send(emulator, 'ft-wide', [])
  await page.getByText('/ft-wide/v2/send: msg_data가 비어 있습니다.').waitFor()
  expect(await page.locator('#refusal-code').textContent()).toBe('C400_3')
  expect(await page.locator('#refusal-time').textContent()).toMatch(/^\d\d:\d\d:\d\d$/)
  await page.getByRole('button', { name: '닫기' }).click()
  await page.reload()
  await page.locator('#live:not(.is-lost)').waitFor()
  await expect.poll(() => page.locator('#refusal-code').textContent()).toBe('C400_3')
  expect(await page.locator('#refusal').isVisible()).toBe(false)
  await send(emulator, 'ft-text', [])
  await page.getByText('/ft-text/v2/send: msg_data가 비어 있습니다.').waitFor()
  await opened.close()
})

it('takes nothing of a message for markup, and opens nothing by itself', async () => {
  const markup = '<img src=x onerror="document.title=1"><b>굵게</b>'
  const button = {
    name: '<i>보기</i>',
    type: 'WL',
    url_mobile: 'javascript:alert(1)',
    url_pc: 'https://shop.example.com/?a=<b>',
  }
  await send(emulator, 'ft-text', [
    textMessage({ msg: markup, msg_key: '<u>key</u>', receiver_number: '<s>', attachment: { button: [button] } }),
  ])
  await openInbox()
  await page.locator('.row').click()
  expect(await page.locator('.ph-text').textContent()).toBe(markup)
  expect(await page.locator('.row-text').textContent()).toBe(markup)
  expect(await page.locator('#message b:not(.ph-input b), #message u, #message s, .row b').count()).toBe(0)
  await page.getByRole('button', { name: '<i>보기</i>' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('javascript:alert(1)').waitFor()
  const links = sheet.getByRole('link')
  expect(await links.count()).toBe(1)
  expect(await links.getAttribute('href')).toBe('https://shop.example.com/?a=<b>')
  expect(await links.getAttribute('rel')).toBe('noopener noreferrer')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(page.context().pages()).toHaveLength(1)
  expect(new URL(page.url()).origin).toBe(emulator.url)
  await opened.close()
})
