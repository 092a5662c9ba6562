import { createHash } from 'node:crypto'
import { join, posix } from 'node:path'
import { nearest } from '../../language/nearest.ts'
import type { ImageFacts, ImageLookup } from '../../message/message.ts'
import { imageFacts, imageFormat } from '../../images/image-facts.ts'
import { contentInside, readInside, sized } from '../files/read-file.ts'
import type { StagedFile } from '../files/git.ts'
import { lstatOf, namesIn } from '../files/paths.ts'

/** Larger files are not read: ten times what the largest upload takes is no image for a message. */
const maxImageBytes = 32 * 1024 * 1024

/**
 * Creates a look at the images of a project; each file is read once until it is said to have changed.
 *
 * @param staged what is looked at in place of the disk
 */
export function createImageStore(root: string, staged?: (path: string) => StagedFile) {
  const lookups = new Map<string, ImageLookup>()
  const suggest = (path: string): string | undefined => {
    const folder = posix.dirname(path)
    const name = nearest(posix.basename(path), namesIn(join(root, folder)).filter(isImageName))
    return name && posix.join(folder, name)
  }
  const lookUp = (path: string): ImageLookup => {
    const inCommit = staged?.(path)
    if (inCommit?.type === 'absent') return { type: 'not-found', isUntracked: true }
    const read =
      inCommit?.type === 'content' ? sized(inCommit.content, maxImageBytes) : readInside(root, path, maxImageBytes)
    if (read.type === 'content') return imageFacts(read.content, sha256)
    if (read.type !== 'unreadable' || read.reason !== 'not-found') return read
    const suggestion = suggest(path)
    return { type: 'not-found', ...(suggestion !== undefined && { suggestion }) }
  }
  return {
    /** Returns the facts of the image at a path relative to the root, as typed. */
    look: (path: string): ImageLookup => {
      const lookup = lookups.get(path) ?? lookUp(path)
      lookups.set(path, lookup)
      return lookup
    },
    /** Forgets what is known of files, so that they are read again. */
    forget: (): void => lookups.clear(),
  }
}

/** The content of an image of a project, at a path relative to the root as typed; undefined where it is none. */
export function readImage(
  root: string,
  path: string,
): { readonly content: Buffer; readonly format: ImageFacts['format'] } | undefined {
  const content = imageContent(root, path)
  if (content === undefined) return undefined
  const format = imageFormat(content)
  return format && { content, format }
}

/** Returns an address that holds an image; empty where there is none. */
export function embedded(image: ReturnType<typeof readImage>): string {
  const type = image?.format === 'png' ? 'png' : 'jpeg'
  return image ? `data:image/${type};base64,${image.content.toString('base64')}` : ''
}

/** Returns the content of an image file; undefined if it cannot be read. */
export function imageContent(root: string, path: string): Buffer | undefined {
  return contentInside(root, path, maxImageBytes)
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns the images below the root that no message uses, from the folders of messages and of the images that they use. */
export function unusedImages(
  root: string,
  messages: readonly { readonly path: string; readonly images: readonly string[] }[],
): string[] {
  const images = messages.flatMap((message) => message.images)
  const used = new Set(images.map((path) => path.normalize('NFC')))
  const folders = new Set([...messages.map(({ path }) => path), ...images].map((path) => posix.dirname(path)))
  return [...folders]
    .flatMap((folder) => namesIn(join(root, folder)).map((name) => posix.join(folder, name)))
    .filter((path) => isImageName(path) && !used.has(path.normalize('NFC')))
    .filter((path) => lstatOf(join(root, path))?.isFile())
    .toSorted()
}

function isImageName(name: string): boolean {
  return /\.(?:png|jpe?g)$/i.test(name)
}
