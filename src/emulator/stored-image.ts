import type { Upload } from '../contract/kinds.ts'

/** An image that was uploaded. */
export interface StoredImage {
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
  readonly expiresAt: number
}
