import { request } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pngBytes } from '../project/image-bytes.ts'
import { textMessage } from '../project/temp-folder.ts'
import { launchBrowser, openPage } from '../browser.ts'
import { type RunningPreview, startPreview } from '../preview/running-preview.ts'

const script = '<script>globalThis.hit = 1</script>'
const handler = '<img src=x onerror="globalThis.hit = 2"><svg onload="globalThis.hit = 3">'
const style = '<style>body { display: none }</style><link rel=stylesheet href=https://evil.example.com/x.css>'
const turned = '\u202Eevil\u202C'
const marks = 'e' + '\u0301'.repeat(1000)

const attack = `---
kind: ft-text
title: "${script.replaceAll('"', '\\"')}${turned}"
vars:
  이름: { max: 20, example: "<b onmouseover=alert(1)>", fallback: "</textarea><script>globalThis.hit = 4</script>" }
---

#{이름} ${script} ${handler}
${style}
${turned}
</div></section></body>

- [<i>보기</i>](javascript:globalThis.hit=5)
- [가기](https://evil.example.com/?a="><script>)
`

let browser: Browser
let preview: RunningPreview

beforeAll(async () => {
  browser = await launchBrowser()
  preview = await startPreview({
    'messages/attack.md': attack,
    'messages/<img src=x onerror=alert(1)>.md': textMessage('이름'),
    'messages/marks.md': textMessage(marks),
    'messages/remote.md': '---\nkind: ft-image\n---\n\n![](https://evil.example.com/a.png)\n\n안녕하세요\n',
    'messages/image.md': '---\nkind: ft-image\n---\n\n![](a.png)\n\n안녕하세요\n',
    'messages/a.png': pngBytes({ width: 720, height: 720 }),
    'messages/other.png': pngBytes({ width: 720, height: 720 }),
  })
})

afterAll(async () => {
  await browser.close()
  preview.run.kill('SIGINT')
  await preview.run.ended()
})

it('takes nothing of a message for more than text, and asks nobody else for anything', async () => {
  const { page, requests, close } = await openPage(browser, preview.url)
  for (const name of ['attack', 'marks', 'remote', '<img src=x onerror=alert(1)>', 'image', 'attack']) {
    await page
      .locator('.row')
      .filter({ hasText: `messages/${name}.md` })
      .click()
    await page.locator('#opened-path', { hasText: `messages/${name}.md` }).waitFor()
    for (const tab of ['values', 'payload', 'check']) await page.locator(`#tab-${tab}`).click()
  }
  expect(await page.locator('#opened-path').textContent()).toContain(`${script}${turned}`)
  const text = (await page.locator('.ph-text').textContent()) ?? ''
  for (const part of ['<b onmouseover=alert(1)>', script, handler, style, turned]) expect(text).toContain(part)
  expect(
    await page.locator('body script, .ph img, .ph style, .ph svg, .ph b:not(.ph-input b), #source b').count(),
  ).toBe(0)
  await page.getByRole('button', { name: '<i>보기</i>' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('javascript:globalThis.hit=5').first().waitFor()
  expect(await page.locator('.ph a').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.locator('#tab-values').click()
  await page.getByLabel('이름', { exact: true }).fill(`${script}${marks}`)
  await page.locator('.ph-text', { hasText: '\u0301\u0301\u0301' }).waitFor()
  expect(await page.evaluate('globalThis.hit')).toBeUndefined()
  expect(page.context().pages()).toHaveLength(1)
  expect(requests.filter((url) => !url.startsWith(`${preview.url}/`) && !url.startsWith('data:'))).toEqual([])
  await close()
})

it('marks what nobody would see in source and payload', async () => {
  const { page, close } = await openPage(browser, `${preview.url}/#message=messages%2Fattack.md&tab=payload`)
  await page.locator('#json .unseen[data-code="U+202E"]').first().waitFor({ state: 'attached' })
  expect(await page.locator('#lines .unseen[data-code="U+202E"]').count()).toBe(2)
  await close()
})

interface Answer {
  readonly status: number | undefined
  readonly policy: string
  readonly type: string
}

function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  const { port } = new URL(preview.url)
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.destroy()
      const { statusCode, headers: got } = answer
      resolve({
        status: statusCode,
        policy: String(got['content-security-policy']),
        type: String(got['content-type']),
      })
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? '{"path":"messages/image.md","choice":{"type":"example"}}' : undefined)
  })
}

describe('the server', () => {
  const json = { 'content-type': 'application/json' }

  it.each([
    ['its own name', '/', {}, 200],
    ['another name', '/', { host: 'evil.example.com' }, 421],
    ['another origin', '/events', { origin: 'https://evil.example.com' }, 403],
  ] as const)('answers to %s', async (_name, path, headers, status) => {
    expect((await ask(path, headers)).status).toBe(status)
  })

  it('gives each page a policy with a nonce of its own', async () => {
    const [first, second] = await Promise.all([ask('/', {}), ask('/', {})])
    expect(first.policy).toMatch(/default-src 'none'; script-src 'nonce-[\w+/]{24}'; style-src 'nonce-[\w+/]{24}'/)
    expect(first.policy).not.toContain('unsafe')
    expect(second.policy).not.toBe(first.policy)
  })

  it('shows the images of messages and no other file', async () => {
    expect(await ask('/image?path=messages%2Fa.png', {})).toMatchObject({ status: 200, type: 'image/png' })
    for (const path of [
      'messages/other.png',
      'friendtalk.config.json',
      '../a.png',
      '/etc/passwd',
      'messages/image.md',
    ]) {
      expect((await ask(`/image?path=${encodeURIComponent(path)}`, {})).status, path).toBe(404)
    }
  })

  it('draws only what asks with values that are some', async () => {
    expect((await ask('/view', json, 'POST')).status).toBe(200)
    expect((await ask('/view', { ...json, origin: 'http://evil.example.com' }, 'POST')).status).toBe(403)
  })

  it('listens on the loopback address alone', () => {
    expect(preview.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})
