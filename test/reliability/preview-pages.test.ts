import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Preview } from '../../src/web/preview/preview.ts'
import { writeStaticPages } from '../../src/web/preview/output.ts'
import { defaultConfig } from '../../src/project/config/config.ts'
import { outputFolder } from '../../src/project/files/write-file.ts'
import { createWorkspace } from '../../src/project/workspace.ts'
import { type CliResult, runBuilt } from '../cli/run-cli.ts'
import { runInside } from '../cli/run-inside.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { launchBrowser, openPage } from '../browser.ts'
import { configuration } from '../preview/running-preview.ts'

const project: Tree = {
  ...configuration,
  'messages/hello.md': textMessage(
    '#{이름}님, 안녕하세요.',
    'title: 인사 | <b>\nvars:\n  이름: { max: 5, example: 김하늘, fallback: 고객 }\n',
  ),
  'messages/sale/image.md': '---\nkind: ft-image\n---\n\n![](<../a b.png>)\n\n봄 신상품\n',
  'messages/a b.png': pngBytes({ width: 720, height: 720 }),
  'messages/broken.md': '---\nkind: [\n---\n',
}

let browser: Browser
let root: string
let run: CliResult

beforeAll(async () => {
  root = tempFolder(project)
  run = await runBuilt(['preview', '--out', 'site', '--screenshots', 'shots', '--lang', 'ko'], { cwd: root })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

it('writes pages that work from files, with everything in them', async () => {
  expect(run).toMatchObject({ code: 0, stdout: '' })
  expect(run.stderr).toContain('메시지 3개를 site에 담았습니다. index.html을 브라우저에서 여세요.\n')
  const { page, requests, close } = await openPage(browser, pathToFileURL(join(root, 'site/index.html')).href)
  await page.locator('.row', { hasText: '인사' }).click()
  await page.locator('.ph-text', { hasText: '김하늘님' }).waitFor()
  await page.locator('#values [data-choice=longest]').click()
  await page.locator('.ph-text', { hasText: '가나다라마님' }).waitFor()
  await page.locator('#tab-payload').click()
  await page.locator('#json', { hasText: '"msg": "가나다라마님, 안녕하세요."' }).waitFor()
  await page.locator('.row', { hasText: 'sale/image.md' }).click()
  await expect.poll(() => page.evaluate('document.querySelector(".ph-image")?.naturalWidth')).toBe(720)
  await page.locator('.row', { hasText: 'broken.md' }).click()
  await page.locator('.note', { hasText: '아직 그릴 수 없습니다' }).waitFor()
  expect(await page.locator('#values [data-choice=typed]').count()).toBe(0)
  await page.locator('#tab-check').click()
  await page.locator('.diagnostic-rule', { hasText: 'yaml-syntax' }).first().waitFor()
  expect(requests.filter((url) => !/^(?:file|data):/.test(url))).toEqual([])
  await close()
})

it('go back to the message before, and to the one that an address names', async () => {
  const { page, close } = await openPage(browser, pathToFileURL(join(root, 'site/index.html')).href)
  const shows = (path: string): Promise<void> => page.locator('#opened-path', { hasText: path }).waitFor()
  await page.locator('.row', { hasText: 'sale/image.md' }).click()
  await shows('sale/image.md')
  await page.locator('.row', { hasText: '인사' }).click()
  await shows('hello.md')
  await page.locator('#tab-payload').click()
  await page.locator('#values [data-choice=longest]').click()
  await page.goBack()
  await shows('sale/image.md')
  expect(await page.locator('.row[aria-selected=true]').getAttribute('data-path')).toBe('messages/sale/image.md')
  await page.goForward()
  await shows('hello.md')
  await page.locator('#tab-payload[aria-selected=true]').waitFor()
  await page.locator('.ph-text', { hasText: '가나다라마님' }).waitFor()
  await page.evaluate('location.hash = "#message=messages%2Fbroken.md"')
  await shows('broken.md')
  await page.locator('.skip').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('detail')
  await page.goBack()
  await shows('hello.md')
  await close()
})

it('writes the same pages again, without those of messages that are gone', async () => {
  const folder = join(root, 'again')
  const opened = { root, config: defaultConfig }
  const pages = async (...paths: readonly string[]): Promise<Record<string, string>> => {
    const workspace = createWorkspace(opened, { lang: 'ko' })
    for (const path of paths) workspace.update(path)
    const output = outputFolder(folder, { shown: 'again', root })
    await writeStaticPages(new Preview({ project: opened, workspace }, 'ko'), output, () => {})
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]))
  }
  const paths = ['messages/hello.md', 'messages/sale/image.md', 'messages/broken.md'] as const
  const all = await pages(...paths)
  const shared = ['index.html', 'messages.js', 'preview.css', 'preview.js']
  expect(Object.keys(await pages(paths[0])).toSorted()).toEqual([...shared, 'messages/1.js'].toSorted())
  expect(await pages(...paths)).toEqual(all)
})

it('are written over what an earlier run wrote, and over nothing else', async () => {
  const mine = join(root, 'mine/preview.css')
  mkdirSync(join(root, 'mine'))
  writeFileSync(mine, 'body {}')
  const refused = await runInside(['preview', '--out', 'site', '--screenshots', 'mine'], root)
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('✗ --screenshots mine: has files') })
  expect(readdirSync(join(root, 'mine'))).toEqual(['preview.css'])
  rmSync(mine)
  for (const _ of ['empty', 'its own']) expect((await runInside(['preview', '--out', 'mine'], root)).code).toBe(0)
})

describe('pictures', () => {
  it('are one for each message and set of values', () => {
    expect(run.stderr).toContain('그림 6장을 shots에 담았습니다. 메시지 1개는 그릴 수 없습니다.')
    for (const preset of ['example', 'longest', 'empty']) {
      const png = readFileSync(join(root, `shots/messages/hello.${preset}.png`))
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.readUInt32BE(16)).toBeGreaterThan(800)
    }
  })

  it('need a browser, and say so where the one that is named is none', async () => {
    const args = ['preview', '--screenshots', 'none', '--lang', 'ko']
    for (const [file, line] of [
      ['/no/chrome', 'FRIENDTALK_BROWSER /no/chrome: 파일이 없습니다'],
      ['/bin/false', '/bin/false: 실행할 수 없습니다'],
    ] as const) {
      const refused = await runBuilt(args, { cwd: root, env: { FRIENDTALK_BROWSER: file } })
      expect(refused).toMatchObject({ code: 2, stdout: '' })
      expect(refused.stderr).toContain(line)
      expect(refused.stderr).not.toMatch(/\n\s+at /)
    }
  })
})
