import { type Dirent, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * The image files beside messages and beside the images that they use, which no message uses.
 *
 * @param messages paths of all messages of a project and of the images they use, relative to the root
 */
export function unusedImages(root: string, messages: readonly { path: string; images: readonly string[] }[]): string[] {
  const used = new Set(messages.flatMap(({ images }) => images.map((image) => image.normalize('NFC'))))
  const folders = new Set(messages.flatMap(({ path, images }) => [path, ...images].map((file) => posix.dirname(file))))
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
  return entries.filter((entry) => entry.isFile() && /\.(?:png|jpe?g)$/i.test(entry.name)).map(({ name }) => name)
}
