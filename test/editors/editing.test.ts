import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from 'playwright-core'
import { expect, it } from 'vitest'
import { exampleProject, openFolder, sees, soon } from './workbench.ts'

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
/** After that long without a bulb the cursor is moved once more. Sooner would cancel what extensions are still starting for. */
const bulbMs = 20_000
const longName = '이번 주말 신상품 모두 둘러보기'

it.each(['en', 'ko'] as const)('a message is written, checked, repaired and seen (%s)', async (lang) => {
  const project = exampleProject('campaign')
  const window = await openFolder(project, { lang, trust: 'yes' })
  const { page } = window
  const { keyboard } = page
  const { openPreview, tooLong, limit, phone, old } = words[lang]
  await window.openFile(file)
  await sees('the tightest limit in the status bar', window.limit())
  await window.run(openPreview)
  await sees('the phone with its first button', window.phone().getByText('기획전 둘러보기'))
  await sees('the tab of the phone', page.getByRole('tab', { name: phone }))
  await window.focus(file)

  // A name that is too long, and an address that is not one.
  await window.goTo(line)
  await keyboard.insertText(`- [${longName}](m.shop.example.com/new)`)
  await sees('a squiggle', window.editor(file).locator('.squiggly-error').first())
  await sees('the note that the picture is old', window.phone().getByText(old))
  await soon('the limit that is exceeded', () => window.limit().innerText()).toMatch(limit)
  await keyboard.press('ControlOrMeta+Shift+M')
  await soon('both problems', () => window.problems()).toEqual([
    expect.stringContaining(tooLong),
    expect.stringContaining('link-without-scheme'),
  ])
  await window.picture('problems')

  // The light bulb knows what is meant.
  await window.focus(file)
  const bulb = window.editor(file).locator('.codicon-light-bulb:visible, [class*=codicon-gutter-lightbulb]:visible')
  await window.goTo(line, longName.length + 10)
  const offered = page.locator('.action-widget .monaco-list-row.action')
  const fix = offered.filter({ hasText: 'https://m.shop.example.com/new' })
  await soon('the fix in the light bulb', async () => {
    await keyboard.press('Escape')
    await sees('the menu of the light bulb', offered.first(), 'detached')
    // A bulb may be that of where the cursor was; and once its menu is closed another comes only when the cursor moves.
    await keyboard.press('ArrowLeft')
    await keyboard.press('ArrowRight')
    try {
      await bulb.first().click({ timeout: bulbMs })
      await offered.first().waitFor({ timeout: bulbMs })
    } catch (error) {
      if (error instanceof errors.TimeoutError) return 'no bulb'
      throw error
    }
    return (await fix.count()) === 1 ? 'the fix' : offered.allInnerTexts()
  }).toBe('the fix')
  await window.picture('light bulb')
  // It is the first; a click would have to wait until the mouse has moved.
  await keyboard.press('Enter')
  await soon('the one problem that is left', () => window.problems()).toEqual([expect.stringContaining(tooLong)])
  await sees('the long name in the phone', window.phone().getByText(longName))

  // Another name, with a variable that is completed.
  await window.goTo(line, 4)
  for (const _ of longName) await keyboard.press('Delete')
  await keyboard.type('#{')
  const suggested = page.locator('.suggest-widget .monaco-list-row')
  await sees('the variables to choose from', suggested.filter({ hasText: '회원코드' }))
  await window.picture('completion')
  await sees('the name to be the one that is chosen', page.locator('.suggest-widget .focused', { hasText: '이름' }))
  await keyboard.press('Enter')
  // Behind the brace that VS Code has closed.
  await soon('the cursor behind the variable', () => window.cursor()).toEqual([line, 4 + '#{이름}'.length])
  await keyboard.insertText('님 보기')
  await sees('the new name in the phone', window.phone().getByText('김하늘님 보기'))
  await soon('the problems to be gone', () => window.problems()).toEqual([])
  await soon('the button at the cursor', () => window.outlined()).toEqual(['김하늘님 보기'])
  await keyboard.press('ControlOrMeta+S')
  await soon(
    'the file to be saved',
    () => readFileSync(join(project, 'messages', file), 'utf8').split('\n')[line - 1],
  ).toBe('- [#{이름}님 보기](https://m.shop.example.com/new)')

  // From the phone back to its line.
  await window.phone().getByText('기획전 둘러보기').click()
  await soon('the cursor on the line of the button', () => window.cursor()).toEqual([line - 1, 1])
  await soon('the button at the cursor', () => window.outlined()).toEqual(['기획전 둘러보기'])
  await window.picture('back from the phone')

  // A fence belongs to its button, and an empty line to none.
  await window.focus(file)
  await window.goTo(line + 1, 1)
  await soon('the button of the fence', () => window.outlined()).toEqual(['앱에서 보기'])
  await keyboard.press('Enter')
  await window.goTo(line + 1, 1)
  await soon('no part at an empty line', () => window.outlined()).toEqual([])
  if (lang === 'en') await window.pictureInDark('dark')
})
