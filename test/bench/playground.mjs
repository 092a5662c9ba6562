// From a keystroke to the diagnostics in the playground, in a message of 1,000 characters.
// usage: npm run build && node scripts/playground.mjs && node test/bench/playground.mjs [keystrokes]
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../dist/web/preview/screenshots.js'
import { median } from './measure.mjs'

const folder = fileURLToPath(new URL('../../extras/site/playground/dist', import.meta.url))
const keystrokes = Number(process.argv[2] ?? 60)
const line = '#{이름}님, 안녕하세요. 오늘은 좋은 날입니다.\n'
const head = '---\nkind: ft-text\nvars:\n  이름: { max: 10, example: 김하늘 }\n---\n'
// One diagnostic from the start: the list is made anew with each check.
const message = `${head}${line.repeat(33)}\n* [보기](https://m.shop.example.com)\n`
const page = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/app.css"><main id="place"></main>
<script type="module">
import { mountPlayground } from '/app.js'
mountPlayground(document.getElementById('place'), { lang: 'ko', ruleAddress: () => '#' })
</script>`
const types = { '.js': 'text/javascript', '.css': 'text/css' }

const search = findBrowser(process.env, process.platform)
if (search.type !== 'found') throw new Error('there is no browser on this machine')
const browser = await chromium.launch({ executablePath: search.file, args: ['--no-sandbox'] })
try {
  const tab = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  await tab.route('**', (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname)
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page })
    return existsSync(file)
      ? route.fulfill({ contentType: types[extname(file)] ?? 'text/plain', body: readFileSync(file, 'utf8') })
      : route.fulfill({ status: 404 })
  })
  await tab.goto('https://playground.example/')
  await tab.locator('.cm-content').click()
  await tab.keyboard.press('Control+A')
  await tab.keyboard.insertText(message)
  await tab.locator('[data-diagnostic]').first().waitFor()
  await tab.keyboard.press('Control+Home')
  for (let down = 0; down < 6; down++) await tab.keyboard.press('ArrowDown')
  await tab.evaluate(() => {
    globalThis.times = []
    let startMs = 0
    addEventListener('beforeinput', ({ timeStamp }) => (startMs = timeStamp), true)
    new MutationObserver(() => globalThis.times.push(performance.now() - startMs)).observe(
      document.querySelector('.pg-diagnostics'),
      { childList: true },
    )
  })
  for (let count = 0; count < keystrokes; count++) {
    await tab.keyboard.insertText([...'안녕 #{누구}'][count % 8] ?? '.')
    await tab.waitForFunction((seen) => globalThis.times.length > seen, count)
    // The picture is drawn, as between the keystrokes of a person.
    await tab.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30))))
  }
  const times = (await tab.evaluate(() => globalThis.times)).toSorted((a, b) => a - b)
  const shown = (ms) => ms.toFixed(1)
  process.stdout.write(
    `${message.length} characters, ${times.length} keystrokes, to the diagnostics in ms: ` +
      `median ${shown(median(times))}, 90 % ${shown(times[Math.floor(times.length * 0.9)])}, longest ${shown(times.at(-1))}\n`,
  )
} finally {
  await browser.close()
}
