import { createHash } from 'node:crypto'
import type { StoredImage } from './controls.ts'

/** Many small images would weigh little and still fill the memory. */
const maxImages = 50_000

interface Content {
  readonly data: Buffer
  users: number
}

/** The uploaded images. Equal files share their bytes; above the most that is kept, the oldest images go. */
export class EmulatedImages {
  readonly #maxBytes: number
  readonly #images = new Map<string, StoredImage>()
  readonly #urls = new Map<string, string>()
  readonly #contents = new Map<string, Content>()
  #bytes = 0
  #count = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  readonly find = (url: string): StoredImage | undefined => this.#images.get(url)

  /** Every image that is kept, the oldest first. */
  all(): readonly StoredImage[] {
    return [...this.#images.values()]
  }

  /** The image behind a path of the emulator, under whatever name of the machine it was asked for. */
  byPath(path: string): StoredImage | undefined {
    const url = this.#urls.get(path)
    return url === undefined ? undefined : this.#images.get(url)
  }

  contentOf(image: StoredImage): Buffer | undefined {
    return this.#contents.get(image.sha256)?.data
  }

  /** @param urlOf makes the URL from a file name that no other image has */
  add(
    facts: Omit<StoredImage, 'key' | 'url' | 'sha256' | 'bytes'>,
    data: Buffer,
    urlOf: (file: string) => string,
  ): StoredImage {
    const sha256 = createHash('sha256').update(data).digest('hex')
    const key = `${sha256.slice(0, 16)}-${++this.#count}`
    const image = { ...facts, key, url: urlOf(`${key}.${facts.format}`), sha256, bytes: data.length }
    const content = this.#contents.get(sha256)
    if (content) content.users++
    else {
      this.#contents.set(sha256, { data, users: 1 })
      this.#bytes += data.length
    }
    this.#images.set(image.url, image)
    this.#urls.set(new URL(image.url).pathname, image.url)
    for (const oldest of this.#images.values()) {
      if ((this.#bytes <= this.#maxBytes && this.#images.size <= maxImages) || oldest === image) break
      this.#remove(oldest)
    }
    return image
  }

  /** Lets an image expire. @returns whether there is such an image */
  expire(url: string, now: number): boolean {
    const image = this.#images.get(url)
    if (image) this.#images.set(url, { ...image, expiresAt: Math.min(image.expiresAt, now) })
    return image !== undefined
  }

  clear(): void {
    this.#images.clear()
    this.#urls.clear()
    this.#contents.clear()
    this.#bytes = 0
  }

  #remove(image: StoredImage): void {
    this.#images.delete(image.url)
    this.#urls.delete(new URL(image.url).pathname)
    const content = this.#contents.get(image.sha256)
    if (content === undefined || --content.users > 0) return
    this.#contents.delete(image.sha256)
    this.#bytes -= image.bytes
  }
}
