// From a write to the change in the browser, in a project of many messages; and memory over many saves.
// usage: node test/bench/preview.mjs [messages] [saves]
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../dist/web/preview/screenshots.js'
import { writeCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))

/** From a write to the change in the browser. */
export async function preview({ isQuick, count = 1000, saves = isQuick ? 20 : 60 }) {
  const title = ['## Preview', '']
  const search = findBrowser(process.env, process.platform)
  if (search.type !== 'found') return [...title, 'There is no browser on this machine.']
  const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  writeCorpus(folder, count, 1)
  const server = spawn(process.execPath, [cli, 'preview', '--port', '0', '--lang', 'en'], { cwd: folder })
  try {
    const url = await addressOf(server)
    const browser = await chromium.launch({ executablePath: search.file, args: ['--no-sandbox'] })
    const { times, memory } = await saveAndSee({ browser, url, folder, server, saves }).finally(() => browser.close())
    const sorted = times.toSorted((a, b) => a - b)
    const half = memory.length >> 1
    return [
      ...title,
      `${count} messages, ${saves} saves: from the write to the change in the browser, in ms.`,
      '',
      '| median | 90 % | longest | MiB of the server, first half | second half |',
      '| --- | --- | --- | --- | --- |',
      `| ${[
        median(times),
        sorted[Math.floor(saves * 0.9)],
        sorted.at(-1),
        Math.round(median(memory.slice(0, half))),
        Math.round(median(memory.slice(half))),
      ].join(' | ')} |`,
    ]
  } finally {
    server.kill('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits for the address that a preview prints. */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
      const found = /http:\S+/.exec(output)
      if (found) resolve(found[0])
    })
    server.once('close', () => reject(new Error(output)))
  })
}

async function saveAndSee({ browser, url, folder, server, saves }) {
  const page = await browser.newPage()
  const name = 'm5'
  await page.goto(`${url}/#message=messages/${name}.md`)
  await page.locator('.ph-text').waitFor()
  const file = join(folder, 'messages', `${name}.md`)
  const source = readFileSync(file, 'utf8')
  const residentMiB = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  const times = []
  const memory = []
  for (let save = 0; save < saves; save++) {
    const mark = `save ${save}.`
    // The browser itself says when the text is there: a question every few milliseconds would be part of the time.
    await page.evaluate((text) => {
      globalThis.seen = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('.ph-text')?.textContent.includes(text)) return
          observer.disconnect()
          resolve(Date.now())
        })
        observer.observe(document.body, { childList: true, subtree: true })
      })
    }, mark)
    const start = Date.now()
    writeFileSync(file, source.replace('#{이름}님,', `#{이름}님, ${mark}`))
    times.push((await page.evaluate(() => globalThis.seen)) - start)
    memory.push(residentMiB())
    await new Promise((resolve) => {
      setTimeout(resolve, 120)
    })
  }
  return { times, memory }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = 1000, saves = 60] = process.argv.slice(2).map(Number)
  console.log((await preview({ isQuick: false, count, saves })).join('\n'))
}
