import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exampleProject, openFolder } from './workbench.ts'

const words = {
  en: {
    openPreview: 'friendtalk: Open Phone Preview to the Side',
    tooLong: 'The button name',
    limit: /Button 2 › name 17\/14/,
    phone: 'Phone: summer-open.md',
    old: 'This is its last good picture.',
  },
  ko: {
    openPreview: 'friendtalk: 옆에 휴대폰 미리보기 열기',
    tooLong: '버튼 이름이',
    limit: /버튼 2 › 이름 17\/14/,
    phone: '휴대폰: summer-open.md',
    old: '마지막 정상 화면',
  },
} as const

const file = 'summer-open.md'
/** Behind the first button stands an empty line. */
const line = 28
const longName = '이번 주말 신상품 모두 둘러보기'

it.each(['en', 'ko'] as const)('a message is written, checked, repaired and seen (%s)', async (lang) => {
  const project = exampleProject('campaign')
  const window = await openFolder(project, { lang, trust: 'yes' })
  const { page } = window
  const { keyboard } = page
  const { openPreview, tooLong, limit, phone, old } = words[lang]
  await window.openFile(file)
  await window.limit().waitFor()
  await window.run(openPreview)
  await window.phone().getByText('기획전 둘러보기').waitFor()
  await page.getByRole('tab', { name: phone }).waitFor()
  await window.focus(file)

  // A name that is too long, and an address that is not one.
  await window.goTo(line)
  await keyboard.insertText(`- [${longName}](m.shop.example.com/new)`)
  await window.editor(file).locator('.squiggly-error').first().waitFor()
  await window.phone().getByText(old).waitFor()
  await expect.poll(() => window.limit().innerText()).toMatch(limit)
  await keyboard.press('ControlOrMeta+Shift+M')
  await expect
    .poll(() => window.problems())
    .toEqual([expect.stringContaining(tooLong), expect.stringContaining('link-without-scheme')])
  await window.picture('problems')

  // The light bulb knows what is meant.
  await window.focus(file)
  const bulb = window.editor(file).locator('.codicon-light-bulb:visible, [class*=codicon-gutter-lightbulb]:visible')
  await window.goTo(line, longName.length + 10)
  // A bulb may still be that of where the cursor was, with what could be done there.
  const offered = page.locator('.action-widget .monaco-list-row.action')
  const fix = offered.filter({ hasText: 'https://m.shop.example.com/new' })
  await expect
    .poll(async () => {
      await keyboard.press('Escape')
      await offered.first().waitFor({ state: 'detached' })
      await bulb.first().click()
      await offered.first().waitFor()
      return fix.count()
    })
    .toBe(1)
  await window.picture('light bulb')
  // It is the first; a click would have to wait until the mouse has moved.
  await keyboard.press('Enter')
  await expect.poll(() => window.problems()).toEqual([expect.stringContaining(tooLong)])
  await window.phone().getByText(longName).waitFor()

  // Another name, with a variable that is completed.
  await window.goTo(line, 4)
  for (const _ of longName) await keyboard.press('Delete')
  await keyboard.type('#{')
  await page.locator('.suggest-widget .monaco-list-row', { hasText: '회원코드' }).waitFor()
  await window.picture('completion')
  await page.locator('.suggest-widget .monaco-list-row', { hasText: '이름' }).click()
  // Over the brace that VS Code has closed.
  await keyboard.press('ArrowRight')
  await keyboard.insertText('님 보기')
  await window.phone().getByText('김하늘님 보기').waitFor()
  await expect.poll(() => window.problems()).toEqual([])
  await expect.poll(() => window.phone().locator('.is-at-cursor').allInnerTexts()).toEqual(['김하늘님 보기'])
  await keyboard.press('ControlOrMeta+S')
  await expect
    .poll(() => readFileSync(join(project, 'messages', file), 'utf8').split('\n')[line - 1])
    .toBe('- [#{이름}님 보기](https://m.shop.example.com/new)')

  // From the phone back to its line.
  await window.phone().getByText('기획전 둘러보기').click()
  await expect.poll(() => window.cursor()).toEqual([line - 1, 1])
  await expect.poll(() => window.phone().locator('.is-at-cursor').allInnerTexts()).toEqual(['기획전 둘러보기'])
  await window.picture('back from the phone')
})
