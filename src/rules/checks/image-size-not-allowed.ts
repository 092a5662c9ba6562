import type { ImageOperation } from '../../contract/contract.ts'
import { imageRule } from '../image-limit.ts'
import type { Measure } from '../rule.ts'

export const imageSizeNotAllowed = imageRule({
  id: 'image-size-not-allowed',
  check: ({ width, height }, limit) => {
    const [minWidth, maxWidth] = [limit.widthPx ?? limit.minWidthPx ?? 0, limit.widthPx ?? limit.maxWidthPx]
    return (
      pixels(width, minWidth, width < minWidth) ??
      pixels(width, maxWidth, width > (maxWidth ?? width)) ??
      pixels(height, limit.heightPx, height !== (limit.heightPx ?? height))
    )
  },
  en: ({ path, operation, facts: { width, height } }) =>
    `"${path}" is ${width} by ${height} pixels; ${allowed(operation).en}. Export it again in that size.`,
  ko: ({ path, operation, facts: { width, height } }) =>
    `"${path}" 이미지가 ${width}×${height}픽셀입니다. ${allowed(operation).ko} 크기로 다시 내보내세요.`,
})

function pixels(actual: number, limit: number | undefined, isWrong: boolean): Measure | undefined {
  return isWrong && limit !== undefined ? { actual, limit, unit: 'pixels' } : undefined
}

/** Words the size that a limit allows. */
function allowed({ widthPx, heightPx, minWidthPx, maxWidthPx }: ImageOperation): { en: string; ko: string } {
  if (widthPx !== undefined && heightPx !== undefined) {
    return { en: `it must be ${widthPx} by ${heightPx}`, ko: `${widthPx}×${heightPx}픽셀` }
  }
  if (heightPx !== undefined) {
    return {
      en: `it must be ${minWidthPx} by ${heightPx} to ${maxWidthPx} by ${heightPx}`,
      ko: `${minWidthPx}×${heightPx}~${maxWidthPx}×${heightPx}픽셀`,
    }
  }
  return { en: `it must be at least ${minWidthPx} wide`, ko: `너비 ${minWidthPx}픽셀 이상의` }
}
