// From a write to the change in the browser, in a project of many messages; and memory over many saves.
// usage: node test/bench/preview.mjs [messages] [saves]
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { writeCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

const count = Number(process.argv[2] ?? 1000)
const saves = Number(process.argv[3] ?? 60)
const folder = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
writeCorpus(folder, count, 1)

const server = spawn(process.execPath, [cli, 'preview', '--port', '0', '--lang', 'en'], { cwd: folder })
const url = await new Promise((resolve, reject) => {
  let output = ''
  server.stdout.on('data', (chunk) => {
    output += chunk
    const found = /http:\S+/.exec(output)
    if (found) resolve(found[0])
  })
  server.once('close', () => reject(new Error(output)))
})
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
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
  const sorted = times.toSorted((a, b) => a - b)
  console.log(`${count} messages, ${saves} saves: from the write to the change in the browser`)
  console.log(`median ${median(times)} ms, 90 % ${sorted[Math.floor(saves * 0.9)]} ms, longest ${sorted.at(-1)} ms`)
  const half = memory.length >> 1
  console.log(
    `memory of the server: ${Math.round(median(memory.slice(0, half)))} MiB in the first half, ${Math.round(median(memory.slice(half)))} MiB in the second`,
  )
} finally {
  await browser.close()
  server.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
}
