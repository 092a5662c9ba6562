import type { ImageOperation } from './contract.ts'

/** Returns the shape of an image beside the one that its upload takes, divided as the interface does; undefined where it fits. */
export function ratioFault(
  { ratioOf, ratioMin = 0, ratioMax = Infinity }: ImageOperation,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly actual: number; readonly limit: number } | undefined {
  const actual = ratioOf === 'height' ? height / width : width / height
  if (actual >= ratioMin && actual <= ratioMax) return undefined
  return { actual, limit: actual < ratioMin ? ratioMin : ratioMax }
}
