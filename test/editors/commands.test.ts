import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deadlineMs } from '../deadline.ts'
import { exampleProject, openFolder, sees, soon } from './workbench.ts'

const file = 'summer-open.md'
const longName = '이번 주말 신상품 모두 둘러보기'

const ownRule = `
const calm = defineRule<{ mark: string }>({
  id: 'shop-shouts',
  tier: 'style',
  severity: 'warning',
  check(message, report) {
    for (const { text, pointer, rangeOf } of message.texts) {
      const at = text.indexOf('!')
      if (at >= 0) report({ range: rangeOf(at, at + 1), pointer, args: { mark: '!' } })
    }
  },
  words: {
    en: { summary: 'A text shouts.', why: 'Our shop speaks calmly.', message: ({ mark }) => \`Write it without "\${mark}".\` },
    ko: { summary: '글이 외칩니다.', why: '우리 가게는 차분합니다.', message: ({ mark }) => \`"\${mark}" 없이 쓰세요.\` },
  },
})
`

it('the commands lead from a template to the inbox of the emulator', async () => {
  const project = exampleProject('campaign')
  const messages = join(project, 'messages')
  const config = join(project, 'friendtalk.config.ts')
  writeFileSync(
    config,
    readFileSync(config, 'utf8')
      .replace('import { defineConfig }', 'import { defineConfig, defineRule }')
      .replace('export default defineConfig({', `${ownRule}\nexport default defineConfig({\n  plugins: [calm],`),
  )
  const window = await openFolder(project, { lang: 'en', trust: 'yes' })
  const { page } = window
  const { keyboard } = page
  await window.openFile(file)
  await sees('the tightest limit in the status bar', window.limit())

  // From the tightest limit to all of them, and to the line of one.
  await window.limit().click()
  await sees('the limits', window.entries().first())
  await soon('the limits, the tightest first', () => window.entries().allInnerTexts()).toEqual([
    expect.stringMatching(/Button 1 › name\s*8\/14 characters/),
    expect.stringMatching(/Button 2 › name\s*6\/14 characters/),
    expect.stringContaining('/256'),
    expect.stringContaining('/1000'),
  ])
  await window.picture('limits')
  await window.choose('Button 2 › name')
  await soon('the cursor at the name', () => window.cursor().then(([line]) => line)).toBe(30)

  // A rule of the project, at the cursor, and one of friendtalk.
  await window.goTo(17)
  await keyboard.insertText('오늘만! ')
  await soon('the own rule', () => window.editor(file).locator('.squiggly-warning').count()).toBeGreaterThan(0)
  await window.run('friendtalk: Explain Rule')
  const explained = window.phone()
  await sees('the page of the own rule', explained.getByRole('heading', { name: 'shop-shouts' }))
  await sees('why there is the own rule', explained.getByText('Our shop speaks calmly.'))
  await window.picture('own rule')
  await window.focus(file)
  await window.goTo(1)
  await window.run('friendtalk: Explain Rule')
  await window.type('button-name-too')
  await window.choose('button-name-too-long')
  await sees('the page of a rule', explained.getByRole('heading', { name: 'button-name-too-long' }))
  await window.picture('rule')

  // A message that nobody has opened.
  const picks = join(messages, 'picks.md')
  writeFileSync(picks, readFileSync(picks, 'utf8').replace('[전체 보기]', `[${longName}]`))
  await window.focus(file)
  await window.run('friendtalk: Lint Project')
  // The terminal of the task takes the panel for itself.
  await soon('the error of the task', () => page.locator('[id="status.problems"]').innerText()).toMatch(/1\s+1/)
  await keyboard.press('ControlOrMeta+Shift+M')
  await soon('the problem of a message that is not open', () => window.problems()).toEqual([
    expect.stringContaining('The button name has 17 characters'),
    expect.stringContaining('shop-shouts'),
  ])
  await window.picture('linted')

  // From a template to the inbox.
  await window.focus(file)
  await window.run('friendtalk: New Message from Template')
  await window.choose('coupon')
  await window.type('welcome')
  await keyboard.press('Enter')
  await window.hasKeyboard('welcome.md')
  expect(existsSync(join(messages, 'welcome.md'))).toBe(true)
  await sees('the limit of the new message', window.limit())
  await window.picture('new message')
  await window.openFile('lookbook.md')
  // Before that the command is not offered: the editor may not be that of a message.
  await soon('the limit of the carousel', () => window.limit().innerText()).toContain('Card 1')
  const opening = page.context().waitForEvent('page', { timeout: deadlineMs })
  await window.run('friendtalk: Send to Emulator')
  const { pathname } = new URL((await opening).url())
  // Code-server leads to a port of its machine by a way of its own; a desktop goes there itself.
  const [, port] = /^\/proxy\/(\d+)\/$/.exec(pathname) ?? []
  const inbox = await page.context().newPage()
  await inbox.goto(`http://127.0.0.1:${port}/`)
  await sees('the message in the inbox', inbox.getByText('어디로 떠나시든').first())
  await soon('the end of the release', () =>
    page.locator('.terminal.xterm .xterm-rows').allInnerTexts(),
  ).toContainEqual(expect.stringContaining('delivered 20'))
  await window.picture('sent')
})
