// Makes dist/web/assets: the scripts and styles that the servers of dist/web give to browsers.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const source = fileURLToPath(new URL('../src/web', import.meta.url))
const assets = fileURLToPath(new URL('../dist/web/assets', import.meta.url))

/** The parts of each style; later ones go before earlier ones. */
const styles = {
  preview: ['page.css', 'preview/preview.css', 'phone/phone.css'],
  inbox: ['page.css', 'inbox/inbox.css', 'phone/phone.css'],
  phone: ['phone/phone.css'],
  report: ['phone/phone.css', 'report/report.css'],
}

rmSync(assets, { recursive: true, force: true })
mkdirSync(assets, { recursive: true })
for (const name of ['preview', 'inbox']) {
  // Readable as it is: static pages are opened by people, and nothing here is large.
  const output = { file: join(assets, `${name}.js`), format: 'iife', banner: "'use strict';" }
  await build({ input: join(source, 'client', name, 'main.ts'), platform: 'browser', tsconfig: false, output })
}
for (const [name, parts] of Object.entries(styles)) {
  writeFileSync(join(assets, `${name}.css`), parts.map((part) => readFileSync(join(source, part), 'utf8')).join(''))
}
