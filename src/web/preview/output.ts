import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type OutputFolder, outputFolder } from '../../project/files/write-file.ts'
import { readImage } from '../../project/images/images.ts'
import { reasonOf, UsageError, unwritable } from '../../project/usage-error.ts'
import { webAsset } from '../local-server.ts'
import type { ImageAddress } from './message-view.ts'
import { type ChosenView, presets, type StaticViews } from './page-data.ts'
import { previewPage } from './page.ts'
import type { Preview } from './preview.ts'

/** A folder that pages or pictures go to, as it was typed after its flag. */
export interface TypedFolder {
  readonly flag: '--out' | '--screenshots'
  readonly path: string
}

/** It stands in every folder that this program wrote: nothing else there may be replaced. */
const markerFile = '.friendtalk-preview'
const markerText = 'friendtalk preview wrote this folder; its next run replaces what is here.\n'

/** @throws UsageError for a folder with files of others, and for one that cannot be read */
export function refuseOthersFolder({ flag, path }: TypedFolder, cwd: string): void {
  if (isFree(resolve(cwd, path), path)) return
  throw new UsageError('folder-not-empty', {
    en: `${flag} ${path}: has files that friendtalk preview did not write, and is left as it is; name an empty folder or a new one.`,
    ko: `${flag} ${path}: friendtalk preview가 만들지 않은 파일이 있어 그대로 둡니다. 빈 폴더나 새 폴더를 지정하세요.`,
  })
}

/**
 * Makes a folder and marks it as ours, before anything else is written to it.
 *
 * @param root of the project
 * @throws UsageError
 */
export function markFolder(path: string, { cwd, root }: { readonly cwd: string; readonly root: string }): OutputFolder {
  const folder = outputFolder(resolve(cwd, path), { shown: path, root })
  folder.make()
  folder.write(markerFile, markerText)
  return folder
}

function isFree(folder: string, shown: string): boolean {
  try {
    const names = readdirSync(folder)
    return names.length === 0 || names.includes(markerFile)
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return true
    throw unwritable(shown, reasonOf(error))
  }
}

const nonceCharacters = 24

/**
 * Writes pages that need no server: a file for the page, one for the list and one for each message, and the images.
 * The same messages give the same bytes. Values of recipients are never in them.
 *
 * @param onProgress called with the number of messages that are written
 * @throws UsageError when the folder cannot be written
 */
export async function writeStaticPages(
  preview: Preview,
  folder: OutputFolder,
  onProgress: (done: number) => void,
): Promise<void> {
  const images = new Map<string, { readonly path: string; readonly file: string }>()
  const imageAddress: ImageAddress = (path, { sha256, format }) => {
    const file = `images/${sha256}.${format}`
    images.set(file, { path, file })
    return file
  }
  // The next run makes all of it again.
  const written = new Set<string>()
  const write = (path: string, content: string | Uint8Array): void => {
    folder.write(path, content)
    written.add(path)
  }
  const script = webAsset('preview.js')
  // It only tells our scripts from what a message might bring in.
  const nonce = createHash('sha256').update(script).digest('base64url').slice(0, nonceCharacters)
  write('index.html', previewPage({ lang: preview.lang, nonce, mode: 'static' }))
  write('preview.css', webAsset('preview.css'))
  write('preview.js', script)
  write('messages.js', `friendtalkRows(${JSON.stringify(preview.all())})\n`)
  for (const [index, { path }] of preview.all().rows.entries()) {
    const views = await viewsOf(preview, path, imageAddress)
    write(`messages/${index + 1}.js`, `friendtalkViews(${JSON.stringify(path)}, ${JSON.stringify(views)})\n`)
    onProgress(index + 1)
  }
  for (const { path, file } of images.values()) {
    const image = readImage(preview.root, path)
    if (image) write(file, image.content)
  }
  // Removes files of former runs: a message that is gone must not stay readable.
  const clear = (below: string, names: RegExp): void =>
    folder.clear(below, (name) => names.test(name) && !written.has(`${below}/${name}`))
  clear('messages', /^\d+\.js$/)
  clear('images', /^[0-9a-f]{64}\.(?:png|jpg)$/)
}

async function viewsOf(preview: Preview, path: string, imageAddress: ImageAddress): Promise<StaticViews | undefined> {
  const [example, longest, empty] = await Promise.all(
    presets.map((preset) => preview.view(path, { type: preset }, imageAddress)),
  )
  if (!example || !longest || !empty) return undefined
  // The values of recipients cannot be paged through without the file that they stand in.
  const shown = { ...example, hasRecipients: false }
  return { example: shown, longest: differences(longest, example), empty: differences(empty, example) }
}

function differences(view: ChosenView, from: ChosenView): Partial<ChosenView> {
  const keys = ['picture', 'check', 'payload', 'controls'] as const
  return Object.fromEntries(keys.filter((key) => view[key] !== from[key]).map((key) => [key, view[key]]))
}
