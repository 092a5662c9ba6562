import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { webAsset } from '../replies.ts'
import { prepareTrial } from '../../message/render.ts'
import { readImage } from '../../project/images/images.ts'
import type { OutputFolder } from '../../project/files/output-folder.ts'
import { UsageError } from '../../project/usage-error.ts'
import type { Sketch } from '../../sketch.ts'
import { drawing, usualWidthPx } from './drawing.ts'
import { type Preset, presets, type PreviewRow } from './page-data.ts'
import type { Preview } from './preview.ts'
import { presetValues } from './values.ts'

/** The pictures of one message, as paths relative to their folder. */
export interface MessagePictures {
  readonly row: PreviewRow
  /** Absent where nothing of the message can be drawn. */
  readonly pictures?: { readonly [P in Preset]: string }
}

const scale = 2
/** A picture that takes longer than this never comes. */
const timeoutMs = 30_000

/** The phone alone, in the light; the cards of a carousel all side by side. */
const pictureCss = `
html { color-scheme: light; background: #fff; }
body { inline-size: max-content; margin: 0; padding: 16px; font-family: "Pretendard", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif; }
.ph { --ph-width: ${usualWidthPx}px; inline-size: calc(var(--ph-width) + 18px); block-size: auto; min-block-size: 0; box-shadow: none; }
.ph-chat, .ph-cards { overflow: visible; }
.ph-steps { display: none; }
.ph:has(.ph-carousel) { inline-size: max-content; min-inline-size: calc(var(--ph-width) + 18px); }
`

/**
 * Draws every message with the values of every preset as PNG files in a folder, with a Chromium of the system.
 *
 * @throws UsageError when the browser does not start or the folder cannot be written
 */
export async function writeScreenshots(
  preview: Preview,
  { folder, browser }: { readonly folder: OutputFolder; readonly browser: string },
  onProgress: (done: number) => void,
): Promise<readonly MessagePictures[]> {
  const camera = await openCamera(browser)
  try {
    const taken: MessagePictures[] = []
    for (const row of preview.all().rows) {
      const sketch = preview.sketchOf(row.path)?.sketch
      const pictures = sketch && (await shoot(sketch, row.path, { preview, folder, camera }))
      taken.push({ row, ...(pictures && { pictures }) })
      onProgress(taken.length)
    }
    return taken
  } finally {
    await camera.close()
  }
}

interface Camera {
  /** The look of a phone. */
  readonly style: string
  readonly take: (html: string) => Promise<Buffer>
  readonly close: () => Promise<void>
}

async function openCamera(executablePath: string): Promise<Camera> {
  // Nobody who does not want pictures loads it.
  const { chromium } = await import('playwright-core')
  // Chromium has no sandbox for root, as whom many CI containers run; the pages are our own and run no script.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args }).catch((error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new UsageError({ type: 'not-runnable', path: executablePath, reason })
  })
  const context = await browser.newContext({
    deviceScaleFactor: scale,
    javaScriptEnabled: false,
    offline: true,
    viewport: { width: usualWidthPx + 50, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  return {
    style: webAsset('phone.css'),
    async take(html) {
      await page.setContent(html, { waitUntil: 'load' })
      return page.locator('body').screenshot({ animations: 'disabled' })
    },
    close: () => browser.close(),
  }
}

async function shoot(
  sketch: Sketch,
  path: string,
  { preview, folder, camera }: { readonly preview: Preview; readonly folder: OutputFolder; readonly camera: Camera },
): Promise<{ readonly [P in Preset]: string }> {
  const trial = prepareTrial(sketch.template)
  /** A message without variables looks the same with all presets. */
  const known = new Map<string, Buffer>()
  const names: [Preset, string][] = []
  for (const preset of presets) {
    const { payload } = trial(presetValues(sketch, preset))
    const html = pageOf(sketch, payload, { preview, style: camera.style })
    const picture = known.get(html) ?? (await camera.take(html))
    known.set(html, picture)
    const name = `${path.replace(/\.md$/i, '')}.${preset}.png`
    folder.write(name, picture, { replaces: 'any', flush: 'later' })
    names.push([preset, name])
  }
  return Object.fromEntries(names) as { readonly [P in Preset]: string }
}

function pageOf(
  sketch: Sketch,
  payload: unknown,
  { preview, style }: { readonly preview: Preview; readonly style: string },
): string {
  const { lang, root } = preview
  const phone = drawing(sketch, payload, {
    lang,
    imageAddress(path) {
      const image = readImage(root, path)
      const type = image?.format === 'png' ? 'png' : 'jpeg'
      return image ? `data:image/${type};base64,${image.content.toString('base64')}` : ''
    },
  })
  const head = h('head', [h('meta', { charSet: 'utf-8' }), h('style', `${style}${pictureCss}`)])
  return toHtml({ type: 'root', children: [{ type: 'doctype' }, h('html', { lang }, [head, h('body', [phone])])] })
}
