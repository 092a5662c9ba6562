import { pathMissing } from './library-errors.ts'
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImageLookup } from '../message/message.ts'
import { isFolder } from '../project/files/paths.ts'
import { createImageStore } from '../project/images/images.ts'

/**
 * Returns the `image` that `compile` needs on Node.js: it reads PNG and JPEG files below a folder, whenever it is called. What
 * leads out of the folder, also through a link, is not read.
 *
 * @param root the folder that image paths are relative to; the process's working directory counts where it is relative
 * @throws UsageError for what is no folder
 */
export function imageReader(root: string): (path: string) => ImageLookup {
  const folder = resolve(root)
  if (!isFolder(folder)) {
    throw pathMissing(root)
  }
  const real = realpathSync.native(folder)
  // A store keeps images until it is told of a change, and nothing tells this one.
  return (path) => createImageStore(real).look(path)
}
