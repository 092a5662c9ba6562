// Draws the pictures of the README and of the pages from real runs, after npm run build: node test/docs/pictures.mjs, with the
// names of those that are wanted (inbox, diagnostic, report) or without for all.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from 'playwright-core'
import { startEmulator } from '../../dist/index.js'
import { findBrowser } from '../../dist/web/preview/screenshots.js'
import { terminalPage } from './terminal-page.mjs'

const wanted = process.argv.slice(2)
const repository = fileURLToPath(new URL('../../', import.meta.url))
const pictures = join(repository, 'docs/pictures')
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-pictures-'))
const search = findBrowser(process.env, process.platform)
const browser = await chromium.launch({ executablePath: search.file, args: ['--no-sandbox'] })

/** What a run printed. It may not block: the emulator it sends to is in this process. */
function friendtalk(args, env = {}) {
  const main = join(repository, 'dist/bin/main.js')
  const own = { HOME: folder, XDG_STATE_HOME: join(folder, 'state') }
  const options = { cwd: folder, timeout: 60_000, env: { PATH: process.env.PATH, LANG: 'C', ...own, ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], options, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}

async function inbox(lang) {
  const emulator = await startEmulator()
  cpSync(join(repository, 'examples/brand-campaign'), join(folder, 'campaign'), {
    recursive: true,
    filter: (path) => !path.includes('.friendtalk'),
  })
  const target = {
    service: 'brand-message',
    baseUrl: emulator.baseUrl,
    appKey: { env: 'APP_KEY' },
    secretKey: { env: 'SECRET_KEY' },
    window: false,
  }
  writeFileSync(
    join(folder, 'campaign/friendtalk.config.json'),
    JSON.stringify({
      messages: ['messages/**/*.md'],
      senders: { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '0212345678' } },
      targets: { shown: target },
    }),
  )
  const args = [
    'deploy',
    '--config',
    'campaign/friendtalk.config.json',
    '--target',
    'shown',
    '--release',
    lang,
    '--yes',
  ]
  const env = { APP_KEY: emulator.appKey, SECRET_KEY: emulator.secretKey, SENDER_KEY: 'emulator-sender' }
  const said = await friendtalk([...args, '--new-ledger'], env)
  if (emulator.counts().accepted !== 80) throw new Error(said)
  const page = await browser.newPage({
    viewport: { width: 1180, height: 800 },
    locale: lang,
    timezoneId: 'Asia/Seoul',
    colorScheme: 'light',
  })
  page.setDefaultTimeout(15_000)
  await page.goto(`${emulator.url}/?lang=${lang}`)
  // One person's messages, and the carousel, which came first.
  await page.locator('#search').fill('01000000001')
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 4)
  await page.locator('.row').last().click()
  await page.locator('.ph-carousel img').first().waitFor()
  await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.decode())))
  await page.screenshot({ path: join(pictures, `inbox.${lang}.jpg`), type: 'jpeg', quality: 78 })
  await page.close()
  await emulator.close()
  rmSync(join(folder, 'campaign'), { recursive: true })
  // The machine would remember the ledger that went with it.
  rmSync(join(folder, 'state'), { recursive: true, force: true })
}

/** What a provider's results of the accepted messages could be. */
function resultOf(key, index) {
  const resultCode = index % 11 === 4 ? '3020' : index % 23 === 7 ? '3019' : index % 41 === 5 ? '3005' : '1000'
  const done = new Date(Date.now() + 9 * 3_600_000 + ((index * 7919) % 900) * 1_000)
  const receiveDate = `${done.toISOString().slice(0, 19).replace('T', ' ')}.000`
  const resend = resultCode === '3019' ? { resendStatusCode: 'RSC04' } : {}
  return JSON.stringify({ recipientGroupingKey: key, resultCode, receiveDate, ...resend })
}

async function report(lang) {
  const campaign = join(folder, 'campaign')
  cpSync(join(repository, 'examples/brand-campaign'), campaign, {
    recursive: true,
    filter: (path) => !path.includes('.friendtalk'),
  })
  const at = ['--config', 'campaign/friendtalk.config.ts', '--target', 'emulator', '--lang', lang]
  const said = await friendtalk(['deploy', ...at, '--release', '2026-home-cafe', '--yes'])
  const csv = await friendtalk(['status', '2026-home-cafe', ...at, '--csv', '-'])
  const keys = csv.match(/m-[\w-]{24}/g) ?? []
  if (keys.length !== 80) throw new Error(said + csv)
  const results = keys.filter((_, index) => index % 30 !== 29).map(resultOf)
  writeFileSync(join(folder, 'results.ndjson'), results.join('\n'))
  await friendtalk(['results', 'import', 'results.ndjson', ...at])
  const written = await friendtalk(['status', '2026-home-cafe', ...at, '--html', 'report.html'])
  const page = await browser.newPage({ viewport: { width: 1180, height: 1010 }, colorScheme: 'light' })
  await page.goto(pathToFileURL(join(folder, 'report.html')).href).catch(() => {
    throw new Error(written)
  })
  await page.screenshot({ path: join(pictures, `report.${lang}.jpg`), type: 'jpeg', quality: 78 })
  await page.close()
  rmSync(campaign, { recursive: true })
  rmSync(join(folder, 'report.html'))
}

async function diagnostic(lang) {
  mkdirSync(join(folder, 'messages'), { recursive: true })
  cpSync(join(repository, 'test/docs/pictured-message.md'), join(folder, 'messages/summer.md'))
  cpSync(
    join(repository, 'examples/brand-campaign/messages/images/cafe-season.jpg'),
    join(folder, 'messages/summer.jpg'),
  )
  const command = 'friendtalk lint messages/summer.md'
  const output = await friendtalk([...command.split(' ').slice(1), '--lang', lang], { FORCE_COLOR: '1' })
  const page = await browser.newPage({ viewport: { width: 1000, height: 300 }, deviceScaleFactor: 1.5 })
  await page.setContent(terminalPage(command, output))
  await page.locator('#terminal').screenshot({ path: join(pictures, `diagnostic.${lang}.png`) })
  // A test holds that the picture shows what lint says today.
  writeFileSync(join(pictures, `diagnostic.${lang}.txt`), stripVTControlCharacters(output))
  await page.close()
}

try {
  mkdirSync(pictures, { recursive: true })
  for (const lang of ['en', 'ko']) {
    for (const [name, draw] of Object.entries({ inbox, diagnostic, report })) {
      if (wanted.length === 0 || wanted.includes(name)) await draw(lang)
    }
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
