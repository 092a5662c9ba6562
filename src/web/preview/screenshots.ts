import { notRunnable } from '../../project/usage-error.ts'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { toHtml } from 'hast-util-to-html'
import type { BrowserType, Page } from 'playwright-core'
import { h } from 'hastscript'
import { prepareTrial } from '../../message/render.ts'
import { channelOfSender } from '../../project/channel.ts'
import type { OutputFolder } from '../../project/files/write-file.ts'
import { embedded, readImage } from '../../project/images/images.ts'
import type { Sketch } from '../../sketch.ts'
import { webAsset } from '../local-server.ts'
import { drawing, presetValues, usualWidthPx } from './message-view.ts'
import { presets } from './page-data.ts'
import type { Preview } from './preview.ts'

export interface Drawn {
  readonly pictures: number
  /** Messages of which nothing can be drawn. */
  readonly undrawn: number
}

/** A picture that takes longer than this never comes. */
const timeoutMs = 30_000

/** The phone alone, in the light; the cards of a carousel all side by side. */
const pictureCss = `
html { color-scheme: light; background: #fff; }
body { inline-size: max-content; margin: 0; padding: 16px; font-family: "Pretendard", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif; }
.ph { --ph-width: ${usualWidthPx}px; inline-size: calc(var(--ph-width) + 18px); block-size: auto; min-block-size: 0; box-shadow: none; }
.ph-chat, .ph-cards { overflow: visible; }
.ph-steps, .ph-uncover { display: none; }
.ph .ph-cover { position: static; margin-block-end: 8px; }
.ph .ph-cover ~ * { visibility: visible; }
.ph:has(.ph-carousel) { inline-size: max-content; min-inline-size: calc(var(--ph-width) + 18px); }
`

/**
 * Draws every message with the values of every preset as PNG files in a folder, with a Chromium of the system.
 *
 * @throws UsageError when the browser does not start or the folder cannot be written
 */
export async function writeScreenshots(
  preview: Preview,
  {
    folder,
    browser,
    driver,
  }: { readonly folder: OutputFolder; readonly browser: string; readonly driver: BrowserType },
  onProgress: (done: number) => void,
): Promise<Drawn> {
  const page = await openPage(driver, browser)
  const style = `${webAsset('phone.css')}${pictureCss}`
  const shoot = async (sketch: Sketch, path: string): Promise<void> => {
    const trial = prepareTrial(sketch.template)
    /** A message without variables looks the same with all presets. */
    const known = new Map<string, Buffer>()
    for (const preset of presets) {
      const html = pageOf(sketch, trial(presetValues(sketch, preset)).payload, { preview, style })
      if (!known.has(html)) await page.setContent(html, { waitUntil: 'load' })
      const picture = known.get(html) ?? (await page.locator('body').screenshot({ animations: 'disabled' }))
      known.set(html, picture)
      folder.write(`${path.replace(/\.md$/i, '')}.${preset}.png`, picture)
    }
  }
  try {
    const { rows } = preview.all()
    let undrawn = 0
    for (const [index, { path }] of rows.entries()) {
      const sketch = preview.sketchOf(path)?.sketch
      if (sketch) await shoot(sketch, path)
      else undrawn++
      onProgress(index + 1)
    }
    return { pictures: (rows.length - undrawn) * presets.length, undrawn }
  } finally {
    await page.context().browser()?.close()
  }
}

/** Returns what drives the browser; undefined where its package is not installed, as only pictures need it. */
export async function loadBrowserDriver(): Promise<BrowserType | undefined> {
  try {
    const { chromium } = await import('playwright-core')
    return chromium
  } catch (error) {
    // One code is import's, the other require's, which the bundled command has in its place.
    const isMissing = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (isMissing) return undefined
    throw error
  }
}

async function openPage(driver: BrowserType, executablePath: string): Promise<Page> {
  // Chromium has no sandbox for root, as whom many CI containers run; the pages are our own and run no script.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await driver.launch({ executablePath, args }).catch((error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw notRunnable(executablePath, reason)
  })
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    javaScriptEnabled: false,
    offline: true,
    viewport: { width: usualWidthPx + 50, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  return page
}

function pageOf(
  sketch: Sketch,
  payload: unknown,
  { preview, style }: { readonly preview: Preview; readonly style: string },
): string {
  const { lang, root, project } = preview
  const phone = drawing(sketch, payload, {
    lang,
    channelOf: (sender) => channelOfSender(project, sender),
    imageAddress: (path) => embedded(readImage(root, path)),
  })
  const head = h('head', [h('meta', { charSet: 'utf-8' }), h('style', style)])
  return toHtml({ type: 'root', children: [{ type: 'doctype' }, h('html', { lang }, [head, h('body', [phone])])] })
}

/** The variable of the environment that names the browser of the screenshots. */
export const browserVariable = 'FRIENDTALK_BROWSER'

/** The first is Chromium without windows, which draws the same in less processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

/** Places of browsers that installers do not put in `PATH`. */
const usualPlaces: { readonly [platform: string]: readonly string[] } = {
  linux: ['/usr/bin/chromium', '/usr/bin/google-chrome', '/snap/bin/chromium', '/opt/google/chrome/chrome'],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['C:\\Program Files', 'C:\\Program Files (x86)'].flatMap((folder) => [
    `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
    `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
  ]),
}

type BrowserSearch =
  | { readonly type: 'found'; readonly file: string }
  /** The variable names a file that cannot be run. */
  | { readonly type: 'not-runnable'; readonly file: string }
  | { readonly type: 'none' }

/** Finds a Chromium of the system: the one that the environment names, else in `PATH`, else where they usually are. */
export function findBrowser(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): BrowserSearch {
  const named = env[browserVariable]
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const ending = platform === 'win32' ? '.exe' : ''
  const inFolders = (name: string): readonly string[] => folders.map((folder) => join(folder, `${name}${ending}`))
  if (named !== undefined && named !== '') {
    const file = isAbsolute(named) ? named : inFolders(named).find(isRunnable)
    return file !== undefined && isRunnable(file) ? { type: 'found', file } : { type: 'not-runnable', file: named }
  }
  const file = [...names.flatMap(inFolders), ...(usualPlaces[platform] ?? [])].find(isRunnable)
  return file === undefined ? { type: 'none' } : { type: 'found', file }
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
