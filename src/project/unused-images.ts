import { type Dirent, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * The image files beside messages and beside the images that they use, which no message uses.
 *
 * @param messages paths of all messages of a project and of the images they use, relative to the root
 */
export function unusedImages(root: string, messages: readonly { path: string; images: readonly string[] }[]): string[] {
  // Messages share images and folders: each is looked at once.
  const distinct = new Set<string>()
  const folders = new Set<string>()
  for (const { path, images } of messages) {
    folders.add(posix.dirname(path))
    for (const image of images) distinct.add(image)
  }
  const used = new Set<string>()
  for (const image of distinct) {
    folders.add(posix.dirname(image))
    used.add(image.normalize('NFC'))
  }
  const found = new Set<string>()
  for (const folder of folders) {
    for (const name of imagesIn(join(root, folder))) found.add(posix.join(folder, name))
  }
  return [...found].filter((path) => !used.has(path.normalize('NFC'))).toSorted()
}

function imagesIn(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that a message names and that is not there: that is reported where it is named.
    return []
  }
  return entries.filter((entry) => /\.(?:png|jpe?g)$/i.test(entry.name) && entry.isFile()).map(({ name }) => name)
}
