import { createHash } from 'node:crypto'
import type { ImageOperation } from '../contract/contract.ts'
import type { Upload } from '../contract/contracts.ts'
import { ratioFault, sizeFault } from '../contract/image-shape.ts'
import { imageFacts, imageFormat } from '../images/image-facts.ts'
import type { Text } from '../words/language.ts'
import { fileSize } from '../words/phrases.ts'

/** An image that was uploaded. */
export interface StoredImage {
  /** Its number among the images since the last reset. */
  readonly number: number
  readonly key: string
  readonly url: string
  readonly upload: Upload
  /** The uploaded file's name. */
  readonly name: string
  readonly format: 'jpg' | 'png'
  readonly bytes: number
  readonly widthPx: number
  readonly heightPx: number
  readonly sha256: string
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly uploadedAt: number
  /** Absent where the service does not say. */
  readonly expiresAt?: number
}

/**
 * Creates the store of the uploaded images.
 *
 * @param urlOf makes the URL of an image from a file name that no other has
 */
export function createImages(urlOf: (file: string) => string, now: () => number) {
  const files = new Map<string, { readonly image: StoredImage; readonly data: Uint8Array }>()
  let count = 0
  const fileOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
  const find = (url: string): StoredImage | undefined => {
    const image = files.get(fileOf(url))?.image
    return image?.url === url ? image : undefined
  }
  return {
    find,
    /** Returns whether an image is gone. */
    isExpired: ({ expiresAt = Number.POSITIVE_INFINITY }: StoredImage): boolean => expiresAt <= now(),
    /** Returns every image, the oldest first. */
    all: (): readonly StoredImage[] => Array.from(files.values(), ({ image }) => image),
    /** Returns an image with its content by the name of its file: the host in its URL may be another name of the machine. */
    byFile: (file: string) => files.get(file),
    add(facts: Pick<StoredImage, 'upload' | 'name' | 'expiresAt'> & GoodImage, data: Uint8Array): StoredImage {
      const number = ++count
      const key = `${facts.sha256.slice(0, 16)}-${number}`
      const file = `${key}.${facts.format}`
      const image = { ...facts, number, key, url: urlOf(file), bytes: data.length, uploadedAt: now() }
      files.set(file, { image, data })
      return image
    },
    /** Lets an image expire. @returns whether there is such an image */
    expire(url: string): boolean {
      const stored = find(url) && files.get(fileOf(url))
      if (!stored) return false
      const expiresAt = Math.min(stored.image.expiresAt ?? Number.POSITIVE_INFINITY, now())
      files.set(fileOf(url), { ...stored, image: { ...stored.image, expiresAt } })
      return true
    },
    clear(): void {
      files.clear()
      count = 0
    },
  }
}

type GoodImage = Pick<StoredImage, 'format' | 'widthPx' | 'heightPx' | 'sha256'>

/** Holds a file against what an upload operation accepts. The content decides, never the name. */
export function checkImage(
  limit: ImageOperation,
  data: Uint8Array,
):
  | { readonly type: 'good'; readonly facts: GoodImage }
  | { readonly type: 'format' | 'weight' | 'size'; readonly reason: Text } {
  if (imageFormat(data) === undefined) {
    const reason = { en: 'the content is neither JPEG nor PNG', ko: '내용이 JPEG도 PNG도 아닙니다.' }
    return { type: 'format', reason }
  }
  if (data.length > limit.maxBytes) {
    const [size, max] = [fileSize(data.length, limit.maxBytes), fileSize(limit.maxBytes)]
    const reason = {
      en: `the file has ${size}; ${max} are allowed`,
      ko: `파일이 ${size}입니다. ${max}까지 올릴 수 있습니다.`,
    }
    return { type: 'weight', reason }
  }
  const found = imageFacts(data, (content) => createHash('sha256').update(content).digest('hex'))
  if (found.type !== 'found')
    return { type: 'format', reason: { en: 'the file is damaged', ko: '파일이 손상되었습니다.' } }
  const { format, width: widthPx, height: heightPx, sha256 } = found.facts
  if (!sizeFault(limit, found.facts) && !ratioFault(limit, found.facts)) {
    return { type: 'good', facts: { format, widthPx, heightPx, sha256 } }
  }
  const size = `${widthPx}×${heightPx}`
  const reason = {
    en: `${size} px are not among the sizes that are allowed`,
    ko: `${size}픽셀은 받는 크기가 아닙니다.`,
  }
  return { type: 'size', reason }
}
