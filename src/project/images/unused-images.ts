import { type Dirent, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { statOf } from '../files/file-kind.ts'

/** Which images the messages of a project use, and where images may stand; all paths are relative to the root. */
export interface ImageUses {
  /** Paths of images, composed. */
  readonly used: ReadonlySet<string>
  /** The folders of messages and of the images that they use. */
  readonly folders: ReadonlySet<string>
}

export function imageUsesOf(messages: readonly { path: string; images: readonly string[] }[]): ImageUses {
  // Messages share images and folders: each is looked at once.
  const distinct = new Set<string>()
  const folders = new Set<string>()
  let last: readonly string[] = []
  for (const { path, images } of messages) {
    folders.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.')
    if (images !== last) for (const image of images) distinct.add(image)
    last = images
  }
  const used = new Set<string>()
  for (const image of distinct) {
    folders.add(posix.dirname(image))
    used.add(image.normalize('NFC'))
  }
  return { used, folders }
}

/**
 * The image files beside messages and beside the images that they use, which no message uses.
 *
 * @param imagesIn lists the image files of a folder
 */
export function unusedImages(
  root: string,
  { used, folders }: ImageUses,
  imagesIn: (folder: string) => readonly string[] = listImages,
): string[] {
  const found = new Set<string>()
  for (const folder of folders) {
    for (const name of imagesIn(join(root, folder))) found.add(posix.join(folder, name))
  }
  return [...found].filter((path) => !used.has(path.normalize('NFC'))).toSorted()
}

function listImages(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that a message names and that is not there: that is reported where it is named.
    return []
  }
  return entries.filter((entry) => /\.(?:png|jpe?g)$/i.test(entry.name) && entry.isFile()).map(({ name }) => name)
}

/** A folder may have changed again in the same instant of its clock. */
const clockMs = 50

/** The image files of folders for whoever asks again and again: a folder is listed anew when a name came or went. */
export class ImageListing {
  readonly #folders = new Map<string, { readonly changedMs: number; readonly names: readonly string[] }>()

  readonly imagesIn = (folder: string): readonly string[] => {
    const changedMs = statOf(folder)?.mtimeMs
    const known = this.#folders.get(folder)
    if (known !== undefined && known.changedMs === changedMs) return known.names
    const names = listImages(folder)
    if (changedMs !== undefined && Date.now() - changedMs > clockMs) this.#folders.set(folder, { changedMs, names })
    return names
  }
}
