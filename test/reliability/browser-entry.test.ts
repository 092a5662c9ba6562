import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as Entry from '../../src/browser/index.ts'
import { compile, type CompileContext, type CompileResult } from '../../src/compile.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { checkRecipients } from '../../src/recipients/check-recipients.ts'
import { ImageStore, imageContent } from '../../src/project/images/images.ts'
import { type OpenPage, launchBrowser, openPage } from '../browser.ts'
import { blocksOf } from '../docs/blocks.ts'
import { gifBytes, jpegBytes, pngBytes } from '../project/image-bytes.ts'

declare global {
  // What the page's script loads, as the functions below see it there.
  var friendtalk: typeof Entry
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const exported = createRequire(import.meta.url).resolve('../../dist/browser/index.js')
const address = 'https://playground.example'
const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'">
<body><script type="module" src="page.js"></script>`

let browser: Browser
let opened: OpenPage

beforeAll(async () => {
  browser = await launchBrowser()
  opened = await openPage(browser, 'about:blank')
  await opened.page.route('**', async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const types = { contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } }
    if (path === '') await route.fulfill({ contentType: 'text/html', body: page })
    else if (path === 'page.js') {
      await route.fulfill({ ...types, body: 'import * as all from "./index.js"; globalThis.friendtalk = all' })
    } else await route.fulfill({ ...types, body: readFileSync(join(dirname(exported), path), 'utf8') })
  })
  await opened.page.goto(address)
  await opened.page.waitForFunction('globalThis.friendtalk !== undefined')
})

afterAll(async () => {
  await opened.close()
  await browser.close()
})

it('imports nothing that a browser has not, and needs no process', () => {
  for (const name of readdirSync(dirname(exported)).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(dirname(exported), name), 'utf8')
    const imported = [...code.matchAll(/(?:\bfrom|\bimport\(|\bimport|\brequire\()\s*["'`]([^"'`]+)["'`]/g)]
    expect(imported.map(([, from]) => from).filter((from) => !from?.startsWith('./'))).toEqual([])
    expect(code).not.toMatch(/\bprocess\.(?:env|argv|cwd|platform)|\bnew Function\b/)
  }
})

/** A message file, and an image that a browser has as bytes or that is not there. */
interface Source {
  readonly path: string
  readonly source: string
  readonly images: { readonly [path: string]: { readonly base64: string } | { readonly lookup: ImageLookup } }
  /** What Node.js makes of it. */
  readonly expected: CompileResult
}

const settings = { senders: ['default'], today: '2026-06-01' } as const

function sourcesIn(folder: string, lang: 'en' | 'ko'): Source[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.md'))
    .map((path) => {
      const source = readFileSync(join(root, folder, path), 'utf8')
      const store = new ImageStore(join(root, folder))
      const images: { [path: string]: Source['images'][string] } = {}
      const image = (asked: string): ImageLookup => {
        const lookup = store.look(asked)
        const isRead = lookup.type === 'found' || lookup.type === 'damaged' || lookup.type === 'other-format'
        const content = isRead ? imageContent(join(root, folder), asked) : undefined
        images[asked] = content === undefined ? { lookup } : { base64: content.toString('base64') }
        return lookup
      }
      return { path, source, expected: compile(source, { ...settings, lang, path, image }), images }
    })
}

it.each([
  { folder: 'test/fixtures/err', lang: 'en' },
  { folder: 'test/fixtures/ok', lang: 'en' },
  { folder: 'test/vectors/examples', lang: 'ko' },
  { folder: 'templates', lang: 'ko' },
] as const)('compiles what is in $folder to what Node.js compiles it to', async ({ folder, lang }) => {
  const sources = sourcesIn(folder, lang)
  const compiled = await opened.page.evaluate(
    ({ files, rest }) =>
      files.map(({ path, source, images }) => {
        const image = (asked: string): ReturnType<CompileContext['image']> => {
          const known = images[asked]
          if (known === undefined) return { type: 'not-found' }
          if ('lookup' in known) return known.lookup
          return friendtalk.imageFacts(Uint8Array.from(atob(known.base64), (unit) => unit.charCodeAt(0)))
        }
        return friendtalk.compile(source, { ...rest, path, image })
      }),
    { files: sources.map(({ path, source, images }) => ({ path, source, images })), rest: { ...settings, lang } },
  )
  expect(sources.length).toBeGreaterThan(4)
  for (const [index, { path, expected }] of sources.entries()) expect(compiled[index], path).toEqual(expected)
})

it('tells damaged and other images as Node.js does', async () => {
  const size = { width: 800, height: 400 }
  const png = pngBytes(size)
  const contents = [png, png.subarray(0, -20), Buffer.from(png).fill(7, 45, 60), jpegBytes(size), gifBytes(size)]
  const facts = await opened.page.evaluate(
    (images) =>
      images.map((base64) => friendtalk.imageFacts(Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0)))),
    contents.map((content) => content.toString('base64')),
  )
  expect(facts.map(({ type }) => type)).toEqual(['found', 'damaged', 'damaged', 'found', 'other-format'])
})

const message = `---
kind: ft-text
vars:
  이름: { max: 3 }
---
#{이름}님, 안녕하세요
`

