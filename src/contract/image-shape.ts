import type { ImageOperation } from './contract.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the side of an image that its upload does not take, in pixels; undefined where both fit. */
export function sizeFault(
  { widthPx, heightPx, minWidthPx = 0, maxWidthPx = Infinity }: ImageOperation,
  { width, height }: Size,
): { readonly actual: number; readonly limit: number } | undefined {
  const limit = Math.min(Math.max(width, widthPx ?? minWidthPx), widthPx ?? maxWidthPx)
  if (width !== limit) return { actual: width, limit }
  return height === (heightPx ?? height) ? undefined : { actual: height, limit: heightPx ?? height }
}

/** Returns the shape of an image beside the one that its upload takes, divided as the interface does; undefined where it fits. */
export function ratioFault(
  { ratioOf, ratioMin = 0, ratioMax = Infinity }: ImageOperation,
  { width, height }: Size,
): { readonly actual: number; readonly limit: number } | undefined {
  const actual = ratioOf === 'height' ? height / width : width / height
  if (actual >= ratioMin && actual <= ratioMax) return undefined
  return { actual, limit: actual < ratioMin ? ratioMin : ratioMax }
}
