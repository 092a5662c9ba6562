import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { configuration, launchBrowser, openPage } from './preview-page.ts'

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

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

it('writes pages that work from files, with everything in them', async () => {
  const root = tempFolder(project)
  const run = await runCli(['preview', '--out', 'site', '--lang', 'ko'], { cwd: root })
  expect(run).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '메시지 3개를 site에 담았습니다. index.html을 브라우저에서 여세요.\n',
  })
  const { page, requests, close } = await openPage(browser, pathToFileURL(join(root, 'site/index.html')).href)
  await page.locator('.row', { hasText: '인사' }).click()
  await page.locator('.ph-text', { hasText: '김하늘님' }).waitFor()
  await page.locator('#values [data-choice=longest]').click()
  await page.locator('.ph-text', { hasText: '가나다라마님' }).waitFor()
  await page.locator('#tab-payload').click()
  expect(await page.locator('#json').textContent()).toContain('"msg": "가나다라마님, 안녕하세요."')
  await page.locator('.row', { hasText: 'sale/image.md' }).click()
  await expect.poll(() => page.evaluate('document.querySelector(".ph-image")?.naturalWidth')).toBe(720)
  await page.locator('.row', { hasText: 'broken.md' }).click()
  await page.locator('.note', { hasText: '아직 그릴 수 없습니다' }).waitFor()
  expect(await page.locator('#values [data-choice=typed]').count()).toBe(0)
  expect(requests.filter((url) => !/^(?:file|data):/.test(url))).toEqual([])
  await close()
})

it('writes the same pages again, without those of messages that are gone', async () => {
  const root = tempFolder(project)
  const pages = async (...paths: readonly string[]): Promise<Record<string, string>> => {
    await runCli(['preview', '--out', 'site', '--quiet', ...paths], { cwd: root })
    const names = readdirSync(join(root, 'site'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.\w+$/.test(name),
    )
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, 'site', name), 'latin1')]))
  }
  const all = await pages()
  expect(Object.keys(await pages('messages/hello.md')).toSorted()).toEqual([
    'index.html',
    'messages.js',
    'messages/1.js',
    'preview.css',
    'preview.js',
  ])
  expect(await pages()).toEqual(all)
})

describe('pictures', () => {
  it('are one for each message and set of values, with a summary for a pull request', async () => {
    const root = tempFolder(project)
    const args = ['preview', '--screenshots', 'shots', '--lang', 'ko', '--base-url', 'https://ci.example.com/7/']
    const run = await runCli(args, { cwd: root, withinMs: 60_000 })
    expect(run).toMatchObject({ code: 0, stdout: '' })
    expect(run.stderr).toContain('그림 6장과 summary.md를 shots에 담았습니다. 메시지 1개는 그릴 수 없습니다.')
    for (const preset of ['example', 'longest', 'empty']) {
      const png = readFileSync(join(root, `shots/messages/hello.${preset}.png`))
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.readUInt32BE(16)).toBeGreaterThan(800)
    }
    const summary = readFileSync(join(root, 'shots/summary.md'), 'utf8')
    expect(summary).toContain(
      '<img src="https://ci.example.com/7/messages/hello.longest.png" width="240" alt="인사 &#124; &#60;b&#62;, 최장">',
    )
    expect(summary).toContain('### 인사 &#124; &#60;b&#62;')
    expect(summary).toContain('### messages&#47;broken'.replace('&#47;', '/'))
    expect(summary).not.toMatch(/<(?!img )/)
  })

  it.each([
    ['the one that is named is not there', { FRIENDTALK_BROWSER: '/no/chrome' }, 'FRIENDTALK_BROWSER /no/chrome'],
    ['the one that is named is no browser', { FRIENDTALK_BROWSER: '/bin/false' }, '/bin/false'],
  ])('need a browser, which is said when %s', async (_name, env, line) => {
    const root = tempFolder(project)
    const run = await runCli(['preview', '--screenshots', 'shots', '--lang', 'ko'], { cwd: root, env: { ...env } })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(line)
    expect(run.stderr).not.toMatch(/\n\s+at /)
  })
})

describe('wrong usage', () => {
  it.each([
    [['--out', 'a', '--port', '1'], '--out and --port do not go together'],
    [['--base-url', 'https://x'], '--base-url needs --screenshots'],
    [['--port', 'x'], '--port: must be a whole number from 0 to 65535'],
    [['--recipients', 'none.csv'], '--recipients none.csv: there is no such file'],
    [['--out', 'messages/hello.md'], 'messages/hello.md: cannot be written'],
  ])('%j is refused', async (args, line) => {
    const run = await runCli(['preview', ...args], { cwd: tempFolder(project) })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(line)
  })
})