it('checks pasted recipients as Node.js does, from a spreadsheet too', async () => {
  const csv = 'receiver_number,이름\n010-1234-5678,김하늘\n01012345678,이\n02-123-4567,박\n01055556666,"네, 글자"\n'
  const table = csv.replaceAll('"네, 글자"', '네| 글자').replaceAll(',', '\t').replace('|', ',')
  const checked = await opened.page.evaluate(
    async ({ source, texts }) => {
      const { template } = friendtalk.compile(source, {
        path: 'm.md',
        image: () => ({ type: 'not-found' }),
        lang: 'ko',
      })
      if (template === undefined) throw new Error('the message does not compile')
      return Promise.all(texts.map(async (text) => friendtalk.checkRecipients(template, { text, source, lang: 'ko' })))
    },
    { source: message, texts: [csv, table] },
  )
  const { template } = compile(message, { path: 'm.md', image: () => ({ type: 'not-found' }), lang: 'ko' })
  if (template === undefined) throw new Error('the message does not compile')
  const { diagnostics } = await checkRecipients(
    template,
    { source: message, lang: 'ko', readings: { bytes: 'utf-8', characters: 'utf-16' } },
    {
      path: 'recipients.csv',
      open: async function* open() {
        yield Buffer.from(csv)
      },
      text: () => csv,
    },
  )
  expect(diagnostics.map(({ rule }) => rule)).toContain('recipient-duplicate')
  for (const { recipients, text } of checked) {
    expect(text).toBe(csv)
    expect(recipients).toEqual(diagnostics)
  }
})

it('draws, fixes, completes and explains', async () => {
  const result = await opened.page.evaluate(async () => {
    const source = '---\nkind: ft-text\n---\n안녕하세요  \n\n* [보기](https://example.com)\n'
    const file = { path: 'm.md', image: () => ({ type: 'not-found' as const }) }
    const { diagnostics } = friendtalk.compile(source, file)
    const fixed = friendtalk.applyFixes(source, diagnostics, { unsafe: true })
    const sketch = friendtalk.sketch(fixed.source, file)
    if (sketch === undefined) throw new Error('no kind')
    const rules = await friendtalk.loadRuleSummaries('ko')
    const context = friendtalk.editorContext({ ...file, lang: 'ko' }, { rules })
    const text = new friendtalk.MessageText(source, context)
    const offset = source.indexOf('ft-text') + 3
    return {
      found: diagnostics.map(({ rule }) => rule),
      fixed: fixed.source,
      applied: fixed.applied,
      meters: friendtalk.metersOf(sketch, sketch.template.payload, context.readings).map(({ pointer }) => pointer),
      labels: friendtalk.completionsAt(text, offset, context).map(({ label }) => label),
      hover: friendtalk.hoverAt(text, { offset: source.indexOf('kind') + 1, diagnostics }, context)?.markdown,
      actions: friendtalk.quickFixes(text, { diagnostics, at: { start: 0, end: source.length } }, context).length,
      view: friendtalk.messageView(
        { source: fixed.source, diagnostics: [], drawn: { state: 'good', sketch }, values: {} },
        { lang: 'en', readings: context.readings, imageAddress: () => '' },
      ).check,
      phone: friendtalk.drawPhone(sketch, {}, { lang: 'ko', imageAddress: () => '' }),
      templates: friendtalk.templates.map(({ name, lang }) => `${lang} ${name}`),
      rule: rules['trailing-space']?.summary,
    }
  })
  expect(result.found).toEqual(['trailing-space', 'form-mistyped'])
  expect(result.fixed).toBe('---\nkind: ft-text\n---\n안녕하세요\n\n- [보기](https://example.com)\n')
  expect(result.applied).toBe(2)
  expect(result.meters).toEqual(['/msg', '/attachment/button/0/name', '/attachment/button'])
  expect(result.labels).toContain('ft-carousel-feed')
  expect(result.hover).toContain('kind')
  expect(result.actions).toBeGreaterThan(1)
  expect(result.view).toContain('<svg')
  expect(result.phone).toMatch(/^<section class="ph".*>\(광고\)<.*>안녕하세요<.*>보기</s)
  expect(result.templates).toEqual(expect.arrayContaining(['ko text', 'en text', 'ko coupon']))
  expect(result.rule).toBe(JSON.parse(readFileSync(join(root, 'dist/rules.json'), 'utf8')).ko['trailing-space'].summary)
})

it('runs what the documentation shows', async () => {
  const [block = ''] = blocksOf(readFileSync(join(root, 'docs/browser.md'), 'utf8'), 'ts')
  const shown = block.replace(/^import (\{.*\}) from 'friendtalk\/browser'$/m, 'const $1 = globalThis.friendtalk')
  await opened.page.route('**/shown.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `${shown}\nglobalThis.rendered = rendered` }),
  )
  await opened.page.evaluate(`new Promise((done, failed) => {
    const script = Object.assign(document.createElement('script'), { type: 'module', src: 'shown.js' })
    Object.assign(script, { onload: done, onerror: failed })
    document.body.append(script)
  })`)
  expect(await opened.page.evaluate('globalThis.rendered.payload.msg')).toBe('이서준님, 주문이 준비되었습니다.')
  expect(await opened.page.evaluate('document.querySelector(".ph-text").innerText')).toBe(
    '이서준님, 주문이 준비되었습니다.',
  )
  expect(await opened.page.evaluate('document.querySelector(".ph-buttons").innerText')).toBe('보기')
})

it('converts payloads as the command does', async () => {
  const source = await opened.page.evaluate(() => {
    const [record] = friendtalk.recordsIn({ msg: '# 안녕하세요' })
    if (record === undefined) throw new Error('no record')
    const converted = friendtalk.convertRecord(record, { path: 'a.md', id: 'a', lang: 'ko' })
    return converted.type === 'message' ? converted.source : JSON.stringify(converted.problems)
  })
  expect(source).toBe('---\nkind: ft-text\nid: a\nad_flag: Y\n---\n\n\\# 안녕하세요\n')
})
