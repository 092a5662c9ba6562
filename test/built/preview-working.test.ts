import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findEditor } from '../../src/cli/preview/open-editor.ts'
import { defaultConfig } from '../../src/project/config/config.ts'
import { Workspace } from '../../src/project/workspace.ts'
import { writeFixed } from '../../src/session/fix.ts'
import { type EditorPlace, Preview } from '../../src/web/preview/preview.ts'
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
let edited: EditorPlace[]

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  root = tempFolder(tree)
  edited = []
  const project = { root, config: defaultConfig }
  workspace = new Workspace(project, { lang: 'ko', today: '2026-06-01' })
  for (const path of paths) workspace.update(path)
  preview = new Preview({ project, workspace }, 'ko', {
    explain: (id) => ({ why: `\`${id}\` 이유`, good: '바르게' }),
    writeFix: (file) => writeFixed({ project }, [file]).length > 0,
    openEditor(place) {
      edited.push(place)
      return Promise.resolve(true)
    },
  })
  server = await servePreview(preview, 0)
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  await server.close()
})

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

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
  it('is fixed in the file, and in no file that is newer than the page', async () => {
    const page = await show('m/faulty.md')
    const found = page.locator('.diagnostic', { hasText: 'variable-notation' })
    const newer = faulty.replace('보러 가기', '구경 가기')
    writeFileSync(join(root, 'm/faulty.md'), newer)
    await found.getByRole('button', { name: /고치기/ }).click()
    await found.getByText('그 사이 파일이 바뀌어 고치지 않았습니다.').waitFor()
    expect(read('m/faulty.md')).toBe(newer)
    take('m/faulty.md')
    await page.locator('.ph-button', { hasText: '구경 가기' }).waitFor()
    await found.getByRole('button', { name: /고치기/ }).click()
    await expect.poll(() => read('m/faulty.md')).toBe(newer.replace('{{ 이름 }}', '#{이름}'))
    take('m/faulty.md')
    await expect.poll(() => found.count()).toBe(0)
    await page.locator('.ph-text', { hasText: '#{모름}! 김하늘' }).waitFor()
  })

  it('is fixed for its own page alone, in the version that the page shows', async () => {
    const { version = '' } = (await preview.view('m/faulty.md', { type: 'example' }, () => '')) ?? {}
    const index = workspace.fileAt('m/faulty.md')?.diagnostics.findIndex(({ fix }) => fix) ?? -1
    const rule = workspace.fileAt('m/faulty.md')?.diagnostics[index]?.rule ?? ''
    const ask = async (wish: object, headers = {}): Promise<unknown> => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      const answer = await fetch(`${server.url}/fix`, { ...sent, body: JSON.stringify(wish) })
      return answer.ok ? answer.json() : answer.status
    }
    const right = { path: 'm/faulty.md', version, index, rule }
    expect(await ask(right, { origin: 'http://evil.example.com' })).toBe(403)
    for (const wrong of [
      { version: 'x' },
      { index: 99 },
      { rule: 'x' },
      { path: '../faulty.md' },
      { path: 'm/list.csv' },
    ]) {
      expect(await ask({ ...right, ...wrong })).toEqual({ outcome: 'changed' })
    }
    expect(read('m/faulty.md')).toBe(faulty)
    expect(await ask(right)).toEqual({ outcome: 'fixed' })
  })

  it('opens its place in an editor, and what is no message in none', async () => {
    const page = await show('m/faulty.md')
    await page.locator('.diagnostic', { hasText: 'variable-undeclared' }).getByText('편집기에서 열기').click()
    await page.locator('.outcome', { hasText: '편집기에서 열었습니다.' }).waitFor()
    expect(edited).toEqual([{ file: join(root, 'm/faulty.md'), line: 9, column: 9 }])
    expect(await preview.edit('m/list.csv', { line: 1, column: 1 })).toBe('failed')
    expect(edited).toHaveLength(1)
  })

  it('opens what its rule is about, and stays open, picked and focused when the message changes', async () => {
    const page = await show('m/faulty.md')
    const found = page.locator('.diagnostic', { hasText: 'variable-undeclared' })
    const summary = found.locator('.explanation summary')
    await found.locator('.diagnostic-pick').click()
    await summary.focus()
    await page.keyboard.press('Enter')
    await found.getByText('variable-undeclared 이유').waitFor()
    await page.locator('.meter summary').first().click()
    await summary.focus()
    save({ 'm/faulty.md': faulty.replace('보러 가기', '구경 가기').replace('#{이름}님', '**코드**님') })
    await page.locator('.ph-button', { hasText: '구경 가기' }).waitFor()
    await page.locator('.diagnostic', { hasText: '코드' }).waitFor()
    expect(await found.getByText('variable-undeclared 이유').isVisible()).toBe(true)
    expect(await page.locator('.diagnostic.is-picked').textContent()).toContain('variable-undeclared')
    expect(await page.locator('.meter details[open]').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.textContent')).toContain('variable-undeclared')
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

it.each([
  [{}, undefined],
  [{ EDITOR: 'vim' }, undefined],
  [{ EDITOR: 'code --wait' }, ['code', '--wait', '-g', '/a b.md:3:5']],
  [{ VISUAL: '/opt/Sublime Text/subl', EDITOR: 'vim' }, undefined],
  [{ VISUAL: '"/opt/Sublime Text/subl" -n', EDITOR: 'vim' }, ['/opt/Sublime Text/subl', '-n', '/a b.md:3:5']],
  [{ LAUNCH_EDITOR: 'my-editor', EDITOR: 'code' }, ['my-editor', '/a b.md']],
  [{ EDITOR: 'webstorm' }, ['webstorm', '--line', '3', '/a b.md']],
  [{ TERM_PROGRAM: 'vscode', EDITOR: 'nano' }, ['code', '-g', '/a b.md:3:5']],
])('the environment %j names an editor', (env, command) => {
  expect(findEditor(env)?.({ file: '/a b.md', line: 3, column: 5 })).toEqual(command)
})
