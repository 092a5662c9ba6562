import type { ImageLookup } from '../../../src/message/message.ts'
import { sha256OfBytes } from '../../../src/sha256.ts'

/** An image that the page has. */
export interface AddedImage {
  /** The name of its file, in Unicode NFC. */
  readonly name: string
  readonly lookup: ImageLookup
  /** An address in the memory of the page. */
  readonly address: string
}

/** Images by the names of their files: folders of a path do not matter, since a browser never says them. */
export class ImageShelf {
  readonly #images = new Map<string, AddedImage>()

  get all(): readonly AddedImage[] {
    return [...this.#images.values()]
  }

  /** Takes an image; what reads images is loaded with the first one. */
  async add(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<AddedImage> {
    const { imageFacts } = await import('../../../src/images/image-facts.ts')
    const known = name.normalize('NFC')
    this.remove(known)
    const lookup = imageFacts(bytes, sha256OfBytes)
    const address = URL.createObjectURL(new Blob([bytes]))
    const added = { name: known, lookup, address }
    this.#images.set(known, added)
    return added
  }

  remove(name: string): void {
    const image = this.#images.get(name)
    if (image !== undefined) URL.revokeObjectURL(image.address)
    this.#images.delete(name)
  }

  /** The image that belongs to a path of the message. */
  of(path: string): AddedImage | undefined {
    return this.#images.get(nameIn(path))
  }

  clear(): void {
    for (const { name } of this.all) this.remove(name)
  }
}

/** Returns the file's name in a path. */
export function nameIn(path: string): string {
  return (path.split('/').at(-1) ?? path).normalize('NFC')
}
